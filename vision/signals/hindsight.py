"""Absence in hindsight: frames that were passed over are judged once the answer has changed.

Most frames are not looked at. Until the next look their seat has the benefit of the doubt; when that look
finds another answer, the frames in between are looked at too (`vision.presence.step`), and here the machine
goes back to the last look and takes them in, one by one. So the instants are those of a machine that looked
at every frame; only the signals of what is known late are told late.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from vision.observations import SeatObservation
from vision.signals.absence import AbsencePolicy, AbsenceState, step_absence
from vision.signals.signal import Signal

MOST = 64
"""Frames remembered since the last look at most: half a second of any camera. Of older ones the machine
keeps what it made of them."""


@dataclass(frozen=True, slots=True)
class Hindsight:
    """An absence machine that can go back to its last look."""

    now: AbsenceState = field(default_factory=AbsenceState)
    before: AbsenceState = field(default_factory=AbsenceState)
    """What it was before the first of `passed_over`."""
    passed_over: tuple[tuple[SeatObservation, bool], ...] = ()
    """The observations since, without what was seen in them, and whether they were counting."""


def step_with_hindsight(
    state: Hindsight, observation: SeatObservation, policy: AbsencePolicy, *, counting: bool = True
) -> tuple[Hindsight, tuple[Signal, ...]]:
    """Follow one seat; arguments as `vision.signals.absence.step_absence`."""
    now = state.now
    late: tuple[Signal, ...] = ()
    if observation.earlier:
        now, late = _replayed(state, observation, policy)
    after, signals = step_absence(now, observation, policy, counting=counting)
    if observation.person is not None:
        return Hindsight(after), (*late, *signals)
    bare = SeatObservation(
        observation.seat, observation.t, observation.size, observation.camera, fresh=observation.fresh
    )
    passed_over = (*state.passed_over, (bare, counting))
    before = state.before if state.passed_over else state.now
    while len(passed_over) > MOST:
        (oldest, counted), *rest = passed_over
        before, _ = step_absence(before, oldest, policy, counting=counted)
        passed_over = tuple(rest)
    return Hindsight(after, before, passed_over), (*late, *signals)


def _replayed(
    state: Hindsight, observation: SeatObservation, policy: AbsencePolicy
) -> tuple[AbsenceState, tuple[Signal, ...]]:
    """The machine as if it had looked at the frames of `observation.earlier` when they came."""
    found = dict(observation.earlier)
    now = state.before if state.passed_over else state.now
    told: list[Signal] = []
    for passed, counted in state.passed_over:
        now, signals = step_absence(
            now, replace(passed, person=found.get(passed.t)), policy, counting=counted
        )
        told += signals
    return now, tuple(replace(signal, t=observation.t) for signal in told)
