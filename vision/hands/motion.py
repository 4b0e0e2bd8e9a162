"""Where the picture changed since an earlier one, cheaply: block means of luma."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands.region import Region
from vision.picture import Picture

Blocks = NDArray[np.uint8]
"""(24, 32) uint8, or (32, 24) for a picture turned by 90 degrees: mean luma of each block as displayed."""
Moved = NDArray[np.bool_]
"""Of the shape of `Blocks`: True where the picture changed."""
_COLUMNS, _ROWS = 32, 24
_STEP = 4


def blocks(picture: Picture) -> Blocks:
    """Block means of luma; of a large picture only every fourth pixel in each direction is read."""
    luma = picture.luma
    height, width = luma.shape
    if height >= _ROWS * _STEP * 2 and width >= _COLUMNS * _STEP * 2:
        luma = luma[_STEP // 2 :: _STEP, _STEP // 2 :: _STEP]
    means = cv2.resize(luma, (_COLUMNS, _ROWS), interpolation=cv2.INTER_AREA)
    return np.rot90(np.asarray(means, dtype=np.uint8), -(picture.rotation // 90))


def moved_blocks(
    before: Blocks, now: Blocks, level: float, size: tuple[int, int], hands: Iterable[Region]
) -> Moved:
    """Which blocks changed outside the hands.

    The median change is taken out first: a lamp or the camera's exposure changes all blocks alike.

    Args:
        before: block means of an earlier picture.
        now: block means of this picture, of the same shape.
        level: grey levels from which a change counts.
        size: width and height of the picture as displayed, pixels.
        hands: regions whose motion is known.

    Returns:
        Of the shape of `now`, bool.
    """
    change = now.astype(np.int16) - before
    moved: Moved = np.abs(change - np.median(change)) > level
    rows, columns = np.nonzero(moved)
    if not len(rows):
        return moved
    x = (columns + 0.5) * (size[0] / now.shape[1])
    y = (rows + 0.5) * (size[1] / now.shape[0])
    for hand in hands:
        own = np.maximum(np.abs(x - hand.x), np.abs(y - hand.y)) <= hand.size / 2
        moved[rows[own], columns[own]] = False
    return moved


def around(moved: Moved) -> Moved:
    """The blocks that moved and those beside them."""
    grown = cv2.dilate(moved.astype(np.uint8), np.ones((3, 3), dtype=np.uint8))
    return np.asarray(grown, dtype=np.bool_)
