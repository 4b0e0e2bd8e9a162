"""The audit chain, the outbox of webhooks, and keys of platforms."""

from __future__ import annotations

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables."""


def downgrade() -> None:
    """Drop them."""
