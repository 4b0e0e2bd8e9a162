"""Is the chain whole? Names the first link that is broken, and how."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from sqlalchemy import Connection, RowMapping, select

from service.audit.chain import FIRST, Entry
from service.audit.checkpoints import Checkpoint
from service.audit.schema import AUDIT
from service.storage.database import Database

PAGE = 1000
"""Entries that are read at once."""
Kind = Literal["gap", "prev", "content", "rewritten", "tail"]


@dataclass(frozen=True, slots=True)
class Break:
    """The first broken link."""

    number: int
    kind: Kind
    told: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found."""

    count: int
    """Entries that were looked at, up to the break."""
    head: bytes
    """Hash of the last whole one."""
    broken: Break | None


def entries(database: Database, after: int = 0) -> Iterator[Entry]:
    """The chain from after a number on, oldest first, a page at a time.

    Raises:
        DatabaseAway: it cannot be reached.
    """
    while page := database.read(partial(_page, after=after)):
        yield from page
        after = page[-1].number


def verify(database: Database, checkpoints: Sequence[Checkpoint] = ()) -> Verdict:
    """Look at every link, and at those that were signed.

    Args:
        database: where the chain lies.
        checkpoints: kept outside of it, with good signatures: without any, entries that are missing at the
            end, or a chain that was computed anew, cannot be told from a whole one.

    Raises:
        DatabaseAway: it cannot be reached.
    """
    signed = {checkpoint.number: checkpoint for checkpoint in checkpoints}
    number, prev = 0, FIRST
    for entry in entries(database):
        if (broken := _break(entry, number + 1, prev, signed.get(number + 1))) is not None:
            return Verdict(number, prev, broken)
        number, prev = entry.number, entry.hash
    beyond = [checkpoint for checkpoint in checkpoints if checkpoint.number > number]
    if beyond:
        newest = max(beyond, key=lambda checkpoint: checkpoint.number)
        told = f"entries {number + 1} to {newest.number}, which were signed, are missing at the end"
        return Verdict(number, prev, Break(number + 1, "tail", told))
    return Verdict(number, prev, None)


def _break(entry: Entry, number: int, prev: bytes, signed: Checkpoint | None) -> Break | None:
    if entry.number != number:
        missing = f"{number}" if entry.number == number + 1 else f"{number} to {entry.number - 1}"
        return Break(number, "gap", f"{missing} missing before {entry.number}")
    if entry.prev != prev:
        return Break(number, "prev", f"does not follow from {number - 1}: that one was changed or replaced")
    if entry.computed() != entry.hash:
        return Break(number, "content", "what it says is not what was written down")
    if signed is not None and signed.hash != entry.hash:
        return Break(number, "rewritten", "another entry was signed: the chain was computed anew up to here")
    return None


def _page(connection: Connection, after: int) -> list[Entry]:
    rows = connection.execute(
        select(AUDIT).where(AUDIT.c.number > after).order_by(AUDIT.c.number).limit(PAGE)
    )
    return [_entry(row) for row in rows.mappings()]


def _entry(row: RowMapping) -> Entry:
    return Entry(**{**row, "prev": bytes(row["prev"]), "hash": bytes(row["hash"])})
