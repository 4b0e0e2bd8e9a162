"""Boxes in a picture: how far two cover each other, and many that show one thing made into one.

A box is a row x0, y0, x1, y1, in any unit that is the same for all; x1 >= x0 and y1 >= y0.
"""

from __future__ import annotations

import numpy as np

from models.engine import FloatArray


def overlaps(one: FloatArray, boxes: FloatArray) -> FloatArray:
    """Intersection over union of one box with each of others.

    Args:
        one: (4,) float32, or longer: what follows the box is not looked at.
        boxes: (n, 4) float32, or wider.

    Returns:
        (n,) float32, 0..1; 0 where neither box has an area.
    """
    low, high = np.maximum(one[:2], boxes[:, :2]), np.minimum(one[2:4], boxes[:, 2:4])
    inside = np.clip(high - low, 0, None).prod(axis=1)
    areas = (boxes[:, 2:4] - boxes[:, :2]).prod(axis=1)
    union = (one[2:4] - one[:2]).prod() + areas - inside
    ratios = np.divide(inside, union, out=np.zeros_like(inside), where=union > 0)
    return np.asarray(ratios, dtype=np.float32)


def merged(rows: FloatArray, scores: FloatArray, overlap: float) -> list[tuple[FloatArray, float]]:
    """Weighted suppression: rows that show the same thing become their mean, weighted by score.

    The best row takes in all that cover it, then the best of those left, and so on. A mean flickers less
    from frame to frame than the best row alone. Source: Bazarevsky et al., "BlazeFace" (2019), section 4;
    MediaPipe, `NonMaxSuppressionCalculator` with `algorithm: WEIGHTED` (Apache-2.0).

    Args:
        rows: (n, m) float32: a box, then what else moves with it, such as keypoints.
        scores: (n,) float32, above 0.
        overlap: intersection over union above which two boxes show the same thing.

    Returns:
        (row (m,), score of its best) of each thing, the best first; of equal ones the earlier row.
    """
    order = np.argsort(-scores, kind="stable")
    rows, scores = rows[order], scores[order]
    things = []
    while len(rows):
        same = overlaps(rows[0], rows) > overlap
        same[0] = True  # a box without an area does not even cover itself
        weights = scores[same, None]
        things.append(((rows[same] * weights).sum(axis=0) / weights.sum(), float(scores[0])))
        rows, scores = rows[~same], scores[~same]
    return things
