"""Every decision of the log stands in the chain, with the hash of what was decided."""

from __future__ import annotations

import json

from service.audit.decisions import AuditedDecisions, decision_hash
from service.audit.verify import entries, verify
from service.storage import Database
from tests.service.records import OPENING, decided, opened, record, written


def test_each_decision_is_written_with_its_record(database: Database) -> None:
    log = opened(database, [AuditedDecisions()])
    written(log, range(1, 31))
    chain = list(entries(database))
    assert verify(database).broken is None
    assert [entry.object for entry in chain] == [f"table/{OPENING}/{number}" for number in range(1, 31)]
    assert {entry.action for entry in chain} == {"decision.foul.given"}
    assert [json.loads(entry.detail)["sha256"] for entry in chain] == [
        decision_hash(decided(number)) for number in range(1, 31)
    ]
    assert json.loads(chain[0].detail)["caused_by"] == ["evening-e000001"]


def test_a_record_that_is_not_written_leaves_no_trace(database: Database) -> None:
    log = opened(database, [AuditedDecisions()])
    written(log, [1])
    assert log.append(record(1)).exception(20) is not None  # that number is taken
    written(log, [2])
    assert verify(database).count == 2
    assert verify(database).broken is None
