"""What became of messages: counts, dead letters, sending again, and forgetting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, func, select, update

from service.audit import append
from service.delivery.schema import ENDPOINTS, OUTBOX


@dataclass(frozen=True, slots=True)
class Letter:
    """A message as it stands; without its body."""

    number: int
    endpoint: str
    message: str
    type: str
    at_ms: int
    state: str
    attempts: int
    tried_ms: int
    outcome: str


@dataclass(frozen=True, slots=True)
class Counts:
    """How delivery stands."""

    pending: int = 0
    oldest: float = 0.0
    """Seconds for which the oldest one has been waiting."""
    dead: int = 0
    disabled: int = 0
    """Endpoints."""


def counts(connection: Connection, now_ms: int) -> Counts:
    """Count. Reads only."""
    rows = connection.execute(
        select(OUTBOX.c.state, func.count(), func.min(OUTBOX.c.at_ms))
        .where(OUTBOX.c.state != "delivered")
        .group_by(OUTBOX.c.state)
    )
    found = {state: (int(count), int(oldest)) for state, count, oldest in rows}
    pending, oldest = found.get("pending", (0, now_ms))
    off = select(func.count()).select_from(ENDPOINTS).where(ENDPOINTS.c.disabled_ms.is_not(None))
    return Counts(
        pending,
        max(now_ms - oldest, 0) / 1000,
        found.get("dead", (0, 0))[0],
        connection.scalar(off) or 0,
    )


def waiting_of(connection: Connection) -> dict[str, dict[str, int]]:
    """How many messages of each state an endpoint has. Reads only."""
    found: dict[str, dict[str, int]] = {}
    query = select(OUTBOX.c.endpoint, OUTBOX.c.state, func.count())
    for endpoint, state, count in connection.execute(query.group_by(OUTBOX.c.endpoint, OUTBOX.c.state)):
        found.setdefault(endpoint, {})[state] = int(count)
    return found


def dead(connection: Connection, endpoint: str | None = None) -> list[Letter]:
    """What could not be delivered, oldest first. Reads only."""
    wanted = OUTBOX.c.state == "dead"
    if endpoint is not None:
        wanted = and_(wanted, OUTBOX.c.endpoint == endpoint)
    columns = [OUTBOX.c[name] for name in Letter.__slots__]
    rows = connection.execute(select(*columns).where(wanted).order_by(OUTBOX.c.number))
    return [Letter(**row) for row in rows.mappings()]


def resend(
    connection: Connection,
    now_ms: int,
    *,
    numbers: Sequence[int] | None = None,
    endpoint: str | None = None,
    delivered_since_ms: int | None = None,
    actor: str = "operator",
) -> int:
    """Try messages from the beginning: same identifier, same bytes, all attempts anew.

    Args:
        connection: a writing one.
        now_ms: UTC.
        numbers: those alone; None for all that are dead.
        endpoint: of that one alone.
        delivered_since_ms: also what happened since then and was delivered: the receiver lost it.
        actor: who asks for it.

    Returns:
        How many. Those of disabled endpoints are left as they are.
    """
    again: ColumnElement[bool] = OUTBOX.c.state == "dead"
    if delivered_since_ms is not None:
        again = again | and_(OUTBOX.c.state == "delivered", OUTBOX.c.at_ms >= delivered_since_ms)
    on = select(ENDPOINTS.c.id).where(ENDPOINTS.c.disabled_ms.is_(None))
    wanted = and_(again, OUTBOX.c.endpoint.in_(on))
    if numbers is not None:
        wanted = and_(wanted, OUTBOX.c.number.in_(numbers))
    if endpoint is not None:
        wanted = and_(wanted, OUTBOX.c.endpoint == endpoint)
    anew: dict[str, Any] = {"attempts": 0, "tried_ms": now_ms, "due_ms": now_ms, "done_ms": None}
    count = connection.execute(update(OUTBOX).where(wanted).values(state="pending", **anew)).rowcount
    if count:
        place = f"webhook/{endpoint or '*'}"
        append(connection, actor, "webhook.resent", place, {"messages": count}, now_ms)
    return count


def forget(connection: Connection, now_ms: int, kept: float, dead_kept: float) -> int:
    """Delete what was delivered, or is dead, for longer than so many seconds; returns how many.

    What another process wrote for an endpoint while that was being disabled or removed is dead, or deleted.
    """
    off = select(ENDPOINTS.c.id).where(ENDPOINTS.c.disabled_ms.is_not(None))
    late = and_(OUTBOX.c.state == "pending", OUTBOX.c.endpoint.in_(off))
    told = {"state": "dead", "done_ms": now_ms, "outcome": "the endpoint is disabled"}
    connection.execute(update(OUTBOX).where(late).values(lease=None, **told))
    gone = OUTBOX.c.endpoint.not_in(select(ENDPOINTS.c.id))
    deleted = connection.execute(delete(OUTBOX).where(gone)).rowcount
    for state, seconds in (("delivered", kept), ("dead", dead_kept)):
        old = and_(OUTBOX.c.state == state, OUTBOX.c.done_ms < now_ms - int(seconds * 1000))
        deleted += connection.execute(delete(OUTBOX).where(old)).rowcount
    return deleted
