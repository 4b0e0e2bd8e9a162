"""Learning one sign and trying it: on its own pictures, and on drawn hands of every known shape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.engine import Engine
from service.gestures.examples import Example
from service.gestures.fitting import fit, others_of, reference
from service.gestures.lesson import FEWEST, Claims, Criterion, Lesson, Limits, Trial, criteria
from vision.gestures.learnt import Floats, LearntSign
from vision.gestures.naming import with_learnt
from vision.gestures.shapes import classify
from vision.gestures.vocabulary import FORBIDDEN, NO_GESTURE, Vocabulary
from vision.observations import ShapeScore
from vision.policy import TablePolicy

FOLDS = 5
_EACH, _NOTHING = 300, 2000
"""Drawn hands that the sign is tried on, of every shape and of none."""
TWIN = 0.25
"""Share of a drawn form of no shape from which that form is the sign itself under another name."""

Bools = NDArray[np.bool_]


def learn(
    name: str,
    meaning: str,
    examples: Sequence[Example],
    shapes: Engine,
    policy: TablePolicy,
    limits: Limits | None = None,
) -> Lesson:
    """Learn a sign and try it.

    Args:
        name: of the shape; one that is known already is learnt anew.
        meaning: the gesture it is.
        examples: the pictures.
        shapes: the shape classifier.
        policy: with the vocabulary that the sign comes to.
        limits: that it must keep.
    """
    limits = limits or Limits()
    found = [example for example in examples if example.hand is not None]
    enough = Criterion(
        "hands",
        len(found),
        FEWEST,
        len(found) >= FEWEST,
        f"{len(found)} hands found, at least {FEWEST} are needed",
    )
    if not enough.met:
        return Lesson(None, name, meaning, tuple(examples), (), (), (), (), (enough,))
    before = _without(policy.vocabulary, name)
    hands = np.array([e.hand.landmarks for e in found if e.hand is not None], dtype=np.float64)
    others = others_of(before.learnt)
    sign = fit(name, meaning, hands, others)
    after = before.taught(sign)
    judged = _Judge(shapes, replace(policy, vocabulary=before))
    trials = _trials(found, hands, others, sign, judged)
    claims, twins = _claims(judged, after, name)
    among = _among(judged, after, name)
    lesson = Lesson(sign, name, meaning, tuple(examples), trials, claims, twins, among, (enough,))
    strict = meaning == FORBIDDEN or name == policy.vocabulary.forbidden_shape
    return replace(lesson, criteria=(enough, *criteria(lesson, before, limits, strict)))


def _without(vocabulary: Vocabulary, name: str) -> Vocabulary:
    """The vocabulary in which the sign is not known yet."""
    if name not in {sign.name for sign in vocabulary.learnt}:
        return vocabulary
    learnt = tuple(sign for sign in vocabulary.learnt if sign.name != name)
    kept = {shape: gesture for shape, gesture in vocabulary.meanings.items() if shape != name}
    forbidden = vocabulary.forbidden_shape if vocabulary.forbidden_shape != name else "middle_finger"
    return replace(vocabulary, meanings=kept, learnt=learnt, forbidden_shape=forbidden)


@dataclass(frozen=True, slots=True)
class _Judge:
    """Says what hands show, before and after a sign is learnt."""

    shapes: Engine
    policy: TablePolicy

    def answers(self, hands: Floats, vocabulary: Vocabulary) -> tuple[list[ShapeScore], list[ShapeScore]]:
        """The shapes of (N, 21, 3) hands with the policy's vocabulary, and with another."""
        landmarks = np.asarray(hands, dtype=np.float32)
        plain = classify(landmarks, self.shapes, self.policy.shapes)
        return with_learnt(landmarks, plain, self.policy.vocabulary), with_learnt(
            landmarks, plain, vocabulary
        )

    def taken(self, hands: Floats, vocabulary: Vocabulary, name: str) -> tuple[Bools, NDArray[np.str_]]:
        """(N,) which hands a sign takes with another vocabulary, and (N,) what they show without it."""
        before, after = self.answers(hands, vocabulary)
        return np.array([new.shape == name for new in after]), np.array([old.shape for old in before])


def _trials(
    found: Sequence[Example], hands: Floats, others: Floats, sign: LearntSign, judge: _Judge
) -> tuple[Trial, ...]:
    """Each hand by a sign that was learnt without its fold: neighbours in the list, taken one after the other
    perhaps, are held out together."""
    fold = np.arange(len(found)) * FOLDS // len(found)
    trials: dict[int, Trial] = {}
    for number in range(FOLDS):
        held = np.flatnonzero(fold == number)
        less = fit(sign.name, sign.meaning, hands[fold != number], others, sign)
        before, after = judge.answers(hands[held], judge.policy.vocabulary.taught(less))
        for place, alone, answer in zip(held.tolist(), before, after, strict=True):
            trials[place] = Trial(found[place], alone, answer)
    return tuple(trials[place] for place in sorted(trials))


def _claims(judge: _Judge, after: Vocabulary, name: str) -> tuple[tuple[Claims, ...], tuple[str, ...]]:
    """What the sign takes of every shape, and the forms of no shape that are the sign itself."""
    drawn = reference(_EACH, _NOTHING)
    taken, before = judge.taken(drawn.hands, after, name)
    unnamed = drawn.shapes == NO_GESTURE
    forms = dict.fromkeys(drawn.forms[unnamed].tolist())
    twins = tuple(form for form in forms if taken[unnamed & (drawn.forms == form)].mean() >= TWIN)
    others = ~np.isin(drawn.forms, twins)
    return tuple(
        _counted(shape, others & (drawn.shapes == shape), taken, before)
        for shape in dict.fromkeys(drawn.shapes.tolist())
    ), twins


def _among(judge: _Judge, after: Vocabulary, name: str) -> tuple[Claims, ...]:
    """What the sign takes of the examples of the signs learnt before."""
    found = []
    for other in judge.policy.vocabulary.learnt:
        taken, before = judge.taken(other.examples, after, name)
        found.append(_counted(other.name, np.ones(len(taken), dtype=np.bool_), taken, before))
    return tuple(found)


def _counted(shape: str, these: Bools, taken: Bools, before: NDArray[np.str_]) -> Claims:
    claimed = these & taken
    return Claims(shape, int(these.sum()), int(claimed.sum()), int((claimed & (before == shape)).sum()))
