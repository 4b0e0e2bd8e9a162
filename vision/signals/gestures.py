"""Gesture signals: a sign held long enough becomes `gesture.started`, its end `gesture.ended`.

A hand that is lost for a moment, as in front of a face, goes on with its gesture when it comes back in
time, even under a new track. Two hands that make a sign together are one gesture. In secret phases nothing
is told to the table.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from statistics import median
from types import MappingProxyType

from vision.checks import at_least, positive, within
from vision.gestures.body import Body, body_of
from vision.gestures.phase import Phase
from vision.gestures.reading import BOTH, KINDS, Reading, ReadingPolicy, Scene, read
from vision.gestures.vocabulary import FORBIDDEN, Vocabulary
from vision.observations import CameraState, SeatObservation
from vision.signals.audience import addressed
from vision.signals.signal import TICK, Json, Signal

HOLD_OF: Mapping[str, float] = MappingProxyType(
    {FORBIDDEN: 0.3, "raise_hand": 0.8, "vote": 0.5, "nominate": 0.5}
)
"""Hold times of their own unless a rule set says otherwise; seconds (domain A.2)."""
RESTING = frozenset({"vote", "nominate"})
"""Gestures of a hand that lies still."""


@dataclass(frozen=True, slots=True)
class GesturePolicy:
    """How long a sign is held before it means something; seconds."""

    hold: float = 0.4
    hold_of: Mapping[str, float] = field(default_factory=lambda: HOLD_OF)
    """Gestures with a hold time of their own; those of `HOLD_OF` that are not named keep theirs."""
    gap: float = 0.3
    """A sign that is not seen for longer than this has ended."""
    score: float = 0.6
    """Least median of the sign's scores over the hold."""
    share: float = 0.7
    """Least share of the frames of the last hold time that show the sign."""
    kinds: int = 3
    """Kinds of evidence that the forbidden sign takes (`vision.gestures.reading.KINDS`), each in the same
    share of its frames."""
    drift: float = 0.5
    """Palm lengths that a resting hand may move during its hold."""
    body_memory: float = 1.0
    """How long a face that was seen still says where the body is."""
    face_every: float = 0.25
    """How often the face is looked for while a hand shows a sign that depends on it; at every frame of a
    forbidden one."""
    audit: bool = False
    """Tell of secret phases too, with `audience` "audit"; else they bring no signal at all."""
    reading: ReadingPolicy = field(default_factory=ReadingPolicy)

    def __post_init__(self) -> None:
        at_least(0, hold=self.hold, gap=self.gap, drift=self.drift, body_memory=self.body_memory)
        at_least(0, **{f"hold_of.{gesture}": seconds for gesture, seconds in self.hold_of.items()})
        within(0, 1, score=self.score, share=self.share)
        positive(face_every=self.face_every)
        within(1, len(KINDS), kinds=self.kinds)

    def hold_time(self, gesture: str) -> float:
        """Seconds that a gesture has to be held."""
        return self.hold_of.get(gesture, HOLD_OF.get(gesture, self.hold))


@dataclass(frozen=True, slots=True)
class Look:
    """What one frame says of a gesture that is being shown."""

    t: float
    score: float | None = None
    """None where the frame does not show it."""
    evidence: tuple[str, ...] = ()


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
    looks: tuple[Look, ...]
    """The seat's frames of the last hold time, oldest first."""
    place: tuple[float, float]
    """Where the palm was in its first frame, display pixels."""
    seen: int = 1
    """Frames that show it."""
    told: bool = False
    evidence: tuple[str, ...] = ()
    """What it rested on when it was told."""


_REMEMBERED = 90  # scores: three seconds at 30 frames a second


@dataclass(frozen=True, slots=True)
class GestureState:
    """What is remembered of one seat."""

    t: float | None = None
    """Media time of the newest frame."""
    holds: tuple[Hold, ...] = ()
    body: Body | None = None
    """As last seen."""
    body_t: float = 0.0
    """Media time at which it was."""
    phase: Phase = Phase.FREE
    """Of the newest frame."""


