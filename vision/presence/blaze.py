"""The BlazeFace family of detectors: a letterboxed picture in, boxes with keypoints out.

Anchors have centres on a grid and no extent of their own; boxes and keypoints are offsets from the
centre in pixels of the input. Source: Bazarevsky et al., "BlazeFace" (2019); MediaPipe,
`SsdAnchorsCalculator` with `fixed_anchor_size`, `TensorsToDetectionsCalculator` and the weighted
`NonMaxSuppressionCalculator` (Apache-2.0).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from models.engine import Engine, FloatArray
from vision.observations import Detection
from vision.picture import Affine, Picture

_LOGIT_LIMIT = 100.0  # MediaPipe's score_clipping_thresh


@dataclass(frozen=True)
class BlazeLayout:
    """What distinguishes one detector of the family from another."""

    side: int
    """Width and height of the input in pixels."""
    grids: tuple[tuple[int, int], ...]
    """Cells a side and anchors a cell, from the finest grid on."""
    keypoints: int

    @cached_property
    def anchors(self) -> FloatArray:
        """(N, 2) float32: x and y of the anchors' centres, 0..1 of the input's side."""
        rows = []
        for cells, each in self.grids:
            centre = (np.arange(cells, dtype=np.float32) + 0.5) / cells
            x, y = np.meshgrid(centre, centre)
            rows.append(np.repeat(np.stack([x.ravel(), y.ravel()], axis=1), each, axis=0))
        return np.concatenate(rows).astype(np.float32)


@dataclass(frozen=True)
class Search:
    """What counts as a find."""

    score: float
    """Least probability, above 0 and below 1."""
    overlap: float = 0.3
    """Intersection over union above which two boxes show the same thing. Source: MediaPipe's graphs."""


def letterbox(size: tuple[int, int], side: int) -> Affine:
    """The (2, 3) float64 map from input pixels to display pixels that fits a whole picture.

    Args:
        size: width and height of the picture in display pixels.
        side: width and height of the input in pixels.
    """
    width, height = size
    scale = max(width, height) / side
    # Pixel centres lie at integers: the input's corner (-0.5, -0.5) maps onto the square's corner.
    x = (width - 1) / 2 - scale * (side - 1) / 2
    y = (height - 1) / 2 - scale * (side - 1) / 2
    return np.array([[scale, 0.0, x], [0.0, scale, y]])


def detect(
    pictures: Sequence[Picture], engine: Engine, layout: BlazeLayout, search: Search
) -> list[tuple[Detection, ...]]:
    """Search whole pictures in one batch.

    Args:
        pictures: any sizes.
        engine: takes (N, side, side, 3) float32 RGB in -1..1 with black bars around the picture; gives
            (N, anchors, 4 + 2 * keypoints) offsets in input pixels and (N, anchors, 1) logits.
        layout: of the engine's model.
        search: what counts as a find.

    Returns:
        For each picture what was found, the most probable first; coordinates in display pixels.
    """
    if not pictures:
        return []
    maps = [letterbox(picture.size, layout.side) for picture in pictures]
    batch = np.empty((len(pictures), layout.side, layout.side, 3), dtype=np.float32)
    for row, picture, to_display in zip(batch, pictures, maps, strict=True):
        pixels = picture.crop(to_display, (layout.side, layout.side), border=0)
        np.multiply(pixels, np.float32(2 / 255), out=row)
    batch -= 1.0
    offsets, logits = engine.run(batch)
    return [
        tuple(_placed(row, score, to_display, layout) for row, score in _merge(*found, search.overlap))
        for found, to_display in zip(
            (_decode(o, lg[:, 0], layout, search) for o, lg in zip(offsets, logits, strict=True)),
            maps,
            strict=True,
        )
    ]


Scores = NDArray[np.float32]


def _decode(
    offsets: FloatArray, logits: Scores, layout: BlazeLayout, search: Search
) -> tuple[FloatArray, Scores]:
    """Rows (n, 4 + 2k) of x0, y0, x1, y1 and keypoints, 0..1 of the side, and scores (n,)."""
    least = math.log(search.score / (1 - search.score))
    chosen = np.flatnonzero(logits >= least)
    chosen = chosen[np.isfinite(offsets[chosen]).all(axis=1)]
    rows = offsets[chosen] / np.float32(layout.side)
    anchors = layout.anchors[chosen]
    centre, half = rows[:, :2] + anchors, rows[:, 2:4] / 2
    points = rows[:, 4:] + np.tile(anchors, layout.keypoints)
    clipped = np.clip(logits[chosen], -_LOGIT_LIMIT, _LOGIT_LIMIT)
    scores = np.asarray(1 / (1 + np.exp(-clipped.astype(np.float64))), dtype=np.float32)
    return np.concatenate([centre - half, centre + half, points], axis=1).astype(np.float32), scores


def _merge(rows: FloatArray, scores: Scores, overlap: float) -> list[tuple[FloatArray, float]]:
    """Join rows that show the same thing into their score-weighted mean, the best first."""
    order = np.argsort(-scores, kind="stable")
    rows, scores = rows[order], scores[order]
    merged = []
    while len(rows):
        same = _overlaps(rows[0], rows) > overlap
        same[0] = True
        weights = scores[same, None]
        merged.append(((rows[same] * weights).sum(axis=0) / weights.sum(), float(scores[0])))
        rows, scores = rows[~same], scores[~same]
    return merged


def _overlaps(one: FloatArray, rows: FloatArray) -> NDArray[np.float32]:
    """Intersection over union of one row's box with each row's box, (n,)."""
    low, high = np.maximum(one[:2], rows[:, :2]), np.minimum(one[2:4], rows[:, 2:4])
    inside = np.clip(high - low, 0, None).prod(axis=1)
    areas = (rows[:, 2:4] - rows[:, :2]).prod(axis=1)
    union = (one[2:4] - one[:2]).prod() + areas - inside
    ratios = np.divide(inside, union, out=np.zeros_like(inside), where=union > 0)
    return np.asarray(ratios, dtype=np.float32)


def _placed(row: FloatArray, score: float, to_display: Affine, layout: BlazeLayout) -> Detection:
    # 0..1 of the side spans pixel edges, pixel centres lie half a pixel further in.
    pixels = row.astype(np.float64).reshape(-1, 2) * layout.side - 0.5
    points = pixels * to_display[0, 0] + to_display[:, 2]
    (x0, y0), (x1, y1) = points[:2].tolist()
    return Detection(
        box=(x0, y0, x1, y1), score=score, keypoints=tuple((float(x), float(y)) for x, y in points[2:])
    )
