"""What the shape classifier learns from in one round: drawn hands, and real ones where they are at hand.

Each round is drawn anew, so no hand is seen twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from datasets.graft import MADE, MADE_OF_NOTHING, Pool, graft, pool
from datasets.landmarks import FloatArray, Labelled
from datasets.skeleton.camera import orientation
from datasets.skeleton.forms import View
from datasets.skeleton.sample import LABELS, draw, show
from datasets.skeleton.sensor import observe
from datasets.skeleton.vocabulary_forms import FORMS

NOTHING = "no_gesture"


@dataclass(frozen=True, slots=True)
class Recipe:
    """How many hands of each kind a round holds."""

    drawn: int = 400
    """Drawn hands of each shape."""
    drawn_nothing: int = 2800
    """Drawn hands that show no shape."""
    drawn_forbidden: int = 1200
    """Drawn hands with a raised middle finger, the shape that must be right."""
    real: int = 60
    """Real hands of each shape that has any, varied."""
    grafted: int = 60
    """Grafted hands of each shape that can be made of the real ones."""
    grafted_nothing: int = 30
    """Grafted hands of each pattern outside the vocabulary."""


Batch = tuple[FloatArray, list[str]]


def draw_hands(rng: np.random.Generator, recipe: Recipe) -> Batch:
    """A round of hands of the parametric skeleton, (N, 21, 3) in palms, and their N labels."""
    return _joined(_drawn(rng, recipe))


def real_hands(rng: np.random.Generator, recipe: Recipe, real: Labelled) -> Batch:
    """A round made of real hands: varied, and grafted together; empty where there are none."""
    if not real.shapes:
        return np.empty((0, 21, 3)), []
    return _joined([*_real(rng, recipe, real), *_grafted(rng, recipe, pool(real))])


def _joined(parts: Iterable[tuple[FloatArray, str]]) -> Batch:
    known = list(parts)
    labels = [label for part, label in known for _ in range(len(part))]
    return np.concatenate([part for part, _ in known]), labels


def _drawn(rng: np.random.Generator, recipe: Recipe) -> Iterator[tuple[FloatArray, str]]:
    counts = {NOTHING: recipe.drawn_nothing, "middle_finger": recipe.drawn_forbidden}
    for label in LABELS:
        yield draw(rng, label, counts.get(label, recipe.drawn)), label


def _real(rng: np.random.Generator, recipe: Recipe, real: Labelled) -> Iterator[tuple[FloatArray, str]]:
    shapes = np.array(real.shapes)
    for label in dict.fromkeys(real.shapes):
        some = real.landmarks[shapes == label]
        yield vary(rng, some[rng.integers(0, len(some), recipe.real)]), label


def _grafted(rng: np.random.Generator, recipe: Recipe, source: Pool) -> Iterator[tuple[FloatArray, str]]:
    views = {form.label: form.view for form in FORMS}
    for label, pattern in MADE.items():
        hands = show(rng, views[label], graft(rng, source, pattern, 8 * recipe.grafted))
        yield hands[: recipe.grafted], label
    free = View(views["fist"].yaw, (-45, 45), (-90, 90))
    for pattern in MADE_OF_NOTHING:
        yield show(rng, free, graft(rng, source, pattern, recipe.grafted_nothing)), NOTHING


def vary(rng: np.random.Generator, landmarks: FloatArray) -> FloatArray:
    """Real hands a little turned, stretched and shaken, and mirrored half of the time.

    Args:
        rng: the source of all chance.
        landmarks: (N, 21, 3) in any scale.

    Returns:
        (N, 21, 3) palms, wrist at the origin.
    """
    count = len(landmarks)
    hands = landmarks - landmarks[:, :1]
    hands = hands / np.linalg.norm(hands[:, 9], axis=1)[:, None, None]
    yaw, pitch = rng.normal(0, 12, count), rng.normal(0, 12, count)
    # `orientation` turns the hand frame; its inverse at rest turns it back, so only the small angles remain.
    turn = orientation(yaw, pitch, rng.normal(0, 15, count)) @ orientation(*np.zeros((3, count)))
    hands = hands @ np.swapaxes(turn, 1, 2) * rng.normal(1, 0.04, (count, 1, 3))
    hands[:, :, 0] *= rng.choice([-1.0, 1.0], (count, 1))
    return observe(rng, hands, strength=0.5)


def shake(rng: np.random.Generator, landmarks: FloatArray) -> FloatArray:
    """Rendered hands a little turned, stretched and shaken, and mirrored half of the time.

    Less than `vary` does: they have the landmark model's own errors already, and a turn must not move a thumb
    out of what counts as up.

    Args:
        rng: the source of all chance.
        landmarks: (N, 21, 3) in any scale.

    Returns:
        (N, 21, 3) palms, wrist at the origin.
    """
    count = len(landmarks)
    hands = landmarks - landmarks[:, :1]
    hands = hands / np.linalg.norm(hands[:, 9], axis=1)[:, None, None]
    yaw, pitch, roll = rng.normal(0, 4, count), rng.normal(0, 4, count), rng.normal(0, 6, count)
    turn = orientation(yaw, pitch, roll) @ orientation(*np.zeros((3, count)))
    hands = hands @ np.swapaxes(turn, 1, 2) * rng.normal(1, 0.03, (count, 1, 3))
    hands[:, :, 0] *= rng.choice([-1.0, 1.0], (count, 1))
    strength = np.exp(rng.normal(0, 0.4, (count, 1, 1)))
    return np.asarray(hands + rng.normal(0, 1, hands.shape) * np.array([0.012, 0.012, 0.024]) * strength)
