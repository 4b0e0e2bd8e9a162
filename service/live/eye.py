"""The thread that looks: one for all tables of the process, so that there is one pool of engine threads.

It takes the newest picture of each seat, never a queue of them; what it saw is handed to the table's owner.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Collection, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Protocol

from service.live.phases import PhaseTimeline
from service.live.seat import Letters, Seat
from service.media import Tick
from service.media.live import Clock
from service.seeing import see
from vision.gestures.phase import Phase
from vision.policy import TablePolicy
from vision.signals.signal import Signal
from vision.table import Probe, TableModels, TableState, TableStep

HEARTBEAT = 0.1
"""Seconds after which a table is looked at even though no picture came: silence is news, too."""
_PATIENCE = 5.0
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Seen:
    """What one look at a table brought."""

    tick: Tick
    step: TableStep
    state: TableState
    signals: tuple[Signal, ...]


class Watched(Protocol):
    """What the eye needs to know of a table, and whom it tells."""

    name: str
    policy: TablePolicy
    clock: Clock
    seats: Mapping[int, Seat]
    phases: PhaseTimeline
    resting: Collection[int]
    """Replaced as a whole by the owner."""

    def deliver(self, seen: Seen) -> None:
        """Called on the eye's thread; must return at once."""
        ...


class Eye:
    """Looks at tables until it is closed."""

    def __init__(self, models: TableModels, probe: Probe | None = None) -> None:
        """Start looking.

        Args:
            models: the loaded engines; used on this thread alone.
            probe: entered around each stage, and as `look` around all of them.
        """
        self.arrival = threading.Condition()
        """For the seats of all tables."""
        self.failures = 0
        """Looks that ended with an exception."""
        self.passed = time.monotonic()
        """When the last round over all tables ended, as of `time.monotonic`; also without tables."""
        self._models = models
        self._probe: Probe = (lambda _: nullcontext()) if probe is None else probe
        self._tables: dict[str, Watched] = {}
        self._states: dict[str, TableState] = {}
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="eye", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether the thread looks."""
        return self._thread.is_alive()

    def watch(self, table: Watched, state: TableState | None = None) -> None:
        """Look at a table from now on.

        Args:
            table: its seats must share `arrival`.
            state: what is remembered of it; None: nothing.
        """
        with self.arrival:
            self._tables[table.name] = table
            self._states[table.name] = TableState() if state is None else state

    def leave(self, name: str) -> None:
        """Look at it no longer, and forget it."""
        with self.arrival:
            self._tables.pop(name, None)
            self._states.pop(name, None)

    def close(self) -> None:
        """End the thread and wait for it."""
        with self.arrival:
            self._closing = True
            self.arrival.notify_all()
        self._thread.join(_PATIENCE)

    def _run(self) -> None:
        while True:
            with self.arrival:
                self.arrival.wait_for(self._awaited, HEARTBEAT)
                if self._closing:
                    return
                tables = list(self._tables.values())
            for table in tables:
                self._guarded(table)
            self.passed = time.monotonic()

    def _awaited(self) -> bool:
        return self._closing or any(
            seat.waiting for table in self._tables.values() for seat in table.seats.values()
        )

    def _guarded(self, table: Watched) -> None:
        """One look; a table whose look fails is begun anew and does not end the others."""
        state = self._states.get(table.name)
        if state is None:
            return
        try:
            with self._probe("look"):
                seen = self._look(table, state)
        except Exception:
            self.failures += 1
            _log.exception("a look failed", extra={"table": table.name})
            seen = None
        with self.arrival:
            if self._tables.get(table.name) is table:  # and no other one of that name meanwhile
                self._states[table.name] = TableState() if seen is None else seen.state
        if seen is not None:
            table.deliver(seen)

    def _look(self, table: Watched, state: TableState) -> Seen:
        letters = {number: seat.take() for number, seat in table.seats.items()}
        tick = _tick(letters, table.clock())
        muted = {number: own.muted for number, own in letters.items() if own.muted is not None}
        phases = {number: _phase(table.phases, number, own, tick.t) for number, own in letters.items()}
        state, step, signals = see(
            state,
            tick,
            self._models,
            table.policy,
            phases=phases,
            resting=table.resting,
            muted=muted,
            probe=self._probe,
        )
        return Seen(tick, step, state, tuple(signals))


def _tick(letters: Mapping[int, Letters], now: float) -> Tick:
    frames = tuple(own.frame for own in letters.values() if own.frame is not None)
    events = tuple(event for own in letters.values() for event in own.events)
    ages = {number: own.age for number, own in letters.items() if own.age is not None}
    return Tick(now, frames, events, ages, {})


def _phase(phases: PhaseTimeline, seat: int, letters: Letters, now: float) -> Phase:
    return phases.at(seat, now if letters.frame is None else letters.frame.t)
