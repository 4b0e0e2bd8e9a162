"""Small pictures with soft edges, drawn once and then only blended.

A sprite is kept as what it adds (`ink`, colour times opacity) and what it leaves of the picture (`keep`), so
that blending is one multiplication and one addition over its area.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from service.overlay.palette import Colour
from vision.picture import UInt8Array

_FADE_STEPS = 16
_FINE = 4
"""Shapes are drawn this many times larger and averaged, for smooth edges."""
_FACE = cv2.FontFace("sans")
_RUNS, _FADED = 512, 128


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A small picture with opacity."""

    ink: UInt8Array
    """(H, W, 3) RGB uint8, colour times opacity."""
    keep: UInt8Array
    """(H, W, 3) uint8, 255 where the picture beneath shows fully."""

    @property
    def width(self) -> int:
        """In pixels."""
        return int(self.ink.shape[1])

    @property
    def height(self) -> int:
        """In pixels."""
        return int(self.ink.shape[0])


Layer = tuple[UInt8Array, Colour, float]
"""Coverage (H, W) uint8, colour, opacity 0..1."""


def compose(layers: Iterable[Layer]) -> Sprite:
    """Lay layers of equal size over each other, the first one at the bottom."""
    ink: NDArray[np.float32] | None = None
    keep: NDArray[np.float32] | None = None
    for coverage, colour, opacity in layers:
        alpha = (coverage.astype(np.float32) * (opacity / 255.0))[:, :, None]
        tint = np.array(colour, dtype=np.float32) * alpha
        ink = tint if ink is None else ink * (1 - alpha) + tint
        keep = 1 - alpha if keep is None else keep * (1 - alpha)
    if ink is None or keep is None:
        raise ValueError("a sprite needs a layer")
    kept = np.repeat(np.rint(keep * 255), 3, axis=2).astype(np.uint8)
    return Sprite(np.rint(ink).astype(np.uint8), kept)


def paste(picture: UInt8Array, sprite: Sprite, x: int, y: int, opacity: float = 1.0) -> None:
    """Blend a sprite into an RGB picture in place, its upper left corner at (x, y), cut to the picture."""
    if opacity < 1.0:
        sprite = _faded(sprite, round(max(opacity, 0.0) * _FADE_STEPS))
    left, top = max(x, 0), max(y, 0)
    right, bottom = min(x + sprite.width, picture.shape[1]), min(y + sprite.height, picture.shape[0])
    if right <= left or bottom <= top:
        return
    area = picture[top:bottom, left:right]
    part = (slice(top - y, bottom - y), slice(left - x, right - x))
    cv2.multiply(area, sprite.keep[part], dst=area, scale=1 / 255)
    cv2.add(area, sprite.ink[part], dst=area)


@lru_cache(maxsize=_FADED)
def _faded(sprite: Sprite, step: int) -> Sprite:
    share = step / _FADE_STEPS
    ink = np.rint(sprite.ink * share).astype(np.uint8)
    keep = np.rint(255 - (255.0 - sprite.keep) * share).astype(np.uint8)
    return Sprite(ink, keep)


@lru_cache(maxsize=_RUNS)
def run(text: str, size: int, weight: int = 400) -> UInt8Array:
    """Coverage (H, W) uint8 of a line of text; its baseline is row `size`.

    Args:
        text: any script that OpenCV's own font (Rubik) or its fallbacks hold.
        size: pixels.
        weight: 100 (thin) to 1000 (black).
    """
    height = line_height(size)
    room = np.zeros((height, (len(text) + 2) * size * 2, 3), dtype=np.uint8)
    end, drawn = cv2.putText(room, text, (0, size), (255, 255, 255), _FACE, size, weight)
    width = max(int(end[0]), 1)
    return np.ascontiguousarray(drawn[:, :width, 0])


def line_height(size: int) -> int:
    """Rows of a run of a size."""
    return round(size * 1.34)


def rounded(width: int, height: int, radius: float) -> UInt8Array:
    """Coverage (height, width) of a filled rectangle with round corners, smooth at the edges."""
    fine = np.zeros((height * _FINE, width * _FINE), dtype=np.uint8)
    r = int(min(radius, height / 2, width / 2) * _FINE)
    right, bottom = width * _FINE - 1, height * _FINE - 1
    cv2.rectangle(fine, (r, 0), (right - r, bottom), 255, cv2.FILLED)
    cv2.rectangle(fine, (0, r), (right, bottom - r), 255, cv2.FILLED)
    for x in (r, right - r):
        for y in (r, bottom - r):
            cv2.circle(fine, (x, y), r, 255, cv2.FILLED)
    return np.asarray(cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def disc(size: int, radius: float) -> UInt8Array:
    """Coverage (size, size) of a filled circle in the middle."""
    fine = np.zeros((size * _FINE, size * _FINE), dtype=np.uint8)
    middle = size * _FINE // 2
    cv2.circle(fine, (middle, middle), int(radius * _FINE), 255, cv2.FILLED)
    return np.asarray(cv2.resize(fine, (size, size), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def placed(coverage: UInt8Array, width: int, height: int, x: int, y: int) -> UInt8Array:
    """The same coverage inside a larger empty field (height, width); what does not fit is cut."""
    field = np.zeros((height, width), dtype=np.uint8)
    rows = min(coverage.shape[0], height - y)
    columns = min(coverage.shape[1], width - x)
    field[max(y, 0) : y + rows, x : x + columns] = coverage[max(-y, 0) : rows, :columns]
    return field


def text_width(text: str, size: int, weight: int = 400) -> int:
    """Columns that a line of text takes."""
    return int(run(text, size, weight).shape[1])


def elided(text: str, size: int, weight: int, room: int) -> str:
    """The text, or as much of its beginning as fits into so many columns with an ellipsis; maybe empty."""
    if text_width(text, size, weight) <= room:
        return text
    for end in range(len(text) - 1, 0, -1):
        shorter = text[:end].rstrip() + "…"
        if text_width(shorter, size, weight) <= room:
            return shorter
    return ""
