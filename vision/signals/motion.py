"""Moving gestures become signals: one for each motion, soon after it ends.

The motion model has to say it twice in a row, or once and be very sure. An aggressive gesture also has to be
what its description says by plain geometry, and is one incident in ten seconds, however often it is repeated.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from vision.checks import at_least, within
from vision.gestures.phase import Phase
from vision.motion.vocabulary import AGGRESSIVE, MOTIONS, NONE, STRIKE, THROAT
from vision.observations import CameraState, MotionMeasures, SeatObservation
from vision.signals.audience import addressed
from vision.signals.signal import TICK, Json, Signal

TWO_HANDED = frozenset({"don", "applause"})
ALL = tuple(name for name in MOTIONS if name != NONE)
PROVEN = ("don", "vote", "applause", THROAT)
"""Event F1 of at least 0.95 on clips of held-out seeds and bodies (`models/cards/motion.md`)."""
MEANT: Mapping[tuple[str, Phase], str] = MappingProxyType(
    {("vote", Phase.OWN_SPEECH): "nominate", ("vote", Phase.SPEECH): "", ("vote", Phase.FAREWELL): ""}
)
"""What a motion means in some phases, as its held sign does (`vision.gestures.reading`); "" is nothing."""
RESTS: Mapping[str, tuple[str, ...]] = MappingProxyType({"vote": ("vote", "red")})
"""Held signs in which a motion comes to rest, where they are not its own: outside the phases that ask for
votes, a raised thumb on the table is still a raised thumb."""
LEAST_OF: Mapping[str, float] = MappingProxyType(
    {"don": 0.95, "vote": 0.98, "shot": 0.8, "applause": 0.97, THROAT: 0.9, STRIKE: 0.93}
)
"""Chosen on clips that neither teach nor judge (`models/cards/motion.md`)."""


@dataclass(frozen=True, slots=True)
class MotionSignalPolicy:
    """When a motion is told."""

    gestures: tuple[str, ...] = PROVEN
    """The motions that are told; `ALL` are known. A wrong word, and more so a wrong accusation, is worse than
    a missed one: by default only those are told that reach their goal on held-out clips."""
    least: float = 0.7
    """Least probability, 0..1."""
    least_of: Mapping[str, float] = field(default_factory=lambda: LEAST_OF)
    """Gestures that need more; those of `LEAST_OF` that are not named keep theirs."""
    looks: int = 1
    """Looks in a row that must say so."""
    sure: float = 0.9
    """A probability at which one look is enough, as it always is for those that need more."""
    within: float = 0.25
    """Seconds between two such looks, at most."""
    over: float = 1.0
    """A gesture that has not been seen for longer has ended; seconds. Longer than a pause in clapping, since
    a window holds a motion for longer than it takes."""
    incident: float = 10.0
    """Seconds within which aggressive gestures of a seat are one incident."""
    lateral: float = 0.6
    """Face widths that a throat-cut goes sideways, at least."""
    straight: float = 0.6
    """Share of its way that goes sideways, at least."""
    growth: float = 1.6
    """How much larger a hand that strikes at the lens becomes, at least."""
    followed: float = 0.8
    """Share of the last second's frames in which an aggressive hand was seen, at least: landmarks that come
    and go may be those of several hands."""
    leap: float = 2.0
    """How much larger a hand becomes that is too fast to be followed: it is enough to have seen it in
    `glimpsed` of the frames."""
    glimpsed: float = 0.6
    """Share of the last second's frames in which a hand was seen that grew so much, at least."""
    outside: float = 0.5
    """Face widths from the middle of the face beyond which a fist is shaken beside the head."""
    reversals: int = 3
    """Turns of a shaken fist: two cycles."""
    audit: bool = False
    """Tell of secret phases too, with `audience` "audit"; else they bring no signal at all."""

    def __post_init__(self) -> None:
        unknown = [name for name in self.gestures if name not in ALL]
        if unknown:
            raise ValueError(
                f"gestures: no moving gesture is called {unknown[0]!r}; there are {', '.join(ALL)}"
            )
        for name, least in self.least_of.items():
            if name not in MOTIONS or name == NONE:
                raise ValueError(f"least_of: no moving gesture is called {name!r}")
            within(0, 1, **{f"least_of.{name}": least})
        within(0, 1, least=self.least, sure=self.sure, straight=self.straight)
        within(0, 1, followed=self.followed, glimpsed=self.glimpsed)
        at_least(1, looks=self.looks, reversals=self.reversals)
        at_least(0, within=self.within, over=self.over, incident=self.incident)
        at_least(0, lateral=self.lateral, growth=self.growth, leap=self.leap, outside=self.outside)

    def needed(self, gesture: str) -> float:
        """The probability from which a look says so."""
        return self.least_of.get(gesture, LEAST_OF.get(gesture, self.least))


