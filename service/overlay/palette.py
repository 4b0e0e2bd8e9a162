"""Colours, all RGB 0..255.

The hues are those of Okabe and Ito (Color Universal Design, 2008), which people with any common colour
blindness can tell apart; every state also differs by word or form.
"""

from __future__ import annotations

from typing import Literal

from service.overlay.state import Level, Presence
from vision.observations import CameraState

Colour = tuple[int, int, int]

ORANGE: Colour = (230, 159, 0)
SKY: Colour = (86, 180, 233)
GREEN: Colour = (0, 158, 115)
YELLOW: Colour = (240, 228, 66)
VERMILLION: Colour = (213, 94, 0)
PURPLE: Colour = (204, 121, 167)
WHITE: Colour = (250, 250, 250)
DIM: Colour = (196, 201, 210)
INK: Colour = (16, 18, 22)
SLATE: Colour = (88, 96, 110)

FINGERS: tuple[Colour, ...] = (ORANGE, SKY, GREEN, YELLOW, PURPLE)
"""Thumb to little finger."""
PALM: Colour = (236, 238, 242)

PRESENCE: dict[Presence, Colour] = {"present": (0, 128, 94), "absent": VERMILLION, "unobservable": SLATE}
LEVELS: dict[Level, Colour] = {"info": SKY, "notice": YELLOW, "alarm": VERMILLION}


def camera(state: CameraState) -> tuple[Colour, Colour]:
    """Fill and text of a camera state's pill."""
    return ((38, 42, 50), DIM) if state.observable else (YELLOW, INK)


def heat(value: float, notice: float = 0.3, alarm: float = 0.7) -> Colour:
    """Calm, notice, alarm for a value 0..1."""
    level: Literal[0, 1, 2] = 2 if value >= alarm else 1 if value >= notice else 0
    return (SKY, YELLOW, VERMILLION)[level]
