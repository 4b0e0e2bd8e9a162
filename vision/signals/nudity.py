"""Nudity signals: `nudity.suspected`, `nudity.confirmed` and `nudity.cleared` by k of n looks over seconds.

Only a look at which every opinion agrees counts, and only several of them over some time: both
classifiers judge whole pictures and err on single ones.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import median

from vision.checks import at_least, positive, within
from vision.observations import NudityScore, SeatObservation
from vision.signals.signal import TICK, Json, Signal


@dataclass(frozen=True, slots=True)
class NuditySignalPolicy:
    """How many looks of what kind are needed; scores 0..1, time in seconds."""

    suspect_score: float = 0.6
    suspect_looks: int = 2
    suspect_share: float = 0.5
    """Of the looks from the first that counts on."""
    confirm_score: float = 0.8
    confirm_looks: int = 4
    confirm_share: float = 0.75
    confirm_span: float = 1.5
    """Least time between the first and the last of the looks that confirm; at most `window`."""
    opinions: int = 2
    """How many classifiers must have judged a look for it to count."""
    window: float = 5.0
    """How far back looks count."""
    clear_after: float = 5.0
    """How long no look may count before a suspicion is cleared."""

    def __post_init__(self) -> None:
        within(0, 1, suspect_score=self.suspect_score, confirm_score=self.confirm_score)
        within(0, 1, suspect_share=self.suspect_share, confirm_share=self.confirm_share)
        at_least(1, suspect_looks=self.suspect_looks, confirm_looks=self.confirm_looks)
        within(1, 2, opinions=self.opinions)
        positive(window=self.window, clear_after=self.clear_after)
        within(0, self.window, confirm_span=self.confirm_span)


@dataclass(frozen=True, slots=True)
class Look:
    """One judged picture."""

    t: float
    score: float
    """The lowest of the opinions, 0 where too few were asked."""


@dataclass(frozen=True, slots=True)
class NudityState:
    """What is remembered of one seat."""

    looks: tuple[Look, ...] = ()
    """Of the window, oldest first."""
    told: int = 0
    """0 nothing, 1 suspected, 2 confirmed."""
    since: float = 0.0
    """Media time of the first look of the open suspicion."""
    alarm: float = 0.0
    """Media time of the newest look that counted."""


def step_nudity_signals(
    state: NudityState, observation: SeatObservation, policy: NuditySignalPolicy
) -> tuple[NudityState, tuple[Signal, ...]]:
    """Follow one seat.

    Args:
        state: of the step before.
        observation: of every frame; those that were not judged, or show nothing that could be, pass by.
        policy: how many looks are needed.
    """
    if not observation.camera.observable or observation.nudity is None:
        return state, ()
    t = observation.t
    if state.looks and t < state.looks[-1].t:
        state = replace(state, looks=(), since=t, alarm=t)
    kept = [look for look in state.looks if look.t > t - policy.window - TICK]
    state = replace(state, looks=(*kept, Look(t, _agreed(observation.nudity, policy))))
    suspects = [look for look in state.looks if look.score >= policy.suspect_score]
    if suspects and suspects[-1].t == t:
        state = replace(state, alarm=t)
    signals: list[Signal] = []
    if not state.told and _many(suspects, state.looks, policy.suspect_looks, policy.suspect_share):
        state = replace(state, told=1, since=suspects[0].t)
        signals.append(_signal("nudity.suspected", observation, state, suspects))
    sure = [look for look in state.looks if look.score >= policy.confirm_score]
    if state.told == 1 and _confirmed(sure, state.looks, policy):
        state = replace(state, told=2)
        signals.append(_signal("nudity.confirmed", observation, state, sure))
    if state.told and t - state.alarm >= policy.clear_after - TICK:
        signals.append(_signal("nudity.cleared", observation, state, suspects))
        state = replace(state, told=0)
    return state, tuple(signals)


def _agreed(nudity: NudityScore, policy: NuditySignalPolicy) -> float:
    return nudity.score if len(nudity.opinions) >= policy.opinions else 0.0


def _many(counted: list[Look], looks: tuple[Look, ...], least: int, share: float) -> bool:
    """Whether enough looks count, of those from the first that does on."""
    if len(counted) < least:
        return False
    return len(counted) >= share * sum(look.t >= counted[0].t for look in looks)


def _confirmed(sure: list[Look], looks: tuple[Look, ...], policy: NuditySignalPolicy) -> bool:
    if not _many(sure, looks, policy.confirm_looks, policy.confirm_share):
        return False
    return sure[-1].t - sure[0].t >= policy.confirm_span - TICK


def _signal(kind: str, observation: SeatObservation, state: NudityState, looks: list[Look]) -> Signal:
    data: dict[str, Json] = {
        "score": round(median(look.score for look in looks) if looks else 0.0, 4),
        "parts": [],
        "evidence": len(looks),
        "since": state.since,
        "looks": [[look.t, round(look.score, 4)] for look in looks],
    }
    if kind == "nudity.confirmed":
        data["cover"] = True
    return Signal(kind, observation.seat, observation.t, data)
