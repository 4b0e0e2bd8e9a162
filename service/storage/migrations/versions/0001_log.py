"""The log of live tables, and answers by idempotency key."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "writers",
        sa.Column("writer", sa.Text, nullable=False),
        sa.Column("batch", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("writer", name="pk_writers"),
    )
    op.create_table(
        "tables",
        sa.Column("opening", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("node", sa.Text, nullable=False),
        sa.Column("opened_ms", sa.BigInteger, nullable=False),
        sa.Column("closed_ms", sa.BigInteger),
        sa.Column("alive_ms", sa.BigInteger, nullable=False),
        sa.Column("alive_t", sa.Double, nullable=False),
        sa.Column("rule_book", sa.Text, nullable=False),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("software", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("opening", name="pk_tables"),
    )
    op.create_index("ix_tables_open", "tables", ["node", "closed_ms"])
    op.create_table(
        "inputs",
        sa.Column("opening", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("t", sa.Double, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("audience", sa.Text, nullable=False),
        sa.Column("decisions", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("opening", "number", name="pk_inputs"),
        sa.ForeignKeyConstraint(["opening"], ["tables.opening"], name="fk_inputs_opening"),
        sa.UniqueConstraint("opening", "id", name="uq_inputs_opening"),
    )
    op.create_table(
        "answers",
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("fingerprint", sa.LargeBinary, nullable=False),
        sa.Column("status", sa.Integer, nullable=False),
        sa.Column("headers", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("scope", "key", name="pk_answers"),
    )


def downgrade() -> None:
    """Drop them."""
    for name in ("answers", "inputs", "tables", "writers"):
        op.drop_table(name)
