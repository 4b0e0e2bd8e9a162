"""The incident record (B.5)."""

from __future__ import annotations

from dataclasses import replace

from rules.table.fairplay.state import FairState
from tests.rules.fairplay.table import Table, only

B5 = {
    "incident_id",
    "game_id",
    "seat",
    "rule_id",
    "grounds_class",
    "class_scores",
    "t_start",
    "t_end",
    "duration",
    "phase",
    "evidence_ref",
    "model_versions",
    "confidence",
    "alternatives",
    "auto_effect",
}


def test_B5_the_record_of_what_a_camera_saw() -> None:
    table = Table()
    table.state = replace(table.state, game="game-7")
    table.send(
        "gesture.started", 3, gesture="aggressive_throat", score=0.9, since=99.2, models={"motion": "3"}
    )
    table.send("gesture.ended", 3, gesture="aggressive_throat", until=100.4)
    (incident,) = table.state.incidents
    record = incident.to_json()
    assert set(record) >= B5
    assert record == {
        "incident_id": "incident-1",
        "game_id": "game-7",
        "seat": 3,
        "rule_id": "FP-U2",
        "grounds_class": "TF",
        "class_scores": {"aggressive_throat": 0.9},
        "t_start": 99.2,
        "t_end": 100.4,
        "duration": 100.4 - 99.2,
        "phase": "speech",
        "day": 2,
        "evidence_ref": ["e1", "e2"],
        "model_versions": {"motion": "3"},
        "confidence": 0.9,
        "alternatives": ["FP-S3"],
        "auto_effect": "none",
        "source": "camera",
    }


def test_B5_the_record_of_a_report_claims_no_score_and_no_end() -> None:
    table = Table()
    table.send("report.file", 2, accused=3, rule="FP-U6")
    record = table.state.incidents[0].to_json()
    assert (record["confidence"], record["class_scores"], record["t_end"], record["duration"]) == (
        None,
        {},
        None,
        None,
    )
    assert "reporters" not in record


def test_B5_grounds_point_to_their_record_and_reviewers_get_it() -> None:
    table = Table()
    decisions = table.send("gesture.started", 3, gesture="forbidden", score=0.9)
    recorded = only(decisions, "incident.recorded")
    assert recorded.audience == "reviewer"
    assert recorded.data["incident_id"] == only(decisions, "grounds.raised").data["incident"] == "incident-1"


def test_B5_auto_effect_is_none_for_every_class_of_incident() -> None:
    table = Table()
    table.send("gesture.started", 3, gesture="forbidden")
    table.send("gesture.started", 4, gesture="aggressive_strike")
    table.send("absence.exceeded", 5, since=80.0)
    table.send("suspicion.noticed", 6, rule="FP-S2")
    table.send("gesture.started", 7, gesture="forbidden", audience="audit")
    assert [i.grounds_class for i in table.state.incidents] == ["BAN", "TF", "DQ", "SUSPICION", "INFO"]
    assert {i.to_json()["auto_effect"] for i in table.state.incidents} == {"none"}


def test_B5_the_end_of_another_gesture_ends_no_incident() -> None:
    table = Table()
    table.send("gesture.started", 3, gesture="forbidden")
    assert table.send("gesture.ended", 3, gesture="red") == []
    assert table.send("gesture.ended", 4, gesture="forbidden") == []
    assert table.send("gesture.ended", 3, gesture="aggressive_strike") == []
    assert (
        only(table.send("gesture.ended", 3, gesture="forbidden"), "grounds.updated").data["duration"] == 0.0
    )
    assert table.send("gesture.ended", 3, gesture="forbidden") == []


def test_B5_scores_that_are_no_numbers_are_left_out() -> None:
    table = Table()
    table.send("nudity.confirmed", 3, score="high", since=True, models=7)
    (incident,) = table.state.incidents
    assert (incident.confidence, incident.t_start, incident.model_versions) == (None, 100.0, ())


def test_an_empty_state_is_the_state_of_a_new_game() -> None:
    assert FairState() == Table().state
