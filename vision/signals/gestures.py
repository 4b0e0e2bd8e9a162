"""Gesture signals: a shape held long enough becomes `gesture.started`, its end `gesture.ended`.

A hand that is lost for a moment, as in front of a face, goes on with its gesture when it comes back in
time, even under a new track. Two hands that show a number together are one gesture.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from statistics import median
from types import MappingProxyType

from vision.gestures.vocabulary import FORBIDDEN, NO_GESTURE, Vocabulary, two_hand_number
from vision.observations import Hand, SeatObservation
from vision.signals.signal import TICK, Json, Signal


@dataclass(frozen=True, slots=True)
class GesturePolicy:
    """How long a shape is held before it means something; seconds."""

    hold: float = 0.4
    hold_of: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({FORBIDDEN: 0.3}))
    """Gestures with a hold time of their own."""
    gap: float = 0.3
    """A shape that is not seen for longer than this has ended."""
    score: float = 0.6
    """Least median of the shape's scores over the hold."""
    share: float = 0.7
    """Least share of the frames of the hold that show the shape."""

    def __post_init__(self) -> None:
        if min(self.hold, self.gap, *self.hold_of.values()) < 0:
            raise ValueError("hold, hold_of and gap must not be negative")
        if not (0 <= self.score <= 1 and 0 <= self.share <= 1):
            raise ValueError("score and share must lie in 0..1")

    def hold_time(self, gesture: str) -> float:
        """Seconds that a gesture has to be held."""
        return self.hold_of.get(gesture, self.hold)


BOTH = -1
"""In place of a track: the two hands of a seat together."""


@dataclass(frozen=True, slots=True)
class Hold:
    """A gesture that is being shown, told or not yet."""

    track: int
    gesture: str
    shape: str
    hand: str
    """`left`, `right` or `both`."""
    since: float
    """Media time of its first frame."""
    last: float
    """Media time of its newest frame."""
    scores: tuple[float, ...]
    """Of its newest frames, oldest first."""
    frames: int = 1
    """Of the seat since its first frame."""
    seen: int = 1
    """Those among them that show it."""
    told: bool = False


_REMEMBERED = 90  # scores: three seconds at 30 frames a second


@dataclass(frozen=True, slots=True)
class GestureState:
    """What is remembered of one seat."""

    t: float | None = None
    """Media time of the newest frame."""
    holds: tuple[Hold, ...] = ()


def step_gestures(
    state: GestureState, observation: SeatObservation, policy: GesturePolicy, vocabulary: Vocabulary
) -> tuple[GestureState, tuple[Signal, ...]]:
    """Follow the hands of one seat.

    Args:
        state: of the step before.
        observation: of every frame in which hands were looked for.
        policy: how long a shape is held.
        vocabulary: what the shapes mean.

    Returns:
        The new state; endings come before beginnings.
    """
    if observation.camera.silent:
        return state, ()
    t = observation.t
    hands = observation.hands if observation.camera.observable else ()
    shown = _shown(hands, t, vocabulary)
    jumped = state.t is not None and t < state.t
    before = [replace(hold, frames=hold.frames + 1) for hold in state.holds if not jumped]
    ended = [hold for hold in state.holds if jumped]
    holds: list[Hold] = []
    for new in shown:
        old = _same(new, before, {hand.track for hand in hands})
        if old is not None:
            before.remove(old)
        holds.append(new if old is None else _continued(old, new))
    ended += [hold for hold in before if t - hold.last > policy.gap + TICK]
    holds += [hold for hold in before if hold not in ended]
    started = [hold for hold in holds if hold.last == t and not hold.told and _held(hold, policy)]
    holds = [replace(hold, told=True) if hold in started else hold for hold in holds]
    signals = [
        Signal("gesture.ended", observation.seat, t, {**_data(hold), "until": hold.last})
        for hold in ended
        if hold.told
    ]
    signals += [Signal("gesture.started", observation.seat, t, _data(hold)) for hold in started]
    return GestureState(t, tuple(holds)), tuple(signals)


def _shown(hands: Iterable[Hand], t: float, vocabulary: Vocabulary) -> list[Hold]:
    """What the hands show in this frame, each as if it had just begun."""
    named = [(hand, hand.shape) for hand in hands if hand.shape is not None]
    number = two_hand_number(shape.shape for _, shape in named)
    if number is not None:
        shapes = "+".join(sorted(shape.shape for _, shape in named))
        score = min(shape.score for _, shape in named)
        return [Hold(BOTH, number, shapes, "both", t, t, (score,))]
    meant = [(hand, shape, vocabulary.gesture(shape.shape)) for hand, shape in named]
    return [
        Hold(hand.track, gesture, shape.shape, hand.handedness, t, t, (shape.score,))
        for hand, shape, gesture in meant
        if gesture != NO_GESTURE
    ]


def _same(new: Hold, holds: Iterable[Hold], in_view: set[int]) -> Hold | None:
    """The hold that `new` goes on with: of its own track, else of one that has gone out of view."""
    alike = [hold for hold in holds if hold.gesture == new.gesture]
    own = [hold for hold in alike if hold.track == new.track]
    lost = [
        hold for hold in alike if hold.track not in in_view and (hold.track == BOTH) == (new.track == BOTH)
    ]
    return next(iter(own or lost), None)


def _continued(old: Hold, new: Hold) -> Hold:
    scores = (*old.scores, *new.scores)[-_REMEMBERED:]
    return replace(
        old, track=new.track, shape=new.shape, hand=new.hand, last=new.last, scores=scores, seen=old.seen + 1
    )


def _held(hold: Hold, policy: GesturePolicy) -> bool:
    return (
        hold.last - hold.since >= policy.hold_time(hold.gesture) - TICK
        and hold.seen >= policy.share * hold.frames
        and median(hold.scores) >= policy.score
    )


def _data(hold: Hold) -> dict[str, Json]:
    return {
        "gesture": hold.gesture,
        "shape": hold.shape,
        "hand": hold.hand,
        "score": round(median(hold.scores), 4),
        "since": hold.since,
        "frames": hold.seen,
    }
