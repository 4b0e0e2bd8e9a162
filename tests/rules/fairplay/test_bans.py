"""Bans (B-P3, B-D5, E-01, FP-G1): a question to people, their answer, and appeals against it."""

from __future__ import annotations

import pytest

from rules.events import Json
from rules.table.fairplay.book import FairPlayBook
from rules.table.fairplay.effects import Remove
from tests.rules.fairplay.cases import NOTHING, by_ballot, decided
from tests.rules.fairplay.table import Table, only, reason


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
