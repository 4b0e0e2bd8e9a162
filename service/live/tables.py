"""The tables of this process: opened, found, closed, and kept in time."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from rules.table.book import RuleBook
from rules.table.game.state import SEATS
from service.live.eye import Eye, Seen
from service.live.journal import KEPT, Journal
from service.live.seat import Seat
from service.live.table import LiveTable
from service.media.live import Clock
from vision.policy import TablePolicy

PULSE = 0.05
"""Seconds between two looks at what is due: the clock of a game is that exact."""


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
    ) -> None:
        """No tables yet.

        Args:
            eye: looks at all of them.
            models: versions, as of `service.provenance.behind`.
            most: how many there may be.
            kept: lines that each viewer of a table can go back.
            clock: seconds that only rise.
        """
        self.eye = eye
        self.observers: list[Observer] = []
        self._models = models
        self._most = most
        self._kept = kept
        self._clock = clock
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
        loop = asyncio.get_running_loop()
        opened = self._clock()

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
            opening=secrets.token_hex(8),
        )
        self._tables[name] = table
        self.eye.watch(table)
        for observer in self.observers:
            observer.opened(table)
        return table

    def close(self, name: str) -> None:
        """Close a table; nothing happens where there is none."""
        table = self._tables.pop(name, None)
        if table is not None:
            self.eye.leave(name)
            table.close()
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
            await asyncio.sleep(PULSE)
