"""Private appeals (B-P4, E-09, F.4) and exactly what is restored."""

from __future__ import annotations

import pytest

from rules.events import Json
from rules.table.fairplay.book import DAY, FairPlayBook
from rules.table.fairplay.effects import Remove, Restore
from rules.table.fairplay.state import technical_fouls
from tests.rules.fairplay.cases import NOTHING, by_ballot, decided
from tests.rules.fairplay.table import Table, only, reason, types


def by_count() -> Table:
    """Seat 3 is disqualified by the second technical foul (sanction-3, ban-sanction-3)."""
    table = Table()
    table.sanction(3, "FP-U3", "technical_foul")
    table.sanction(3, "FP-U6", "technical_foul")
    return table


def test_B_P4_a_disqualification_may_be_appealed_in_private() -> None:
    table = by_ballot()
    decisions = table.send("appeal.file", 3, against="sanction-1", text="It was my brother.")
    assert [(d.type, d.seat, d.rule, d.audience) for d in decisions] == [
        ("appeal.filed", 3, "B-P4", "seat"),
        ("appeal.opened", 3, "B-P4", "reviewer"),
    ]
    decisions = table.send(
        "appeal.decide", 0, appeal="appeal-sanction-1", outcome="upheld", reviewer="Zoe", note="no"
    )
    (told,) = decisions
    assert (told.audience, told.automated, told.data["note"]) == ("seat", False, "no")


def test_upheld_restores_nothing() -> None:
    table = by_ballot()
    assert decided(table, "sanction-1", "upheld") == NOTHING
    assert table.state.sanctions[0].standing == "stands"
    assert table.effects == [Remove(3)]


def test_revoked_restores_the_record_the_points_and_the_ban_and_never_the_seat() -> None:
    table = by_ballot()
    assert decided(table, "sanction-1", "revoked") == {
        **NOTHING,
        "disqualification_struck": True,
        "bans_withdrawn": ["ban-sanction-1"],
        "points": True,
    }
    assert table.state.sanctions[0].standing == "revoked"
    assert table.state.bans[0].answer == "withdrawn"
    assert technical_fouls(table.state, 3) == 0
    assert table.effects == [Remove(3), Restore(3)]
    assert 3 not in table.now.living


def test_reduced_leaves_a_technical_foul_and_gives_no_points_back() -> None:
    table = by_ballot()
    assert decided(table, "sanction-1", "reduced") == {
        **NOTHING,
        "disqualification_struck": True,
        "technical_foul_instead": "sanction-1-reduced",
        "bans_withdrawn": ["ban-sanction-1"],
    }
    assert technical_fouls(table.state, 3) == 1
    assert table.state.sanctions[1].replaces == "sanction-1"
    assert table.effects == [Remove(3)]


def test_reduced_gives_points_back_where_the_table_says_so() -> None:
    table = by_ballot(FairPlayBook(reduced_restores_points=True))
    assert decided(table, "sanction-1", "reduced")["points"] is True
    assert table.effects == [Remove(3), Restore(3)]


def test_reduced_to_a_second_technical_foul_disqualifies_nobody_again() -> None:
    table = Table()
    table.sanction(3, "FP-U3", "technical_foul")
    table.sanction(3, "FP-S2", "disqualification")
    decided(table, "sanction-2", "reduced")
    assert technical_fouls(table.state, 3) == 2
    assert types(table.log).count("player.disqualified") == 1


def test_FP_T2_revoked_strikes_the_second_technical_foul_too() -> None:
    table = by_count()
    assert decided(table, "sanction-3", "revoked") == {
        **NOTHING,
        "disqualification_struck": True,
        "technical_foul_struck": "sanction-2",
        "bans_withdrawn": ["ban-sanction-3"],
        "points": True,
    }
    assert technical_fouls(table.state, 3) == 1


def test_FP_T2_reduced_leaves_both_technical_fouls() -> None:
    table = by_count()
    assert decided(table, "sanction-3", "reduced") == {
        **NOTHING,
        "disqualification_struck": True,
        "bans_withdrawn": ["ban-sanction-3"],
    }
    assert technical_fouls(table.state, 3) == 2


def test_E09_appeals_are_heard_after_the_game_too() -> None:
    table = by_ballot()
    table.set(running=False)
    table.wait(2 * DAY)
    assert decided(table, "sanction-1", "revoked")["points"] is True


@pytest.mark.parametrize(("wait", "late"), [(3 * DAY, False), (3 * DAY + 0.1, True)])
def test_E09_an_appeal_has_a_deadline(wait: float, late: bool) -> None:
    table = by_ballot()
    until = only(table.log, "player.disqualified").data["appeal_until"]
    assert until == 100.0 + 3 * DAY
    table.wait(wait)
    decisions = table.send("appeal.file", 3, against="sanction-1", text="no")
    assert (types(decisions)[0] == "refused") is late


