"""The tables of this process: opened, found, closed, and kept in time."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from rules.canonical import dumps
from rules.events import Json
from rules.table.book import RuleBook
from rules.table.game.state import SEATS
from service.live.eye import Eye, Seen
from service.live.journal import KEPT, Journal
from service.live.keeping import InMemory, Stored
from service.live.resume import interrupted
from service.live.seat import Seat
from service.live.table import LiveTable
from service.media.live import Clock
from service.storage.log import Opened, Record, TableLog
from service.storage.tables import StoredTable
from vision.policy import TablePolicy
from vision.table import TableState

PULSE = 0.05
"""Seconds between two looks at what is due: the clock of a game is that exact."""
ALIVE = 2.0
"""Seconds between two signs of life in the log: after a crash no more of a table's time is lived again."""
NODE = "main"
"""The sidecar that a table belongs to, where one has no name."""

_log = logging.getLogger(__name__)


class TableExists(Exception):
    """There is a table of that name."""


class TooManyTables(Exception):
    """The process holds as many tables as it may."""


@dataclass(frozen=True, slots=True)
class TableSettings:
    """How a table is watched and played."""

    book: RuleBook
    policy: TablePolicy
    asked: Mapping[str, Json] = field(default_factory=dict)
    """What of `policy` its opener asked for, over the defaults: how it is found again after a restart."""


class Observer(Protocol):
    """Whoever is told which tables there are; called on the event loop's thread."""

    def opened(self, table: LiveTable) -> None:
        """A table has been opened."""
        ...

    def closed(self, table: LiveTable) -> None:
        """A table has been closed; nothing more is told of it."""
        ...


class Tables:
    """The only way to a table. Belongs to the event loop's thread."""

    def __init__(
        self,
        eye: Eye,
        models: Mapping[str, Mapping[str, str]],
        *,
        most: int = 4,
        kept: int = KEPT,
        clock: Clock = time.monotonic,
        log: TableLog | None = None,
        node: str = NODE,
        wall: Clock = time.time,
    ) -> None:
        """No tables yet.

        Args:
            eye: looks at all of them.
            models: versions, as of `service.provenance.behind`.
            most: how many there may be.
            kept: lines that each viewer of a table can go back.
            clock: seconds that only rise.
            log: where tables are kept, so that the next process can resume them; None: nowhere.
            node: this sidecar's name in the log.
            wall: seconds of UTC.
        """
        self.eye = eye
        self.observers: list[Observer] = []
        self._models = models
        self._most = most
        self._kept = kept
        self._clock = clock
        self._log = log
        self._node = node
        self._wall = wall
        self._alive = -ALIVE
        self._tables: dict[str, LiveTable] = {}

    def __iter__(self) -> Iterator[LiveTable]:
        return iter(tuple(self._tables.values()))

    def __len__(self) -> int:
        return len(self._tables)

    def get(self, name: str) -> LiveTable | None:
        """The table of that name."""
        return self._tables.get(name)

    def open(self, name: str, settings: TableSettings) -> LiveTable:
        """Open a table.

        Raises:
            TableExists: there is one of that name.
            TooManyTables: no more can be held.
            ValueError: the rule book contradicts itself.
        """
        if name in self._tables:
            raise TableExists(name)
        if len(self._tables) >= self._most:
            raise TooManyTables(f"{len(self._tables)} tables are open, no more may be")
        table = self._made(name, settings, secrets.token_hex(8), 0.0)
        if self._log is not None:
            self._log.opened(
                Opened(
                    opening=table.opening,
                    name=name,
                    node=self._node,
                    opened_ms=self._now_ms(),
                    rule_book=dumps(settings.book).decode(),
                    asked=dumps(settings.asked).decode(),
                    software=dumps(self._models).decode(),
                )
            )
        self._begin(table, TableState())
        return table

    def resume(self, stored: StoredTable, settings: TableSettings, records: Sequence[Record]) -> LiveTable:
        """Go on with a table of a process that has ended. Its time stood still meanwhile.

        Args:
            stored: as the log knows it.
            settings: as it was opened with.
            records: everything that went into it, in order.

        Raises:
            TableExists: there is one of that name.
            ValueError: the rule book contradicts itself.
        """
        if stored.name in self._tables:
            raise TableExists(stored.name)
        t = max([stored.alive_t, *(record.t for record in records)])
        table = self._made(stored.name, settings, stored.opening, t)
        for record in records:
            if not table.recall(record):
                _log.warning(
                    "these rules decide otherwise than those of then; what was told stands",
                    extra={"table": table.name, "input": record.id},
                )
        left = interrupted(records, t)
        self._begin(table, TableState(signals=left.signals))
        table.resume(self._away(stored), left.ended)
        for seat in table.seats.values():  # the eye takes their tracks for broken: nobody watched
            seat.interrupted("the sidecar was away")
        return table

    def _made(self, name: str, settings: TableSettings, opening: str, t: float) -> LiveTable:
        """A table whose time goes on at `t`."""
        loop = asyncio.get_running_loop()
        opened = self._clock() - t

        def clock() -> float:
            return self._clock() - opened

        def on_seen(seen: Seen) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(table.saw, seen)

        table = LiveTable(
            name,
            {number: Seat(number, clock, self.eye.arrival) for number in SEATS},
            clock,
            Journal(name, self._kept),
            book=settings.book,
            policy=settings.policy,
            models=self._models,
            on_seen=on_seen,
            opening=opening,
            keeper=InMemory() if self._log is None else Stored(self._log, loop),
            wall=self._wall,
        )
        return table

    def _begin(self, table: LiveTable, state: TableState) -> None:
        self._tables[table.name] = table
        self.eye.watch(table, state)
        for observer in self.observers:
            observer.opened(table)

    def _away(self, stored: StoredTable) -> dict[str, Json]:
        """Since when nobody watched, by this machine's clock, which may have been set back since."""
        now = self._now_ms()
        seconds = max(now - stored.alive_ms, 0) / 1000.0
        return {"since_ms": stored.alive_ms, "until_ms": now, "seconds": seconds}

    def _now_ms(self) -> int:
        return round(self._wall() * 1000.0)

    def close(self, name: str, for_good: bool = True) -> None:
        """Close a table; nothing happens where there is none.

        Args:
            name: the table's.
            for_good: False where the next process is to resume it.
        """
        table = self._tables.pop(name, None)
        if table is not None:
            self.eye.leave(name)
            table.close(for_good)
            for observer in self.observers:
                observer.closed(table)

    async def keep_time(self) -> None:
        """Let happen what is due at every table, until cancelled."""
        while True:
            for table in self:
                try:
                    table.tick(table.clock())
                except Exception:  # a fault at one table must not stop the time of the others
                    _log.exception("a table's time stood still", extra={"table": table.name})
            self._tell_alive()
            await asyncio.sleep(PULSE)

    def _tell_alive(self) -> None:
        if self._log is None or not self._tables or self._clock() - self._alive < ALIVE:
            return
        self._alive = self._clock()
        self._log.alive({table.opening: table.clock() for table in self}, self._now_ms())
