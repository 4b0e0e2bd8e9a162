"""Sources through the eye and the referee: one `Moment` a tick."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass

from service.events import Event, EventLog
from service.media import Tick
from service.seeing import see
from vision.policy import TablePolicy
from vision.table import Probe, TableModels, TableState, TableStep


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
        state, outcome, signals = see(state, tick, models, policy, probe=probe)
        yield Moment(tick, outcome, state, log.record(signals))
