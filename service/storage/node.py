"""One process at a time is a node: two that resumed the same tables would decide everything twice."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from contextlib import ExitStack

from sqlalchemy import text

from models.lock import exclusive
from service.storage.database import Database, StorageError

_SPACE = 0x436F6E73
"""PostgreSQL's advisory locks of nodes: the first of their two numbers."""


def hold(database: Database, node: str) -> Callable[[], None]:
    """Be the node until the process ends or the returned function is called.

    Raises:
        StorageError: another process is.
    """
    with ExitStack() as stack:
        if database.file is not None:
            _file_lock(database, node, stack)
        else:
            _server_lock(database, node, stack)
        return stack.pop_all().close


def _file_lock(database: Database, node: str, stack: ExitStack) -> None:
    assert database.file is not None

    def taken() -> None:
        raise _taken(database, node)

    stack.enter_context(exclusive(database.file.with_suffix(f".{_number(node):08x}.lock"), taken))


def _server_lock(database: Database, node: str, stack: ExitStack) -> None:
    """A lock of the session: it goes with its connection, however that ends."""
    connection = stack.enter_context(
        database.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    )
    asked = text("SELECT pg_try_advisory_lock(:space, :node)")
    number = _number(node) - (1 << 31)  # a signed integer of 32 bits
    if not connection.scalar(asked, {"space": _SPACE, "node": number}):
        raise _taken(database, node)
    stack.callback(connection.invalidate)  # else the pool would keep the session, and the lock


def _number(node: str) -> int:
    return zlib.crc32(node.encode())


def _taken(database: Database, node: str) -> StorageError:
    return StorageError(
        f"{database.shown}: another sidecar runs as node {node}; end that one, or name this one otherwise"
        " (storage.node)"
    )
