"""The shapes of all hands in view: classifier, learnt signs and abstention together, one batch for all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from models.engine import Engine
from vision.gestures.abstention import doubt
from vision.gestures.learnt import measures
from vision.gestures.naming import with_learnt
from vision.gestures.shapes import FloatArray, ShapePolicy, decide, probabilities
from vision.gestures.vocabulary import FORBIDDEN, NO_GESTURE, SHAPES, Vocabulary
from vision.observations import Hand, Landmarks, ShapeScore


@dataclass(frozen=True, slots=True)
class Suspicion:
    """How likely a hand shows a shape that accuses its owner."""

    shape: str
    score: float
    """Probability, 0..1."""


NOBODY = Suspicion(NO_GESTURE, 0.0)


def judge(
    hands: Sequence[tuple[Hand, tuple[int, int]]],
    engine: Engine,
    policy: ShapePolicy,
    vocabulary: Vocabulary,
) -> list[tuple[Hand, Suspicion]]:
    """Name the shapes of hands.

    Args:
        hands: each with width and height of its picture as displayed, pixels.
        engine: the shape classifier, see `vision.gestures.shapes.probabilities`.
        policy: how sure it must be, and which hands it does not judge.
        vocabulary: with its learnt signs and the shapes that are forbidden.

    Returns:
        For each hand the same with its shape, and what speaks against its owner.
    """
    if not hands:
        return []
    landmarks = np.stack([hand.landmarks for hand, _ in hands])
    rows = probabilities(landmarks, engine)
    shapes = with_learnt(landmarks, [decide(row, policy) for row in rows], vocabulary)
    accusing = accusing_shapes(vocabulary)
    judged = []
    for (hand, size), shape, row in zip(hands, shapes, rows, strict=True):
        reason = doubt(hand, size, policy.abstain)
        if reason is not None:
            judged.append((replace(hand, shape=ShapeScore(NO_GESTURE, 0.0, reason)), NOBODY))
        else:
            judged.append((replace(hand, shape=shape), _suspicion(shape, row, accusing)))
    return judged


def accusing_shapes(vocabulary: Vocabulary) -> tuple[str, ...]:
    """The shapes that a table forbids: as a rule one."""
    return tuple(
        shape
        for shape in vocabulary.shapes
        if shape == vocabulary.forbidden_shape or vocabulary.meanings.get(shape) == FORBIDDEN
    )


def likelihood(landmarks: Landmarks, shape: str, engine: Engine, vocabulary: Vocabulary) -> FloatArray:
    """How likely hands show one shape, be it learnt or one of the classifier's.

    Args:
        landmarks: (N, 21, 3) float32, display pixels.
        shape: one of `vocabulary.shapes`.
        engine: the shape classifier.
        vocabulary: with its learnt signs.

    Returns:
        (N,) float32, 0..1.
    """
    for sign in vocabulary.learnt:
        if sign.name == shape:
            return np.asarray(sign.likelihood(measures(landmarks)), dtype=np.float32)
    return probabilities(landmarks, engine)[:, SHAPES.index(shape)]


def _suspicion(shape: ShapeScore, row: FloatArray, accusing: Sequence[str]) -> Suspicion:
    """The likeliest accusation: a learnt sign where it is named, else by the classifier's probabilities."""
    if shape.shape in accusing:
        return Suspicion(shape.shape, shape.score)
    known = [Suspicion(name, float(row[SHAPES.index(name)])) for name in accusing if name in SHAPES]
    return max(known, key=lambda suspicion: suspicion.score, default=NOBODY)
