"""A certificate authority of the tests' own, and a server's certificate by it."""

from __future__ import annotations

import datetime
import ipaddress
import ssl
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

_PEM = serialization.Encoding.PEM


def authority(folder: Path, host: str) -> tuple[Path, ssl.SSLContext]:
    """The authority's certificate as a PEM file, and the context of a server that is named so by it."""
    own = ec.generate_private_key(ec.SECP256R1())
    root = _certificate("Authority of the tests", own, "Authority of the tests", own, None)
    server = ec.generate_private_key(ec.SECP256R1())
    leaf = _certificate("Authority of the tests", own, "server", server, host)
    trusted = folder / "authority.pem"
    trusted.write_bytes(root.public_bytes(_PEM))
    chain = folder / "server.pem"
    key = server.private_bytes(_PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    chain.write_bytes(leaf.public_bytes(_PEM) + key)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chain)
    return trusted, context


def _certificate(
    issuer: str,
    signing: ec.EllipticCurvePrivateKey,
    subject: str,
    key: ec.EllipticCurvePrivateKey,
    host: str | None,
) -> x509.Certificate:
    now = datetime.datetime.now(datetime.UTC)
    builder = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, subject)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=host is None, path_length=None), critical=True)
    )
    if host is not None:
        names = x509.SubjectAlternativeName([_named(host)])
        builder = builder.add_extension(names, critical=False)
    return builder.sign(signing, hashes.SHA256())


def _named(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)
