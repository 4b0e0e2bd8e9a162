"""What must survive a crash: one database, SQLite by default, PostgreSQL by its address."""

from service.storage.database import Database, DatabaseAway, StorageError
from service.storage.schema import METADATA

__all__ = ["METADATA", "Database", "DatabaseAway", "StorageError"]
