"""What keeps ballots and reports from being used as a weapon (E-07, F.13, F.15)."""

from __future__ import annotations

import pytest

from rules.events import Json
from rules.table.fairplay.book import FairPlayBook
from tests.rules.fairplay.table import Table, only, reason, types


def failed(table: Table, incident: str, kind: str, by: int) -> None:
    table.ballot(incident, kind, by)
    table.wait(20.0)


def test_E07_one_ballot_an_incident_and_kind() -> None:
    table = Table()
    incident = table.report(3, "FP-S1")
    failed(table, incident, "disqualification", 2)
    refused = table.send("ballot.open", 4, incident=incident, kind="disqualification")
    assert reason(refused) == "voted_on_already"
    assert "ballot.opened" in types(table.send("ballot.open", 4, incident=incident, kind="technical_foul"))


def test_E07_the_two_forms_of_abort_are_two_kinds() -> None:
    table = Table()
    incident = table.report(3, "FP-S1")
    failed(table, incident, "abort_void", 2)
    assert "ballot.opened" in types(
        table.send("ballot.open", 4, incident=incident, kind="abort_opponent_victory")
    )


def test_B_P2_an_act_brings_one_of_the_sanctions() -> None:
    table = Table()
    table.sanction(3, "FP-S1", "technical_foul")
    refused = table.send("ballot.open", 2, incident="incident-1", kind="disqualification")
    assert reason(refused) == "sanctioned_already"


def test_B_P2_a_table_may_sanction_an_act_twice() -> None:
    table = Table(FairPlayBook(one_sanction_per_incident=False))
    table.sanction(3, "FP-S1", "technical_foul")
    assert "ballot.opened" in types(
        table.send("ballot.open", 2, incident="incident-1", kind="disqualification")
    )


def test_E07_one_ballot_at_a_time() -> None:
    table = Table()
    first, second = table.report(3, "FP-S1"), table.report(4, "FP-U3")
    table.ballot(first, "technical_foul", by=2)
    assert reason(table.send("ballot.open", 5, incident=second, kind="technical_foul")) == "ballot_open"
    table.wait(20.0)
    assert "ballot.opened" in types(table.send("ballot.open", 5, incident=second, kind="technical_foul"))


def test_E07_a_table_may_hold_several_ballots_at_a_time() -> None:
    table = Table(FairPlayBook(open_ballots=2))
    first, second = table.report(3, "FP-S1"), table.report(4, "FP-U3")
    one, two = table.ballot(first, "disqualification", by=2), table.ballot(second, "technical_foul", by=3)
    table.vote(two, yes=(4, 5, 6, 7))
    decisions = table.vote(one, yes=(1, 4, 5, 6, 7))
    assert types(decisions)[-2:] == ["player.disqualified", "ban.proposed"]
    # Seat 3 has left by the first ballot: its vote in the second counts no more.
    assert types(table.vote(two, no=(8, 9))) == ["ballot.cast"] * 2
    assert types(table.vote(two, yes=(10,)))[-1] == "technical_foul.given"
    assert only(table.log[-2:], "ballot.closed").data["yes"] == 5


def test_B4_who_is_disqualified_at_the_same_moment_votes_no_more() -> None:
    table = Table(FairPlayBook(open_ballots=2, close_when_decided=False))
    table.set(living=tuple(range(1, 10)))
    first, second = table.report(3, "FP-S2"), table.report(4, "FP-U3")
    one, two = table.ballot(first, "disqualification", by=1), table.ballot(second, "technical_foul", by=3)
    table.vote(one, yes=(2, 5, 6, 7))
    table.vote(two, yes=(5, 6, 7, 8))
    decisions = table.wait(20.0)
    closed = [
        (d.data["ballot"], d.data["yes"], d.data["outcome"]) for d in decisions if d.type == "ballot.closed"
    ]
    assert closed == [(one, 5, "passed"), (two, 4, "failed")]


