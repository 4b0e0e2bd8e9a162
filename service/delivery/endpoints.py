"""Who is told: endpoints and their secrets, in the database. Every change stands in the audit chain.

All functions run in a writing transaction of the caller (`Database.write`), but those that say otherwise.
"""

from __future__ import annotations

import fnmatch
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, select, update

from rules.canonical import dumps
from rules.events import Json
from service.audit import append
from service.delivery.schema import ENDPOINTS, OUTBOX, SECRETS
from service.delivery.signing import Vault, new_secret

OVERLAP = 3 * 86_400.0
"""Seconds for which a secret goes on signing beside the next one: as long as a message is tried."""


class NoSuchEndpoint(LookupError):
    """There is no endpoint of that identifier. The message says so."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Somebody who is told."""

    id: str
    url: str
    types: tuple[str, ...]
    """Patterns of event types, as `ballot.*`; none for all."""
    ordered: bool
    """Whether a message waits until the one before has arrived."""
    created_ms: int
    disabled_ms: int | None
    reason: str
    """Why it is disabled."""

    def wants(self, kind: str) -> bool:
        """Whether it is told of events of that type."""
        return not self.types or any(fnmatch.fnmatchcase(kind, pattern) for pattern in self.types)


def listed(connection: Connection) -> list[Endpoint]:
    """All endpoints, oldest first. Reads only."""
    rows = connection.execute(select(ENDPOINTS).order_by(ENDPOINTS.c.created_ms, ENDPOINTS.c.id))
    return [_endpoint(row) for row in rows.mappings()]


def active(connection: Connection) -> list[Endpoint]:
    """Those that are not disabled. Reads only."""
    return [endpoint for endpoint in listed(connection) if endpoint.disabled_ms is None]


def found(connection: Connection, identifier: str) -> Endpoint:
    """One endpoint. Reads only.

    Raises:
        NoSuchEndpoint: there is none.
    """
    row = connection.execute(select(ENDPOINTS).where(ENDPOINTS.c.id == identifier)).mappings().first()
    if row is None:
        raise NoSuchEndpoint(f"{identifier}: no such endpoint; consigliere webhooks list names them")
    return _endpoint(row)


def add(
    connection: Connection,
    vault: Vault,
    url: str,
    at_ms: int,
    *,
    types: Sequence[str] = (),
    ordered: bool = False,
    actor: str = "operator",
) -> tuple[str, str]:
    """Tell somebody from now on.

    Args:
        vault: seals the secret.
        url: checked (`targets.target`).
        at_ms: now, UTC.
        types: as of `Endpoint`.
        ordered: as of `Endpoint`.
        actor: who asks for it.

    Returns:
        Its identifier, and its secret, which is shown this once.
    """
    identifier = f"wh_{secrets.token_hex(6)}"
    connection.execute(
        ENDPOINTS.insert().values(
            id=identifier,
            url=url,
            types=dumps(list(types)).decode(),
            ordered=ordered,
            created_ms=at_ms,
            disabled_ms=None,
            reason="",
        )
    )
    detail: dict[str, Json] = {"types": list(types), "ordered": ordered}
    append(connection, actor, "webhook.added", f"webhook/{identifier}", detail, at_ms)
    return identifier, _new_secret(connection, vault, identifier, at_ms)


def rotate(
    connection: Connection,
    vault: Vault,
    identifier: str,
    at_ms: int,
    *,
    overlap: float = OVERLAP,
    actor: str = "operator",
) -> str:
    """Sign with a new secret; those before go on signing beside it for `overlap` seconds.

    Returns:
        The new one, which is shown this once.

    Raises:
        NoSuchEndpoint: there is none.
    """
    found(connection, identifier)
    until = at_ms + int(overlap * 1000)
    later = SECRETS.c.retires_ms.is_(None) | (SECRETS.c.retires_ms > until)
    connection.execute(
        update(SECRETS).where((SECRETS.c.endpoint == identifier) & later).values(retires_ms=until)
    )
    detail = {"overlap_seconds": overlap}
    append(connection, actor, "webhook.rotated", f"webhook/{identifier}", detail, at_ms)
    return _new_secret(connection, vault, identifier, at_ms)


