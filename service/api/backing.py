"""What stands behind the application and survives it: the database, who works on it, the tables in it."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Protocol

from sqlalchemy import Connection

from rules.canonical import loads
from rules.events import Json
from rules.table.book import RuleBook
from service.api.opening import restored
from service.api.problems import Problem
from service.api.shelf import Shelf
from service.api.tokens import Grant
from service.audit import append
from service.live.tables import NODE, Tables, TableSettings
from service.storage import Database, StorageError
from service.storage.log import Record
from service.storage.tables import StoredTable, open_tables, records

PATIENCE = 5.0
"""Seconds for which an answer waits to be written down."""
_log = logging.getLogger(__name__)


class Worker(Protocol):
    """Something that works beside the application, on a thread of its own."""

    def start(self) -> None:
        """Begin."""
        ...

    def stop(self) -> None:
        """End; called before the database is closed."""
        ...


@dataclass(frozen=True)
class Backing:
    """A database that is open, and everything that goes with it."""

    database: Database
    secret: bytes
    """Of the installation."""
    node: str = NODE
    workers: Sequence[Worker] = ()
    release: Callable[[], None] = field(default=lambda: None)
    """Called at the end: another process may be the node."""

    async def begin(self, tables: Tables, default: TableSettings) -> None:
        """Start the workers and resume the tables that were open when the last process ended.

        Raises:
            DatabaseAway: it cannot be read.
        """
        for worker in self.workers:
            await asyncio.to_thread(worker.start)
        for stored, kept in await asyncio.to_thread(self.database.read, self._open):
            try:
                tables.resume(stored, _settings(stored, default), kept)
            except Exception:  # the others go on; this one is tried again by the next process
                _log.exception("a table could not be resumed", extra={"table": stored.name})

    async def end(self) -> None:
        """Stop the workers, write what is left, close the database."""
        for worker in reversed(self.workers):
            await asyncio.to_thread(worker.stop)
        await asyncio.to_thread(self.database.close)
        self.release()

    def shelf(self, scope: str, most: int) -> Shelf:
        """Where the answers of a scope are kept."""
        return Shelf(self.database, self.secret, scope, most)

    def note(self, grant: Grant, action: str, object: str, detail: Mapping[str, Json] | None = None) -> None:
        """Write into the audit chain what somebody did, with whatever else is written in this unit."""
        at_ms = round(time.time() * 1000.0)
        self.database.write(
            lambda connection: append(connection, grant.actor, action, object, dict(detail or {}), at_ms)
        )

    def _open(self, connection: Connection) -> list[tuple[StoredTable, list[Record]]]:
        return [
            (stored, _whole(records(connection, stored))) for stored in open_tables(connection, self.node)
        ]


async def written(future: Future[None]) -> None:
    """Until it is committed: whoever is told of something can rely on it.

    Raises:
        Problem: 503, it is not yet, or it never will be.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            await asyncio.shield(asyncio.wrap_future(future))
    except (TimeoutError, StorageError) as error:
        detail = (
            "what was asked for is done and not written down yet, for the database is away; repeat the"
            " request with its Idempotency-Key"
        )
        raise Problem(503, "storage-away", detail, headers={"Retry-After": "5"}) from error


def _settings(stored: StoredTable, default: TableSettings) -> TableSettings:
    return restored(loads(RuleBook, stored.rule_book.encode()), json.loads(stored.asked), default)


def _whole(kept: list[Record]) -> list[Record]:
    """The records up to the first that is missing: what follows a gap rests on what nobody knows."""
    for place, record in enumerate(kept, start=1):
        if record.number != place:
            _log.error("a table's log has a gap", extra={"table": record.table, "input": place})
            return kept[: place - 1]
    return kept
