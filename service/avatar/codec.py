"""The wire form of hands: small enough that a seat takes 6 kB a second at 30 pictures a second.

A message is one look at the table: the seats that were looked at, each with its hands. Every message stands
alone, because any of them may be lost. All numbers are big-endian.

    message   version u8 = 1 · sequence u16 · 1 to 10 records
    record    seat u4 and number of hands u4 (high bits first) · t u32 ms · aspect u16 · hands
    hand      right u1 and track u7 · step u8 · x i12 and y i12 · 21 times (x u8, y u8)

`aspect` is width by height of the picture in 4096ths. The longer side of the picture is 1 long; a hand's
corner stands in 1024ths of that, and each point lies so many steps of 2 ** (step / 16 - 16) right of and
below the corner. Two hands take 104 bytes with all heads, and 197 on the wire with SCTP (28), DTLS (37) and
UDP over IPv4 (28). `service/web/static/avatar.js` reads the same.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.observations import Handedness

VERSION = 1
POINTS = 21
MOST_HANDS = 2
MOST_SEATS = 10
_CORNERS = 1024
_REACH = 2048
"""A corner lies from -2 to just below 2 long sides away from the picture's."""
_ASPECTS = 4096
_HEAD = struct.Struct(">BH")
_RECORD = struct.Struct(">BIH")
_HAND = struct.Struct(">BB3s42s")


class Malformed(ValueError):
    """The bytes are no message."""


@dataclass(frozen=True, slots=True, eq=False)
class HandPoints:
    """One hand."""

    points: NDArray[np.float64]
    """(21, 2) float64, x and y in long sides of the picture, order as `vision.observations.Landmarks`."""
    handedness: Handedness
    track: int
    """Identity within the seat; the wire keeps its last seven bits."""


@dataclass(frozen=True, slots=True, eq=False)
class SeatHands:
    """The hands of one seat in one picture."""

    seat: int
    """1..10"""
    t: float
    """Media time in seconds of the seat's own track; the wire keeps milliseconds."""
    aspect: float
    """Width by height of the picture."""
    hands: tuple[HandPoints, ...]
    """Two at most."""


def encode(sequence: int, records: Sequence[SeatHands]) -> bytes:
    """One message.

    Args:
        sequence: of the message; its last sixteen bits are sent.
        records: one to ten seats. A hand with a point that is no number, or that lies beyond two long sides
            of the picture, is left out.

    Raises:
        ValueError: too many records or hands, no such seat, a time or an aspect that cannot be told.
    """
    if not 1 <= len(records) <= MOST_SEATS:
        raise ValueError(f"a message has 1 to {MOST_SEATS} records, not {len(records)}")
    return _HEAD.pack(VERSION, sequence & 0xFFFF) + b"".join(_record(record) for record in records)


def decode(message: bytes) -> tuple[int, tuple[SeatHands, ...]]:
    """Sequence and records of a message.

    Raises:
        Malformed: it is none, of another version, cut off, or longer than it says.
    """
    if len(message) <= _HEAD.size:
        raise Malformed("cut off")
    version, sequence = _HEAD.unpack_from(message)
    if version != VERSION:
        raise Malformed(f"version {version} is not known")
    records, at = [], _HEAD.size
    while at < len(message):
        record, at = _read_record(message, at)
        records.append(record)
    if len(records) > MOST_SEATS:
        raise Malformed(f"{len(records)} records")
    return sequence, tuple(records)


def quantum(hand: HandPoints) -> float:
    """The step between two places that a point of this hand can take on the wire, in long sides."""
    corner = _corner(hand.points)
    return _length(_step(hand.points, corner))


def _record(record: SeatHands) -> bytes:
    if not 1 <= record.seat <= MOST_SEATS:
        raise ValueError(f"there is no seat {record.seat}")
    if len(record.hands) > MOST_HANDS:
        raise ValueError(f"a record has {MOST_HANDS} hands at most, not {len(record.hands)}")
    told = [hand for hand in record.hands if _tellable(hand.points)]
    t, aspect = record.t * 1000, record.aspect * _ASPECTS
    if not (0 <= t < 2**32 - 1 and 0.5 <= aspect < 2**16 - 0.5):
        raise ValueError(f"t {record.t} or aspect {record.aspect} cannot be told")
    head = _RECORD.pack(record.seat << 4 | len(told), round(t), round(aspect))
    return head + b"".join(_hand(hand) for hand in told)


def _tellable(points: NDArray[np.float64]) -> bool:
    limit = _REACH / _CORNERS
    return bool(np.isfinite(points).all() and (points >= -limit).all() and (points < limit).all())


def _hand(hand: HandPoints) -> bytes:
    corner = _corner(hand.points)
    step = _step(hand.points, corner)
    steps = np.rint((hand.points - corner / _CORNERS) / _length(step))
    x, y = (int(value) & 0xFFF for value in corner)
    right = 0x80 if hand.handedness == "right" else 0
    places = (x << 12 | y).to_bytes(3, "big")
    return _HAND.pack(right | hand.track & 0x7F, step, places, steps.astype(np.uint8).tobytes())


def _corner(points: NDArray[np.float64]) -> NDArray[np.int64]:
    """(2,) int64: left and upper edge in 1024ths, rounded down."""
    return np.asarray(np.floor(points.min(axis=0) * _CORNERS), dtype=np.int64)


def _step(points: NDArray[np.float64], corner: NDArray[np.int64]) -> int:
    """The smallest step of which 255 reach across the hand."""
    span = float((points - corner / _CORNERS).max())
    if span <= 0.0:
        return 0
    step = min(max(math.ceil(16 * (math.log2(span / 255) + 16)), 0), 255)
    return step + (255 * _length(step) < span and step < 255)  # the logarithm may err by the last bit


def _length(step: int) -> float:
    return float(2.0 ** (step / 16 - 16))


def _read_record(message: bytes, at: int) -> tuple[SeatHands, int]:
    if at + _RECORD.size > len(message):
        raise Malformed("cut off")
    head, milliseconds, aspect = _RECORD.unpack_from(message, at)
    seat, count = head >> 4, head & 0xF
    if not 1 <= seat <= MOST_SEATS or count > MOST_HANDS or aspect == 0:
        raise Malformed(f"seat {seat}, {count} hands, aspect {aspect}")
    at += _RECORD.size
    end = at + count * _HAND.size
    if end > len(message):
        raise Malformed("cut off")
    hands = tuple(_read_hand(message, place) for place in range(at, end, _HAND.size))
    return SeatHands(seat, milliseconds / 1000, aspect / _ASPECTS, hands), end


def _read_hand(message: bytes, at: int) -> HandPoints:
    head, step, places, steps = _HAND.unpack_from(message, at)
    packed = int.from_bytes(places, "big")
    corner = np.array([_signed(packed >> 12), _signed(packed & 0xFFF)]) / _CORNERS
    points = corner + np.frombuffer(steps, dtype=np.uint8).reshape(POINTS, 2) * _length(step)
    return HandPoints(points, "right" if head & 0x80 else "left", head & 0x7F)


def _signed(value: int) -> int:
    """Twelve bits as a signed number."""
    return value - 0x1000 if value & 0x800 else value
