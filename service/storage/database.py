"""One database and its one writer: a thread that commits what was asked for, in order, many at a time.

Nothing that was asked for is lost while the database is away: the same batch is tried again until it is
written. Who needs to know waits for the future; its result comes after the commit.
"""

from __future__ import annotations

import itertools
import logging
import queue
import secrets
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import DBAPIError

from service.storage import engines
from service.storage.schema import WRITERS
from service.storage.unit import Unit, Work, begun, current

T = TypeVar("T")
BATCH = 256
"""Works of one commit at most."""
RETRIES = (0.05, 0.1, 0.2, 0.5, 1.0)
"""Seconds between two attempts at a database that is away; the last for all that follow."""
_log = logging.getLogger(__name__)


class StorageError(Exception):
    """The database cannot be used. The message says which, why, and what to do."""


class DatabaseAway(StorageError):
    """The database did not answer in time."""


@dataclass
class _Asked:
    work: Work[Any]
    future: Future[Any]


class Database:
    """A database that is open. Everything may be called from any thread."""

    def __init__(self, url: str) -> None:
        """Open it; its tables are those of the newest migration from then on (`service.storage.migrate`).

        Args:
            url: `sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST/NAME`.

        Raises:
            StorageError: it is no address of a database that is known here.
        """
        try:
            self.engine: Engine = engines.open_engine(url)
        except ValueError as error:
            raise StorageError(f"{engines.shown(url)}: {error}") from error
        self.shown = engines.shown(url)
        """Its address without the password."""
        self.committed = self.failures = 0
        self._away_since: float | None = None
        self._writer = secrets.token_hex(8)
        self._asked: queue.SimpleQueue[_Asked | None] = queue.SimpleQueue()
        self._at_work = 0
        self._closing = threading.Event()
        self._given_up = threading.Event()
        self._thread = threading.Thread(target=self._run, name="database", daemon=True)
        self._thread.start()

    @property
    def file(self) -> Path | None:
        """The file of SQLite; None for a server."""
        name = self.engine.url.database
        return Path(name) if self.engine.dialect.name == "sqlite" and name else None

    @property
    def waiting(self) -> int:
        """Works that are not committed yet."""
        return self._asked.qsize() + self._at_work

    @property
    def away(self) -> float:
        """Seconds for which the database has refused to be written; 0 where it is well."""
        since = self._away_since
        return 0.0 if since is None else time.monotonic() - since

    @contextmanager
    def unit(self) -> Iterator[Unit]:
        """What is asked for within, by whatever is called there, is written in one transaction or not at all.

        Where something within raises, nothing is written. An inner unit is part of the outer one.
        """
        if (outer := current()) is not None:
            yield outer
            return
        with begun() as unit:
            yield unit
        if unit.asked:
            self.write(unit.run).add_done_callback(unit.finish)
        else:
            unit.future.set_result(None)

    def write(self, work: Work[T]) -> Future[T]:
        """Do this after everything that was asked for before.

        Returns:
            What `work` returns, after the commit; or what it raised: then nothing of it is written. Within a
            `unit` that is when the unit is written.
        """
        if (unit := current()) is not None:
            return unit.ask(work)
        future: Future[T] = Future()
        if self._closing.is_set():
            future.set_exception(DatabaseAway(f"{self.shown}: is closed"))
            return future
        self._asked.put(_Asked(work, future))
        return future

    def read(self, work: Work[T]) -> T:
        """Read, on the caller's thread.

        Raises:
            DatabaseAway: it cannot be reached.
        """
        try:
            with self.engine.connect() as connection:
                return work(connection)
        except DBAPIError as error:
            if is_away(error):
                raise DatabaseAway(f"{self.shown}: {error.orig}") from error
            raise

    def close(self, patience: float = 10.0) -> None:
        """Write what was asked for, and end; what is not written after `patience` seconds fails."""
        self._closing.set()
        self._asked.put(None)
        self._thread.join(patience)
        self._given_up.set()
        self._thread.join(patience)
        self.engine.dispose()

    def _run(self) -> None:
        while True:
            batch = self._next()
            if batch is None:
                return
            self._at_work = len(batch)
            self._commit(batch)
            self._at_work = 0

    def _next(self) -> list[_Asked] | None:
        first = self._asked.get()
        if first is None:
            return None
        batch = [first]
        while len(batch) < BATCH and not self._asked.empty():
            asked = self._asked.get()
            if asked is None:
                self._asked.put(None)
                break
            batch.append(asked)
        return batch

    def _commit(self, batch: list[_Asked]) -> None:
        """Until it is written, or the process ends without a database."""
        name = secrets.token_hex(8)
        outcomes: list[_Outcome] = []
        for attempt in itertools.count():
            try:
                self._try(batch, name, outcomes)
            except Exception as error:
                if not (isinstance(error, OSError) or is_away(error)):
                    _log.exception("a batch could not be written")
                    self._fail(batch, error)
                    return
                self._missed(error, attempt)
                if self._given_up.wait(RETRIES[min(attempt, len(RETRIES) - 1)]):
                    self._fail(batch, error)
                    return
            else:
                break
        self._reached()
        self.committed += len(batch)
        for asked, outcome in zip(batch, outcomes, strict=True):
            outcome.settle(asked.future)

    def _try(self, batch: Sequence[_Asked], name: str, outcomes: list[_Outcome]) -> None:
        """Write a batch, unless the attempt before had come through although it did not seem so.

        Args:
            batch: all of it, or nothing is written.
            name: of the batch.
            outcomes: becomes what the works returned or raised, before the commit.
        """
        with self.engine.connect().execution_options(writes=True) as connection:
            if outcomes and self._is_written(connection, name):
                _log.warning("a commit had come through although its connection broke")
                return
            outcomes[:] = [_attempt(connection, asked.work) for asked in batch]
            self._sign(connection, name)
            connection.commit()

    def _is_written(self, connection: Connection, name: str) -> bool:
        found = connection.scalar(select(WRITERS.c.batch).where(WRITERS.c.writer == self._writer))
        return bool(found == name)

    def _sign(self, connection: Connection, name: str) -> None:
        own = WRITERS.c.writer == self._writer
        if not connection.execute(WRITERS.update().where(own).values(batch=name)).rowcount:
            connection.execute(WRITERS.insert().values(writer=self._writer, batch=name))

    def _missed(self, error: Exception, attempt: int) -> None:
        self.failures += 1
        if self._away_since is None:
            self._away_since = time.monotonic()
        if attempt in (0, len(RETRIES)):
            _log.error("the database is away; it is tried again", extra={"reason": str(error)})

    def _reached(self) -> None:
        if self._away_since is not None:
            _log.info("the database is back", extra={"seconds": round(self.away, 1)})
            self._away_since = None

    def _fail(self, batch: Sequence[_Asked], error: BaseException) -> None:
        for asked in batch:
            if not asked.future.done():
                asked.future.set_exception(DatabaseAway(f"{self.shown}: {error}"))


@dataclass(frozen=True)
class _Outcome:
    result: Any
    error: Exception | None

    def settle(self, future: Future[Any]) -> None:
        if not future.set_running_or_notify_cancel():
            return
        if self.error is None:
            future.set_result(self.result)
        else:
            future.set_exception(self.error)


def is_away(error: BaseException) -> bool:
    """Whether an error means that the database is away, busy or full."""
    return isinstance(error, DBAPIError) and engines.transient(error)


def _attempt(connection: Connection, work: Work[Any]) -> _Outcome:
    """One work under a savepoint: its own fault ends it alone, a database that is away concerns all."""
    point = connection.begin_nested()
    try:
        result = work(connection)
        point.commit()
    except Exception as error:
        if is_away(error):
            raise
        point.rollback()
        return _Outcome(None, error)
    return _Outcome(result, None)
