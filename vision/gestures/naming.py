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
"""Most probability of a shape that can be outvoted. Of 1,360 photographs of other hands, signs that their
reports accept took at most two that had a name. They took up to 19 that had none: look-alikes, as two fingers
held together for two crossed ones."""


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
    named = list(shapes)
    if not vocabulary.learnt:
        return named
    unsure = [number for number, shape in enumerate(shapes) if _least(shape, vocabulary) is not None]
    if not unsure:
        return named
    for number, (name, score) in zip(unsure, likeliest(landmarks[unsure], vocabulary.learnt), strict=True):
        least = _least(shapes[number], vocabulary)
        if least is not None and score >= least:
            named[number] = ShapeScore(name, score)
    return named


def _least(shape: ShapeScore, vocabulary: Vocabulary) -> float | None:
    """How sure a sign must be to take the place of a shape; None where none may."""
    if shape.abstained is not None:
        return None
    if shape.shape == NO_GESTURE:
        return LEAST
    if shape.shape == vocabulary.forbidden_shape or vocabulary.gesture(shape.shape) == FORBIDDEN:
        return None
    return SURE if shape.score < OUTVOTED else None