def test_C404_nothing_is_imposed_at_the_moment_at_which_the_game_is_aborted() -> None:
    table = Table(FairPlayBook(open_ballots=2, close_when_decided=False))
    first, second = table.report(3, "FP-S2"), table.report(4, "FP-U3")
    one, two = table.ballot(first, "abort_void", by=1), table.ballot(second, "technical_foul", by=1)
    for ballot in (one, two):
        table.vote(ballot, yes=(2, 5, 6, 7, 8))
    decisions = table.wait(20.0)
    assert types(decisions) == ["ballot.closed", "game.aborted", "ballot.closed"]
    assert decisions[-1].data["outcome"] == "lapsed"


def test_F13_after_two_failed_ballots_of_his_a_player_opens_no_more() -> None:
    table = Table()
    for rule in ("FP-U3", "FP-U4"):
        failed(table, table.report(3, rule), "technical_foul", 2)
    incident = table.report(3, "FP-U5")
    assert reason(table.send("ballot.open", 2, incident=incident, kind="technical_foul")) == "too_many_failed"
    assert "ballot.opened" in types(table.send("ballot.open", 4, incident=incident, kind="technical_foul"))


def test_F13_ballots_that_pass_do_not_count_against_who_opened_them() -> None:
    table = Table()
    for accused in (3, 4, 5):
        table.sanction(accused, "FP-U3", "technical_foul")
    assert types(table.log).count("technical_foul.given") == 3
    assert [b.initiator for b in table.state.ballots] == [1, 1, 1]


@pytest.mark.parametrize(("day", "open_"), [(2, True), (3, True), (4, False)])
def test_F13_grounds_may_be_voted_on_until_the_day_after(day: int, open_: bool) -> None:
    table = Table()
    incident = table.report(3, "FP-U3")
    table.set(day=day, next_discussion=day + 1)
    decisions = table.send("ballot.open", 2, incident=incident, kind="technical_foul")
    assert ("ballot.opened" in types(decisions)) is open_
    if not open_:
        assert reason(decisions) == "grounds_stale"


def test_F15_five_reports_a_player_and_no_limit_for_the_platform() -> None:
    table = Table()
    for rule in ("FP-U1", "FP-U3", "FP-U4", "FP-U5", "FP-U6"):
        table.send("report.file", 2, accused=3, rule=rule)
    assert reason(table.send("report.file", 2, accused=3, rule="FP-U7")) == "too_many_reports"
    for accused in range(4, 11):
        table.send("report.file", 0, accused=accused, rule="FP-U7", by="host")
    assert types(table.log).count("grounds.raised") == 12


def test_F15_the_same_report_twice_is_refused_and_costs_nothing() -> None:
    table = Table()
    table.send("report.file", 2, accused=3, rule="FP-U3")
    before = table.state
    assert reason(table.send("report.file", 2, accused=3, rule="FP-U3")) == "reported_already"
    assert table.state is before


def test_E07_reports_of_one_act_by_several_people_are_one_incident() -> None:
    table = Table()
    for by in (2, 4, 0):
        table.send("report.file", by, accused=3, rule="FP-U3", by="host")
    assert types(table.log).count("grounds.raised") == 1
    assert table.state.incidents[0].reporters == (2, 4, 0)
    assert table.state.incidents[0].hosts == ("host",)


def test_E07_a_report_joins_what_a_camera_has_told_already() -> None:
    table = Table()
    table.send("gesture.started", 3, gesture="aggressive_strike")
    told = only(table.send("report.file", 2, accused=3, rule="FP-S3"), "report.recorded")
    assert told.data == {"incident": "incident-1", "accused": 3, "joined": True}
    assert (told.seat, told.audience) == (2, "seat")
    assert len(table.state.incidents) == 1


