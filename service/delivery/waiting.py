"""Messages on their way: which may be tried now, and what came of it.

The clock may be wrong, and may be set. A message is due at the time that was written down, or where its last
attempt lies in the future: then the clock was set back, and it is tried at once instead of an hour late. A
clock that is set ahead makes everything due once. Nothing ends by the clock: attempts are counted.

A lease keeps two processes from sending the same message at the same time. It is no promise: a receiver has
to expect a message twice, and knows it by its identifier.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, and_, func, or_, select, update

from service.audit import append
from service.delivery import endpoints
from service.delivery.endpoints import sealed_keys
from service.delivery.posting import Outcome
from service.delivery.schema import ENDPOINTS, OUTBOX

SKEW_MS = 60_000
"""By so much clocks of several machines may differ; a time further ahead shows a clock that was set back."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """A message that is being sent."""

    number: int
    endpoint: str
    url: str
    message: str
    body: bytes
    failed: int
    """Attempts so far."""
    sealed: tuple[tuple[str, bytes], ...]
    """Secrets that sign, as of `sealed_keys`."""


def candidates(
    connection: Connection, now_ms: int, busy: Mapping[str, int], sending: Collection[int], each: int
) -> list[int]:
    """Numbers of messages that may be tried now, the oldest first of each endpoint. Reads only.

    Args:
        connection: any.
        now_ms: UTC.
        busy: attempts under way, by endpoint.
        sending: messages that are under way here.
        each: attempts at once of an endpoint that is not ordered.
    """
    found: list[int] = []
    for endpoint in endpoints.active(connection):
        room = (1 if endpoint.ordered else each) - busy.get(endpoint.id, 0)
        if room <= 0:
            continue
        here = and_(OUTBOX.c.endpoint == endpoint.id, OUTBOX.c.state == "pending")
        wanted = and_(here, _free(now_ms), OUTBOX.c.number.not_in(sending))
        if endpoint.ordered:
            head = select(func.min(OUTBOX.c.number)).where(here).scalar_subquery()
            wanted = and_(wanted, OUTBOX.c.number == head)
        ready: list[int] = []
        for due in _due(now_ms):  # one index each
            query = (
                select(OUTBOX.c.number).where(and_(wanted, due)).order_by(OUTBOX.c.due_ms, OUTBOX.c.number)
            )
            ready += connection.scalars(query.limit(room))
        found += list(dict.fromkeys(ready))[:room]
    return found


def claim(
    connection: Connection, numbers: Sequence[int], lease: str, now_ms: int, hold_ms: int
) -> list[Parcel]:
    """Take messages for sending; others leave them alone until the lease ends.

    Args:
        connection: a writing one.
        numbers: of `candidates`.
        lease: whose they are.
        now_ms: UTC.
        hold_ms: how long they are.
    """
    ready = and_(or_(*_due(now_ms)), _free(now_ms))
    wanted = and_(OUTBOX.c.number.in_(numbers), OUTBOX.c.state == "pending", ready)
    rows = connection.execute(
        select(OUTBOX, ENDPOINTS.c.url)
        .join(ENDPOINTS, ENDPOINTS.c.id == OUTBOX.c.endpoint)
        .where(wanted)
        .order_by(OUTBOX.c.number)
        .with_for_update(of=OUTBOX, skip_locked=True)
    ).all()
    taken = [row.number for row in rows]
    connection.execute(
        update(OUTBOX)
        .where(OUTBOX.c.number.in_(taken))
        .values(lease=lease, leased_ms=now_ms, lease_until_ms=now_ms + hold_ms)
    )
    signing = {row.endpoint: tuple(sealed_keys(connection, row.endpoint, now_ms)) for row in rows}
    return [
        Parcel(
            row.number,
            row.endpoint,
            row.url,
            row.message,
            bytes(row.body),
            row.attempts,
            signing[row.endpoint],
        )
        for row in rows
    ]


def settle(
    connection: Connection, parcel: Parcel, outcome: Outcome, lease: str, now_ms: int, wait: float | None
) -> None:
    """Write down what came of an attempt.

    Success counts whoever had it; a failure counts only while the lease is ours.

    Args:
        connection: a writing one.
        parcel: what was sent.
        outcome: of the attempt.
        lease: of the claim.
        now_ms: UTC.
        wait: seconds to the next attempt after a failure; None where there is none.
    """
    row = and_(OUTBOX.c.number == parcel.number, OUTBOX.c.state != "delivered")
    tried = {"attempts": parcel.failed + 1, "tried_ms": now_ms, "lease": None, "outcome": outcome.told}
    if outcome.result == "delivered":
        connection.execute(update(OUTBOX).where(row).values(state="delivered", done_ms=now_ms, **tried))
        return
    ours = update(OUTBOX).where(and_(row, OUTBOX.c.lease == lease))
    if outcome.result == "gone":
        connection.execute(ours.values(state="dead", done_ms=now_ms, **tried))
        endpoints.disable(connection, parcel.endpoint, "the receiver answered 410 Gone", now_ms, "sender")
    elif wait is None:
        if connection.execute(ours.values(state="dead", done_ms=now_ms, **tried)).rowcount:
            detail = {"message": parcel.message, "outcome": outcome.told}
            append(connection, "sender", "webhook.dead", f"webhook/{parcel.endpoint}", detail, now_ms)
    else:
        connection.execute(ours.values(due_ms=now_ms + int(wait * 1000), **tried))


def release(connection: Connection, lease: str) -> None:
    """Give back what was claimed and not sent."""
    own = and_(OUTBOX.c.lease == lease, OUTBOX.c.state == "pending")
    connection.execute(update(OUTBOX).where(own).values(lease=None))


def _due(now_ms: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """At its time, or because the clock was set back; either is enough."""
    return OUTBOX.c.due_ms <= now_ms, OUTBOX.c.tried_ms > now_ms + SKEW_MS


def _free(now_ms: int) -> ColumnElement[bool]:
    """With nobody, or with somebody whose lease has ended."""
    ended = or_(OUTBOX.c.lease_until_ms <= now_ms, OUTBOX.c.leased_ms > now_ms + SKEW_MS)
    return or_(OUTBOX.c.lease.is_(None), ended)
