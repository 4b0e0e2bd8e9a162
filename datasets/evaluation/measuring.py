"""Figures of a whole evaluation: a shape, a slice, the forbidden sign, calibration.

Two ways of counting stand side by side. *Found* counts the hands that were found. *Shown* counts every hand
that a label speaks of: one that was not found is an error for the recall of its shape, whatever the shape.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from datasets.evaluation.looking import Look, Seen
from datasets.scoring import Figures, ShapeFigures, figures

BINS = 10
NOT_SAID = "not said"
PALMS = (25.0, 50.0, 75.0, 100.0, 150.0)
"""Borders between sizes of hands: palm lengths in pixels."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Figures of some pictures."""

    pictures: int
    shown: int
    """Hands that the labels speak of."""
    missing: int
    """Of these, hands that were not found."""
    right: int
    shapes: tuple[ShapeFigures, ...]
    """By *shown*; shapes that some picture is labelled with."""
    found: Figures | None
    """By *found*; None where no hand was."""

    @property
    def accuracy(self) -> float:
        """Share of the hands that are shown whose shape was told: 0..1."""
        return self.right / self.shown if self.shown else 0.0

    @property
    def macro_f1(self) -> float:
        """Mean F1 over the shapes, by *shown*."""
        return float(np.mean([shape.f1 for shape in self.shapes])) if self.shapes else 0.0

    def of(self, shape: str) -> ShapeFigures:
        """The figures of one shape by *shown*; zeros where no picture is labelled with it."""
        return next((f for f in self.shapes if f.shape == shape), ShapeFigures(shape, 0, 0, 0))


def count(seen: Sequence[Seen], order: Sequence[str], forbidden: str) -> Counted:
    """Count.

    Args:
        seen: at least one picture.
        order: of the shapes in the result.
        forbidden: the shape whose false alarms are counted.
    """
    judged = [look.judged for one in seen for look in one.looks]
    missing = Counter(shape for one in seen for shape in one.missing)
    found = figures(judged, order, forbidden) if judged else None
    meant = {shape for one in seen for shape in one.photograph.shapes}
    shapes = []
    for shape in order:
        if shape in meant:
            alone = found.of(shape) if found is not None else ShapeFigures(shape, 0, 0, 0)
            shapes.append(replace(alone, support=alone.support + missing[shape]))
    return Counted(
        pictures=len(seen),
        shown=len(judged) + missing.total(),
        missing=missing.total(),
        right=sum(hand.shape == hand.answer for hand in judged),
        shapes=tuple(shapes),
        found=found,
    )


@dataclass(frozen=True, slots=True)
class Slice:
    """Some of the pictures or hands, and their figures."""

    name: str
    counted: Counted


def slices(seen: Sequence[Seen], order: Sequence[str], forbidden: str) -> dict[str, tuple[Slice, ...]]:
    """The figures of each source, person, skin, size of the hand and sharpness alone.

    Sizes and sharpness are known of hands that were found only, so nothing is missing there.
    """

    def counted(groups: dict[str, list[Seen]]) -> tuple[Slice, ...]:
        return tuple(Slice(name, count(group, order, forbidden)) for name, group in groups.items())

    def by(label: Callable[[Seen], str]) -> tuple[Slice, ...]:
        groups: dict[str, list[Seen]] = {}
        for one in sorted(seen, key=label):
            groups.setdefault(label(one) or NOT_SAID, []).append(one)
        return counted(groups)

    def by_hand(measure: Callable[[Look], float], borders: Sequence[float], unit: str) -> tuple[Slice, ...]:
        names = _ranges(borders, unit)
        groups: dict[str, list[Seen]] = {name: [] for name in names}
        for one in seen:
            for look in one.looks:
                name = names[int(np.searchsorted(borders, measure(look), side="right"))]
                alone = replace(one.photograph, shapes=(look.judged.shape,))
                own = replace(look, judged=replace(look.judged, photograph=alone))
                groups[name].append(replace(one, photograph=alone, looks=(own,), missing=(), beyond=()))
        return counted({name: group for name, group in groups.items() if group})

    sharp = [look.sharp for one in seen for look in one.looks]
    quarters = sorted({float(f"{q:.3g}") for q in np.quantile(sharp, (0.25, 0.5, 0.75))}) if sharp else []
    found = {
        "source": by(lambda one: one.photograph.source),
        "person": by(lambda one: one.photograph.person),
        "skin": by(lambda one: one.skin),
        "size": by_hand(lambda look: look.palm, PALMS, "px"),
        "sharpness": by_hand(lambda look: look.sharp, quarters, ""),
    }
    return {name: parts for name, parts in found.items() if any(part.name != NOT_SAID for part in parts)}


