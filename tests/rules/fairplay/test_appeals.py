"""Private appeals (B-P4, E-09, F.4), bans (B-P3, E-01, FP-G1) and exactly what is restored."""

from __future__ import annotations

import pytest

from rules.events import Json
from rules.table.fairplay.book import DAY, FairPlayBook
from rules.table.fairplay.effects import Remove, Restore
from rules.table.fairplay.state import technical_fouls
from tests.rules.fairplay.table import Table, only, reason, types

NOTHING: dict[str, Json] = {
    "disqualification_struck": False,
    "technical_foul_struck": None,
    "technical_foul_instead": None,
    "bans_withdrawn": [],
    "points": False,
    "seat_in_game": False,
}


def by_ballot(book: FairPlayBook | None = None) -> Table:
    """Seat 3 is disqualified by ballot (sanction-1, ban-sanction-1) and the game goes on."""
    table = Table(book)
    table.sanction(3, "FP-S2", "disqualification")
    return table


def by_count() -> Table:
    """Seat 3 is disqualified by the second technical foul (sanction-3, ban-sanction-3)."""
    table = Table()
    table.sanction(3, "FP-U3", "technical_foul")
    table.sanction(3, "FP-U6", "technical_foul")
    return table


def decided(table: Table, against: str, outcome: str, **more: Json) -> dict[str, Json]:
    """Appeal and decide; what was restored."""
    table.send("appeal.file", 3, against=against, text="It was my brother.")
    appeal = table.state.appeals[-1].id
    decisions = table.send("appeal.decide", 0, None, appeal=appeal, outcome=outcome, reviewer="Zoe", **more)
    restored = only(decisions, "appeal.decided").data["restored"]
    assert isinstance(restored, dict)
    return restored


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


def test_B_D5_E01_FP_G1_the_forbidden_gesture_gives_grounds_and_asks_for_a_ban_and_bans_nobody() -> None:
    table = Table()
    decisions = table.send("gesture.started", 3, gesture="forbidden", score=0.95)
    raised, proposed = only(decisions, "grounds.raised"), only(decisions, "ban.proposed")
    assert (raised.data["class"], raised.data["alternatives"]) == ("BAN", ["FP-U1", "FP-U2"])
    assert raised.data["ballots"] == ["technical_foul", "abort_void", "abort_opponent_victory"]
    assert (proposed.audience, proposed.data["incident"]) == ("reviewer", "incident-1")
    assert table.state.bans[0].answer == "open"
    assert table.effects == []


def test_E01_a_table_may_let_the_forbidden_gesture_disqualify() -> None:
    table = Table(FairPlayBook(forbidden_gesture_in_game="disqualification"))
    table.send("gesture.started", 3, gesture="forbidden")
    table.vote(table.ballot("incident-1", "disqualification", by=1), yes=(2, 4, 5, 6, 7))
    assert table.effects == [Remove(3)]


@pytest.mark.parametrize("running", [True, False])
def test_FP_G1_concerns_a_game_from_dealing_to_end_and_everybody_in_the_room(running: bool) -> None:
    table = Table()
    table.set(running=running, living=(1, 2, 5), phase="meeting")
    assert bool(table.send("gesture.started", 3, gesture="forbidden")) is running


@pytest.mark.parametrize(
    ("answer", "until", "in_force"),
    [("none", "", False), ("temporary", "2027-01-01", True), ("permanent", "", True)],
)
def test_B_P3_a_person_decides_on_a_ban(answer: str, until: str, in_force: bool) -> None:
    table = by_ballot()
    (told,) = table.send("ban.decide", 0, ban="ban-sanction-1", answer=answer, until=until, reviewer="Zoe")
    assert (told.type, told.seat, told.audience, told.automated) == ("ban.decided", 3, "seat", False)
    assert (told.data["answer"], told.data["until"]) == (answer, until or None)
    assert ("appeal_until" in told.data) is in_force


