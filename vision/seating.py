"""How a seat's camera hangs: turned, or delivering a mirror image.

Some browsers show players upside down and many webcams mirror; neither can be seen in the picture, so both
are settings of a seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from vision.frame import Frame
from vision.observations import Hand


@dataclass(frozen=True, slots=True)
class SeatSettings:
    """Settings of one seat.

    Raises:
        ValueError: for a rotation that is no quarter turn.
    """

    rotation: int = 0
    """Degrees clockwise by which the delivered picture has to be turned to stand upright: 0, 90, 180, 270."""
    mirrored: bool = False
    """True where the delivered picture is a mirror image: right hands look like left ones."""

    def __post_init__(self) -> None:
        if self.rotation not in (0, 90, 180, 270):
            raise ValueError(f"rotation must be 0, 90, 180 or 270 degrees, not {self.rotation}")


PLAIN = SeatSettings()


def upright(frame: Frame, seats: Mapping[int, SeatSettings]) -> Frame:
    """The frame with its picture turned as its seat says, after the rotation that the picture brings."""
    turn = seats.get(frame.seat, PLAIN).rotation
    if not turn:
        return frame
    return replace(frame, picture=replace(frame.picture, rotation=(frame.picture.rotation + turn) % 360))


def anatomical(
    hands: Mapping[int, tuple[Hand, ...]], seats: Mapping[int, SeatSettings]
) -> dict[int, tuple[Hand, ...]]:
    """The hands by seat, left and right exchanged where the seat's picture is a mirror image."""
    return {
        seat: tuple(_exchanged(hand) for hand in own) if seats.get(seat, PLAIN).mirrored else own
        for seat, own in hands.items()
    }


def _exchanged(hand: Hand) -> Hand:
    return replace(hand, handedness="left" if hand.handedness == "right" else "right")