def test_E07_a_camera_adds_no_incident_to_a_report_of_the_same_act() -> None:
    table = Table()
    table.send("report.file", 2, accused=3, rule="FP-U2")
    assert table.send("gesture.started", 3, gesture="aggressive_strike") == []


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"accused": 2, "rule": "FP-U1"}, "own_report"),
        ({"accused": 11, "rule": "FP-U1"}, "no_such_seat"),
        ({"accused": True, "rule": "FP-U1"}, "no_such_seat"),
        ({"accused": "3", "rule": "FP-U1"}, "no_such_seat"),
        ({"rule": "FP-U1"}, "no_such_seat"),
        ({"accused": 3}, "no_such_choice"),
        ({"accused": 3, "rule": "FP-U1", "note": 7}, "no_text"),
        ({"accused": 3, "rule": "FP-U1", "note": "x" * 4001}, "no_text"),
    ],
)
def test_reports_that_are_unclear_are_refused(data: dict[str, Json], expected: str) -> None:
    table = Table()
    before = table.state
    assert reason(table.send("report.file", 2, None, **data)) == expected
    assert table.state is before


@pytest.mark.parametrize(
    ("seat", "data", "expected"),
    [
        (2, {"incident": "incident-9", "kind": "technical_foul"}, "no_grounds"),
        (2, {"incident": 1, "kind": "technical_foul"}, "no_text"),
        (2, {"kind": "technical_foul"}, "no_text"),
        (2, {"incident": "incident-1", "kind": "ban"}, "no_such_choice"),
        (2, {"incident": "incident-1"}, "no_such_choice"),
        (0, {"incident": "incident-1", "kind": "technical_foul"}, "not_alive"),
        (7, {"incident": "incident-1", "kind": "technical_foul"}, "not_alive"),
    ],
)
def test_ballots_without_grounds_or_right_are_refused(
    seat: int, data: dict[str, Json], expected: str
) -> None:
    table = Table()
    table.report(3, "FP-U3")
    table.set(living=(1, 2, 3, 4, 5))
    before = table.state
    assert reason(table.send("ballot.open", seat, None, **data)) == expected
    assert table.state is before


def test_a_report_of_the_platform_names_the_person_who_made_it() -> None:
    table = Table()
    assert reason(table.send("report.file", 0, accused=3, rule="FP-U3")) == "no_text"


def test_a_report_tells_the_table_of_the_act_and_not_who_told() -> None:
    table = Table()
    raised = only(table.send("report.file", 2, accused=3, rule="FP-U3", note="said so"), "grounds.raised")
    assert "reporters" not in raised.data
    assert "note" not in raised.data
    recorded = only(table.log, "incident.recorded")
    assert (recorded.audience, recorded.data["reporters"], recorded.data["note"]) == (
        "reviewer",
        [2],
        "said so",
    )


@pytest.mark.parametrize("command", ["report.file", "ballot.open", "ballot.vote", "interject.press"])
def test_nothing_is_asked_of_players_outside_a_game(command: str) -> None:
    table = Table()
    table.set(running=False)
    data: dict[str, Json] = {"accused": 3, "rule": "FP-U1", "ballot": "ballot-1", "yes": True}
    assert reason(table.send(command, 2, None, incident="incident-1", kind="technical_foul", **data)) in (
        "no_game",
        "ballot_closed",
    )


def test_texts_of_4000_characters_and_100_of_them_are_taken() -> None:
    table = Table()
    clips: list[Json] = [f"clip-{number}" for number in range(100)]
    table.send("report.file", 2, accused=3, rule="FP-U1", note="x" * 4000, evidence=clips)
    (incident,) = table.state.incidents
    assert len(incident.note) == 4000
    assert incident.evidence == ("e1", *clips)


def test_evidence_of_a_report_that_joins_another_is_kept_too() -> None:
    table = Table()
    table.send("report.file", 2, accused=3, rule="FP-U1", evidence=["clip-1"])
    table.send("report.file", 4, accused=3, rule="FP-U1", evidence=["clip-2"])
    assert table.state.incidents[0].evidence == ("e1", "clip-1", "e2", "clip-2")
