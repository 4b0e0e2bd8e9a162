"""Palm search: whole pictures in, palms with their seven points out.

The detector is a single-shot one over 2,016 anchors. Source of its grids: MediaPipe,
modules/palm_detection/palm_detection_cpu.pbtxt (Apache-2.0).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.engine import Engine, FloatArray
from vision.boxes import merged
from vision.hands.models import crops, plausible
from vision.hands.region import Points, Region, around_palm, whole
from vision.picture import Picture
from vision.single_shot import centres, likely, placed, probabilities

SIDE = 192
"""Width and height of the detector's input in pixels."""
_ANCHORS = centres(((24, 2), (12, 6))).astype(np.float32)
"""(2016, 2): strides 8, 16, 16, 16 with two anchors each."""
_WRIST, _MIDDLE = 0, 2


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
    pictures: Sequence[Picture],
    engine: Engine,
    *,
    score: float,
    overlap: float,
    most: int,
    margin: float = 0.0,
) -> list[tuple[Palm, ...]]:
    """Search whole pictures in one batch.

    Args:
        pictures: any sizes, one palm search each.
        engine: as `HandModels.palm`.
        score: least probability of a palm.
        overlap: intersection over union above which two boxes are the same palm.
        most: palms a picture at most.
        margin: black border around each picture, as a share of its longer side: the detector does not know
            hands that fill its input.

    Returns:
        For each picture its palms, the most probable first.
    """
    if not pictures:
        return []
    regions = [whole(*picture.size, margin) for picture in pictures]
    boxes, logits = engine.run(crops(list(zip(pictures, regions, strict=True)), SIDE, border=0))
    return [
        tuple(_palm(*found, region) for found in merged(*_decode(raw, logit[:, 0], score), overlap)[:most])
        for raw, logit, region in zip(boxes, logits, regions, strict=True)
    ]


def _decode(raw: Points, logits: FloatArray, score: float) -> tuple[Points, FloatArray]:
    """Rows (n, 18) in units of the input's side: x0, y0, x1, y1, then seven points; and their scores (n,)."""
    chosen = likely(logits, score)
    chosen = chosen[plausible(raw[chosen])]
    return placed(raw[chosen], _ANCHORS[chosen], SIDE), probabilities(logits[chosen])


def _palm(row: Points, score: float, region: Region) -> Palm:
    corner = np.array([region.x, region.y], dtype=np.float32) - np.float32(region.size / 2)
    points = row.reshape(9, 2) * np.float32(region.size) + corner
    return Palm(score=score, box=points[:2].ravel(), keypoints=points[2:])