def test_E09_evidence_is_kept_for_4_days_and_longer_than_appeals_are_taken() -> None:
    assert FairPlayBook().evidence_kept >= 4 * DAY > FairPlayBook().appeal_within


def test_F4_an_appeal_is_heard_once() -> None:
    table = by_ballot()
    decided(table, "sanction-1", "upheld")
    assert reason(table.send("appeal.file", 3, against="sanction-1", text="again")) == "appealed_already"
    again = table.send("appeal.decide", 0, appeal="appeal-sanction-1", outcome="revoked", reviewer="Zoe")
    assert reason(again) == "decided_already"


@pytest.mark.parametrize("reviewer", ["a", "c", "j", "host"])
def test_E09_nobody_decides_who_had_a_part_in_it(reviewer: str) -> None:
    table = by_ballot()
    table.send("appeal.file", 3, against="sanction-1", text="no")
    before = table.state
    refused = table.send("appeal.decide", 0, appeal="appeal-sanction-1", outcome="revoked", reviewer=reviewer)
    assert reason(refused) == "reviewer_involved"
    assert table.state is before


@pytest.mark.parametrize(
    ("seat", "data", "expected"),
    [
        (4, {"against": "sanction-1", "text": "x"}, "not_yours"),
        (0, {"against": "sanction-1", "text": "x"}, "not_yours"),
        (3, {"against": "sanction-9", "text": "x"}, "not_appealable"),
        (3, {"against": "ban-sanction-1", "text": "x"}, "not_appealable"),
        (4, {"against": "sanction-2", "text": "x"}, "not_appealable"),
        (3, {"against": "sanction-1", "text": "  "}, "no_text"),
        (3, {"against": "sanction-1"}, "no_text"),
        (3, {"text": "x"}, "no_text"),
    ],
)
def test_appeals_that_cannot_be_heard_are_refused(seat: int, data: dict[str, Json], expected: str) -> None:
    table = by_ballot()
    table.sanction(4, "FP-U3", "technical_foul")
    before = table.state
    assert reason(table.send("appeal.file", seat, None, **data)) == expected
    assert table.state is before


@pytest.mark.parametrize(
    ("seat", "data", "expected"),
    [
        (3, {"appeal": "appeal-sanction-1", "outcome": "revoked", "reviewer": "Zoe"}, "not_platform"),
        (0, {"appeal": "appeal-sanction-2", "outcome": "revoked", "reviewer": "Zoe"}, "no_such_appeal"),
        (0, {"appeal": "appeal-sanction-1", "outcome": "halved", "reviewer": "Zoe"}, "no_such_choice"),
        (0, {"appeal": "appeal-sanction-1", "outcome": "revoked"}, "no_text"),
    ],
)
def test_decisions_on_appeals_that_are_unclear_are_refused(
    seat: int, data: dict[str, Json], expected: str
) -> None:
    table = by_ballot()
    table.send("appeal.file", 3, against="sanction-1", text="no")
    before = table.state
    assert reason(table.send("appeal.decide", seat, None, **data)) == expected
    assert table.state is before


def test_F4_the_reviewer_is_given_the_case_and_the_own_seats_clip_alone() -> None:
    table = Table()
    table.send("nudity.confirmed", 3, score=0.97, since=95.0, models={"nudity": "2"})
    table.send("nudity.cleared", 3, 104.0, until=103.0)
    table.vote(table.ballot("incident-1", "disqualification", by=1), yes=(2, 4, 5, 6), no=(3,))
    table.vote("ballot-1", yes=(7,))
    table.send("appeal.file", 3, against="sanction-1", text="no")
    facts = only(table.log, "appeal.opened").data
    incident, ballot, clip = facts["incident"], facts["ballot"], facts["clip"]
    assert isinstance(incident, dict)
    assert isinstance(ballot, dict)
    assert isinstance(clip, dict)
    assert (incident["incident_id"], incident["rule_id"], incident["phase"]) == (
        "incident-1",
        "FP-S4",
        "speech",
    )
    assert (incident["class_scores"], incident["model_versions"]) == ({"nudity": 0.97}, {"nudity": "2"})
    assert ballot["votes"] == {"1": True, "2": True, "4": True, "5": True, "6": True, "3": False, "7": True}
    assert clip["seat"] == 3
    start, end = clip["from"], clip["to"]
    assert isinstance(start, float)
    assert isinstance(end, float)
    assert 5.0 <= end - start <= 10.0
    assert start <= 95.0 + 2.5
    assert (facts["text"], facts["evidence_until"]) == ("no", 100.0 + 4 * DAY)


def test_B_P4_a_private_appeal_leaves_no_gap_in_the_numbers_of_sanctions() -> None:
    table = by_ballot()
    decided(table, "sanction-1", "reduced")
    given = only(table.sanction(4, "FP-U3", "technical_foul"), "technical_foul.given")
    assert given.data["sanction"] == "sanction-2"