@pytest.mark.parametrize(
    ("seat", "data", "expected"),
    [
        (3, {"ban": "ban-sanction-1", "answer": "none", "reviewer": "Zoe"}, "not_platform"),
        (0, {"ban": "ban-7", "answer": "none", "reviewer": "Zoe"}, "no_such_ban"),
        (0, {"ban": "ban-sanction-1", "answer": "open", "reviewer": "Zoe"}, "no_such_choice"),
        (0, {"ban": "ban-sanction-1", "answer": "temporary", "reviewer": "Zoe"}, "no_text"),
        (0, {"ban": "ban-sanction-1", "answer": "permanent"}, "no_text"),
        (0, {"ban": "ban-sanction-1", "answer": "permanent", "reviewer": "host"}, "reviewer_involved"),
        (0, {"ban": "ban-sanction-1", "answer": "permanent", "reviewer": "b"}, "reviewer_involved"),
    ],
)
def test_E01_no_ban_without_a_person_who_may_decide(seat: int, data: dict[str, Json], expected: str) -> None:
    table = by_ballot()
    before = table.state
    assert reason(table.send("ban.decide", seat, None, **data)) == expected
    assert table.state is before


def test_B_P3_a_ban_is_decided_once() -> None:
    table = by_ballot()
    table.send("ban.decide", 0, ban="ban-sanction-1", answer="none", reviewer="Zoe")
    again = table.send("ban.decide", 0, ban="ban-sanction-1", answer="permanent", reviewer="Zoe")
    assert reason(again) == "decided_already"


@pytest.mark.parametrize(
    ("outcome", "answer", "withdrawn"),
    [("upheld", "permanent", []), ("reduced", "temporary", []), ("revoked", "withdrawn", ["ban-incident-1"])],
)
def test_E09_a_ban_may_be_appealed_too(outcome: str, answer: str, withdrawn: list[str]) -> None:
    table = Table()
    table.send("gesture.started", 3, gesture="forbidden")
    table.send("ban.decide", 0, ban="ban-incident-1", answer="permanent", reviewer="Ann")
    restored = decided(table, "ban-incident-1", outcome, until="2027-01-01")
    assert restored == {**NOTHING, "bans_withdrawn": withdrawn}
    assert table.state.bans[0].answer == answer


def test_E09_who_imposed_a_ban_does_not_decide_the_appeal() -> None:
    table = by_ballot()
    table.send("ban.decide", 0, ban="ban-sanction-1", answer="permanent", reviewer="Ann")
    table.send("appeal.file", 3, against="ban-sanction-1", text="no")
    refused = table.send("appeal.decide", 0, appeal="appeal-ban-sanction-1", outcome="upheld", reviewer="Ann")
    assert reason(refused) == "reviewer_involved"


@pytest.mark.parametrize(
    ("outcome", "answers"), [("reduced", ["open", "withdrawn"]), ("revoked", ["withdrawn"] * 2)]
)
def test_a_ban_for_the_act_itself_falls_only_if_the_act_is_found_to_be_none(
    outcome: str, answers: list[str]
) -> None:
    table = Table(FairPlayBook(forbidden_gesture_in_game="disqualification"))
    table.send("gesture.started", 3, gesture="forbidden")
    table.vote(table.ballot("incident-1", "disqualification", by=1), yes=(2, 4, 5, 6, 7))
    decided(table, "sanction-1", outcome)
    assert [ban.answer for ban in table.state.bans] == answers


def test_a_question_that_its_subject_never_heard_of_is_withdrawn_in_silence() -> None:
    table = by_ballot()
    table.send("appeal.file", 3, against="sanction-1", text="no")
    decisions = table.send("appeal.decide", 0, appeal="appeal-sanction-1", outcome="revoked", reviewer="Zoe")
    assert only(decisions, "ban.decided").audience == "reviewer"


def test_E09_a_ban_that_an_appeal_has_reduced_offers_no_second_appeal() -> None:
    table = Table()
    table.send("gesture.started", 3, gesture="forbidden")
    (imposed,) = table.send("ban.decide", 0, ban="ban-incident-1", answer="permanent", reviewer="Ann")
    assert "appeal_until" in imposed.data
    table.send("appeal.file", 3, against="ban-incident-1", text="no")
    answer: dict[str, Json] = {"outcome": "reduced", "reviewer": "Zoe", "until": "2027-01-01"}
    decisions = table.send("appeal.decide", 0, None, appeal="appeal-ban-incident-1", **answer)
    reduced = only(decisions, "ban.decided")
    assert (reduced.data["answer"], "appeal_until" in reduced.data) == ("temporary", False)
    assert reason(table.send("appeal.file", 3, against="ban-incident-1", text="no")) == "appealed_already"


def test_B_P4_a_private_appeal_leaves_no_gap_in_the_numbers_of_sanctions() -> None:
    table = by_ballot()
    decided(table, "sanction-1", "reduced")
    given = only(table.sanction(4, "FP-U3", "technical_foul"), "technical_foul.given")
    assert given.data["sanction"] == "sanction-2"
