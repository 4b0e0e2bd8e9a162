"""A live table's log: each input with what it led to, and whatever is written beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import asdict, dataclass
from typing import Literal, Protocol

from sqlalchemy import Connection, Executable

from rules.canonical import dumps
from rules.events import Audience, Decision, Json
from service.storage.database import Database
from service.storage.schema import ANSWERS, INPUTS, TABLES

Kind = Literal["signal", "command", "clock", "service"]
"""Who speaks: a camera, the platform or a player, the table's own time, the sidecar itself."""


@dataclass(frozen=True, slots=True)
class Record:
    """One input of a table and its consequences."""

    opening: str
    """Of the table; no other has or had it."""
    table: str
    number: int
    """Of the input, counted from 1 within the opening."""
    kind: Kind
    id: str
    """As decisions name it in `caused_by`."""
    type: str
    seat: int
    t: float
    data: Mapping[str, Json]
    audience: Audience
    at_ms: int
    """UTC, by this machine's clock."""
    decisions: tuple[Decision, ...]
    lines: tuple[Mapping[str, Json], ...]
    """What the platform reads of it: events as in the contract, the input first, then the decisions."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A table as it was opened."""

    opening: str
    name: str
    node: str
    """The sidecar that it belongs to."""
    opened_ms: int
    rule_book: str
    """Canonical JSON of all of it."""
    asked: str
    """Canonical JSON of what its opener wants to be watched otherwise than usual."""
    software: str
    """Canonical JSON of versions."""


class Companion(Protocol):
    """Writes beside each record, in the same transaction: the outbox, the bundles, the audit chain."""

    def beside(self, connection: Connection, record: Record) -> None:
        """Called on the writer's thread; may be called again where a commit failed."""
        ...


class TableLog:
    """Writes the records of all tables of a process."""

    def __init__(self, database: Database, companions: Sequence[Companion] = ()) -> None:
        self._database = database
        self._companions = tuple(companions)

    def append(self, record: Record) -> Future[None]:
        """Write a record after those before it; done after the commit."""
        return self._database.write(lambda connection: self._write(connection, record))

    def opened(self, table: Opened) -> Future[None]:
        """A table has been opened, and may be resumed from now on."""
        row = {**asdict(table), "alive_ms": table.opened_ms, "alive_t": 0.0}
        return self._database.write(lambda connection: _run(connection, TABLES.insert().values(**row)))

    def closed(self, opening: str, at_ms: int) -> Future[None]:
        """A table has been closed for good."""

        def work(connection: Connection) -> None:
            connection.execute(TABLES.update().where(TABLES.c.opening == opening).values(closed_ms=at_ms))
            connection.execute(ANSWERS.delete().where(ANSWERS.c.scope == opening))

        return self._database.write(work)

    def alive(self, times: Mapping[str, float], at_ms: int) -> Future[None]:
        """The tables are watched now.

        Args:
            times: opening -> the table's time.
            at_ms: UTC.
        """

        def work(connection: Connection) -> None:
            for opening, t in times.items():
                own = TABLES.c.opening == opening
                connection.execute(TABLES.update().where(own).values(alive_ms=at_ms, alive_t=t))

        return self._database.write(work)

    def settled(self) -> Future[None]:
        """Done when everything before is written."""
        return self._database.write(lambda _: None)

    def _write(self, connection: Connection, record: Record) -> None:
        connection.execute(
            INPUTS.insert().values(
                opening=record.opening,
                number=record.number,
                kind=record.kind,
                id=record.id,
                type=record.type,
                seat=record.seat,
                t=record.t,
                at_ms=record.at_ms,
                data=dumps(record.data).decode(),
                audience=record.audience,
                decisions=dumps(record.decisions).decode(),
            )
        )
        for companion in self._companions:
            companion.beside(connection, record)


def _run(connection: Connection, statement: Executable) -> None:
    connection.execute(statement)
