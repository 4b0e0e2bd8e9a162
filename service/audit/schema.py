"""The table of the audit chain. Migration 0002 also forbids to change or delete its rows, by triggers."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, LargeBinary, Table, Text, UniqueConstraint

from service.storage.schema import METADATA

AUDIT = Table(
    "audit",
    METADATA,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("actor", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("object", Text, nullable=False),
    Column("detail", Text, nullable=False),
    Column("prev", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    UniqueConstraint("prev"),
)
"""Who did what to what, counted from 1 without a gap; `prev` is the hash of the entry before.

That `prev` is unique is what keeps the chain from forking, whoever writes."""
