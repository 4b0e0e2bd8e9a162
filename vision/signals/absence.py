"""Absence: from looks at a seat to `absence.started`, `warned`, `exceeded` and `ended`, to the frame.

An absence begins at the last frame with a person and ends at the first frame of a run of frames with one
that lasts; its length is the time between the two that could be observed. Whatever could not be observed
stops the clock: broken pictures, gaps between frames, repeats that no live picture follows. What was not
looked at speaks for the player. A single frame's wrong answer, either way, changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

from vision.checks import positive, within
from vision.observations import CameraState, PersonEvidence, SeatObservation
from vision.signals.looks import Look, Looks
from vision.signals.signal import TICK, Json, Signal


class Presence(Enum):
    """What is known of a seat."""

    PRESENT = "present"
    ABSENT = "absent"
    UNOBSERVABLE = "unobservable"


@dataclass(frozen=True, slots=True)
class AbsencePolicy:
    """When an absence is told, in seconds."""

    start_after: float = 1.0
    """`absence.started`: empty for this long."""
    warn_after: float = 10.0
    """`absence.warned`."""
    limit: float = 15.0
    """`absence.exceeded`: empty for strictly longer than this."""
    return_after: float = 0.5
    """A person has to be seen again for this long before the absence has ended."""
    flicker: float = 0.25
    """A person lost for longer than this during the return has not returned."""
    picture_gap: float = 0.5
    """Between two frames farther apart nothing is known, and the clock stands still."""
    doubt: float = 0.2
    """A seat that shows a person in more than this share of the looks is never accused: such flicker is a
    person who is hard to see."""
    attention: float = 0.3
    """How long before a limit every frame has to be looked at."""

    def __post_init__(self) -> None:
        positive(start_after=self.start_after, warn_after=self.warn_after, limit=self.limit)
        if not self.start_after <= self.warn_after <= self.limit:
            raise ValueError("start_after, warn_after and limit must rise")
        positive(return_after=self.return_after, flicker=self.flicker)
        positive(picture_gap=self.picture_gap, attention=self.attention)
        within(0, 1, doubt=self.doubt)


@dataclass(frozen=True, slots=True)
class _Return:
    """A person is seen again; whether that lasts is not known yet."""

    start: float
    """Media time of its first frame."""
    elapsed: float
    """How long the seat had been empty by then."""
    last: float
    """Media time of the newest frame with a person."""
    seen: int = 1
    """Looks that found a person."""
    looks: int = 1


@dataclass(frozen=True, slots=True)
class AbsenceState:
    """What is remembered of one seat."""

    t: float | None = None
    """Media time of the newest frame."""
    observed: bool = False
    """Whether that frame could be judged."""
    silent: bool = False
    """Whether the seat has sent no picture for too long since."""
    pending: float = 0.0
    """Seconds of repeats that count once a live picture follows."""
    since: float | None = None
    """Media time of the last frame that was not found empty, or of the first frame if there was none yet."""
    empty: bool = False
    """Whether the newest look that lasted found nobody."""
    elapsed: float = 0.0
    """Observed seconds since `since`."""
    unobserved: tuple[tuple[str, float], ...] = ()
    """(reason, seconds) since `since` that were not on the clock: the camera's state, `paused`, or `gap`
    between frames."""
    reason: str = ""
    """Why the newest observation could not be judged; empty where it could."""
    frames: int = 0
    """Frames since `since` that could be judged, looked at or not."""
    period: float = 0.0
    """Seconds between such frames, on a running average; 0 while unknown."""
    told: int = 0
    """How many of started, warned and exceeded have been told of this absence."""
    back: _Return | None = None
    looks: Looks = field(default_factory=Looks)
    """Those since `since`."""

    @property
    def presence(self) -> Presence:
        """PRESENT until the seat is found empty, UNOBSERVABLE while nothing can be judged."""
        if self.silent or not self.observed:
            return Presence.UNOBSERVABLE
        return Presence.ABSENT if self.empty else Presence.PRESENT


STEPS = ("absence.started", "absence.warned", "absence.exceeded")


def step_absence(
    state: AbsenceState, observation: SeatObservation, policy: AbsencePolicy, *, counting: bool = True
) -> tuple[AbsenceState, tuple[Signal, ...]]:
    """Follow one seat.

    Args:
        state: of the step before.
        observation: of every frame, looked at or not, and of instants without one where the camera is
            stalled, muted, ended or corrupt.
        policy: when an absence is told.
        counting: False where the rules let the seat be empty, as in the lobby, in a pause and for
            eliminated players: the clock stands still and nothing is told.
    """
    if observation.camera.silent:
        # The pictures of a stalled track may come late and tell what happens meanwhile; no others do.
        late = observation.camera is CameraState.STALLED
        reason = observation.camera.value
        return replace(state, silent=True, observed=state.observed and late, reason=reason), ()
    state = _pass_time(replace(state, silent=False), observation, policy, counting)
    if not state.observed or not observation.fresh:
        return state, ()
    if observation.person is None:
        return (state if state.empty else _kept(state, observation.t)), ()
    state = _look(state, observation.t, observation.person, policy)
    state, signals = _tell(state, observation, policy)
    if state.back is None or not _lasts(state.back, policy):
        return state, signals
    return _end(state, observation.seat, Look.of(observation.t, observation.person), state.back, signals)


def _kept(state: AbsenceState, t: float) -> AbsenceState:
    """The seat is taken at `t`, or rests as it was when it was."""
    looks = Looks(last_person=state.looks.last_person)
    return replace(state, since=t, elapsed=0.0, unobserved=(), frames=0, looks=looks)


def attentive(state: AbsenceState, t: float, policy: AbsencePolicy) -> bool:
    """Whether the frame at `t` has to be looked at: a limit is near, or a return is not settled."""
    if not state.empty or state.t is None or not state.observed:
        return False
    if state.back is not None:
        return True
    empty = state.elapsed + state.pending + max(0.0, t - state.t)
    ahead = (policy.start_after, policy.warn_after, policy.limit)[state.told :]
    return bool(ahead) and empty >= ahead[0] - policy.attention


def _pass_time(
    state: AbsenceState, observation: SeatObservation, policy: AbsencePolicy, counting: bool
) -> AbsenceState:
    """Let the time since the observation before pass, on the clock or beside it."""
    t = observation.t
    observed = observation.camera.observable and counting
    if state.t is None or state.since is None:
        return replace(state, t=t, observed=observed, since=t if observed else None)
    passed = t - state.t
    if passed < 0:
        state = _restated(state, passed)
        passed = 0.0
    known = observed and state.observed and passed <= policy.picture_gap + TICK
    if not known:
        reason = _why_not(state, observation, counting)
        after = replace(
            state, t=t, observed=observed, pending=0.0, back=None, reason="" if observed else reason
        )
        return replace(after, unobserved=_added(state.unobserved, reason, passed + state.pending))
    period = passed if not state.period else 0.95 * state.period + 0.05 * passed
    state = replace(state, t=t, observed=True, reason="", frames=state.frames + 1, period=period)
    if not observation.fresh:
        return replace(state, pending=state.pending + passed)
    return replace(state, elapsed=state.elapsed + state.pending + passed, pending=0.0)


def _why_not(state: AbsenceState, observation: SeatObservation, counting: bool) -> str:
    """Why the time up to an observation was not on the clock."""
    if not counting:
        return "paused"
    if not observation.camera.observable:
        return observation.camera.value
    return state.reason or "gap"


def _added(
    unobserved: tuple[tuple[str, float], ...], reason: str, seconds: float
) -> tuple[tuple[str, float], ...]:
    total = {**dict(unobserved), reason: dict(unobserved).get(reason, 0.0) + seconds}
    return tuple(sorted(total.items()))


def _restated(state: AbsenceState, shift: float) -> AbsenceState:
    """The track's clock jumped back by -`shift`: what is remembered is told in its new times."""
    since = None if state.since is None else state.since + shift
    return replace(state, since=since, back=None, looks=state.looks.shifted(shift))


