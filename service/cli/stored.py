"""The database of the sidecar, for commands that work on it beside a running one or without."""

from __future__ import annotations

import getpass
import json
import time
from collections.abc import Iterator
from concurrent.futures import TimeoutError as TookTooLong
from contextlib import contextmanager
from typing import Any, TypeVar

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from service.cli.errors import CommandError
from service.config import Settings
from service.storage.database import Database, StorageError
from service.storage.migrate import upgrade
from service.storage.unit import Work

T = TypeVar("T")
_PATIENCE = 30.0
"""Seconds for which a command waits for its commit."""


@contextmanager
def database_of(settings: Settings) -> Iterator[Database]:
    """The database, with all tables, while the block runs.

    Raises:
        CommandError: it cannot be used, also where that shows within the block.
    """
    try:
        database = Database(settings.storage.url)
    except StorageError as error:
        raise CommandError(str(error)) from error
    try:
        database.read(lambda connection: connection.execute(text("SELECT 1")))
        upgrade(database)
        yield database
    except StorageError as error:
        raise CommandError(f"{error}; see storage.database") from error
    except (DBAPIError, OSError) as error:
        told = error.orig if isinstance(error, DBAPIError) else error
        raise CommandError(f"{database.shown}: {told}; see storage.database") from error
    finally:
        database.close()


def written(database: Database, work: Work[T]) -> T:
    """What a work returns, after its commit.

    Raises:
        CommandError: it is not written in time.
    """
    try:
        return database.write(work).result(_PATIENCE)
    except TookTooLong:
        raise CommandError(f"{database.shown}: does not answer; nothing is certain, look again") from None


def operator() -> str:
    """Who runs the command, for the audit chain."""
    try:
        return f"operator:{getpass.getuser()}"
    except (OSError, KeyError):  # a user without a name, as in a container
        return "operator"


def now_ms() -> int:
    """UTC, in milliseconds."""
    return int(time.time() * 1000)


def as_json(value: Any) -> None:
    """Print one JSON value."""
    print(json.dumps(value, ensure_ascii=False))


def moment(at_ms: int | None) -> str:
    """An instant for people, in UTC; empty for none."""
    return "" if at_ms is None else time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(at_ms / 1000))
