"""Run by Alembic: migrations go through the connection that `service.storage.migrate` hands over."""

from __future__ import annotations

from alembic import context

from service.storage.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