def _look(state: AbsenceState, t: float, person: PersonEvidence, policy: AbsencePolicy) -> AbsenceState:
    """Take in whether this frame shows a person."""
    look = Look.of(t, person)
    if not state.empty:
        if person.present:
            return replace(_kept(state, t), looks=Looks(last_person=look))
        return replace(state, empty=True, looks=state.looks.with_look(look))
    state = replace(state, looks=state.looks.with_look(look))
    if not person.present:
        back = state.back and replace(state.back, looks=state.back.looks + 1)
        if back and (t - back.last > policy.flicker + TICK or 2 * back.seen < back.looks):
            back = None
        return replace(state, back=back)
    back = state.back
    if back is None:
        return replace(state, back=_Return(start=t, elapsed=state.elapsed, last=t))
    return replace(state, back=replace(back, last=t, seen=back.seen + 1, looks=back.looks + 1))


def _tell(
    state: AbsenceState, observation: SeatObservation, policy: AbsencePolicy
) -> tuple[AbsenceState, tuple[Signal, ...]]:
    """Tell which limits the absence has passed; a return that may still last speaks for the player."""
    if not state.empty:
        return state, ()
    empty = state.elapsed if state.back is None else state.back.elapsed
    passed = (
        empty >= policy.start_after - TICK,
        empty >= policy.warn_after - TICK,
        empty > policy.limit + TICK and state.looks.seen <= policy.doubt * state.looks.count,
    )
    reached = passed.index(False) if False in passed else len(passed)
    data = _grounds(state)
    signals = tuple(
        Signal(kind, observation.seat, observation.t, data) for kind in STEPS[state.told : reached]
    )
    return replace(state, told=max(state.told, reached)), signals


def _lasts(back: _Return, policy: AbsencePolicy) -> bool:
    return back.last - back.start >= policy.return_after - TICK and 2 * back.seen >= back.looks


def _end(
    state: AbsenceState, seat: int, look: Look, back: _Return, signals: tuple[Signal, ...]
) -> tuple[AbsenceState, tuple[Signal, ...]]:
    """The person is back: the absence lasted until the return's first frame."""
    present = AbsenceState(
        t=state.t, observed=True, since=look.t, period=state.period, looks=Looks(last_person=look)
    )
    if not state.told:
        return present, signals
    data = {**_grounds(state), "duration": back.elapsed, "until": back.start}
    return present, (*signals, Signal("absence.ended", seat, look.t, data))


def _grounds(state: AbsenceState) -> dict[str, Json]:
    """What the signal rests on: enough to replay and to contest it."""
    lasted = 0.0 if state.t is None or state.since is None else state.t - state.since
    return {
        "since": state.since,
        "absent": round(state.elapsed, 6),
        "unobservable": round(sum(seconds for _, seconds in state.unobserved), 6),
        "unobservable_because": {reason: round(seconds, 6) for reason, seconds in state.unobserved},
        "frames": state.frames,
        "frames_expected": max(state.frames, round(lasted / state.period)) if state.period else state.frames,
        **state.looks.to_json(),
    }
