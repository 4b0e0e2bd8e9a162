"""Figures of presence and of nudity's false alarms, over all pictures and over parts of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from datasets.evaluation.measuring import BINS, NOT_SAID, Bin
from service.moderation.looking import Seen


@dataclass(frozen=True, slots=True)
class Presence:
    """How well it was told whether somebody is there."""

    people: int
    """Pictures with a person."""
    missed: int
    """Of these, told empty: what an accusation would rest on."""
    empty: int
    """Pictures without a person."""
    imagined: int
    """Of these, told taken."""

    @property
    def recall(self) -> float | None:
        """Share of the people who were seen; None where nobody is shown."""
        return 1 - self.missed / self.people if self.people else None

    @property
    def false_presence(self) -> float | None:
        """Share of the empty places that were told taken; None where there are none."""
        return self.imagined / self.empty if self.empty else None


@dataclass(frozen=True, slots=True)
class Nudity:
    """What nudity's judgement makes of pictures that show nothing naked."""

    benign: int
    suspected: int
    """Held before the camera they raise a suspicion, confirmed or not."""
    confirmed: int


@dataclass(frozen=True, slots=True)
class Part:
    """Some of the pictures and their figures."""

    name: str
    presence: Presence
    nudity: Nudity


@dataclass(frozen=True, slots=True)
class Curve:
    """Precision and recall of "somebody is there" at every threshold on the score, the highest first."""

    thresholds: tuple[float, ...]
    precision: tuple[float, ...]
    recall: tuple[float, ...]
    average_precision: float


def presence(seen: Iterable[Seen]) -> Presence:
    """Count."""
    labelled = [one for one in seen if one.row.person is not None]
    people = [one for one in labelled if one.row.person]
    return Presence(
        len(people),
        sum(one.missed for one in people),
        len(labelled) - len(people),
        sum(one.imagined for one in labelled),
    )


def nudity(seen: Iterable[Seen]) -> Nudity:
    """Count."""
    benign = [one for one in seen if not one.row.nude]
    return Nudity(len(benign), sum(one.alarm > 0 for one in benign), sum(one.alarm > 1 for one in benign))


def parts(seen: Sequence[Seen], label: Callable[[Seen], str]) -> tuple[Part, ...]:
    """The figures of each group alone, by name; none where no picture says which it belongs to."""
    groups: dict[str, list[Seen]] = {}
    for one in sorted(seen, key=label):
        groups.setdefault(label(one) or NOT_SAID, []).append(one)
    if set(groups) <= {NOT_SAID}:
        return ()
    return tuple(Part(name, presence(group), nudity(group)) for name, group in groups.items())


def reliability(seen: Iterable[Seen]) -> tuple[tuple[Bin, ...], float]:
    """Whether the presence score is honest.

    Returns:
        The tenths of the score that hold pictures, each with the share that shows a person, and the expected
        calibration error (Naeini et al., AAAI 2015).
    """
    labelled = [one for one in seen if one.row.person is not None]
    place = [min(int(one.score * BINS), BINS - 1) for one in labelled]
    bins = []
    for number in sorted(set(place)):
        inside = [one for one, where in zip(labelled, place, strict=True) if where == number]
        mean = float(np.mean([one.score for one in inside]))
        bins.append(
            Bin(number / BINS, len(inside), mean, float(np.mean([bool(o.row.person) for o in inside])))
        )
    error = sum(one.hands * abs(one.right - one.probability) for one in bins) / max(len(labelled), 1)
    return tuple(bins), error


def curve(seen: Iterable[Seen]) -> Curve | None:
    """Precision and recall at every threshold; None unless some pictures show people and some do not."""
    labelled = [one for one in seen if one.row.person is not None]
    score = np.array([one.score for one in labelled])
    true = np.array([bool(one.row.person) for one in labelled], dtype=np.float64)
    if not true.any() or true.all():
        return None
    order = np.argsort(-score, kind="stable")
    score, hits = score[order], np.cumsum(true[order])
    last = np.flatnonzero(np.append(score[1:] != score[:-1], True))  # a threshold lies below all of its score
    precision, recall = hits[last] / (last + 1), hits[last] / true.sum()
    return Curve(
        tuple(score[last].tolist()),
        tuple(precision.tolist()),
        tuple(recall.tolist()),
        float((np.diff(recall, prepend=0.0) * precision).sum()),
    )
