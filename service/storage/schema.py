"""The tables of a live table's log. Other parts define theirs where they use them, in the same `METADATA`.

Instants are whole milliseconds of UTC since 1970 in columns named `..._ms`; `t` is the table's or a seat's
own time in seconds, as in the event contract. Texts that hold JSON are canonical (`rules.canonical.dumps`).
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)
"""Of all tables of this database; a module that defines one is named in `service.storage.migrate`."""

WRITERS = Table(
    "writers",
    METADATA,
    Column("writer", Text, primary_key=True),
    Column("batch", Text, nullable=False),
)
"""The newest batch that each writer committed: tells what became of a commit whose connection broke."""

TABLES = Table(
    "tables",
    METADATA,
    Column("opening", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("node", Text, nullable=False),
    Column("opened_ms", BigInteger, nullable=False),
    Column("closed_ms", BigInteger),
    Column("alive_ms", BigInteger, nullable=False),
    Column("alive_t", Double, nullable=False),
    Column("rule_book", Text, nullable=False),
    Column("asked", Text, nullable=False),
    Column("software", Text, nullable=False),
    Index("ix_tables_open", "node", "closed_ms"),
)
"""Tables that were opened; `opening` tells one from others of its name, `asked` is how it is watched.

`alive_ms` and `alive_t` are when the sidecar last was known to watch it, on its own clock and the table's."""

INPUTS = Table(
    "inputs",
    METADATA,
    Column("opening", Text, ForeignKey("tables.opening"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("id", Text, nullable=False),
    Column("type", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("t", Double, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
    Column("audience", Text, nullable=False),
    Column("decisions", Text, nullable=False),
    UniqueConstraint("opening", "id"),
)
"""Everything that went into a table's referee, in its order, with what it decided: the truth about it."""

ANSWERS = Table(
    "answers",
    METADATA,
    Column("scope", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("fingerprint", LargeBinary, nullable=False),
    Column("status", Integer, nullable=False),
    Column("headers", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
)
"""What was answered to requests with an idempotency key; `scope` is the opening, or empty."""
