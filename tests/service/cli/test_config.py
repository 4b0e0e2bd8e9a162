"""`consigliere config` as an operator uses it."""

from __future__ import annotations

import datetime
import json
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from service.cli import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def _at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["consigliere", "config", *arguments])
        with pytest.raises(SystemExit) as left:
            main.main()
        told = capsys.readouterr()
        return int(str(left.value.code)), told.out, told.err

    return command


def test_defaults_are_right(run: Run) -> None:
    assert run("check") == (0, "the defaults: the sidecar can be started with it\n", "")


def test_everything_wrong_is_told_a_line_each(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "consigliere.toml"
    path.write_text('[server]\nport = 0\nprot = 1\n[tables]\nbook = "no.toml"\n')
    status, out, err = run("check")
    assert (status, out) == (2, "")
    assert [line.split(": ")[:3] for line in err.splitlines()] == [
        ["consigliere", "consigliere.toml", "server.port"],
        ["consigliere", "consigliere.toml", "server.prot"],
    ]


@pytest.mark.parametrize(
    ("settings", "place"),
    [
        ('[tables]\nbook = "no.toml"', "tables.book: "),
        ('[tables]\nbook = "odd.toml"', "tables.book: "),
        ('[tables]\nruleset = "odd.toml"', "tables.ruleset: "),
        ('[tables]\nvocabulary = "odd.toml"', "tables.vocabulary: "),
        ('[server]\ntls_certificate = "no.pem"\ntls_key = "odd.toml"', "server.tls_certificate: no.pem"),
        (
            '[server]\ntls_certificate = "odd.toml"\ntls_key = "odd.toml"',
            "server.tls_certificate: does not go",
        ),
    ],
)
def test_files_that_are_named_are_looked_into(run: Run, tmp_path: Path, settings: str, place: str) -> None:
    (tmp_path / "odd.toml").write_text("[odd]\nodd = 1\n")
    (tmp_path / "its.toml").write_text(settings)
    status, _, err = run("check", "its.toml")
    assert status == 2
    assert place in err
    assert "; " in err
    assert err.count("\n") == 1


def test_a_good_book_is_good(run: Run, tmp_path: Path) -> None:
    (tmp_path / "book.toml").write_text("[end]\nstalemate_nights = 0\n")
    (tmp_path / "its.toml").write_text('[tables]\nbook = "book.toml"\n')
    assert run("check", "its.toml")[0] == 0


def test_a_certificate_and_its_key_are_right_together(run: Run, tmp_path: Path) -> None:
    (tmp_path / "its.toml").write_text('[server]\ntls_certificate = "a.pem"\ntls_key = "a.key"\n')
    for name in ("a", "b"):
        certificate, key = _certified()
        (tmp_path / f"{name}.pem").write_bytes(certificate)
        (tmp_path / f"{name}.key").write_bytes(key)
    assert run("check", "its.toml")[0] == 0
    (tmp_path / "b.key").replace(tmp_path / "a.key")
    status, _, err = run("check", "its.toml")
    assert status == 2
    assert "server.tls_certificate: does not go with tls_key" in err


def _certified() -> tuple[bytes, bytes]:
    """A certificate and its key, as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    begin = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(begin)
        .not_valid_after(begin + datetime.timedelta(days=36500))
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    plain = serialization.NoEncryption()
    return certificate.public_bytes(pem), key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)


def test_values_are_shown_with_their_origin_and_secrets_are_not(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = "nobody may ever read this on a terminal"
    (tmp_path / "consigliere.toml").write_text(
        '[logs]\nlevel = "debug"\n[[webrtc.ice_servers]]\n'
        'urls = ["turn:a"]\nusername = "b"\ncredential = "also a secret"\n'
    )
    monkeypatch.setenv("CONSIGLIERE_AUTH_SECRET", secret)
    monkeypatch.setenv("CONSIGLIERE_SERVER_PORT", "1234")
    status, out, _ = run("show")
    as_json = run("show", "--json")[1]
    assert status == 0
    for told in (out, as_json):
        assert secret not in told
        assert "also a secret" not in told
    shown = tomllib.loads(out)
    assert shown["server"]["port"] == 1234
    assert shown["auth"]["secret"] == "(hidden)"
    origins = {line.split(" = ")[0]: line.split("# ")[-1] for line in out.splitlines() if " = " in line}
    assert (origins["port"], origins["level"], origins["host"]) == ("environment", "file", "default")
    assert json.loads(as_json)["server"]["port"] == {"value": 1234, "from": "environment"}


def test_the_example_that_is_printed_is_right(run: Run, tmp_path: Path) -> None:
    (tmp_path / "consigliere.toml").write_text(run("explain")[1])
    assert run("check")[0] == 0
    assert "UDP" in run("explain", "server.port")[1]
    status, _, err = run("explain", "prot")
    assert (status, err.count("\n")) == (2, 1)
