"""What detectors with anchors have in common: where the anchors lie, and what an answer at them means.

Each anchor is a place on a grid over the input. For each the model gives a logit, that a thing is there,
and offsets of its box and keypoints. Source: MediaPipe (Apache-2.0), `SsdAnchorsCalculator` and
`TensorsToDetectionsCalculator`, as its palm, face and pose graphs set them: `fixed_anchor_size`, so that
anchors have a centre and no extent of their own.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from models.engine import FloatArray

_LOGIT_LIMIT = 100.0
"""MediaPipe's `score_clipping_thresh`; keeps the exponential finite."""


def centres(grids: Iterable[tuple[int, int]]) -> NDArray[np.float64]:
    """Centres of the anchors in the order of a model's outputs: grid, row, column, anchor of the cell.

    Args:
        grids: cells a side and anchors a cell of each, from the finest on.

    Returns:
        (N, 2) float64: x and y, 0..1 of the input's side.
    """
    rows = []
    for cells, each in grids:
        middle = (np.arange(cells) + 0.5) / cells
        x, y = np.meshgrid(middle, middle)
        rows.append(np.repeat(np.stack([x.ravel(), y.ravel()], axis=1), each, axis=0))
    return np.concatenate(rows)


def likely(logits: FloatArray, score: float) -> NDArray[np.intp]:
    """Indices of the anchors at which something is there with a probability of `score` at least.

    Args:
        logits: (N,) float32.
        score: above 0 and below 1.
    """
    return np.flatnonzero(logits >= math.log(score / (1 - score)))


def placed(offsets: FloatArray, anchors: FloatArray, side: int) -> FloatArray:
    """Boxes and keypoints out of a model's offsets.

    Args:
        offsets: (n, 4 + 2k) float32 in input pixels: the box's middle from the anchor's centre, its width
            and height, then x and y of k keypoints from the centre.
        anchors: (n, 2) float32, the centres, 0..1 of the side.
        side: width and height of the input in pixels.

    Returns:
        (n, 4 + 2k) float32, 0..1 of the side: x0, y0, x1, y1, then the keypoints.
    """
    rows = offsets / np.float32(side)
    middle, half = rows[:, :2] + anchors, rows[:, 2:4] / 2
    keypoints = rows[:, 4:] + np.tile(anchors, (rows.shape[1] - 4) // 2)
    return np.concatenate([middle - half, middle + half, keypoints], axis=1)


def probabilities(logits: NDArray[np.floating]) -> FloatArray:
    """(n,) float32 probabilities of (n,) logits, computed in the logits' own precision."""
    clipped = np.clip(logits, -_LOGIT_LIMIT, _LOGIT_LIMIT)
    return np.asarray(1 / (1 + np.exp(-clipped)), dtype=np.float32)
