"""What the log says of tables that were open when their process ended."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from rules.events import Decision
from service.storage.log import Record
from service.storage.schema import INPUTS, TABLES


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it was last known."""

    opening: str
    name: str
    opened_ms: int
    alive_ms: int
    """UTC of the last sign of life."""
    alive_t: float
    """The table's time then."""
    rule_book: str
    asked: str


def open_tables(connection: Connection, node: str) -> list[StoredTable]:
    """The tables of a node that were not closed, oldest first."""
    columns = [TABLES.c[name] for name in StoredTable.__slots__]
    wanted = (TABLES.c.node == node) & TABLES.c.closed_ms.is_(None)
    rows = connection.execute(select(*columns).where(wanted).order_by(TABLES.c.opened_ms, TABLES.c.opening))
    return [StoredTable(**row._mapping) for row in rows]


def records(connection: Connection, table: StoredTable) -> list[Record]:
    """Everything that went into a table, in its order."""
    rows = connection.execute(
        select(INPUTS).where(INPUTS.c.opening == table.opening).order_by(INPUTS.c.number)
    )
    return [_record(table, row._mapping) for row in rows]


def _record(table: StoredTable, row: Any) -> Record:
    return Record(
        opening=table.opening,
        table=table.name,
        number=row["number"],
        kind=row["kind"],
        id=row["id"],
        type=row["type"],
        seat=row["seat"],
        t=row["t"],
        data=json.loads(row["data"]),
        audience=row["audience"],
        at_ms=row["at_ms"],
        decisions=tuple(_decision(content) for content in json.loads(row["decisions"])),
        lines=(),
    )


def _decision(content: Any) -> Decision:
    return Decision(**{**content, "caused_by": tuple(content["caused_by"])})
