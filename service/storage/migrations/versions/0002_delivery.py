"""The audit chain, the outbox of webhooks, and keys of platforms."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_REFUSAL = "the audit chain is append-only"


def upgrade() -> None:
    """Make the tables."""
    _audit()
    _forbid_changes()
    _webhooks()
    op.create_table(
        "api_keys",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("expires_ms", sa.BigInteger),
        sa.Column("revoked_ms", sa.BigInteger),
        sa.Column("used_ms", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_api_keys"),
    )


def downgrade() -> None:
    """Drop them."""
    for name in ("api_keys", "outbox", "webhook_secrets", "webhooks", "audit"):
        op.drop_table(name)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION audit_refuse_change()")


def _audit() -> None:
    op.create_table(
        "audit",
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("object", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("prev", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_audit"),
        sa.UniqueConstraint("prev", name="uq_audit_prev"),
    )


def _forbid_changes() -> None:
    """Whoever owns the database can drop the triggers: they guard against slips, the chain against people."""
    if op.get_bind().dialect.name == "sqlite":
        for deed in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER audit_no_{deed.lower()} BEFORE {deed} ON audit"
                f" BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION audit_refuse_change() RETURNS trigger LANGUAGE plpgsql AS"
        f" $$ BEGIN RAISE EXCEPTION '{_REFUSAL}'; END $$"
    )
    op.execute(
        "CREATE TRIGGER audit_no_change BEFORE UPDATE OR DELETE ON audit"
        " FOR EACH ROW EXECUTE FUNCTION audit_refuse_change()"
    )
    op.execute(
        "CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON audit"
        " FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change()"
    )


def _webhooks() -> None:
    op.create_table(
        "webhooks",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("types", sa.Text, nullable=False),
        sa.Column("ordered", sa.Boolean, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("disabled_ms", sa.BigInteger),
        sa.Column("reason", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_webhooks"),
    )
    op.create_table(
        "webhook_secrets",
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("retires_ms", sa.BigInteger),
        sa.PrimaryKeyConstraint("endpoint", "id", name="pk_webhook_secrets"),
        sa.ForeignKeyConstraint(["endpoint"], ["webhooks.id"], name="fk_webhook_secrets_endpoint"),
    )
    op.create_table(
        "outbox",
        sa.Column(
            "number", sa.BigInteger().with_variant(sa.Integer, "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("tried_ms", sa.BigInteger, nullable=False),
        sa.Column("due_ms", sa.BigInteger, nullable=False),
        sa.Column("lease", sa.Text),
        sa.Column("leased_ms", sa.BigInteger),
        sa.Column("lease_until_ms", sa.BigInteger),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("done_ms", sa.BigInteger),
        sa.PrimaryKeyConstraint("number", name="pk_outbox"),
        sa.UniqueConstraint("endpoint", "message", name="uq_outbox_endpoint"),
    )
    op.create_index("ix_outbox_order", "outbox", ["state", "endpoint", "number"])
    op.create_index("ix_outbox_due", "outbox", ["state", "endpoint", "due_ms"])
    op.create_index("ix_outbox_tried", "outbox", ["state", "tried_ms"])