@dataclass(frozen=True, slots=True)
class Seen:
    """A moving gesture that is being seen, told or not yet."""

    gesture: str
    hand: str
    """`left`, `right` or `both`."""
    since: float
    """Media time of the first look in a row that said so."""
    last: float
    """Of the newest."""
    score: float
    """The highest probability so far."""
    looks: int = 1
    evidence: tuple[str, ...] = ()
    told: bool = False


@dataclass(frozen=True, slots=True)
class MotionSignalState:
    """What is remembered of one seat."""

    t: float = -math.inf
    seen: tuple[Seen, ...] = ()
    incident: float = -math.inf
    """Media time of the last aggressive gesture that was told."""
    phase: Phase = Phase.FREE
    """Of the newest frame."""
    joined: frozenset[tuple[str, Json]] = frozenset()
    """Held signs that are the rest of a motion that was told (`vision.signals.one_word`)."""


def step_motion_signals(
    state: MotionSignalState,
    observation: SeatObservation,
    policy: MotionSignalPolicy,
    phase: Phase = Phase.FREE,
    held: Collection[str] = (),
    shown: Collection[str] = (),
) -> tuple[MotionSignalState, tuple[Signal, ...]]:
    """Follow the motions of one seat.

    Args:
        state: of the step before.
        observation: with the scores of the hands that moved.
        policy: when a motion is told.
        phase: what the table is doing. Nothing that was seen before a secret phase goes on in it, and nothing
            out of it.
        held: gestures that are told as held signs already: their motion is no second word.
        shown: gestures that a hand is showing: a motion that was told goes on while its sign is held.

    Returns:
        The new state; endings come before beginnings.
    """
    if observation.camera is CameraState.ENDED:
        endings = _ended(state.seen, observation)
        return replace(state, seen=()), tuple(addressed(endings, state.phase, policy.audit))
    if observation.camera.silent:
        return state, ()
    t = observation.t
    cut = t < state.t or phase.secret != state.phase.secret
    incident = -math.inf if cut else state.incident
    if not state.seen and not observation.motions:
        return MotionSignalState(t, (), incident, phase, state.joined), ()
    before = () if cut else tuple(_resting(seen, t, shown) for seen in state.seen)
    ended = state.seen if cut else tuple(seen for seen in before if t - seen.last > policy.over + TICK)
    going = {seen.gesture: seen for seen in before if seen not in ended}
    for now in _said(observation, policy, phase):
        going[now.gesture] = _continued(going.get(now.gesture), now, policy)
    fresh = [seen for name, seen in sorted(going.items()) if name not in held and _enough(seen, t, policy)]
    started, incident = _one_incident(fresh, incident, t, policy)
    going |= {seen.gesture: replace(seen, told=True) for seen in started}
    beginnings = [
        Signal("gesture.started", observation.seat, t, _data(seen, observation)) for seen in started
    ]
    signals = (
        *addressed(_ended(ended, observation), state.phase, policy.audit),
        *addressed(beginnings, phase, policy.audit),
    )
    return MotionSignalState(t, tuple(going.values()), incident, phase, state.joined), signals