def _ranges(borders: Sequence[float], unit: str) -> list[str]:
    ends = [f"{border:g}" for border in borders]
    middle = [f"{low}–{high}" for low, high in itertools.pairwise(ends)]
    names = [f"below {ends[0]}", *middle, f"from {ends[-1]}"] if ends else ["all"]
    return [f"{name} {unit}".strip() for name in names]


@dataclass(frozen=True, slots=True)
class Bin:
    """Hands whose likeliest shape has a probability in a tenth of 0..1."""

    low: float
    hands: int
    probability: float
    """Mean of the likeliest shape's."""
    right: float
    """Share of hands that show it, or for which it is right too."""


def reliability(looks: Iterable[Look]) -> tuple[tuple[Bin, ...], float]:
    """Whether the classifier's probabilities are honest, before any threshold.

    Returns:
        The bins that hold hands, and the expected calibration error (Naeini et al., AAAI 2015).
    """
    judged = [look.judged for look in looks]
    place = [min(int(hand.score * BINS), BINS - 1) for hand in judged]
    bins = []
    for number in sorted(set(place)):
        inside = [hand for hand, where in zip(judged, place, strict=True) if where == number]
        right = [hand.likeliest == hand.shape or hand.likeliest in hand.photograph.also for hand in inside]
        mean = float(np.mean([hand.score for hand in inside]))
        bins.append(Bin(number / BINS, len(inside), mean, float(np.mean(right))))
    error = sum(one.hands * abs(one.right - one.probability) for one in bins) / max(len(judged), 1)
    return tuple(bins), error


@dataclass(frozen=True, slots=True)
class Danger:
    """How well the forbidden sign is told."""

    shape: str
    thresholds: tuple[float, ...]
    precision: tuple[float, ...]
    recall: tuple[float, ...]
    """By *shown*: at each threshold on its probability, from the highest on."""
    average_precision: float
    told: ShapeFigures
    """The decision itself, by *shown*."""
    false_alarms: int
    """Hands that were found, do not show it and are called so."""
    others: int
    """Hands that were found and do not show it."""
    beyond: int
    """Claims on hands that no label speaks of."""


def danger(seen: Sequence[Seen], shape: str, counted: Counted) -> Danger:
    """The curve of the forbidden sign over every threshold.

    Args:
        seen: the pictures.
        shape: the forbidden one.
        counted: the figures of the same pictures.
    """
    looks = [look for one in seen for look in one.looks if shape not in one.photograph.also]
    score = np.array([look.forbidden for look in looks])
    true = np.array([look.judged.shape == shape for look in looks], dtype=np.float64)
    shown = int(true.sum()) + sum(one.missing.count(shape) for one in seen)
    order = np.argsort(-score, kind="stable")
    score, hits = score[order], np.cumsum(true[order])
    # A threshold lies below every hand of its score.
    last = np.flatnonzero(np.append(score[1:] != score[:-1], True)) if len(score) else np.empty(0, np.int64)
    precision = hits[last] / (last + 1)
    recall = hits[last] / max(shown, 1)
    steps = np.diff(recall, prepend=0.0)
    others = [look.judged for one in seen for look in one.looks if look.judged.shape != shape]
    return Danger(
        shape,
        tuple(score[last].tolist()),
        tuple(precision.tolist()),
        tuple(recall.tolist()),
        float((steps * precision).sum()),
        counted.of(shape),
        sum(hand.answer == shape for hand in others),
        len(others),
        sum(one.beyond.count(shape) for one in seen),
    )
