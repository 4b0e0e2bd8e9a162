"""Secret phases (A.5) and people who are out of the game (E-29)."""

from __future__ import annotations

import pytest

from rules.events import Json
from rules.table.fairplay.book import FairPlayBook
from tests.rules.fairplay.table import Table, only, reason, types


def test_E29_who_is_out_and_applauds_is_told_to_the_hosts_alone() -> None:
    table = Table()
    table.set(living=(1, 2, 5))
    (noted,) = table.send("gesture.started", 3, gesture="applause")
    assert (noted.type, noted.audience, noted.rule) == ("information.noted", "reviewer", "E-29")
    assert reason(table.send("ballot.open", 2, incident="incident-1", kind="abort_void")) == "no_grounds"
    assert table.send("gesture.started", 3, gesture="applause") == []


@pytest.mark.parametrize(
    ("event", "data", "raised"),
    [
        ("gesture.started", {"gesture": "forbidden"}, True),
        ("nudity.confirmed", {}, True),
        ("gesture.started", {"gesture": "aggressive_strike"}, False),
        ("absence.exceeded", {"since": 1.0}, False),
    ],
)
def test_E29_the_forbidden_gesture_and_nudity_stay_monitored_at_the_seats_of_who_is_out(
    event: str, data: dict[str, Json], raised: bool
) -> None:
    table = Table()
    table.set(living=(1, 2, 5))
    assert ("grounds.raised" in types(table.send(event, 3, None, **data))) is raised


def test_E29_whether_who_is_out_may_be_sanctioned_and_may_report_is_the_tables_choice() -> None:
    default, other = (
        Table(),
        Table(FairPlayBook(eliminated_can_be_sanctioned=False, eliminated_may_report=True)),
    )
    for table in (default, other):
        table.set(living=(1, 2, 5))
    assert reason(default.send("report.file", 3, accused=2, rule="FP-U1")) == "not_alive"
    assert "grounds.raised" in types(other.send("report.file", 3, accused=2, rule="FP-U1"))
    assert reason(other.send("report.file", 2, accused=3, rule="FP-U1")) == "accused_out"
    given = only(default.sanction(3, "FP-S2", "disqualification"), "player.disqualified")
    assert given.data["in_game"] is False
    assert default.effects == []


def test_A5_what_happens_in_a_secret_phase_is_told_to_reviewers_alone() -> None:
    table = Table()
    table.set(phase="shooting", speaker=0)
    decisions = table.send("gesture.started", 3, gesture="forbidden", audience="audit")
    assert types(decisions) == ["information.noted", "ban.proposed"]
    assert {d.audience for d in decisions} == {"reviewer"}
    assert {d.audience for d in table.send("gesture.ended", 3, gesture="forbidden", audience="audit")} == {
        "reviewer"
    }
    assert reason(table.send("ballot.open", 2, incident="incident-1", kind="technical_foul")) == "no_grounds"


def test_A5_only_the_forbidden_gesture_asks_for_a_ban_in_secret_and_once() -> None:
    table = Table()
    strike = table.send("gesture.started", 3, gesture="aggressive_strike", audience="audit")
    assert types(strike) == ["information.noted"]
    table.send("gesture.started", 4, gesture="forbidden", audience="audit")
    assert table.send("gesture.started", 4, gesture="forbidden", audience="audit") == []
    assert [ban.seat for ban in table.state.bans] == [4]


def test_A5_what_was_seen_in_secret_does_not_hide_what_happens_in_the_open_a_moment_later() -> None:
    table = Table()
    table.send("gesture.started", 3, gesture="forbidden", audience="audit")
    assert "grounds.raised" in types(table.send("gesture.started", 3, gesture="forbidden", audience="table"))
