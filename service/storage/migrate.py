"""Bring a database to the newest migration, or say what is missing."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from service.audit import schema as audit
from service.delivery import schema as delivery
from service.keys import schema as keys
from service.storage.database import Database, StorageError
from service.storage.schema import METADATA

TABLES = METADATA
"""All tables, for who compares: importing this module imports every module that defines one."""
DEFINED_IN = (audit, delivery, keys)
"""The modules that define tables beside `service.storage.schema`."""


def upgrade(database: Database) -> None:
    """Bring the database to the newest migration; it may be empty.

    Raises:
        StorageError: it was written by a newer version of this program.
    """
    config = _config()
    with database.engine.execution_options(writes=True).begin() as connection:
        _refuse_newer(database, connection, config)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _refuse_newer(database: Database, connection: Connection, config: Config) -> None:
    current = MigrationContext.configure(connection).get_current_revision()
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if current is not None and current not in known:
        raise StorageError(
            f"{database.shown}: was written by a newer version (migration {current}); run that one"
        )


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config
