"""SQLAlchemy's engines, set up for SQLite and for PostgreSQL."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError

BUSY = 10.0
"""Seconds for which SQLite waits for another process's lock."""
PATIENCE = 10
"""Seconds for which a server may be silent."""
_SQLITE_AWAY = frozenset(
    (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_NOMEM,
    )
)
_SQLSTATE_AWAY = frozenset(("08", "25", "40", "53", "55", "57", "58"))
"""Classes of SQLSTATE: connection, read-only, conflict, resources, locks, intervention, system."""
_KNOWN = "write sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"


def open_engine(url: str) -> Engine:
    """The engine of a database; connects to nothing yet.

    Raises:
        ValueError: no address that is known here.
    """
    address = _parsed(url)
    if address.drivername == "sqlite":
        return _sqlite(address)
    return _postgresql(address)


def shown(url: str) -> str:
    """The address without its password."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return "the database"


def transient(error: DBAPIError) -> bool:
    """Whether the database is away, busy or full, rather than the statement wrong."""
    cause = error.orig
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in _SQLITE_AWAY
    state = cause.args[0].get("C", "") if cause is not None and _has_fields(cause) else ""
    if state:
        return state[:2] in _SQLSTATE_AWAY
    return error.connection_invalidated or isinstance(error, InterfaceError) or isinstance(cause, OSError)


def _has_fields(cause: BaseException) -> bool:
    return bool(cause.args) and isinstance(cause.args[0], dict)


def _parsed(url: str) -> URL:
    try:
        address = make_url(url)
    except ArgumentError:
        raise ValueError(f"is no address of a database; {_KNOWN}") from None
    if address.drivername not in ("sqlite", "postgresql"):
        raise ValueError(f"{address.drivername} is not known; {_KNOWN}")
    if address.drivername == "sqlite" and not address.database:
        raise ValueError("SQLite needs a file that stays; write sqlite:///FILE")
    return address


def _sqlite(address: URL) -> Engine:
    Path(str(address.database)).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(address, connect_args={"timeout": BUSY, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _connected(connection: sqlite3.Connection, _: Any) -> None:
        connection.isolation_level = None  # SQLAlchemy begins, so that savepoints hold
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",  # a commit survives a power cut, too
            "foreign_keys=ON",
            "secure_delete=ON",  # what retention deletes is overwritten
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _began(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if _writes(connection) else "BEGIN")

    return engine


def _writes(connection: Connection) -> bool:
    return bool(connection.get_execution_options().get("writes", False))


def _postgresql(address: URL) -> Engine:
    return create_engine(
        address.set(drivername="postgresql+pg8000"),
        connect_args={"timeout": PATIENCE, "application_name": "consigliere"},
        pool_pre_ping=True,
        pool_size=4,
        max_overflow=4,
    )
