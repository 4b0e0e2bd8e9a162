"""A sparse grid of brightness samples: what camera health and motion look at instead of whole pictures."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Layout, Picture

Samples = NDArray[np.int16]
"""(rows, columns) int16, luma 0..255 in stored orientation, about 80 samples along the longer side."""

_ALONG = 80
_CELLS = 20
_LUMA = np.array([77, 150, 29], dtype=np.int32)  # BT.601 weights in 1/256


def sample(picture: Picture) -> Samples:
    """Every n-th pixel's brightness; not averaged, so that sensor noise stays visible.

    A side shorter than n pixels gives the samples of its middle.
    """
    plane = picture.planes[0]
    step = max(1, round(max(plane.shape[:2]) / _ALONG))
    top, left = (min(step, length) // 2 for length in plane.shape[:2])
    sparse = plane[top::step, left::step]
    if picture.layout is Layout.RGB:
        return np.asarray((sparse.astype(np.int32) @ _LUMA) >> 8, dtype=np.int16)
    return sparse.astype(np.int16)


def forms(picture: Picture) -> NDArray[np.float32]:
    """The picture's brightness in about 20 coarse cells along the longer side: noise is gone, forms stay.

    Returns:
        (rows, columns) float32, luma 0..255 in stored orientation.
    """
    plane = picture.planes[0]
    step = max(1, max(plane.shape[:2]) // (_CELLS * 8))
    sparse = plane[::step, ::step].astype(np.float32)
    rows, columns = sparse.shape[:2]
    scale = _CELLS / max(rows, columns)
    size = (max(1, round(columns * scale)), max(1, round(rows * scale)))
    cells = np.asarray(cv2.resize(sparse, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
    if picture.layout is Layout.RGB:
        return np.asarray(cells @ (_LUMA / 256).astype(np.float32), dtype=np.float32)
    return cells
