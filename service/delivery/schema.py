"""The tables of webhooks: who is told, the secrets that sign, and what is still to be sent."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Table,
    Text,
    UniqueConstraint,
)

from service.storage.schema import METADATA

NUMBER = BigInteger().with_variant(Integer, "sqlite")
"""Counted by the database: SQLite counts plain INTEGER keys only."""

ENDPOINTS = Table(
    "webhooks",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("url", Text, nullable=False),
    Column("types", Text, nullable=False),
    Column("ordered", Boolean, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("disabled_ms", BigInteger),
    Column("reason", Text, nullable=False),
)
"""Who is told; `types` is a JSON list of patterns, `reason` says why one is disabled."""

SECRETS = Table(
    "webhook_secrets",
    METADATA,
    Column("endpoint", Text, ForeignKey("webhooks.id"), primary_key=True),
    Column("id", Text, primary_key=True),
    Column("sealed", LargeBinary, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("retires_ms", BigInteger),
)
"""What signs; all that have not retired sign at once."""

OUTBOX = Table(
    "outbox",
    METADATA,
    Column("number", NUMBER, primary_key=True, autoincrement=True),
    Column("endpoint", Text, nullable=False),
    Column("message", Text, nullable=False),
    Column("type", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("tried_ms", BigInteger, nullable=False),
    Column("due_ms", BigInteger, nullable=False),
    Column("lease", Text),
    Column("leased_ms", BigInteger),
    Column("lease_until_ms", BigInteger),
    Column("outcome", Text, nullable=False),
    Column("done_ms", BigInteger),
    UniqueConstraint("endpoint", "message"),
    Index("ix_outbox_order", "state", "endpoint", "number"),
    Index("ix_outbox_due", "state", "endpoint", "due_ms"),
    Index("ix_outbox_tried", "state", "tried_ms"),
)
"""One row a message and endpoint: `message` and `body` are frozen, all else is the state of its delivery.

`state` is `pending`, `delivered` or `dead`; `tried_ms` is the last attempt (or the insertion), `due_ms` the
next; `outcome` is what came of the last one. The indices let a look for what is due pass over a backlog.
`endpoint` may name one that another process has just removed: no decision may fail for that."""