def _resting(seen: Seen, t: float, shown: Collection[str]) -> Seen:
    """The gesture after one more frame, which counts where a hand goes on showing its sign."""
    rests = any(name in shown for name in RESTS.get(seen.gesture, (seen.gesture,)))
    return replace(seen, last=t) if seen.told and rests else seen


def _enough(seen: Seen, t: float, policy: MotionSignalPolicy) -> bool:
    """Whether it is to be told now."""
    sure = seen.looks >= policy.looks or seen.score >= policy.sure
    return sure and not seen.told and seen.last == t


def _one_incident(
    fresh: Iterable[Seen], incident: float, t: float, policy: MotionSignalPolicy
) -> tuple[list[Seen], float]:
    """Those that are told: of the aggressive ones no more than one in the time of an incident."""
    started: list[Seen] = []
    for seen in fresh:
        if seen.gesture in AGGRESSIVE:
            if t - incident < policy.incident - TICK:
                continue
            incident = t
        started.append(seen)
    return started, incident


def _said(observation: SeatObservation, policy: MotionSignalPolicy, phase: Phase) -> list[Seen]:
    """The gestures that this look names, each by its surest hand."""
    best: dict[str, Seen] = {}
    for score in observation.motions:
        named = [pair for pair in score.probabilities if pair[0] != NONE]
        name, probability = max(named, key=lambda pair: pair[1])
        if name not in policy.gestures or probability < policy.needed(name):
            continue
        meant = MEANT.get((name, phase), name)
        evidence = evidence_of(name, score.measures, policy)
        if meant and evidence and (meant not in best or probability > best[meant].score):
            hand = "both" if name in TWO_HANDED else score.handedness
            best[meant] = Seen(meant, hand, observation.t, observation.t, probability, evidence=evidence)
    return list(best.values())


def evidence_of(gesture: str, measures: MotionMeasures | None, policy: MotionSignalPolicy) -> tuple[str, ...]:
    """What speaks for a gesture that the model names; empty where an aggressive one lacks its geometry."""
    if gesture not in AGGRESSIVE:
        return ("motion_model",)
    if measures is None:
        return ()
    kinds = _throat(measures, policy) if gesture == THROAT else _strike(measures, policy)
    return ("motion_model", *kinds) if kinds else ()


def _throat(measures: MotionMeasures, policy: MotionSignalPolicy) -> list[str]:
    across = measures.lateral >= policy.lateral and measures.straight >= policy.straight
    return ["path_across_the_neck"] if across and measures.followed >= policy.followed else []


def _strike(measures: MotionMeasures, policy: MotionSignalPolicy) -> list[str]:
    followed = measures.followed >= policy.followed
    kinds: list[str] = []
    leapt = measures.growth >= policy.leap and measures.followed >= policy.glimpsed
    if leapt or (followed and measures.growth >= policy.growth):
        kinds.append("towards_the_lens")
    if followed and measures.reversals >= policy.reversals and measures.outside >= policy.outside:
        kinds.append("shaken")
    return kinds


def _continued(before: Seen | None, now: Seen, policy: MotionSignalPolicy) -> Seen:
    if before is None or (not before.told and now.last - before.last > policy.within + TICK):
        return now
    return replace(
        before,
        last=now.last,
        score=max(before.score, now.score),
        looks=before.looks + 1,
        evidence=tuple(dict.fromkeys((*before.evidence, *now.evidence))),
    )


def _ended(seen: Iterable[Seen], observation: SeatObservation) -> list[Signal]:
    return [
        Signal(
            "gesture.ended", observation.seat, observation.t, {**_data(one, observation), "until": one.last}
        )
        for one in seen
        if one.told
    ]


def _data(seen: Seen, observation: SeatObservation) -> dict[str, Json]:
    shapes = [hand.shape.shape for hand in observation.hands if hand.shape and hand.handedness == seen.hand]
    return {
        "gesture": seen.gesture,
        "shape": shapes[0] if shapes else "no_gesture",
        "hand": seen.hand,
        "score": round(seen.score, 4),
        "since": seen.since,
        "moving": True,
        "evidence": list(seen.evidence),
    }
