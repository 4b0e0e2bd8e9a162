"""The table of platform keys."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, LargeBinary, Table, Text

from service.storage.schema import METADATA

KEYS = Table(
    "api_keys",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("scopes", Text, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("expires_ms", BigInteger),
    Column("revoked_ms", BigInteger),
    Column("used_ms", BigInteger),
)
"""`id` is the part of a key that may be shown, `hash` is SHA-256 of all of it; `scopes` a JSON list."""
