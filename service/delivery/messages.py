"""What a webhook says: a line of a table as a CloudEvent (1.0, structured, JSON)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from urllib.parse import quote

from rules.canonical import dumps
from rules.events import Json


def cloud_event(message: str, line: Mapping[str, Json], at_ms: int, source: str) -> bytes:
    """The bytes of a message; the same arguments give the same ones.

    Args:
        message: its identifier, which no other has.
        line: an event as in the contract; it is the event's `data`, unchanged.
        at_ms: when it happened, UTC.
        source: of the installation, as `urn:consigliere`.
    """
    table, seat = str(line["table"]), line["seat"]
    joint = ":" if source.startswith("urn:") else "/tables/"
    event: dict[str, Json] = {
        "specversion": "1.0",
        "id": message,
        "source": f"{source}{joint}{quote(table, safe='')}",
        "type": str(line["type"]),
        "time": _instant(at_ms),
        "datacontenttype": "application/json",
        "data": dict(line),
    }
    if seat:
        event["subject"] = f"seat/{seat}"
    return dumps(event)


def _instant(at_ms: int) -> str:
    """RFC 3339, in UTC."""
    moment = datetime.fromtimestamp(at_ms // 1000, UTC).replace(tzinfo=None)
    return f"{moment.isoformat()}.{at_ms % 1000:03d}Z"