def step_gestures(
    state: GestureState,
    observation: SeatObservation,
    policy: GesturePolicy,
    vocabulary: Vocabulary,
    phase: Phase = Phase.FREE,
) -> tuple[GestureState, tuple[Signal, ...]]:
    """Follow the hands of one seat.

    Args:
        state: of the step before.
        observation: of every frame in which hands were looked for.
        policy: how long a sign is held.
        vocabulary: what the shapes mean.
        phase: what the table is doing, as this seat sees it. Nothing that was held before a secret phase
            goes on in it, and nothing out of it.

    Returns:
        The new state; endings come before beginnings.
    """
    if observation.camera is CameraState.ENDED:
        endings = _endings(state.holds, observation)
        return replace(state, holds=()), tuple(addressed(endings, state.phase, policy.audit))
    if observation.camera.silent:
        return state, ()
    t = observation.t
    body, body_t = _body(state, observation, policy)
    hands = observation.hands if observation.camera.observable else ()
    shown = read(hands, Scene(observation.size, body, phase), policy.reading, vocabulary) if hands else []
    if not shown and not state.holds:
        return GestureState(t, (), body, body_t, phase), ()
    cut = (state.t is not None and t < state.t) or state.phase.secret != phase.secret
    before = [hold for hold in state.holds if not cut]
    ended = [hold for hold in state.holds if cut]
    holds: list[Hold] = []
    for new in shown:
        old = _same(new, before, {hand.track for hand in hands})
        if old is not None:
            before.remove(old)
        holds.append(_begun(new, t) if old is None else _continued(old, new, t, policy))
    ended += [hold for hold in before if _is_over(hold, t, policy)]
    holds += [_missed(hold, t, policy) for hold in before if not _is_over(hold, t, policy)]
    fresh = [hold for hold in holds if hold.last == t and not hold.told and _held(hold, policy)]
    started = [replace(hold, told=True, evidence=_evidence(hold, policy)) for hold in fresh]
    holds = [hold for hold in holds if hold not in fresh] + started
    endings = _endings(ended, observation)
    beginnings = [Signal("gesture.started", observation.seat, t, _data(hold)) for hold in started]
    signals = (*addressed(endings, state.phase, policy.audit), *addressed(beginnings, phase, policy.audit))
    return GestureState(t, tuple(holds), body, body_t, phase), signals


def _endings(holds: Iterable[Hold], observation: SeatObservation) -> list[Signal]:
    return [
        Signal("gesture.ended", observation.seat, observation.t, {**_data(hold), "until": hold.last})
        for hold in holds
        if hold.told
    ]


def _body(
    state: GestureState, observation: SeatObservation, policy: GesturePolicy
) -> tuple[Body | None, float]:
    """Where the body is: as seen now, else as seen a moment ago."""
    found = body_of(observation.person)
    if found is not None:
        return found, observation.t
    recent = 0 <= observation.t - state.body_t <= policy.body_memory
    return (state.body if recent else None), state.body_t


def _same(new: Reading, holds: Iterable[Hold], in_view: set[int]) -> Hold | None:
    """The hold that `new` goes on with: of its own track, else of one that has gone out of view."""
    alike = [hold for hold in holds if hold.gesture == new.gesture]
    own = [hold for hold in alike if hold.track == new.track]
    lost = [
        hold for hold in alike if hold.track not in in_view and (hold.track == BOTH) == (new.track == BOTH)
    ]
    return next(iter(own or lost), None)


def _begun(new: Reading, t: float) -> Hold:
    looks = (Look(t, new.score, new.evidence),)
    return Hold(new.track, new.gesture, new.shape, new.hand, t, t, (new.score,), looks, new.place)


def _continued(old: Hold, new: Reading, t: float, policy: GesturePolicy) -> Hold:
    """The hold with one more frame; a resting hand that moves begins anew."""
    moved = math.dist(old.place, new.place) > policy.drift * new.palm
    if old.gesture in RESTING and moved and not old.told:
        return _begun(new, t)
    return replace(
        old,
        looks=_looks(old, Look(t, new.score, new.evidence), policy),
        track=new.track,
        shape=new.shape,
        hand=new.hand,
        last=t,
        scores=(*old.scores, new.score)[-_REMEMBERED:],
        seen=old.seen + 1,
    )


def _missed(hold: Hold, t: float, policy: GesturePolicy) -> Hold:
    """The hold after a frame that does not show it."""
    return hold if hold.told else replace(hold, looks=_looks(hold, Look(t), policy))


def _looks(hold: Hold, look: Look, policy: GesturePolicy) -> tuple[Look, ...]:
    """Those of a hold with one more; once it was told, no more are needed."""
    if hold.told:
        return hold.looks
    start = look.t - policy.hold_time(hold.gesture) - TICK
    return (*[old for old in hold.looks if old.t >= start], look)


def _is_over(hold: Hold, t: float, policy: GesturePolicy) -> bool:
    return t - hold.last > policy.gap + TICK


def _held(hold: Hold, policy: GesturePolicy) -> bool:
    """Whether the frames of the last hold time make it a gesture."""
    if hold.last - hold.since < policy.hold_time(hold.gesture) - TICK:
        return False
    scores = [look.score for look in hold.looks if look.score is not None]
    return (
        len(scores) >= policy.share * len(hold.looks)
        and median(scores) >= policy.score
        and (hold.gesture != FORBIDDEN or len(_evidence(hold, policy)) >= policy.kinds)
    )


def _evidence(hold: Hold, policy: GesturePolicy) -> tuple[str, ...]:
    """The kinds of evidence that most of the frames bring that show it."""
    shown = [look.evidence for look in hold.looks if look.score is not None]
    return tuple(kind for kind in KINDS if sum(kind in look for look in shown) >= policy.share * len(shown))


def _data(hold: Hold) -> dict[str, Json]:
    data: dict[str, Json] = {
        "gesture": hold.gesture,
        "shape": hold.shape,
        "hand": hold.hand,
        "score": round(median(hold.scores), 4),
        "since": hold.since,
        "frames": hold.seen,
    }
    return {**data, "evidence": list[Json](hold.evidence)} if hold.gesture == FORBIDDEN else data
