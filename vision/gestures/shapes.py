"""Which shape each hand shows.

The classifier (`models/own/shapes.onnx`, card in `models/cards/shapes.md`) takes landmarks as they are:
moving them, scaling them and mirroring the picture are undone inside the model. Turning them is not: thumb
up and thumb down differ by gravity only.

It knows the shapes of one hand. `timeout` takes two hands and `point_self` takes the body that is pointed
at: the classifier never names them. No photograph measures `point_camera`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from models.engine import Engine
from vision.checks import within
from vision.gestures.abstention import AbstentionPolicy
from vision.gestures.vocabulary import NO_GESTURE, SHAPES
from vision.observations import ShapeScore

FloatArray = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ShapePolicy:
    """When a shape is named; else the hand shows `no_gesture`."""

    least: float = 0.5
    """Least probability of any shape, 0..1."""
    least_of: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({"middle_finger": 0.5}))
    """Least probability of shapes that need more: a wrong accusation costs more than a missed one."""
    abstain: AbstentionPolicy = field(default_factory=AbstentionPolicy)
    """Hands that are not judged at all."""

    def __post_init__(self) -> None:
        for shape, least in self.least_of.items():
            if shape not in SHAPES:
                raise ValueError(f"least_of: no shape is called {shape!r}")
            within(0, 1, **{f"least_of.{shape}": least})
        within(0, 1, least=self.least)


DEFAULT_POLICY = ShapePolicy()


def probabilities(landmarks: FloatArray, engine: Engine) -> FloatArray:
    """The probability of every shape.

    Args:
        landmarks: (N, 21, 3) float32, display pixels, as `vision.observations.Landmarks`.
        engine: the shape classifier. It must run in 32-bit floats: pixel coordinates do not fit into fewer.

    Returns:
        (N, len(SHAPES)) float32; each row sums to 1.

    Raises:
        ValueError: if the landmarks have another form or the engine is no shape classifier.
    """
    if landmarks.ndim != 3 or landmarks.shape[1:] != (21, 3):
        raise ValueError(f"landmarks are (N, 21, 3), not {landmarks.shape}")
    if not len(landmarks):
        return np.empty((0, len(SHAPES)), dtype=np.float32)
    batch = np.ascontiguousarray(landmarks, dtype=np.float32).reshape(len(landmarks), 63)
    scores = engine.run(batch)[0]
    if scores.shape != (len(landmarks), len(SHAPES)):
        raise ValueError(f"a shape classifier gives {len(SHAPES)} scores a hand, not {scores.shape[1:]}")
    return scores


def classify(landmarks: FloatArray, engine: Engine, policy: ShapePolicy = DEFAULT_POLICY) -> list[ShapeScore]:
    """The shape of each hand, one batch for all.

    Args:
        landmarks: (N, 21, 3) float32, display pixels, as `vision.observations.Landmarks`.
        engine: the shape classifier, see `probabilities`.
        policy: how sure it must be.

    Returns:
        N shapes. Where no shape is sure enough, `no_gesture` with the probability that it is not the
        likeliest shape.
    """
    return [decide(row, policy) for row in probabilities(landmarks, engine)]


def decide(scores: FloatArray, policy: ShapePolicy = DEFAULT_POLICY) -> ShapeScore:
    """The decision on one hand.

    Args:
        scores: (len(SHAPES),) probabilities.
        policy: how sure it must be.

    Returns:
        The likeliest shape, or `no_gesture` where that is not sure enough.
    """
    best = int(scores.argmax())
    shape, score = SHAPES[best], float(scores[best])
    if shape == NO_GESTURE or score >= policy.least_of.get(shape, policy.least):
        return ShapeScore(shape, score)
    return ShapeScore(NO_GESTURE, 1.0 - score)
