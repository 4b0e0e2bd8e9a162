"""Nudity signals: `nudity.suspected`, `nudity.confirmed` and `nudity.cleared` by k of n looks over seconds.

Only a look at which every opinion agrees counts, and only several of them over some time: both
classifiers judge whole pictures and err on single ones. Time in which nothing could be seen makes nobody
more suspect and clears nobody. Every suspicion ends: by calm looks, because nobody looks at the seat any
more, or with the track.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from vision.checks import at_least, positive, within
from vision.observations import CameraState, SeatObservation
from vision.signals.nudity_evidence import Look, evidence, look_of
from vision.signals.signal import TICK, Signal


@dataclass(frozen=True, slots=True)
class NuditySignalPolicy:
    """How many looks of what kind are needed; scores 0..1, time in seconds."""

    suspect_score: float = 0.6
    suspect_looks: int = 2
    suspect_share: float = 0.5
    """Of the looks from the first that counts on."""
    suspect_span: float = 0.4
    """Least observed time between the first and the last of the looks that make suspect; at most `window`."""
    confirm_score: float = 0.9
    confirm_looks: int = 4
    confirm_share: float = 0.75
    confirm_span: float = 1.5
    """Least observed time between the first and the last of the looks that confirm; at most `window`."""
    hold_score: float = 0.4
    """A look from this score on keeps an open suspicion open; at most `suspect_score`."""
    opinions: int = 2
    """How many classifiers must have judged a look for it to make suspect. A confirmation takes two at
    every look, whatever stands here."""
    window: float = 5.0
    """How far back looks count."""
    clear_after: float = 5.0
    """How much observed time without a look that keeps it open clears a suspicion."""
    picture_gap: float = 1.0
    """Between two pictures farther apart nothing was observed."""

    def __post_init__(self) -> None:
        within(0, 1, suspect_score=self.suspect_score, confirm_score=self.confirm_score)
        within(0, self.suspect_score, hold_score=self.hold_score)
        within(0, 1, suspect_share=self.suspect_share, confirm_share=self.confirm_share)
        at_least(1, suspect_looks=self.suspect_looks, confirm_looks=self.confirm_looks)
        within(1, 2, opinions=self.opinions)
        positive(window=self.window, clear_after=self.clear_after, picture_gap=self.picture_gap)
        within(0, self.window, suspect_span=self.suspect_span, confirm_span=self.confirm_span)


@dataclass(frozen=True, slots=True)
class NudityState:
    """What is remembered of one seat."""

    looks: tuple[Look, ...] = ()
    """Of the window, oldest first."""
    t: float | None = None
    """Media time of the newest picture that could be judged and was none seen before."""
    observed: float = 0.0
    """Seconds in which the seat could be judged, so far."""
    news: bool = False
    """Whether a picture has come since the newest look that was none seen before."""
    told: int = 0
    """0 nothing, 1 suspected, 2 confirmed."""
    since: float = 0.0
    """Media time of the first look of the open suspicion."""
    held: float = 0.0
    """`observed` at the newest look that keeps a suspicion open."""
    models: dict[str, str] = field(default_factory=dict)
    """Versions of the models that judged the newest look, by name."""


MOST_LOOKS = 320
"""Looks that are remembered at most, more than one at every frame of the default window."""
_COUNTS = ("", "nudity.suspected", "nudity.confirmed")


def step_nudity_signals(
    state: NudityState, observation: SeatObservation, policy: NuditySignalPolicy
) -> tuple[NudityState, tuple[Signal, ...]]:
    """Follow one seat.

    Args:
        state: of the step before.
        observation: of every frame, judged or not, and of instants without one where the track has ended.
        policy: how many looks are needed.

    Returns:
        The new state, and the signals with what they rest on (`nudity_evidence.evidence`).
    """
    if observation.camera is CameraState.ENDED:
        told = _cleared(state, observation, "ended") if state.told else ()
        return NudityState(), told
    if not observation.camera.observable:
        return replace(state, t=None), ()
    state = _with_time(state, observation, policy)
    if observation.nudity is not None and state.news:
        state = _with_look(state, observation, policy)
        state, signals = _accused(state, observation, policy)
    else:
        signals = ()
    if state.told and state.observed - state.held >= policy.clear_after - TICK:
        looked = bool(state.looks) and state.looks[-1].observed > state.held
        signals += _cleared(state, observation, "calm" if looked else "unjudged")
        state = replace(state, told=0, looks=())
    return state, signals


def _with_time(state: NudityState, observation: SeatObservation, policy: NuditySignalPolicy) -> NudityState:
    """The clock of observed time after one picture; a jump back makes what was seen before it void."""
    t = observation.t
    if not observation.fresh:
        return state
    if state.looks and t < state.looks[-1].t:
        state = replace(state, looks=(), since=t, t=None)
    passed = 0.0 if state.t is None else t - state.t
    if not 0.0 < passed <= policy.picture_gap + TICK:
        passed = 0.0
    return replace(state, t=t, observed=state.observed + passed, news=True)


def _with_look(state: NudityState, observation: SeatObservation, policy: NuditySignalPolicy) -> NudityState:
    """The looks of the window with the newest one; one picture is looked at once, however long it stands."""
    look = look_of(observation, state.observed)
    kept = [old for old in state.looks if look.t - policy.window - TICK < old.t < look.t]
    held = state.observed if look.reaches(policy.hold_score, policy.opinions) else state.held
    versions = {} if observation.nudity is None else dict(observation.nudity.models)
    return replace(
        state, looks=(*kept, look)[-MOST_LOOKS:], news=False, held=held, models={**state.models, **versions}
    )


def _accused(
    state: NudityState, observation: SeatObservation, policy: NuditySignalPolicy
) -> tuple[NudityState, tuple[Signal, ...]]:
    """What the newest look makes of the seat; a look that does not count itself accuses nobody."""
    signals: list[Signal] = []
    suspects = [look for look in state.looks if look.reaches(policy.suspect_score, policy.opinions)]
    least, share, span = policy.suspect_looks, policy.suspect_share, policy.suspect_span
    if state.told == 0 and _enough(suspects, state.looks, least, share, span):
        state = replace(state, told=1, since=suspects[0].t)
        signals.append(_signal(state, observation, suspects))
    sure = [look for look in state.looks if look.reaches(policy.confirm_score, 2)]
    least, share, span = policy.confirm_looks, policy.confirm_share, policy.confirm_span
    if state.told == 1 and _enough(sure, state.looks, least, share, span):
        state = replace(state, told=2)
        signals.append(_signal(state, observation, sure))
    return state, tuple(signals)


def _enough(counted: list[Look], looks: tuple[Look, ...], least: int, share: float, span: float) -> bool:
    """Whether enough looks count, of those from the first that does on, the newest among them, over time."""
    if len(counted) < least or counted[-1] is not looks[-1]:
        return False
    if counted[-1].observed - counted[0].observed < span - TICK:
        return False
    return len(counted) >= share * sum(look.t >= counted[0].t for look in looks)


def _signal(state: NudityState, observation: SeatObservation, looks: list[Look]) -> Signal:
    data = evidence(looks, state.models)
    data |= {"since": state.since, "cover": state.told == 2}
    return Signal(_COUNTS[state.told], observation.seat, observation.t, data)


def _cleared(state: NudityState, observation: SeatObservation, reason: str) -> tuple[Signal, ...]:
    data = evidence([look for look in state.looks if look.observed > state.held], state.models)
    duration = max(0.0, observation.t - state.since)
    data |= {"since": state.since, "duration": duration, "reason": reason, "cover": False}
    return (Signal("nudity.cleared", observation.seat, observation.t, data),)
