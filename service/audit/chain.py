"""The chain: each entry holds the hash of the one before, so that none can be changed or left out unseen.

Entries say who did what to what, never what somebody's words or pictures were: those are deleted in time,
the chain is not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, select, text

from rules.canonical import dumps
from rules.events import Json
from service.audit.schema import AUDIT

FORMAT = "consigliere-audit-1"
FIRST = bytes(32)
"""What the first entry has for the hash of the one before."""
_LOCK = 0x636F6E7369676C69
"""PostgreSQL's advisory lock of who appends: any number that nobody else in this database takes."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What is to be written down."""

    actor: str
    """Who did it: `referee`, `key:ID`, `operator`, `sender`."""
    action: str
    """As `decision.player.disqualified`, `key.created`, `evidence.viewed`."""
    object: str
    """To what: `table/OPENING`, `webhook/ID`."""
    detail: Mapping[str, Json]
    at_ms: int
    """UTC."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A link of the chain, as it is stored."""

    number: int
    at_ms: int
    actor: str
    action: str
    object: str
    detail: str
    """Canonical JSON."""
    prev: bytes
    hash: bytes

    def computed(self) -> bytes:
        """The hash that it should have."""
        return digest(self.number, self.at_ms, self.actor, self.action, self.object, self.detail, self.prev)


def append(
    connection: Connection, actor: str, action: str, object: str, detail: Mapping[str, Json], at_ms: int
) -> int:
    """Write down one deed in the caller's transaction; see `append_all`.

    Returns:
        Its number.
    """
    return append_all(connection, (Deed(actor, action, object, detail, at_ms),))


def append_all(connection: Connection, deeds: Sequence[Deed]) -> int:
    """Write down deeds, in their order, in the caller's transaction: a writing one (`Database.write`).

    Returns:
        The number of the last one.
    """
    number, prev = _head(connection)
    rows = []
    for deed in deeds:
        number += 1
        detail = dumps(deed.detail).decode()
        told = (deed.at_ms, deed.actor, deed.action, deed.object, detail)
        own = digest(number, *told, prev)
        names = ("at_ms", "actor", "action", "object", "detail")
        rows.append({"number": number, **dict(zip(names, told, strict=True)), "prev": prev, "hash": own})
        prev = own
    if rows:
        connection.execute(AUDIT.insert(), rows)
    return number


def digest(number: int, at_ms: int, actor: str, action: str, object: str, detail: str, prev: bytes) -> bytes:
    """SHA-256 over the canonical JSON of a list of everything that an entry says."""
    return hashlib.sha256(dumps([FORMAT, number, at_ms, actor, action, object, detail, prev.hex()])).digest()


def _head(connection: Connection) -> tuple[int, bytes]:
    """The newest entry's number and hash, which stay the newest until the transaction ends.

    SQLite's writers exclude each other anyway.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    newest = select(AUDIT.c.number, AUDIT.c.hash).order_by(AUDIT.c.number.desc()).limit(1)
    row = connection.execute(newest).first()
    return (0, FIRST) if row is None else (row.number, bytes(row.hash))
