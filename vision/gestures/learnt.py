"""Signs that a platform adds from its own pictures: what a hand must look like to show one.

A learnt sign stands beside the shape classifier and knows nothing of it, so it outlives a classifier that is
trained anew. It asks two things of a hand: a logistic model over measures of its landmarks must be sure,
and the hand must be like one of the examples, since a logistic model is sure of strange things too.

The measures know no position, scale or side of the hand: all 210 distances between landmarks in palms, the
cosine at each joint, and y and z of every bone's direction, which keep gravity and the view.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.observations import Landmarks

Floats = NDArray[np.float64]

_PAIRS = np.array(list(itertools.combinations(range(21), 2)))
_PALM = np.array([(0, 5), (0, 9), (0, 17), (5, 17)])
"""Landmark pairs whose mean distance is the unit of length, as in the shape classifier."""
_BONES = np.array([(0 if point % 4 == 1 else point - 1, point) for point in range(1, 21)])
_JOINTS = np.array([(bone, bone + 1) for bone in range(19) if (bone + 1) % 4])
MEASURES = len(_PAIRS) + len(_JOINTS) + 2 * len(_BONES)
"""How many numbers describe a hand."""

REACH = 1.2
"""Root mean square distance from the nearest example, in the sign's own spread, up to which a hand is like
it. Of 38 photographs of five signs that were held out, 37 are nearer than 0.75; of the other hands that a
logistic model was sure of, a quarter is farther."""


def palm_scaled(landmarks: Floats | Landmarks) -> Floats:
    """Hands in their own palm: (N, 21, 3) float64, the wrist at the origin, lengths in palms.

    Args:
        landmarks: (N, 21, 3) display pixels, or any other unit.
    """
    points = np.asarray(landmarks, dtype=np.float64)
    points = points - points[:, :1]
    across = np.linalg.norm(points[:, _PALM[:, 1]] - points[:, _PALM[:, 0]], axis=2)
    return np.asarray(points / np.maximum(across.mean(axis=1), 1e-6)[:, None, None])


def measures(landmarks: Floats | Landmarks) -> Floats:
    """What is compared of hands.

    Args:
        landmarks: (N, 21, 3) display pixels, or any other unit.

    Returns:
        (N, MEASURES) float64; finite for any finite landmarks.
    """
    points = palm_scaled(landmarks)
    apart = np.linalg.norm(points[:, _PAIRS[:, 1]] - points[:, _PAIRS[:, 0]], axis=2)
    bones = points[:, _BONES[:, 1]] - points[:, _BONES[:, 0]]
    bones = bones / np.maximum(np.linalg.norm(bones, axis=2, keepdims=True), 1e-6)
    bend = (bones[:, _JOINTS[:, 0]] * bones[:, _JOINTS[:, 1]]).sum(axis=2)
    return np.concatenate([apart, bend, bones[:, :, 1:].reshape(len(points), -1)], axis=1)


@dataclass(frozen=True, slots=True, eq=False)
class LearntSign:
    """A sign and how it is told.

    Raises:
        ValueError: naming the field that has another form or holds what is no number.
    """

    name: str
    """The shape's name."""
    meaning: str
    """The gesture it is."""
    weights: Floats
    """(MEASURES,) of the logistic model."""
    bias: float
    spread: Floats
    """(MEASURES,) above 0: how far each measure varies within the sign."""
    examples: Floats
    """(N, 21, 3) hands as `palm_scaled` gives them, at least one."""
    _known: Floats = field(init=False, repr=False)

    def __post_init__(self) -> None:
        for place in ("weights", "spread"):
            values = getattr(self, place)
            if values.shape != (MEASURES,):
                raise ValueError(f"{place}: {MEASURES} numbers, not {values.size}")
        if self.examples.ndim != 3 or self.examples.shape[1:] != (21, 3) or not len(self.examples):
            raise ValueError("examples: hands of 21 points with x, y and z, at least one")
        for place in ("weights", "bias", "spread", "examples"):
            if not np.isfinite(getattr(self, place)).all():
                raise ValueError(f"{place}: holds what is no number")
        if self.spread.min() <= 0:
            raise ValueError("spread: every number is above 0")
        object.__setattr__(self, "_known", measures(self.examples))

    def likelihood(self, hands: Floats) -> Floats:
        """How sure it is that hands show the sign.

        Args:
            hands: (N, MEASURES) as `measures` gives them.

        Returns:
            (N,) probabilities of the logistic model; 0 where no example is like the hand.
        """
        logits = np.clip(hands @ self.weights + self.bias, -50.0, 50.0)
        return np.asarray(np.where(self._nearest(hands) <= REACH, 1 / (1 + np.exp(-logits)), 0.0))

    def _nearest(self, hands: Floats) -> Floats:
        """(N,) distances from the nearest example, `REACH` says in which unit."""
        scale = 1 / (self.spread * np.sqrt(MEASURES))
        ours, known = hands * scale, self._known * scale
        squares = (ours**2).sum(axis=1)[:, None] + (known**2).sum(axis=1) - 2 * ours @ known.T
        return np.asarray(np.sqrt(np.maximum(squares.min(axis=1), 0.0)))


def likeliest(landmarks: Landmarks | Floats, signs: Iterable[LearntSign]) -> list[tuple[str, float]]:
    """The likeliest of some signs for each hand, and how likely it is.

    Args:
        landmarks: (N, 21, 3) display pixels.
        signs: at least one.
    """
    known = list(signs)
    hands = measures(landmarks)
    sure = np.array([sign.likelihood(hands) for sign in known])
    best = sure.argmax(axis=0)
    return [(known[which].name, float(sure[which, hand])) for hand, which in enumerate(best)]
