"""One tick of a table as the service sees it: what became of the sources first, then the frames."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import nullcontext
from dataclasses import replace

from service.media import Fate, SourceEvent, Tick
from vision.gestures.phase import Phase
from vision.observations import CameraState
from vision.policy import TablePolicy
from vision.signals.signal import Signal
from vision.table import Probe, TableModels, TableState, TableStep, step


def see(
    state: TableState,
    tick: Tick,
    models: TableModels,
    policy: TablePolicy,
    *,
    phases: Mapping[int, Phase] | None = None,
    resting: Collection[int] = (),
    muted: Mapping[int, float] | None = None,
    probe: Probe = lambda _: nullcontext(),
) -> tuple[TableState, TableStep, list[Signal]]:
    """Look at a table once.

    Args:
        state: of the tick before.
        tick: frames, what became of sources, and how old the newest picture of each open seat is.
        models: the loaded engines.
        policy: every threshold.
        phases: as of `vision.table.step`.
        resting: as of `vision.table.step`.
        muted: seat -> its media time now, where pictures are held back on purpose; bring no frame of them.
        probe: entered around each stage.

    Returns:
        The new state, what was seen, and all signals, those about sources first.
    """
    signals: list[Signal] = []
    for incident in tick.events:
        state, told = _tell(state, incident, models, policy)
        signals += told
    silent = dict.fromkeys(muted or {}, CameraState.MUTED)
    now = {**_clocks(state, tick), **(muted or {})}
    state, outcome = step(
        state,
        tick.frames,
        models,
        policy,
        now=now,
        faults=silent,
        phases=phases,
        resting=resting,
        probe=probe,
    )
    return state, outcome, [*signals, *outcome.signals]


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
