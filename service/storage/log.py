"""A live table's log: each input with what it led to, written once, with whatever must be written beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from sqlalchemy import Connection

from rules.canonical import dumps
from rules.events import Audience, Decision, Json
from service.storage.database import Database
from service.storage.schema import INPUTS

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

    def append(self, record: Record) -> None:
        """Ask for a record to be written, after those before it."""
        self._database.write(lambda connection: self._write(connection, record))

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
