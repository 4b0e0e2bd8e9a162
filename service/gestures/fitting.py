"""A sign from a few hands: a logistic model with much shrinkage, against drawn hands of every other form.

The positives are the examples and turned, stretched, shaken and mirrored copies of them; the negatives are
hands of the drawn skeleton and copies of the signs that the platform learnt before. Fixed seeds: the same
pictures give the same sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from datasets.recipe import vary
from datasets.skeleton.sample import LABELS, draw
from vision.gestures.learnt import Floats, LearntSign, measures, palm_scaled
from vision.gestures.vocabulary import NO_GESTURE

COPIES = 20
"""Varied copies of each example."""
SHRINKAGE = 0.01
"""Weight of the penalty on the squared weights, where both classes together weigh 1."""
STEADY = 0.05
"""Added to the spread of each measure: a few examples always look more alike than the sign is."""
_DRAWN, _NOTHING = 150, 1500
"""Drawn hands of each shape, and of none."""
_SEED, _REFERENCE_SEED = 11, 12
_ROUNDS = 15


def fit(name: str, meaning: str, hands: Floats, others: Floats) -> LearntSign:
    """Learn a sign.

    Args:
        name: the shape's.
        meaning: the gesture it is.
        hands: (N, 21, 3) of hands that show it, any unit; at least two.
        others: (M, MEASURES) of hands that do not, see `others_of`.
    """
    examples = palm_scaled(hands)
    rng = np.random.default_rng(_SEED)
    shown = measures(np.concatenate([examples, vary(rng, np.repeat(examples, COPIES, axis=0))]))
    both = np.concatenate([shown, others])
    mean, scale = both.mean(axis=0), both.std(axis=0) + 1e-3
    weights, bias = _logistic((shown - mean) / scale, (others - mean) / scale)
    weights = weights / scale
    spread = shown.std(axis=0) + STEADY
    return LearntSign(name, meaning, weights, float(bias - weights @ mean), spread, examples)


def others_of(signs: Sequence[LearntSign]) -> Floats:
    """(M, MEASURES) of hands that show something else: drawn ones, and those of signs learnt before."""
    rng = np.random.default_rng(_SEED)
    known = [measures(vary(rng, np.repeat(sign.examples, COPIES // 2, axis=0))) for sign in signs]
    return np.concatenate([_drawn_measures(), *known])


@cache
def _drawn_measures() -> Floats:
    hands, _ = _draw(_SEED, _DRAWN, _NOTHING)
    return measures(hands)


def reference(each: int, nothing: int) -> tuple[Floats, tuple[str, ...]]:
    """Drawn hands that no sign is learnt from: (N, 21, 3) in palms, and the shape of each.

    Args:
        each: how many of every shape.
        nothing: how many that show none.
    """
    return _draw(_REFERENCE_SEED, each, nothing)


@cache
def _draw(seed: int, each: int, nothing: int) -> tuple[Floats, tuple[str, ...]]:
    rng = np.random.default_rng(seed)
    counts = {label: nothing if label == NO_GESTURE else each for label in LABELS}
    hands = [draw(rng, label, count) for label, count in counts.items()]
    return np.concatenate(hands), tuple(label for label, count in counts.items() for _ in range(count))


def _logistic(shown: Floats, others: Floats) -> tuple[Floats, float]:
    """Weights (D,) and bias of the penalised logistic model, by Newton's method; both classes weigh the same.

    Source: Hastie, Tibshirani and Friedman, The Elements of Statistical Learning, section 4.4.1.
    """
    rows = np.concatenate([shown, others])
    rows = np.column_stack([rows, np.ones(len(rows))])
    target = np.repeat([1.0, 0.0], [len(shown), len(others)])
    share = np.repeat([0.5 / len(shown), 0.5 / len(others)], [len(shown), len(others)])
    penalty = np.full(rows.shape[1], SHRINKAGE)
    penalty[-1] = 1e-9
    solution = np.zeros(rows.shape[1])
    for _ in range(_ROUNDS):
        sure = 1 / (1 + np.exp(-np.clip(rows @ solution, -50.0, 50.0)))
        slope = rows.T @ (share * (sure - target)) + penalty * solution
        curve = (rows * (share * sure * (1 - sure))[:, None]).T @ rows + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        solution -= step
        if np.abs(step).max() < 1e-6:
            break
    return solution[:-1], float(solution[-1])
