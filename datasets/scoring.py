"""Judging a shape classifier on labelled photographs."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.landmarks import Photograph

FORBIDDEN = "middle_finger"


@dataclass(frozen=True, slots=True)
class Judged:
    """One hand: what it shows and what was said."""

    shape: str
    """The shape that counts: the label, or the answer where the picture's `also` allows it."""
    answer: str
    score: float
    """Probability of the likeliest shape before any threshold."""
    likeliest: str
    photograph: Photograph


@dataclass(frozen=True, slots=True)
class ShapeFigures:
    """How well one shape is told."""

    shape: str
    support: int
    right: int
    claimed: int

    @property
    def precision(self) -> float:
        """Of the hands called so, the share that is."""
        return self.right / self.claimed if self.claimed else 0.0

    @property
    def recall(self) -> float:
        """Of the hands that show it, the share called so."""
        return self.right / self.support if self.support else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of both."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


@dataclass(frozen=True, slots=True)
class Figures:
    """How well all shapes are told."""

    shapes: tuple[ShapeFigures, ...]
    """Those that are some picture's first label, in the vocabulary's order."""
    hands: int
    accuracy: float
    false_alarms: int
    """Hands that do not show the forbidden shape and are called so."""
    others: int
    """Hands that do not show it."""
    calibration_error: float
    """Expected calibration error in ten bins (Naeini et al., AAAI 2015), before any threshold."""

    @property
    def macro_f1(self) -> float:
        """Mean F1 over the shapes that are some picture's first label."""
        return float(np.mean([shape.f1 for shape in self.shapes]))

    def of(self, shape: str) -> ShapeFigures:
        """The figures of one shape; zeros where it is not labelled."""
        return next((f for f in self.shapes if f.shape == shape), ShapeFigures(shape, 0, 0, 0))


def judge(photograph: Photograph, answers: Sequence[tuple[str, str, float]]) -> list[Judged]:
    """Match answers to labels: those of two-handed pictures in the better of both orders.

    Args:
        photograph: with as many hands shown as there are answers.
        answers: (answer, likeliest shape, its probability) of each shown hand.
    """
    orders = itertools.permutations(photograph.shapes, len(answers))
    best = max(orders, key=lambda order: sum(a == b[0] for a, b in zip(order, answers, strict=True)))
    return [
        Judged(answer if answer in photograph.also else shape, answer, score, likeliest, photograph)
        for shape, (answer, likeliest, score) in zip(best, answers, strict=True)
    ]


def figures(judged: Sequence[Judged], order: Sequence[str], forbidden: str = FORBIDDEN) -> Figures:
    """Count.

    Args:
        judged: at least one hand.
        order: of the shapes in the result.
        forbidden: the shape whose false alarms are counted.
    """
    support = Counter(hand.shape for hand in judged)
    claimed = Counter(hand.answer for hand in judged)
    right = Counter(hand.shape for hand in judged if hand.shape == hand.answer)
    meant = {shape for hand in judged for shape in hand.photograph.shapes}
    shapes = [ShapeFigures(s, support[s], right[s], claimed[s]) for s in order if s in meant]
    return Figures(
        shapes=tuple(shapes),
        hands=len(judged),
        accuracy=sum(right.values()) / len(judged),
        false_alarms=claimed[forbidden] - right[forbidden],
        others=len(judged) - support[forbidden],
        calibration_error=_calibration_error(judged),
    )


def confusion(judged: Sequence[Judged], order: Sequence[str]) -> NDArray[np.int64]:
    """(S, S) counts, rows what is shown, columns what was said, both in `order`."""
    place = {shape: number for number, shape in enumerate(order)}
    counts = np.zeros((len(order), len(order)), dtype=np.int64)
    for hand in judged:
        counts[place[hand.shape], place[hand.answer]] += 1
    return counts


def _calibration_error(judged: Sequence[Judged]) -> float:
    scores = np.array([hand.score for hand in judged])
    right = np.array(
        [hand.likeliest == hand.shape or hand.likeliest in hand.photograph.also for hand in judged],
        dtype=np.float64,
    )
    bins = np.minimum((scores * 10).astype(np.int64), 9)
    gaps = [
        abs(right[bins == b].mean() - scores[bins == b].mean()) * (bins == b).mean() for b in np.unique(bins)
    ]
    return float(np.sum(gaps))
