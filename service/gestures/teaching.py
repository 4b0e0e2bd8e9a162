"""Learning one sign and trying it: on its own pictures, and on drawn hands of every known shape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from models.engine import Engine
from service.gestures.examples import Example
from service.gestures.fitting import fit, others_of, reference
from service.gestures.lesson import FEWEST, Claims, Criterion, Lesson, Limits, Trial, criteria
from vision.gestures.learnt import Floats, LearntSign
from vision.gestures.naming import with_learnt
from vision.gestures.shapes import classify
from vision.gestures.vocabulary import FORBIDDEN, Vocabulary
from vision.observations import ShapeScore
from vision.policy import TablePolicy

FOLDS = 5
_EACH, _NOTHING = 300, 2000
"""Drawn hands that the sign is tried on, of every shape and of none."""


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
        return Lesson(None, name, meaning, tuple(examples), (), (), (), (enough,))
    before = _without(policy.vocabulary, name)
    hands = np.array([e.hand.landmarks for e in found if e.hand is not None], dtype=np.float64)
    others = others_of(before.learnt)
    sign = fit(name, meaning, hands, others)
    after = before.taught(sign)
    judged = _Judge(shapes, replace(policy, vocabulary=before))
    trials = _trials(found, hands, others, sign, judged)
    claims = _claims(judged, after, name)
    among = tuple(
        Claims(other.name, len(other.examples), *judged.claimed(other.examples, other.name, after, name))
        for other in before.learnt
    )
    lesson = Lesson(sign, name, meaning, tuple(examples), trials, claims, among, (enough,))
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

    def claimed(self, hands: Floats, shape: str, vocabulary: Vocabulary, name: str) -> tuple[int, int]:
        """How many hands of a shape a sign takes, and how many of those were right before."""
        before, after = self.answers(hands, vocabulary)
        taken = [old.shape == shape for old, new in zip(before, after, strict=True) if new.shape == name]
        return len(taken), sum(taken)


def _trials(
    found: Sequence[Example], hands: Floats, others: Floats, sign: LearntSign, judge: _Judge
) -> tuple[Trial, ...]:
    """Each hand by a sign that was learnt without its fold: neighbours in the list, taken one after the other
    perhaps, are held out together."""
    fold = np.arange(len(found)) * FOLDS // len(found)
    trials: dict[int, Trial] = {}
    for number in range(FOLDS):
        held = np.flatnonzero(fold == number)
        less = fit(sign.name, sign.meaning, hands[fold != number], others)
        before, after = judge.answers(hands[held], judge.policy.vocabulary.taught(less))
        for place, alone, answer in zip(held.tolist(), before, after, strict=True):
            trials[place] = Trial(found[place], alone, answer)
    return tuple(trials[place] for place in sorted(trials))


def _claims(judge: _Judge, after: Vocabulary, name: str) -> tuple[Claims, ...]:
    hands, labels = reference(_EACH, _NOTHING)
    shown = np.array(labels)
    return tuple(
        Claims(shape, int((shown == shape).sum()), *judge.claimed(hands[shown == shape], shape, after, name))
        for shape in dict.fromkeys(labels)
    )
