"""Keys in the database: made, listed, rotated, revoked. Every change stands in the audit chain.

A key is `ck_`, twelve hexadecimal digits that name it, and 256 bits of chance. It is shown once; what is
stored is its SHA-256: nobody can guess so long a text, so there is nothing for a slow hash to slow down.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select, update

from rules.canonical import dumps
from rules.events import Json
from service.audit import append
from service.keys.schema import KEYS
from service.keys.scopes import checked

PREFIX = "ck_"
OVERLAP = 86_400.0
"""Seconds for which a key goes on opening beside the one that takes its place."""


class NoSuchKey(LookupError):
    """There is no such key that could be changed. The message says why."""


@dataclass(frozen=True, slots=True)
class StoredKey:
    """A key as it is stored; times are milliseconds of UTC."""

    id: str
    name: str
    hash: bytes
    scopes: tuple[str, ...]
    created_ms: int
    expires_ms: int | None
    revoked_ms: int | None
    used_ms: int | None
    """When it was last used, to the minute."""

    def state(self, now_ms: int) -> str:
        """`active`, `expired` or `revoked`."""
        if self.revoked_ms is not None:
            return "revoked"
        return "active" if self.expires_ms is None or now_ms < self.expires_ms else "expired"


def hashed(text: str) -> bytes:
    """What is stored of a key."""
    return hashlib.sha256(text.encode()).digest()


def listed(connection: Connection) -> list[StoredKey]:
    """All keys, oldest first; those that were revoked, too. Reads only."""
    rows = connection.execute(select(KEYS).order_by(KEYS.c.created_ms, KEYS.c.id))
    return [_stored(row) for row in rows.mappings()]


def create(
    connection: Connection,
    name: str,
    scopes: Sequence[str],
    at_ms: int,
    *,
    expires_ms: int | None = None,
    actor: str = "operator",
) -> tuple[str, str]:
    """Make a key.

    Args:
        connection: a writing one.
        name: for people.
        scopes: of `service.keys.scopes`.
        at_ms: now, UTC.
        expires_ms: when it ends; None for never.
        actor: who asks for it.

    Returns:
        Its identifier, and the key, which is shown this once.

    Raises:
        ValueError: a scope is unknown.
    """
    identifier = secrets.token_hex(6)
    text = f"{PREFIX}{identifier}_{secrets.token_urlsafe(32)}"
    held = checked(scopes)
    connection.execute(
        KEYS.insert().values(
            id=identifier,
            name=name,
            hash=hashed(text),
            scopes=dumps(list(held)).decode(),
            created_ms=at_ms,
            expires_ms=expires_ms,
        )
    )
    detail: dict[str, Json] = {"name": name, "scopes": list(held), "expires_ms": expires_ms}
    append(connection, actor, "key.created", f"key/{identifier}", detail, at_ms)
    return identifier, text


def rotate(
    connection: Connection, identifier: str, at_ms: int, *, overlap: float = OVERLAP, actor: str = "operator"
) -> tuple[str, str]:
    """Make another key with the same name and scopes; the old one ends after `overlap` seconds.

    Returns:
        As of `create`.

    Raises:
        NoSuchKey: there is none that is active.
    """
    old = _active(connection, identifier, at_ms)
    lasts = None if old.expires_ms is None else at_ms + old.expires_ms - old.created_ms
    until = at_ms + int(overlap * 1000)
    ends = until if old.expires_ms is None else min(until, old.expires_ms)
    connection.execute(update(KEYS).where(KEYS.c.id == identifier).values(expires_ms=ends))
    made = create(connection, old.name, old.scopes, at_ms, expires_ms=lasts, actor=actor)
    detail: dict[str, Json] = {"by": f"key/{made[0]}", "ends_ms": ends}
    append(connection, actor, "key.rotated", f"key/{identifier}", detail, at_ms)
    return made


def revoke(connection: Connection, identifier: str, at_ms: int, actor: str = "operator") -> None:
    """End a key now.

    Raises:
        NoSuchKey: there is none that is active.
    """
    _active(connection, identifier, at_ms)
    connection.execute(update(KEYS).where(KEYS.c.id == identifier).values(revoked_ms=at_ms))
    append(connection, actor, "key.revoked", f"key/{identifier}", {}, at_ms)


def used(connection: Connection, at_ms: int, identifier: str) -> None:
    """Note that it was used; its first use stands in the audit chain."""
    known = connection.execute(select(KEYS.c.used_ms).where(KEYS.c.id == identifier)).first()
    if known is None:
        return
    connection.execute(update(KEYS).where(KEYS.c.id == identifier).values(used_ms=at_ms))
    if known.used_ms is None:
        append(connection, f"key/{identifier}", "key.first_used", f"key/{identifier}", {}, at_ms)


def _active(connection: Connection, identifier: str, now_ms: int) -> StoredKey:
    row = connection.execute(select(KEYS).where(KEYS.c.id == identifier)).mappings().first()
    if row is None:
        raise NoSuchKey(f"{identifier}: no such key; consigliere keys list names them")
    key = _stored(row)
    if (state := key.state(now_ms)) != "active":
        raise NoSuchKey(f"{identifier}: is {state}; make a new key")
    return key


def _stored(row: Any) -> StoredKey:
    fields = dict(row)
    scopes = tuple(json.loads(fields["scopes"]))
    return StoredKey(**{**fields, "hash": bytes(fields["hash"]), "scopes": scopes})
