"""The log numbers events, keeps them ordered and lets the referee speak after its cause."""

from __future__ import annotations

import json

from service.events import EventLog
from vision.signals.signal import Signal


def test_events_are_ordered_by_time_and_seat_and_numbered() -> None:
    log = EventLog("t")
    signals = [Signal("gesture.started", seat, t) for seat, t in ((3, 2.0), (2, 2.0), (1, 1.5))]
    events = log.record(signals) + log.record([Signal("gesture.ended", 1, 2.5)])
    assert [(e.seat, e.t) for e in events] == [(1, 1.5), (2, 2.0), (3, 2.0), (1, 2.5)]
    assert [e.id for e in events] == ["t-000001", "t-000002", "t-000003", "t-000004"]


def test_grounds_follow_their_cause_and_name_it() -> None:
    cause, decision = EventLog("t").record([Signal("absence.exceeded", 4, 20.2, {"since": 5.1})])
    assert decision.type == "grounds.raised"
    assert decision.data["evidence"] == [cause.id]
    assert decision.data["rule"] == "FP-S1"


def test_a_line_has_the_contract_fields_in_order() -> None:
    (event,) = EventLog("t").record([Signal("camera.unobservable", 9, 1 / 3, {"reason": "black"})])
    line = event.to_json()
    assert "\n" not in line
    assert list(json.loads(line)) == ["id", "type", "table", "seat", "t", "data"]
    assert json.loads(line)["t"] == 0.333333
