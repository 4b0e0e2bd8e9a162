"""Hand skeletons and what the hands say."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from service.overlay.labels import Part, pill
from service.overlay.layout import Layout
from service.overlay.palette import DIM, FINGERS, INK, PALM, WHITE, Colour
from service.overlay.sprites import paste
from vision.observations import Hand
from vision.picture import UInt8Array

_PALM_BONES = ((0, 1), (0, 5), (5, 9), (9, 13), (13, 17), (0, 17))
_FINGER_BONES = tuple(
    tuple((joint, joint + 1) for joint in range(first, first + 3)) for first in (1, 5, 9, 13, 17)
)
_SUBPIXEL = 4
_EDGE = 0.6
"""How far the edge around a skeleton darkens the picture, 0..1."""
_NOTHING_SHOWN = "no_gesture"


def draw_hands(
    picture: UInt8Array, hands: tuple[Hand, ...], words: Mapping[int, str], layout: Layout, floor: int
) -> None:
    """Draw skeletons, then labels over all of them, which stay between the header and row `floor`."""
    for hand in hands:
        _skeleton(picture, hand, layout)
    for hand in hands:
        _label(picture, hand, words.get(hand.track), layout, floor)


def _skeleton(picture: UInt8Array, hand: Hand, layout: Layout) -> None:
    points = np.asarray(hand.smoothed[:, :2], dtype=np.float64)
    if not np.isfinite(points).all() or np.abs(points).max() > 1e5:
        return
    palm = float(np.linalg.norm(points[9] - points[0]))
    thickness = int(np.clip(round(palm * 0.05), max(layout.px(2.0), 1), max(layout.px(5.0), 2)))
    fixed = np.rint(points * (1 << _SUBPIXEL)).astype(int)
    _darken(picture, points, thickness)
    for start, end in _PALM_BONES:
        _line(picture, fixed, start, end, PALM, max(round(thickness * 0.7), 1))
    for colour, bones in zip(FINGERS, _FINGER_BONES, strict=True):
        for start, end in bones:
            _line(picture, fixed, start, end, colour, thickness)
    for index, point in enumerate(fixed):
        colour = PALM if index == 0 else FINGERS[(index - 1) // 4]
        tip = index % 4 == 0 and index > 0
        radius = max(thickness * (1.25 if tip else 1.0), 1.5)
        _dot(picture, point, radius, colour)
        if tip and radius > 2.5:
            _dot(picture, point, radius * 0.5, WHITE)


def _line(
    picture: UInt8Array, fixed: NDArray[np.int_], start: int, end: int, colour: Colour, thickness: int
) -> None:
    a, b = (int(fixed[start][0]), int(fixed[start][1])), (int(fixed[end][0]), int(fixed[end][1]))
    cv2.line(picture, a, b, colour, thickness, cv2.LINE_AA, _SUBPIXEL)


def _dot(picture: UInt8Array, point: NDArray[np.int_], radius: float, colour: Colour) -> None:
    size = max(round(radius * (1 << _SUBPIXEL)), 1 << _SUBPIXEL - 1)
    cv2.circle(picture, (int(point[0]), int(point[1])), size, colour, cv2.FILLED, cv2.LINE_AA, _SUBPIXEL)


def _darken(picture: UInt8Array, points: NDArray[np.float64], thickness: int) -> None:
    """A soft dark edge beneath the skeleton, so that it stands out from skin and from a bright wall."""
    margin = thickness * 3
    height, width = picture.shape[:2]
    left, top = np.clip(np.floor(points.min(axis=0)).astype(int) - margin, 0, (width, height))
    right, bottom = np.clip(np.ceil(points.max(axis=0)).astype(int) + margin + 1, 0, (width, height))
    if right <= left or bottom <= top:
        return
    edge = np.zeros((bottom - top, right - left), dtype=np.uint8)
    local = np.rint((points - (left, top)) * (1 << _SUBPIXEL)).astype(int)
    reach = round(255 * _EDGE)
    for start, end in (*_PALM_BONES, *(bone for bones in _FINGER_BONES for bone in bones)):
        a, b = (int(local[start][0]), int(local[start][1])), (int(local[end][0]), int(local[end][1]))
        cv2.line(edge, a, b, (reach,), thickness * 2 + 1, cv2.LINE_8, _SUBPIXEL)
    size = thickness | 1
    edge = np.asarray(cv2.blur(edge, (size + 2, size + 2)), dtype=np.uint8)
    keep = cv2.cvtColor(cv2.bitwise_not(edge), cv2.COLOR_GRAY2RGB)
    area = picture[top:bottom, left:right]
    cv2.multiply(area, keep, dst=area, scale=1 / 255)


def _label(picture: UInt8Array, hand: Hand, word: str | None, layout: Layout, floor: int) -> None:
    parts = _parts(hand, word, layout)
    if not parts:
        return
    sprite = pill(parts, layout.px(24), INK, 0.78, radius=0.34, dot=None)
    x0, y0, x1, y1 = hand.box
    x = round((x0 + x1 - sprite.width) / 2)
    y = round(y0 - sprite.height - layout.px(12))
    if y < layout.header:
        y = round(y1 + layout.px(10))
    x = min(max(x, layout.px(6)), layout.width - sprite.width - layout.px(6))
    y = max(min(y, floor - sprite.height - layout.px(4)), layout.header)
    paste(picture, sprite, x, y)


def _parts(hand: Hand, word: str | None, layout: Layout) -> tuple[Part, ...]:
    shape = hand.shape
    shown = shape is not None and shape.shape != _NOTHING_SHOWN
    parts: list[Part] = []
    if word:
        parts.append((word.replace("_", " "), layout.text(15), 700, WHITE))
    if shape is not None and shown:
        name = shape.shape.replace("_", " ")
        parts.append((f"{name} {shape.score:.0%}", layout.text(12.5), 400, DIM if word else WHITE))
    if shape is not None and shape.abstained is not None:
        parts.append((f"not judged: {shape.abstained.replace('_', ' ')}", layout.text(12.5), 400, DIM))
    return tuple(parts)