def keys(connection: Connection, vault: Vault, identifier: str, now_ms: int) -> list[str]:
    """The secrets that sign now, newest first. Reads only.

    Raises:
        SealBroken: one cannot be opened.
    """
    sealed = sealed_keys(connection, identifier, now_ms)
    return [vault.opened(content, place) for place, content in sealed]


def sealed_keys(connection: Connection, identifier: str, now_ms: int) -> list[tuple[str, bytes]]:
    """Place and content of the secrets that sign now, newest first. Reads only."""
    signs = SECRETS.c.retires_ms.is_(None) | (SECRETS.c.retires_ms > now_ms)
    rows = connection.execute(
        select(SECRETS.c.id, SECRETS.c.sealed)
        .where((SECRETS.c.endpoint == identifier) & signs)
        .order_by(SECRETS.c.retires_ms.is_(None).desc(), SECRETS.c.created_ms.desc(), SECRETS.c.id)
    )
    return [(f"{identifier}/{row.id}", bytes(row.sealed)) for row in rows]


def enable(connection: Connection, identifier: str, at_ms: int, actor: str = "operator") -> None:
    """Tell it again of what happens from now on; raises NoSuchEndpoint."""
    found(connection, identifier)
    _set(connection, identifier, disabled_ms=None, reason="")
    append(connection, actor, "webhook.enabled", f"webhook/{identifier}", {}, at_ms)


def disable(connection: Connection, identifier: str, reason: str, at_ms: int, actor: str) -> None:
    """Tell it nothing more. What still waits for it can no longer be delivered: it is dead.

    Raises:
        NoSuchEndpoint: there is none.
    """
    if found(connection, identifier).disabled_ms is not None:
        return
    _set(connection, identifier, disabled_ms=at_ms, reason=reason)
    waiting = (OUTBOX.c.endpoint == identifier) & (OUTBOX.c.state == "pending")
    dead = connection.execute(
        update(OUTBOX).where(waiting).values(state="dead", done_ms=at_ms, lease=None, outcome=reason)
    ).rowcount
    detail: dict[str, Json] = {"reason": reason, "dead": dead}
    append(connection, actor, "webhook.disabled", f"webhook/{identifier}", detail, at_ms)


def remove(connection: Connection, identifier: str, at_ms: int, actor: str = "operator") -> int:
    """Forget it, its secrets and its messages.

    Returns:
        How many messages it had not been told.

    Raises:
        NoSuchEndpoint: there is none.
    """
    found(connection, identifier)
    own = OUTBOX.c.endpoint == identifier
    untold = connection.scalar(
        select(func.count()).select_from(OUTBOX).where(own & (OUTBOX.c.state != "delivered"))
    )
    connection.execute(delete(OUTBOX).where(own))
    connection.execute(delete(SECRETS).where(SECRETS.c.endpoint == identifier))
    connection.execute(delete(ENDPOINTS).where(ENDPOINTS.c.id == identifier))
    append(connection, actor, "webhook.removed", f"webhook/{identifier}", {"untold": untold}, at_ms)
    return int(untold or 0)


def _new_secret(connection: Connection, vault: Vault, identifier: str, at_ms: int) -> str:
    text, name = new_secret(), secrets.token_hex(4)
    sealed = vault.seal(text, f"{identifier}/{name}")
    row = {"endpoint": identifier, "id": name, "sealed": sealed, "created_ms": at_ms, "retires_ms": None}
    connection.execute(SECRETS.insert().values(row))
    return text


def _set(connection: Connection, identifier: str, **values: Any) -> None:
    connection.execute(update(ENDPOINTS).where(ENDPOINTS.c.id == identifier).values(**values))


def _endpoint(row: Any) -> Endpoint:
    fields = dict(row)
    return Endpoint(
        **{**fields, "types": tuple(json.loads(fields["types"])), "ordered": bool(fields["ordered"])}
    )
