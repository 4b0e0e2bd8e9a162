"""What an RTP payload brings to a frame: bytes for the decoder, and whether a keyframe begins here."""

from __future__ import annotations

from dataclasses import dataclass

from aiortc.codecs.h264 import h264_depayload
from aiortc.codecs.vpx import VpxPayloadDescriptor

# NAL unit types. Sources: ITU-T H.264 table 7-1, RFC 6184 table 1.
_IDR, _SPS, _STAP_A, _FU_A = 5, 7, 24, 28


@dataclass(frozen=True, slots=True)
class Fragment:
    """Part of an encoded frame."""

    data: bytes
    """H.264 in Annex B form, VP8 as it is; empty for padding."""
    begins_key: bool = False
    """Whether a decoder can begin with this packet."""


def fragment_of(codec: str, payload: bytes) -> Fragment:
    """Unwrap a payload.

    Args:
        codec: `VP8` (RFC 7741) or `H264` (RFC 6184).
        payload: without RTP padding.

    Raises:
        ValueError: it is malformed, or of a kind that nobody sends to browsers.
    """
    if not payload:
        return Fragment(b"")
    if codec == "VP8":
        descriptor, data = VpxPayloadDescriptor.parse(payload)
        first = bool(descriptor.partition_start) and descriptor.partition_id == 0
        return Fragment(data, first and bool(data) and not data[0] & 1)
    if codec == "H264":
        return Fragment(h264_depayload(payload), _begins_idr(payload))
    raise ValueError(f"unknown codec {codec}")


def _begins_idr(payload: bytes) -> bool:
    """A parameter set, or the first slice of a refresh: its `first_mb_in_slice`, ue(v), is 0."""
    kind = payload[0] & 0x1F
    if kind == _FU_A:
        return len(payload) > 2 and payload[1] & 0x9F == 0x80 | _IDR and bool(payload[2] & 0x80)
    if kind == _STAP_A:
        return any(_begins_idr(unit) for unit in _units(payload) if unit)
    return kind == _SPS or (kind == _IDR and len(payload) > 1 and bool(payload[1] & 0x80))


def _units(payload: bytes) -> list[bytes]:
    units, at = [], 1
    while at + 2 <= len(payload):
        length = int.from_bytes(payload[at : at + 2])
        units.append(payload[at + 2 : at + 2 + length])
        at += 2 + length
    return [unit for unit in units if unit and unit[0] & 0x1F not in (_STAP_A, _FU_A)]
