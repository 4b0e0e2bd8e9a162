"""Four parts of a picture, each looked at by itself: what is too small in the whole is larger there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from models.engine import Engine
from vision.observations import Box, Detection
from vision.picture import Layout, Picture
from vision.presence import efficientdet

_PART = 0.62
"""Width and height of a part by the picture's: what lies on the seam of two is whole in one of them."""
_SIDE = 320
"""Longer side of a part for the person detector, pixels: what it takes."""
_SAME = 0.6
"""Share of the smaller of two finds that lies in the other, from which they are the same."""
_MOST = 3
"""Finds that are worth a closer look, the likeliest first."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a picture, reduced or enlarged."""

    picture: Picture
    scale: float
    """Pixels of the whole picture by its own."""
    left: float
    """Where it begins, display pixels."""
    top: float


def parts(picture: Picture, side: int) -> Iterator[Part]:
    """The four parts, from the upper left one to the lower right one.

    Args:
        picture: any size.
        side: of the longer side of a part, pixels.
    """
    width, height = picture.size
    wide, high = _PART * width, _PART * height
    scale = max(wide, high) / side
    size = (max(1, round(wide / scale)), max(1, round(high / scale)))
    for top in (0.0, height - high):
        for left in (0.0, width - wide):
            pixels = picture.crop(np.array([[scale, 0.0, left], [0.0, scale, top]]), size)
            yield Part(Picture(Layout.RGB, (pixels,)), scale, left, top)


def persons_in_parts(picture: Picture, person: Engine, keep: float) -> tuple[Detection, ...]:
    """What the person detector takes for somebody in any of the parts, display pixels, the likeliest first.

    Args:
        picture: any size.
        person: the model `person`.
        keep: least score of a detection.
    """
    whole = list(parts(picture, _SIDE))
    found = efficientdet.detect([part.picture for part in whole], person, keep)
    placed = [_placed(one, part) for part, own in zip(whole, found, strict=True) for one in own]
    kept: list[Detection] = []
    for one in sorted(placed, key=lambda one: -one.score):
        if not overlaid(one.box, [other.box for other in kept]):
            kept.append(one)
    return tuple(kept[:_MOST])


def overlaid(box: Box, others: Sequence[Box]) -> bool:
    """Whether most of a box lies in one of the others, or most of one of these in it."""
    return any(_shared(box, other) >= _SAME * min(_area(box), _area(other)) for other in others)


def _shared(one: Box, other: Box) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(wide, 0.0) * max(high, 0.0)


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _placed(one: Detection, part: Part) -> Detection:
    x0, y0, x1, y1 = (value * part.scale for value in one.box)
    return replace(one, box=(x0 + part.left, y0 + part.top, x1 + part.left, y1 + part.top))
