from __future__ import annotations

import pytest

from service.webrtc.payload import Fragment, fragment_of

START = b"\0\0\0\1"


def stap(*units: bytes) -> bytes:
    return b"\x78" + b"".join(len(unit).to_bytes(2) + unit for unit in units)


@pytest.mark.parametrize(
    ("payload", "data", "key"),
    [
        (b"\x67\x42", START + b"\x67\x42", True),  # sequence parameter set
        (b"\x68\xce", START + b"\x68\xce", False),  # picture parameter set
        (b"\x65\x88", START + b"\x65\x88", True),  # first slice of a refresh
        (b"\x65\x20", START + b"\x65\x20", False),  # a later slice of it
        (b"\x41\x9a", START + b"\x41\x9a", False),  # an ordinary slice
        (stap(b"\x67\x42", b"\x68\xce"), START + b"\x67\x42" + START + b"\x68\xce", True),
        (stap(b"\x41\x9a", b"\x41\x9b"), START + b"\x41\x9a" + START + b"\x41\x9b", False),
        (b"\x7c\x85\x88", START + b"\x65\x88", True),  # first fragment of a refresh
        (b"\x7c\x05\x88", b"\x88", False),  # a later fragment
        (b"\x5c\x81\x9a", START + b"\x41\x9a", False),
        (b"", b"", False),
    ],
)
def test_h264(payload: bytes, data: bytes, key: bool) -> None:
    assert fragment_of("H264", payload) == Fragment(data, key)


@pytest.mark.parametrize(
    ("payload", "data", "key"),
    [
        (b"\x10\x00\x01", b"\x00\x01", True),  # S=1, P=0
        (b"\x10\x01\x01", b"\x01\x01", False),  # S=1, P=1: predicted
        (b"\x00\x00\x01", b"\x00\x01", False),  # not the frame's beginning
        (b"\x90\x80\x81\x23\x00", b"\x00", True),  # with a picture id of two bytes
        (b"\x10", b"", False),
        (b"", b"", False),
    ],
)
def test_vp8(payload: bytes, data: bytes, key: bool) -> None:
    assert fragment_of("VP8", payload) == Fragment(data, key)


@pytest.mark.parametrize(
    ("codec", "payload"),
    [
        ("H264", b"\x65"),
        ("H264", b"\x7f\x00"),
        ("H264", b"\x78\x00\xff\x65"),
        ("VP8", b"\x90"),
        ("AV1", b"\0"),
    ],
)
def test_what_is_malformed_is_refused(codec: str, payload: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        fragment_of(codec, payload)
