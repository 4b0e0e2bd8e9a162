"""The timer of an empty seat."""

from __future__ import annotations

import math
from functools import lru_cache

import cv2

from service.overlay.layout import Layout
from service.overlay.palette import DIM, INK, VERMILLION, WHITE, YELLOW, Colour
from service.overlay.sprites import Sprite, compose, disc, paste, run, text_width
from service.overlay.state import OverlayState
from vision.picture import UInt8Array

_TRACK = (104, 110, 122)


def draw_absence(picture: UInt8Array, state: OverlayState, layout: Layout) -> None:
    """A ring that fills up to the limit, the seconds in it, a mark where the seat is warned."""
    if state.absent_s <= 0.0:
        return
    radius = layout.px(50)
    centre = (layout.width // 2, (layout.header + layout.height) // 2)
    ground = _ground(2 * (radius + layout.px(16)))
    paste(picture, ground, centre[0] - ground.width // 2, centre[1] - ground.height // 2)
    share = min(state.absent_s / state.absence_limit_s, 1.0)
    warned = state.absent_s >= state.absence_warned_s
    thick = max(layout.px(7), 3)
    _arc(picture, centre, radius, 0.0, 1.0, _TRACK, max(thick // 3, 1))
    _arc(picture, centre, radius, 0.0, share, VERMILLION if warned else YELLOW, thick)
    mark = state.absence_warned_s / state.absence_limit_s
    if share < 1.0:
        _tick(picture, centre, radius, mark, max(thick // 3, 1), thick)
    _number(picture, f"{state.absent_s:.1f}", centre, layout)
    below = _bare(f"of {state.absence_limit_s:g} s", layout.text(11.5), 500, DIM)
    paste(picture, below, centre[0] - below.width // 2, centre[1] + layout.px(15))


def _number(picture: UInt8Array, text: str, centre: tuple[int, int], layout: Layout) -> None:
    size = layout.text(30)
    digit = text_width("0", size, 700)
    widths = [digit if c.isdigit() else text_width(c, size, 700) for c in text]
    x = centre[0] - sum(widths) // 2
    for character, width in zip(text, widths, strict=True):
        sprite = _bare(character, size, 700, WHITE)
        paste(picture, sprite, x + (width - sprite.width) // 2, centre[1] + layout.px(6) - size)
        x += width


def _arc(
    picture: UInt8Array,
    centre: tuple[int, int],
    radius: int,
    start: float,
    end: float,
    colour: Colour,
    thickness: int,
) -> None:
    """A part of a circle; start and end are turns from the top, clockwise."""
    shift = 4
    middle = (centre[0] << shift, centre[1] << shift)
    axes = (radius << shift, radius << shift)
    first, last = start * 360 - 90, end * 360 - 90
    cv2.ellipse(picture, middle, axes, 0, first, last, colour, thickness, cv2.LINE_AA, shift)


def _tick(
    picture: UInt8Array, centre: tuple[int, int], radius: int, turn: float, thickness: int, length: int
) -> None:
    """A short line across the ring."""
    angle = 2 * math.pi * turn - math.pi / 2
    ends = [
        (round(centre[0] + r * math.cos(angle)), round(centre[1] + r * math.sin(angle)))
        for r in (radius - length, radius + length)
    ]
    cv2.line(picture, ends[0], ends[1], WHITE, thickness, cv2.LINE_AA)


@lru_cache(maxsize=16)
def _ground(size: int) -> Sprite:
    return compose([(disc(size, size / 2), INK, 0.62)])


@lru_cache(maxsize=256)
def _bare(text: str, size: int, weight: int, colour: Colour) -> Sprite:
    return compose([(run(text, size, weight), colour, 1.0)])
