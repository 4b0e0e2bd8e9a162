"""Where a learnt sign speaks: beside the shape classifier, never over a shape that it is sure of."""

from __future__ import annotations

from collections.abc import Sequence

from vision.gestures.learnt import Floats, likeliest
from vision.gestures.vocabulary import FORBIDDEN, NO_GESTURE, Vocabulary
from vision.observations import Landmarks, ShapeScore

LEAST = 0.9
"""Least probability of a learnt sign where the classifier sees no shape."""
SURE = 0.97
"""Least probability with which it outvotes a shape of the classifier."""
OUTVOTED = 0.8
"""Most probability of a shape that can be outvoted. Of 1,464 photographs at most three in a thousand change
their shape by a sign learnt from 14, one in a thousand for most signs."""


def with_learnt(
    landmarks: Landmarks | Floats, shapes: Sequence[ShapeScore], vocabulary: Vocabulary
) -> list[ShapeScore]:
    """The shapes of hands after the signs that the vocabulary has learnt.

    A learnt sign is named where it is sure and the classifier sees no shape, or where it is very sure and the
    classifier is not. Nothing ever takes the place of the forbidden shape.

    Args:
        landmarks: (N, 21, 3) display pixels, as `vision.observations.Landmarks`.
        shapes: N, as the classifier gives them.
        vocabulary: with its learnt signs; without any, the shapes stay as they are.
    """
    if not vocabulary.learnt or not shapes:
        return list(shapes)
    found = likeliest(landmarks, vocabulary.learnt)
    return [
        ShapeScore(name, score) if _speaks(score, shape, vocabulary) else shape
        for shape, (name, score) in zip(shapes, found, strict=True)
    ]


def _speaks(score: float, shape: ShapeScore, vocabulary: Vocabulary) -> bool:
    if shape.shape == NO_GESTURE:
        return score >= LEAST
    if shape.shape == vocabulary.forbidden_shape or vocabulary.gesture(shape.shape) == FORBIDDEN:
        return False
    return score >= SURE and shape.score < OUTVOTED
