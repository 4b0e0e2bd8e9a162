"""Where a table's records go before anybody reads what they led to."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol

from service.storage.log import Record, TableLog

_log = logging.getLogger(__name__)


class Keeper(Protocol):
    """Keeps records in their order."""

    def keep(self, record: Record, kept: Callable[[], None]) -> None:
        """Keep a record; `kept` is called on the table owner's thread once no crash can undo it."""
        ...

    def end(self, opening: str, at_ms: int | None, done: Callable[[], None]) -> None:
        """No record follows; `done` is called after the last one is kept.

        Args:
            opening: the table's.
            at_ms: when it was closed for good; None where it is to be resumed.
            done: called on the table owner's thread.
        """
        ...


class InMemory:
    """Keeps nothing: for tables that need not survive their process."""

    def keep(self, record: Record, kept: Callable[[], None]) -> None:
        """Go on at once."""
        kept()

    def end(self, opening: str, at_ms: int | None, done: Callable[[], None]) -> None:
        """Nothing is left."""
        done()


class Stored:
    """Keeps records in the database."""

    def __init__(self, log: TableLog, loop: asyncio.AbstractEventLoop) -> None:
        self._log = log
        self._loop = loop

    def keep(self, record: Record, kept: Callable[[], None]) -> None:
        """Go on after the commit."""
        self._after(self._log.append(record), kept)

    def end(self, opening: str, at_ms: int | None, done: Callable[[], None]) -> None:
        """After all commits."""
        self._after(self._log.settled() if at_ms is None else self._log.closed(opening, at_ms), done)

    def _after(self, written: Future[None], then: Callable[[], None]) -> None:
        def told(future: Future[None]) -> None:
            error = future.exception()
            if error is not None:  # the game goes on: players must not wait for a fault of ours
                _log.error("a table's log has a gap", exc_info=error)
            if not self._loop.is_closed():
                self._loop.call_soon_threadsafe(then)

        written.add_done_callback(told)
