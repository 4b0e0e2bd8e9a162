"""Game and fair play in one table: order in time, effects, refusals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.events import Decision, Event
from rules.table.book import RuleBook
from rules.table.referee import apply
from tests.rules.table.tables import Table, find, left


def by_votes_cast() -> RuleBook:
    """A ballot passes at its end if more of the votes cast are yes."""
    book = RuleBook()
    return replace(book, fair_play=replace(book.fair_play, majority_of="cast", quorum=2))


def accuse(table: Table, seat: int, kind: str) -> list[Decision]:
    """Seat 1 reports and opens a ballot."""
    said = table.do("report.file", 1, accused=seat, rule="FP-S3")
    return table.do("ballot.open", 1, incident=find(said, "report.recorded").data["incident"], kind=kind)


def test_what_is_due_happens_in_order_ballots_and_steps_alike() -> None:
    table = Table()
    table.to("speech")
    table.clock(70.0)
    accuse(table, 4, "disqualification")
    table.clock(115.0)
    assert find(table.said, "ballot.closed").t == 90.0
    accuse(table, 5, "disqualification")
    said = table.clock(200.0)
    assert [(d.type, d.t) for d in said if d.type in ("ballot.closed", "phase.started")] == [
        ("phase.started", 120.0),
        ("ballot.closed", 135.0),
        ("phase.started", 180.0),
    ]


def test_a_ballot_that_ends_with_a_step_comes_first() -> None:
    """Seat 4 is disqualified at the very moment at which the vote would have been counted (E-11)."""
    table = Table(by_votes_cast())
    table.to("speech")
    table.do("nomination.make", 1, nominee=3)
    table.tick()
    table.do("nomination.make", 2, nominee=7)
    while table.game.speaker != 10:
        table.tick()
    assert table.game.deadline is not None
    counted = table.game.deadline + 10.0
    table.clock(table.game.deadline - 10.0)
    accuse(table, 4, "disqualification")
    (ballot,) = table.state.fair.open
    assert ballot.deadline == counted
    table.do("ballot.vote", 2, ballot=ballot.id, yes=True)
    said = table.clock(counted)
    assert left(said) == [4]
    assert any(decision.type == "vote.cancelled" for decision in said)
    assert table.phase == "shooting"


def test_the_end_of_the_game_closes_ballots_and_then_gives_points() -> None:
    table = Table(living=[1, 2, 3, 9, 10])
    table.to("shooting")
    table.do("shot.fire", 9, target=2)
    table.do("shot.fire", 10, target=2)
    table.to("sheriff_check")
    accuse(table, 3, "technical_foul")
    said = table.tick()
    kinds = [d.type for d in said]
    assert kinds.index("game.ended") < kinds.index("scores.given")
    assert "ballot.closed" in kinds
    assert table.state.fair.open == ()


def test_a_speaker_who_is_disqualified_speaks_no_further() -> None:
    table = Table()
    table.to("speech")
    table.tick()
    said = table.disqualify(2)
    assert left(said) == [2]
    assert (table.phase, table.game.speaker) == ("speech", 3)
    assert table.game.since == table.t


def test_who_waits_to_speak_and_is_disqualified_is_passed_over() -> None:
    table = Table()
    table.to("speech")
    table.disqualify(2)
    table.tick()
    assert table.game.speaker == 3


@pytest.mark.parametrize("kind", ["sentence.spoken", "gesture.ended", "absence.started", "camera.restored"])
def test_what_cameras_tell_is_never_refused(kind: str) -> None:
    table = Table()
    state, decisions = apply(table.state, Event("x", kind, 3, 1.0, {"gesture": "red"}))
    assert state is table.state
    assert decisions == ()


def test_a_clock_that_changes_nothing_says_nothing() -> None:
    table = Table()
    assert table.clock(30.0) == []
    before = table.state
    assert table.clock(30.0) == []
    assert table.state is before


def test_every_decision_names_a_rule_and_its_causes() -> None:
    table = Table()
    table.nominate([3, 7])
    table.vote({1: 3, 2: 7})
    decision = find(table.said, "player.left")
    assert decision.rule == "C-106"
    votes = [event.id for event in table.log if event.type == "vote.cast"]
    assert list(decision.caused_by) == votes
    assert all(said.rule and said.caused_by for said in table.said)
    assert all(said.automated for said in table.said)
