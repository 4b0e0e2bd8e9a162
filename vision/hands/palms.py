"""Palm search: whole pictures in, palms with their seven points out.

The detector is a single-shot one over 2,016 anchors. Source of the anchors, the decoding and the
weighted suppression: MediaPipe, modules/palm_detection/palm_detection_cpu.pbtxt, and Bazarevsky et al.,
"BlazeFace" (2019), section 4 (suppression by a weighted mean, which flickers less than picking one box).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.engine import Engine
from vision.hands.models import crops, plausible
from vision.hands.region import Points, Region, around_palm, whole
from vision.picture import Picture

SIDE = 192
"""Width and height of the detector's input in pixels."""
_GRIDS = ((24, 2), (12, 6))
"""Cells a side and anchors a cell: strides 8, 16, 16, 16 with two anchors each."""
_LOGIT_LIMIT = 100.0
_WRIST, _MIDDLE = 0, 2


def _anchors() -> NDArray[np.float32]:
    grids = []
    for cells, repeat in _GRIDS:
        centres = (np.arange(cells) + 0.5) / cells
        y, x = np.meshgrid(centres, centres, indexing="ij")
        grids.append(np.stack([x.ravel(), y.ravel()], axis=1).repeat(repeat, axis=0))
    return np.concatenate(grids).astype(np.float32)


_ANCHORS = _anchors()


@dataclass(frozen=True, slots=True, eq=False)
class Palm:
    """One palm in a picture, display pixels."""

    score: float
    """Probability, 0..1."""
    box: Points
    """(4,) float32: x0, y0, x1, y1."""
    keypoints: Points
    """(7, 2) float32: wrist, knuckles of index, middle, ring and little finger, two of the thumb."""

    @property
    def region(self) -> Region:
        """Where the landmark model looks for the hand."""
        return around_palm(self.box, self.keypoints[_WRIST], self.keypoints[_MIDDLE])


def find_palms(
    pictures: Sequence[Picture], engine: Engine, *, score: float, overlap: float, most: int
) -> list[tuple[Palm, ...]]:
    """Search whole pictures in one batch.

    Args:
        pictures: any sizes, one palm search each.
        engine: as `HandModels.palm`.
        score: least probability of a palm.
        overlap: intersection over union above which two boxes are the same palm.
        most: palms a picture at most.

    Returns:
        For each picture its palms, the most probable first.
    """
    if not pictures:
        return []
    regions = [whole(*picture.size) for picture in pictures]
    boxes, logits = engine.run(crops(list(zip(pictures, regions, strict=True)), SIDE, border=0))
    return [
        tuple(_placed(rows, region) for rows in _suppress(*_decode(raw, logit[:, 0], score), overlap)[:most])
        for raw, logit, region in zip(boxes, logits, regions, strict=True)
    ]


Scores = NDArray[np.float32]


def _decode(raw: Points, logits: Scores, score: float) -> tuple[Points, Scores]:
    """Rows (n, 18) in units of the input's side: x0, y0, x1, y1, then seven points; and their scores (n,)."""
    least = math.log(score / (1 - score))
    chosen = np.flatnonzero(logits >= least)
    chosen = chosen[plausible(raw[chosen])]
    rows = raw[chosen] / np.float32(SIDE)
    anchors = _ANCHORS[chosen]
    centre, half = rows[:, :2] + anchors, rows[:, 2:4] / 2
    points = rows[:, 4:] + np.tile(anchors, 7)
    clipped = np.clip(logits[chosen], -_LOGIT_LIMIT, _LOGIT_LIMIT)
    scores = np.float32(1) / (np.float32(1) + np.exp(-clipped))
    return np.concatenate([centre - half, centre + half, points], axis=1), scores.astype(np.float32)


def _suppress(rows: Points, scores: Scores, overlap: float) -> list[tuple[float, Points]]:
    """Merge rows that show the same palm into their score-weighted mean, the best first."""
    order = np.argsort(-scores, kind="stable")
    rows, scores = rows[order], scores[order]
    merged = []
    while len(rows):
        same = _overlaps(rows[0], rows) > overlap
        same[0] = True
        weights = scores[same, None]
        merged.append((float(scores[0]), (rows[same] * weights).sum(axis=0) / weights.sum()))
        rows, scores = rows[~same], scores[~same]
    return merged


def _overlaps(one: Points, rows: Points) -> NDArray[np.float32]:
    """Intersection over union of one row's box with each of the rows' boxes: (n,)."""
    low, high = np.maximum(one[:2], rows[:, :2]), np.minimum(one[2:4], rows[:, 2:4])
    inside = np.clip(high - low, 0, None).prod(axis=1)
    areas = (rows[:, 2:4] - rows[:, :2]).prod(axis=1)
    union = areas + areas[0] - inside
    return np.asarray(inside / np.maximum(union, np.float32(1e-12)), dtype=np.float32)


def _placed(found: tuple[float, Points], region: Region) -> Palm:
    score, row = found
    corner = np.array([region.x, region.y], dtype=np.float32) - np.float32(region.size / 2)
    points = row.reshape(9, 2) * np.float32(region.size) + corner
    return Palm(score=score, box=points[:2].ravel(), keypoints=points[2:])
