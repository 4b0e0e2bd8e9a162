"""The outbox: what is to be told is written in the transaction of what happened, its bytes for good."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Insert
from sqlalchemy.dialects import postgresql, sqlite

from rules.events import Json
from service.delivery import endpoints
from service.delivery.messages import cloud_event
from service.delivery.schema import OUTBOX
from service.storage.log import Record


class Outbox:
    """A `service.storage.log.Companion`: a message for each line that the platform reads and endpoint."""

    def __init__(self, source: str) -> None:
        """`source`: what CloudEvents name as it (`Delivery.source`)."""
        self._source = source

    def beside(self, connection: Connection, record: Record) -> None:
        """Write down what is to be told of a record."""
        named = {f"{record.opening}-{record.number}-{place}": line for place, line in enumerate(record.lines)}
        self.put(connection, named, record.at_ms)

    def put(self, connection: Connection, lines: Mapping[str, Mapping[str, Json]], at_ms: int) -> int:
        """Write down what is to be told, in the caller's transaction. What is there already stays as it is.

        Args:
            connection: a writing one.
            lines: events as in the contract, by identifiers of messages that nothing else has.
            at_ms: when they happened, UTC.

        Returns:
            How many messages there are, over all endpoints.
        """
        rows = self._rows(endpoints.active(connection) if lines else (), lines, at_ms)
        if rows:
            connection.execute(_insert(connection), rows)
        return len(rows)

    def _rows(
        self, told: Sequence[endpoints.Endpoint], lines: Mapping[str, Mapping[str, Json]], at_ms: int
    ) -> list[dict[str, Any]]:
        rows = []
        for message, line in lines.items():
            kind = str(line["type"])
            wanting = [endpoint.id for endpoint in told if endpoint.wants(kind)]
            if not wanting:
                continue
            body = cloud_event(message, line, at_ms, self._source)
            fresh = {"state": "pending", "attempts": 0, "outcome": "", "tried_ms": at_ms, "due_ms": at_ms}
            one = {"message": message, "type": kind, "body": body, "at_ms": at_ms, **fresh}
            rows += [{"endpoint": endpoint, **one} for endpoint in wanting]
        return rows


def _insert(connection: Connection) -> Insert:
    if connection.dialect.name == "postgresql":
        return postgresql.insert(OUTBOX).on_conflict_do_nothing(index_elements=["endpoint", "message"])
    return sqlite.insert(OUTBOX).on_conflict_do_nothing(index_elements=["endpoint", "message"])
