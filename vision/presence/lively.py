"""What moves where something was found: a player does, within seconds; a picture of one does not.

Boxes here are shares of the picture's width and height, 0..1, so that they hold for a reduced copy too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.boxes import overlaps
from vision.observations import Box

_SAME = 0.3
"""Intersection over union from which two boxes of different looks show the same."""
_REMEMBERED = 8


@dataclass(frozen=True, slots=True)
class Stirred:
    """A found thing that moved."""

    t: float
    """Media time of the look that noticed."""
    box: Box


def alive(stirred: Sequence[Stirred], t: float, lively: float) -> list[Box]:
    """Where something moved within the last `lively` seconds before media time `t`."""
    return [one.box for one in stirred if 0 <= t - one.t <= lively]


def same(box: Box, others: Sequence[Box]) -> bool:
    """Whether a box shows what one of the others does."""
    if not others:
        return False
    return float(overlaps(np.array(box, np.float32), np.array(others, np.float32)).max()) >= _SAME


def shares(boxes: Sequence[Box], size: tuple[int, int]) -> list[Box]:
    """Boxes in display pixels as shares of a picture of that width and height."""
    width, height = size
    return [(x0 / width, y0 / height, x1 / width, y1 / height) for x0, y0, x1, y1 in boxes]


def pixels(boxes: Sequence[Box], size: tuple[int, int]) -> list[Box]:
    """The reverse of `shares`."""
    width, height = size
    return [(x0 * width, y0 * height, x1 * width, y1 * height) for x0, y0, x1, y1 in boxes]


def stir(
    before: Sequence[Stirred], t: float, boxes: Sequence[Box], differs: NDArray[np.bool_], least: float
) -> tuple[Stirred, ...]:
    """Take in one look.

    Args:
        before: what is remembered.
        t: media time of the look.
        boxes: what it found, shares of the picture.
        differs: (rows, columns) samples of the picture that have changed since the look before, upright.
        least: share of a box that has to have changed.
    """
    moved = [box for box in boxes if _share(differs, box) >= least]
    kept = [one for one in before if not same(one.box, moved)]
    return (*kept, *(Stirred(t, box) for box in moved))[-_REMEMBERED:]


def _share(differs: NDArray[np.bool_], box: Box) -> float:
    rows, columns = differs.shape
    x0, y0, x1, y1 = box
    left, top = max(0, round(x0 * columns)), max(0, round(y0 * rows))
    part = differs[top : max(round(y1 * rows), top + 1), left : max(round(x1 * columns), left + 1)]
    return float(part.mean()) if part.size else 0.0
