"""The labels that the overlay is built of."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from service.overlay.palette import Colour
from service.overlay.sprites import (
    Layer,
    Sprite,
    compose,
    disc,
    placed,
    rounded,
    run,
    text_width,
)
from vision.picture import UInt8Array

Part = tuple[str, int, int, Colour]
"""Text, size in pixels, weight, colour."""


@lru_cache(maxsize=256)
def pill(
    parts: tuple[Part, ...],
    height: int,
    fill: Colour,
    opacity: float,
    *,
    radius: float = 0.5,
    dot: Colour | None = None,
) -> Sprite:
    """Runs of text side by side on a rounded ground.

    Args:
        parts: from left to right; they share a baseline.
        height: pixels.
        fill: colour of the ground.
        opacity: of the ground, 0..1.
        radius: of the corners, as a share of the height.
        dot: colour of a disc before the text, None for none.
    """
    pad = round(height * 0.42)
    gap = round(height * 0.32)
    dot_size = round(height * 0.36) if dot else 0
    widths = [text_width(text, size, weight) for text, size, weight, _ in parts]
    x = pad + (dot_size + gap if dot else 0)
    width = x + sum(widths) + gap * (len(widths) - 1) + pad
    layers: list[Layer] = [(rounded(width, height, height * radius), fill, opacity)]
    if dot:
        spot = placed(disc(dot_size, dot_size / 2), width, height, pad, (height - dot_size) // 2)
        layers.append((spot, dot, 1.0))
    tallest = max(size for _, size, _, _ in parts)
    base = round(height / 2 + tallest * 0.36)
    for (text, size, weight, colour), taken in zip(parts, widths, strict=True):
        layers.append((placed(run(text, size, weight), width, height, x, base - size), colour, 1.0))
        x += taken + gap
    return compose(layers)


@lru_cache(maxsize=256)
def plain(text: str, size: int, weight: int, colour: Colour) -> Sprite:
    """Text with a soft dark edge, for any ground."""
    glyphs = run(text, size, weight)
    margin = max(round(size * 0.16), 1)
    room = 2 * margin
    height, width = glyphs.shape[0] + 2 * room, glyphs.shape[1] + 2 * room
    solid = placed(glyphs, width, height, room, room)
    return compose([(shadow(solid, margin), (0, 0, 0), 0.55), (solid, colour, 1.0)])


def shadow(coverage: UInt8Array, margin: int) -> UInt8Array:
    """The coverage grown by about `margin` pixels and blurred."""
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * margin + 1, 2 * margin + 1))
    grown = cv2.dilate(coverage, kernel)
    return np.asarray(cv2.GaussianBlur(grown, (2 * margin + 1, 2 * margin + 1), 0), dtype=np.uint8)


@lru_cache(maxsize=256)
def badge(text: str, size: int, ground: Colour, ink: Colour) -> Sprite:
    """A rounded square with one or two characters in the middle."""
    letters = round(size * (0.62 if len(text) < 2 else 0.5))
    glyphs = run(text, letters, 700)
    x = (size - glyphs.shape[1] + 1) // 2
    y = round(size / 2 + letters * 0.36) - letters
    return compose(
        [(rounded(size, size, size * 0.28), ground, 1.0), (placed(glyphs, size, size, x, y), ink, 1.0)]
    )
