"""What publishers need as files: certificates, a short clip, and FFmpeg's muxer as a program."""

from __future__ import annotations

import datetime
from fractions import Fraction
from pathlib import Path

import av
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from datasets.demo import shipped

CLIP = next(seat.path for seat in shipped() if seat.seat == 3)
RATE = 15
MUXER = """
import sys, time
import av, numpy as np
url, token, key, certificate = sys.argv[1:]
options = {"authorization": token} | ({"key_file": key, "cert_file": certificate} if key else {})
out = av.open(url, "w", format="whip", options=options)
stream = out.add_stream("libx264", rate=30, options={"profile": "baseline", "bf": "0", "tune": "zerolatency"})
stream.width, stream.height, stream.pix_fmt = 320, 240, "yuv420p"
for index in range(120):
    frame = av.VideoFrame.from_ndarray(np.full((240, 320, 3), index * 2, np.uint8), format="rgb24")
    for packet in stream.encode(frame):
        out.mux(packet)
    time.sleep(1 / 30)
out.close()
"""


def certify(folder: Path, curve: ec.EllipticCurve) -> tuple[str, str]:
    """A key and a certificate of its own, as files."""
    key = ec.generate_private_key(curve)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "seat")])
    day, today = datetime.timedelta(days=1), datetime.datetime.now(datetime.UTC)
    built = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    built = built.serial_number(1).not_valid_before(today - day).not_valid_after(today + day)
    certificate = built.sign(key, hashes.SHA256())
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.NoEncryption(),
    )
    (folder / "key.pem").write_bytes(private)
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    return str(folder / "key.pem"), str(folder / "certificate.pem")


def short_clip(folder: Path) -> Path:
    """The first ten pictures of the clip."""
    path = folder / "short.mp4"
    with av.open(str(CLIP)) as source, av.open(str(path), "w") as out:
        stream = out.add_stream("libx264", rate=RATE)
        stream.width, stream.height = 640, 480
        for index, frame in enumerate(source.decode(video=0)):
            if index == 10:
                break
            frame.pts, frame.time_base = index, Fraction(1, RATE)
            out.mux(stream.encode(frame))
        out.mux(stream.encode(None))
    return path
