"""Before a hand accuses its owner it is looked at again.

A hand that may show a forbidden shape is measured in several more crops in the same tick, at most every
`ScrutinyPolicy.every` seconds of media time. What they say together, `second_look`, is evidence of its own;
where it disagrees, there is no accusation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from models.engine import Engine
from vision.checks import at_least, within
from vision.frame import Frame
from vision.gestures.judging import Suspicion, likelihood
from vision.gestures.vocabulary import Vocabulary
from vision.hands.second_look import look_again
from vision.observations import Hand, Landmarks, SecondLook
from vision.signals.signal import TICK

Remembered = Mapping[int, SecondLook]
"""The newest second look at each hand of a seat, by its track."""


@dataclass(frozen=True, slots=True)
class ScrutinyPolicy:
    """Which hands are looked at again, and how often."""

    suspicion: float = 0.3
    """Least probability of a forbidden shape, 0..1."""
    every: float = 0.1
    """Seconds between two second looks at one hand, at least."""
    presence: float = 0.5
    """Least probability that a crop shows a hand, 0..1."""

    def __post_init__(self) -> None:
        within(0, 1, suspicion=self.suspicion, presence=self.presence)
        at_least(0, every=self.every)


@dataclass(frozen=True, slots=True)
class Suspect:
    """A hand that may show a forbidden shape."""

    frame: Frame
    hand: Hand
    suspicion: Suspicion


def scrutinise(
    before: Mapping[int, Remembered],
    suspects: Sequence[Suspect],
    landmarks: Engine,
    shapes: Engine,
    policy: ScrutinyPolicy,
    vocabulary: Vocabulary,
) -> Mapping[int, Remembered]:
    """Look again at the hands that need it, all in one batch.

    Args:
        before: by seat, as of the tick before.
        suspects: the hands of this tick whose suspicion reaches the policy's.
        landmarks: the landmark model.
        shapes: the shape classifier.
        policy: how often.
        vocabulary: with the forbidden shapes.

    Returns:
        By seat, of the suspects alone: looked at now, or a moment ago.
    """
    looks = {_key(suspect): _recent(before, suspect, policy) for suspect in suspects}
    due = [suspect for suspect in suspects if looks[_key(suspect)] is None]
    crops = look_again(
        [(suspect.frame.picture, suspect.hand.landmarks) for suspect in due], landmarks, policy.presence
    )
    for suspect, again in zip(due, crops, strict=True):
        score = _agreement(suspect, again, shapes, vocabulary)
        looks[_key(suspect)] = SecondLook(suspect.suspicion.shape, score, suspect.frame.t)
    after: dict[int, dict[int, SecondLook]] = {}
    for (seat, track), look in looks.items():
        if look is not None:
            after.setdefault(seat, {})[track] = look
    return after


def with_second_looks(hands: Iterable[Hand], looks: Remembered) -> tuple[Hand, ...]:
    """The hands of a seat, those that were looked at again with what was seen."""
    return tuple(
        replace(hand, second_look=looks[hand.track]) if hand.track in looks else hand for hand in hands
    )


def _key(suspect: Suspect) -> tuple[int, int]:
    return suspect.frame.seat, suspect.hand.track


def _recent(before: Mapping[int, Remembered], suspect: Suspect, policy: ScrutinyPolicy) -> SecondLook | None:
    """A second look that was had a moment ago, at this hand and for this shape."""
    look = before.get(suspect.frame.seat, {}).get(suspect.hand.track)
    if look is None or look.shape != suspect.suspicion.shape:
        return None
    return look if 0 <= suspect.frame.t - look.t < policy.every - TICK else None


def _agreement(suspect: Suspect, again: Landmarks, shapes: Engine, vocabulary: Vocabulary) -> float:
    """The mean probability of the shape over the first look and the crops; 0 where no crop shows a hand."""
    if not len(again):
        return 0.0
    looks = np.concatenate([suspect.hand.landmarks[None], again])
    return float(likelihood(looks, suspect.suspicion.shape, shapes, vocabulary).mean())
