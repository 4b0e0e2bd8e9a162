"""Sources through the eye and the referee: one `Moment` a tick."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace

from service.events import Event, EventLog
from service.media import Fate, SourceEvent, Tick
from vision.observations import CameraState
from vision.policy import TablePolicy
from vision.signals.signal import Signal
from vision.table import Probe, TableModels, TableState, TableStep, step


@dataclass(frozen=True)
class Moment:
    """Everything that one tick brought."""

    tick: Tick
    step: TableStep
    state: TableState
    events: list[Event]


def moments(
    ticks: Iterable[Tick],
    models: TableModels,
    policy: TablePolicy,
    log: EventLog,
    *,
    probe: Probe = lambda _: nullcontext(),
) -> Iterator[Moment]:
    """Watch a table until its sources end."""
    state = TableState()
    for tick in ticks:
        signals: list[Signal] = []
        for incident in tick.events:
            state, told = _tell(state, incident, models, policy)
            signals += told
        now = _clocks(state, tick)
        state, outcome = step(state, tick.frames, models, policy, now=now, probe=probe)
        signals += outcome.signals
        yield Moment(tick, outcome, state, log.record(signals))


def _clocks(state: TableState, tick: Tick) -> dict[int, float]:
    """The media clock of each open seat: where its newest frame stood, and how long ago that was."""
    return {seat: state.camera[seat].t + age for seat, age in tick.ages.items() if seat in state.camera}


def _tell(
    state: TableState, incident: SourceEvent, models: TableModels, policy: TablePolicy
) -> tuple[TableState, list[Signal]]:
    """What became of a source, told to its seat before the frames that follow."""
    fault = CameraState.CORRUPT if incident.kind is Fate.CORRUPT else CameraState.ENDED
    seat = incident.seat
    state, outcome = step(state, [], models, policy, now={seat: incident.t}, faults={seat: fault})
    detail = {"detail": incident.reason} if incident.kind is not Fate.ENDED else {}
    return state, [replace(signal, data={**signal.data, **detail}) for signal in outcome.signals]
