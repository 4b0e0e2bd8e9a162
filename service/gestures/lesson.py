"""The report on a sign that was learnt, and the criteria by which it is accepted or refused."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from service.gestures.examples import Example
from vision.gestures.learnt import LearntSign
from vision.gestures.vocabulary import NO_GESTURE, Vocabulary
from vision.observations import ShapeScore

FEWEST = 10
"""Hands below which nothing is learnt."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a sign must keep to be accepted."""

    recall: float = 0.8
    """Least share of the pictures' hands that is told, each by a sign learnt without it."""
    false: float = 0.01
    """Most share of the drawn hands of any one shape, or of none, that is taken for the sign."""
    collision: float = 1 / 3
    """Most share of the pictures' hands that already is one known shape."""
    among: float = 0.05
    """Most share of the examples of another learnt sign that is taken for this one."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """One condition, what was measured, and whether it is met."""

    name: str
    measured: float
    limit: float
    met: bool
    reason: str
    """In words, for people."""


@dataclass(frozen=True, slots=True)
class Claims:
    """Hands that do not show the sign and are taken for it."""

    shape: str
    hands: int
    claimed: int
    changed: int
    """Of those claimed, hands whose shape was right before."""

    @property
    def share(self) -> float:
        """Claimed, of all: 0..1."""
        return self.claimed / self.hands if self.hands else 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """One picture with a hand, judged by a sign learnt without it."""

    example: Example
    alone: ShapeScore
    """What the hand shows without the sign."""
    answer: ShapeScore
    """What it shows with it."""


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A learnt sign and its report."""

    sign: LearntSign | None
    """None where too few hands were found."""
    name: str
    meaning: str
    examples: tuple[Example, ...]
    trials: tuple[Trial, ...]
    claims: tuple[Claims, ...]
    """Drawn hands of every shape and of none, but for the twins."""
    twins: tuple[str, ...]
    """Drawn forms of no shape that are like the sign: the same thing under another name, as a rule."""
    among: tuple[Claims, ...]
    """Examples of the other learnt signs."""
    criteria: tuple[Criterion, ...]

    @property
    def accepted(self) -> bool:
        """Whether every criterion is met."""
        return self.sign is not None and all(criterion.met for criterion in self.criteria)

    @property
    def recall(self) -> float:
        """Share of the hands that is told, each by a sign learnt without it: 0..1."""
        told = sum(trial.answer.shape == self.name for trial in self.trials)
        return told / len(self.trials) if self.trials else 0.0

    @property
    def collisions(self) -> dict[str, int]:
        """Known shapes that the pictures' hands are without the sign, and how many; the most first."""
        return dict(Counter(t.alone.shape for t in self.trials if t.alone.shape != NO_GESTURE).most_common())


def criteria(lesson: Lesson, before: Vocabulary, limits: Limits, strict: bool) -> tuple[Criterion, ...]:
    """All but the number of hands.

    Args:
        lesson: with everything that was measured.
        before: the vocabulary that the sign comes to.
        limits: that it must keep.
        strict: where a wrong sign would be an accusation.
    """
    found = [
        _told(lesson, limits),
        _false_alarms(lesson, limits, strict),
        _like_the_forbidden(lesson, before.forbidden_shape),
        _known_already(lesson, limits),
    ]
    return (*found, _like_a_learnt_one(lesson, limits)) if lesson.among else tuple(found)


def _told(lesson: Lesson, limits: Limits) -> Criterion:
    reason = (
        f"{lesson.recall:.0%} of the hands are told by a sign learnt without them, "
        f"at least {limits.recall:.0%} are needed"
    )
    return Criterion("recall", lesson.recall, limits.recall, lesson.recall >= limits.recall, reason)


def _false_alarms(lesson: Lesson, limits: Limits, strict: bool) -> Criterion:
    limit = 0.0 if strict else limits.false
    worst = max(lesson.claims, key=lambda claims: claims.share)
    reason = (
        f"{worst.share:.1%} of the drawn hands of {worst.shape} are taken for it, at most {limit:.0%} may be"
        if worst.claimed
        else "no drawn hand of another shape is taken for it"
    )
    reason += ", as it is the forbidden sign" if strict else ""
    return Criterion("false", worst.share, limit, worst.share <= limit, reason)


def _like_the_forbidden(lesson: Lesson, shape: str) -> Criterion:
    forbidden = next((claims for claims in lesson.claims if claims.shape == shape), None)
    taken = 0.0 if forbidden is None else forbidden.share
    reason = f"{taken:.1%} of the drawn hands of {shape}, the forbidden shape, are taken for it, none may be"
    return Criterion("forbidden", taken, 0.0, taken == 0.0, reason)


def _known_already(lesson: Lesson, limits: Limits) -> Criterion:
    shape, count = next(iter(lesson.collisions.items()), ("none", 0))
    share = count / len(lesson.trials)
    reason = (
        f"{count} of {len(lesson.trials)} hands already are {shape}, at most a third may be"
        if count
        else "no hand already is another shape"
    )
    return Criterion("collision", share, limits.collision, share <= limits.collision, reason)


def _like_a_learnt_one(lesson: Lesson, limits: Limits) -> Criterion:
    near = max(lesson.among, key=lambda claims: claims.share)
    share = f"{near.share:.0%} of the examples of {near.shape}"
    reason = f"{share} are taken for it, at most {limits.among:.0%} may be"
    return Criterion("learnt", near.share, limits.among, near.share <= limits.among, reason)
