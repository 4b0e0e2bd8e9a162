"""The bar at the top: who, whether there, since when, and how sure."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from service.overlay.labels import badge, pill, plain
from service.overlay.layout import Layout
from service.overlay.palette import DIM, INK, PRESENCE, WHITE, camera, heat
from service.overlay.sprites import Sprite, compose, elided, paste, placed, rounded, run, text_width
from service.overlay.state import OverlayState
from vision.picture import UInt8Array

_DARKEST = 0.72
"""Opacity of the shade at the upper edge of the picture; it ends at the lower edge of the header."""
_METER_STEPS = 40


def draw_header(picture: UInt8Array, state: OverlayState, layout: Layout) -> None:
    """Shade, seat, name, presence, camera, media time."""
    shade = _shade(layout.width, layout.header + layout.px(18))
    area = picture[: shade.shape[0]]
    cv2.multiply(area, shade[: area.shape[0]], dst=area, scale=1 / 255)
    middle = layout.px(21)
    x = layout.px(9)
    seat = badge(str(state.observation.seat), layout.px(26), WHITE, INK)
    x = _put(picture, seat, x, middle) + layout.px(9)
    right = _clock(picture, state.observation.t, layout, middle) - layout.px(10)
    pills = _pills(state, layout, right - x)
    room = right - x - sum(sprite.width + layout.px(6) for sprite in pills)
    size = layout.text(15)
    name = elided(state.name, size, 600, room - layout.px(8)) if state.name else ""
    if name:
        x = _put(picture, plain(name, size, 600, WHITE), x - layout.px(5), middle) + layout.px(4)
    for sprite in pills:
        x = _put(picture, sprite, x, middle) + layout.px(6)


def draw_meter(picture: UInt8Array, state: OverlayState, layout: Layout) -> None:
    """The nudity score, small, under the media time."""
    if state.nudity is None:
        return
    fraction = min(max(state.nudity, 0.0), 1.0)
    steps = round(fraction * _METER_STEPS)
    sprite = _meter(f"nudity {state.nudity:.2f}", steps, layout.text(10.5), layout.px(44), layout.px(19))
    paste(picture, sprite, layout.width - sprite.width - layout.px(9), layout.header + layout.px(2))


@lru_cache(maxsize=256)
def _meter(text: str, steps: int, size: int, length: int, height: int) -> Sprite:
    """Score in figures and as a bar on a dark ground."""
    pad, gap, thick = round(height * 0.42), round(height * 0.36), max(round(height * 0.26), 3)
    taken = text_width(text, size, 500)
    width = pad + taken + gap + length + pad
    top = (height - thick) // 2
    left = pad + taken + gap
    filled = max(round(length * steps / _METER_STEPS), thick)
    words = placed(run(text, size, 500), width, height, pad, round(height / 2 + size * 0.36) - size)
    return compose(
        [
            (rounded(width, height, height / 2), INK, 0.62),
            (words, DIM, 1.0),
            (placed(rounded(length, thick, thick / 2), width, height, left, top), DIM, 0.35),
            (
                placed(rounded(filled, thick, thick / 2), width, height, left, top),
                heat(steps / _METER_STEPS),
                1.0,
            ),
        ]
    )


def _pills(state: OverlayState, layout: Layout, room: int) -> list[Sprite]:
    """Presence, then the camera; a camera that is well gives way where there is no room."""
    height, size = layout.px(21), layout.text(11.5)
    presence = state.presence.upper()
    pills = [pill(((presence, size, 700, WHITE),), height, PRESENCE[state.presence], 0.94)]
    observed = state.observation.camera
    fill, ink = camera(observed)
    text = "camera ok" if observed.observable else observed.value.upper()
    status = pill(((text, size, 500 if observed.observable else 700, ink),), height, fill, 0.8)
    if not observed.observable or room > pills[0].width + status.width + layout.px(60):
        pills.append(status)
    return pills


def _clock(picture: UInt8Array, t: float, layout: Layout, middle: int) -> int:
    """Media time, right-aligned, digit by digit so that it does not tremble. Returns its left edge."""
    size = layout.text(15)
    digit = text_width("0", size, 500)
    tenths = max(int(t * 10 + 1e-6), 0)
    minutes, seconds = divmod(tenths // 10, 60)
    x = layout.width - layout.px(11)
    for character in reversed(f"{minutes}:{seconds:02d}.{tenths % 10}"):
        sprite = plain(character, size, 500, WHITE)
        width = digit if character.isdigit() else text_width(character, size, 500)
        x -= width
        paste(picture, sprite, x - (sprite.width - width) // 2, middle - sprite.height // 2 - layout.px(1))
    return x


def _put(picture: UInt8Array, sprite: Sprite, x: int, middle: int) -> int:
    paste(picture, sprite, x, middle - sprite.height // 2)
    return x + sprite.width


@lru_cache(maxsize=32)
def _shade(width: int, rows: int) -> UInt8Array:
    """What the shade leaves of the picture, (rows, width, 3) uint8: darkest at the top, gone at the end."""
    fall = (1 - np.arange(rows) / rows) ** 1.3 * _DARKEST
    keep = np.rint(255 * (1 - fall)).astype(np.uint8)
    return np.ascontiguousarray(np.broadcast_to(keep[:, None, None], (rows, width, 3)))
