"""A sign from a few hands: a logistic model with much shrinkage, against drawn hands of every other form.

The positives are the examples and turned, stretched, shaken and mirrored copies of them; the negatives are
hands of the drawn skeleton and copies of the signs that the platform learnt before. Fixed seeds: the same
pictures give the same sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from datasets.recipe import vary
from datasets.skeleton.negatives import NEGATIVES
from datasets.skeleton.sample import LABELS, draw, draw_form, draw_transitions
from vision.gestures.learnt import MEASURES, Floats, LearntSign, measures, palm_scaled
from vision.gestures.vocabulary import NO_GESTURE

COPIES = 12
"""Varied copies of each example."""
SHRINKAGE = 0.01
"""Weight of the penalty on the squared weights, where both classes together weigh 1."""
STEADY = 0.05
"""Added to the spread of each measure: a few examples always look more alike than the sign is."""
_DRAWN, _NOTHING = 80, 800
"""Drawn hands of each shape, and of none."""
_FORMED = 0.6
"""Share of these that have a form of their own; the rest is on the way between two shapes."""
_SEED, _REFERENCE_SEED = 11, 12
_ROUNDS, _SETTLED = 15, 1e-4
"""Steps, and the largest change of a weight after which no more are taken."""


def fit(
    name: str, meaning: str, hands: Floats, others: Floats, start: LearntSign | None = None
) -> LearntSign:
    """Learn a sign.

    Args:
        name: the shape's.
        meaning: the gesture it is.
        hands: (N, 21, 3) of hands that show it, any unit; at least two.
        others: (M, MEASURES) of hands that do not, see `others_of`.
        start: a sign that will be much like it; it makes this quicker and changes nothing.
    """
    examples = palm_scaled(hands)
    rng = np.random.default_rng(_SEED)
    shown = measures(np.concatenate([examples, vary(rng, np.repeat(examples, COPIES, axis=0))]))
    mean, scale = others.mean(axis=0), others.std(axis=0) + 1e-3
    first = np.zeros(MEASURES + 1)
    if start is not None:
        first = np.append(start.weights * scale, start.bias + start.weights @ mean)
    solution = _logistic((shown - mean) / scale, (others - mean) / scale, first)
    weights = solution[:-1] / scale
    spread = shown.std(axis=0) + STEADY
    return LearntSign(name, meaning, weights, float(solution[-1] - weights @ mean), spread, examples)


def others_of(signs: Sequence[LearntSign]) -> Floats:
    """(M, MEASURES) of hands that show something else: drawn ones, and those of signs learnt before."""
    rng = np.random.default_rng(_SEED)
    known = [measures(vary(rng, np.repeat(sign.examples, COPIES // 2, axis=0))) for sign in signs]
    return np.concatenate([_drawn_measures(), *known])


@cache
def _drawn_measures() -> Floats:
    return measures(_draw(_SEED, _DRAWN, _NOTHING).hands)


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """Hands of the drawn skeleton."""

    hands: Floats
    """(N, 21, 3) palms."""
    shapes: NDArray[np.str_]
    """(N,) what each shows."""
    forms: NDArray[np.str_]
    """(N,) which form of `no_gesture` it is; of a shape, its name."""


def reference(each: int, nothing: int) -> Drawn:
    """Drawn hands that no sign is learnt from.

    Args:
        each: how many of every shape.
        nothing: about how many that show none, of every form of it and on the way between two shapes.
    """
    return _draw(_REFERENCE_SEED, each, nothing)


@cache
def _draw(seed: int, each: int, nothing: int) -> Drawn:
    rng = np.random.default_rng(seed)
    parts = [(draw(rng, shape, each), shape, shape) for shape in LABELS if shape != NO_GESTURE]
    whole = sum(form.weight for form in NEGATIVES)
    for form in NEGATIVES:
        count = max(1, round(_FORMED * nothing * form.weight / whole))
        parts.append((draw_form(rng, form, count), NO_GESTURE, form.name))
    between = round((1 - _FORMED) * nothing)
    parts.append((draw_transitions(rng, between), NO_GESTURE, "between"))
    counts = [len(hands) for hands, _, _ in parts]
    return Drawn(
        np.concatenate([hands for hands, _, _ in parts]),
        np.repeat([shape for _, shape, _ in parts], counts),
        np.repeat([form for _, _, form in parts], counts),
    )


def _logistic(shown: Floats, others: Floats, start: Floats) -> Floats:
    """Weights and, last, the bias of the penalised logistic model by Newton's method: (D + 1,).

    Both classes weigh the same. Source: Hastie, Tibshirani and Friedman, The Elements of Statistical
    Learning, section 4.4.1.
    """
    rows = np.concatenate([shown, others])
    rows = np.column_stack([rows, np.ones(len(rows))])
    target = np.repeat([1.0, 0.0], [len(shown), len(others)])
    share = np.repeat([0.5 / len(shown), 0.5 / len(others)], [len(shown), len(others)])
    penalty = np.full(rows.shape[1], SHRINKAGE)
    penalty[-1] = 1e-9
    solution = start
    for _ in range(_ROUNDS):
        sure = 1 / (1 + np.exp(-np.clip(rows @ solution, -50.0, 50.0)))
        slope = rows.T @ (share * (sure - target)) + penalty * solution
        curve = (rows * (share * sure * (1 - sure))[:, None]).T @ rows + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        solution = solution - step
        if np.abs(step).max() < _SETTLED:
            break
    return solution
