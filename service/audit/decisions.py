"""Every decision of the referee, in the chain.

The chain holds what was decided, by which rule and upon which events, and the hash of the whole decision: it
proves what stands in the table's log without keeping it longer than that.
"""

from __future__ import annotations

import hashlib

from sqlalchemy import Connection

from rules.canonical import dumps
from rules.events import Decision
from service.audit.chain import Deed, append_all
from service.storage.log import Record


class AuditedDecisions:
    """A `service.storage.log.Companion`."""

    def beside(self, connection: Connection, record: Record) -> None:
        """Write down the decisions of a record."""
        if record.decisions:
            append_all(connection, [_deed(record, decision) for decision in record.decisions])


def decision_hash(decision: Decision) -> str:
    """SHA-256 of a decision's canonical JSON, in hexadecimal digits."""
    return hashlib.sha256(dumps(decision)).hexdigest()


def _deed(record: Record, decision: Decision) -> Deed:
    return Deed(
        "referee" if decision.automated else "table",
        f"decision.{decision.type}",
        f"table/{record.opening}/{record.number}",
        {
            "table": record.table,
            "seat": decision.seat,
            "rule": decision.rule,
            "caused_by": list(decision.caused_by),
            "sha256": decision_hash(decision),
        },
        record.at_ms,
    )
