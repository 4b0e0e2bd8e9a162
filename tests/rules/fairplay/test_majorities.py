"""Sanction majorities for every number of living, and how a ballot is counted (B.4, E-07)."""

from __future__ import annotations

import pytest

from rules.table.fairplay.book import FairPlayBook
from tests.rules.fairplay.table import TEN, Table, only, reason, types

NEEDED = {10: 6, 9: 5, 8: 5, 7: 4, 6: 4, 5: 3, 4: 3, 3: 2, 2: 2, 1: 1}
"""The table of B.4, with the two numbers below it by the same rule."""


def at(alive: int) -> Table:
    table = Table()
    table.set(living=TEN[:alive], speaker=0)
    return table


@pytest.mark.parametrize(("alive", "needed"), NEEDED.items())
def test_B4_majority_passes_with_exactly_what_is_needed(alive: int, needed: int) -> None:
    table = at(alive)
    ballot = table.ballot(table.report(1, "FP-U3"), "technical_foul", by=1)
    assert only(table.log, "ballot.opened").data["needed"] == needed
    table.vote(ballot, yes=TEN[1:needed])
    closed = only(table.log, "ballot.closed")
    assert (closed.data["yes"], closed.data["needed"], closed.data["outcome"]) == (needed, needed, "passed")
    assert types(table.log)[-1] == "technical_foul.given"


@pytest.mark.parametrize(("alive", "needed"), [item for item in NEEDED.items() if item[1] > 1])
def test_B4_majority_passes_with_the_very_last_vote(alive: int, needed: int) -> None:
    table = at(alive)
    ballot = table.ballot(table.report(1, "FP-U3"), "technical_foul", by=1)
    against, last = TEN[needed:alive], TEN[needed - 1]
    table.vote(ballot, no=against)
    table.vote(ballot, yes=TEN[1 : needed - 1])
    assert table.state.ballots == ()
    closed = only(table.vote(ballot, yes=(last,)), "ballot.closed")
    counted = (closed.data["yes"], closed.data["no"], closed.data["outcome"])
    assert counted == (needed, alive - needed, "passed")


@pytest.mark.parametrize(("alive", "needed"), [item for item in NEEDED.items() if item[1] > 1])
def test_B4_majority_fails_with_one_less(alive: int, needed: int) -> None:
    table = at(alive)
    ballot = table.ballot(table.report(1, "FP-U3"), "technical_foul", by=1)
    table.vote(ballot, yes=TEN[1 : needed - 1])
    table.wait(20.0)
    closed = only(table.log, "ballot.closed")
    assert (closed.data["yes"], closed.data["outcome"]) == (needed - 1, "failed")
    assert table.state.sanctions == ()


@pytest.mark.parametrize(
    ("kind", "yes", "alive"),
    [
        ("technical_foul", 3, 10),
        ("abort_opponent_victory", 1, 5),
        ("abort_opponent_victory", 2, 5),
        ("abort_opponent_victory", 2, 4),
    ],
)
def test_F13_the_public_votes_without_a_majority_have_no_effect(kind: str, yes: int, alive: int) -> None:
    table = at(alive)
    ballot = table.ballot(table.report(1, "FP-U3"), kind, by=1)
    table.vote(ballot, yes=TEN[1:yes])
    table.wait(20.0)
    assert only(table.log, "ballot.closed").data["outcome"] == "failed"
    assert table.effects == []
    assert table.state.sanctions == ()


def test_B4_the_accused_votes_in_the_own_case() -> None:
    table = Table()
    ballot = table.ballot(table.report(10, "FP-U3"), "technical_foul", by=1)
    assert types(table.vote(ballot, no=(10,))) == ["ballot.cast"]
    assert (10, False) in table.state.open[0].votes


def test_B4_the_initiator_counts_as_yes_and_votes_only_once() -> None:
    table = Table()
    ballot = table.ballot(table.report(10, "FP-U3"), "technical_foul", by=4)
    assert table.state.open[0].votes == ((4, True),)
    assert reason(table.send("ballot.vote", 4, ballot=ballot, yes=True)) == "voted_already"


def test_B4_who_does_not_vote_counts_as_no() -> None:
    table = Table()
    ballot = table.ballot(table.report(10, "FP-U3"), "technical_foul", by=1)
    table.vote(ballot, yes=(2, 3, 4, 5))
    table.wait(20.0)
    closed = only(table.log, "ballot.closed")
    assert [closed.data[k] for k in ("yes", "no", "not_voted", "outcome")] == [5, 0, 5, "failed"]


def test_E07_a_vote_counts_before_the_20_seconds_are_over_and_not_at_their_end() -> None:
    table = Table()
    ballot = table.ballot(table.report(10, "FP-U3"), "technical_foul", by=1)
    table.vote(ballot, yes=(2, 3, 4, 5))
    assert table.wait(19.999) == []
    late = Table()
    other = late.ballot(late.report(10, "FP-U3"), "technical_foul", by=1)
    late.vote(other, yes=(2, 3, 4, 5))
    late.wait(20.0)
    assert types(table.vote(ballot, yes=(6,))) == ["ballot.cast", "ballot.closed", "technical_foul.given"]
    assert reason(late.vote(other, yes=(6,))) == "ballot_closed"


def test_E07_a_ballot_closes_at_its_deadline_however_late_that_is_noticed() -> None:
    table = Table()
    table.ballot(table.report(10, "FP-U3"), "technical_foul", by=1)
    (closed,) = table.wait(500.0)
    assert (closed.type, closed.t) == ("ballot.closed", 120.0)
    assert closed.caused_by == ("e2",)


def test_E07_the_first_vote_is_final() -> None:
    table = Table()
    ballot = table.ballot(table.report(10, "FP-U3"), "technical_foul", by=1)
    table.vote(ballot, no=(2,))
    before = table.state
    assert reason(table.send("ballot.vote", 2, ballot=ballot, yes=True)) == "voted_already"
    assert table.state is before


def test_E07_votes_are_shown_to_everyone_by_seat() -> None:
    table = Table()
    ballot = table.ballot(table.report(10, "FP-U3"), "technical_foul", by=1)
    (cast,) = table.vote(ballot, no=(7,))
    assert (cast.seat, cast.data["yes"], cast.audience) == (7, False, "everyone")
    table.wait(20.0)
    assert only(table.log, "ballot.closed").data["votes"] == {"1": True, "7": False}


def test_E07_a_table_may_keep_votes_secret() -> None:
    table = Table(FairPlayBook(votes_public=False))
    ballot = table.ballot(table.report(10, "FP-U3"), "technical_foul", by=1)
    (cast,) = table.vote(ballot, no=(7,))
    assert (cast.seat, "yes" in cast.data) == (0, False)
    table.wait(20.0)
    assert "votes" not in only(table.log, "ballot.closed").data


def test_E07_a_table_may_keep_the_accused_from_voting() -> None:
    table = Table(FairPlayBook(accused_votes=False))
    ballot = table.ballot(table.report(10, "FP-U3"), "technical_foul", by=1)
    assert reason(table.vote(ballot, no=(10,))) == "no_vote"
    assert only(table.log, "ballot.opened").data["needed"] == 5


def test_E07_a_table_may_let_the_initiator_vote_apart() -> None:
    table = Table(FairPlayBook(initiator_votes_yes=False))
    ballot = table.ballot(table.report(10, "FP-U3"), "technical_foul", by=1)
    assert table.state.open[0].votes == ()
    assert types(table.vote(ballot, no=(1,))) == ["ballot.cast"]


@pytest.mark.parametrize(("yes", "no", "outcome"), [(2, 1, "passed"), (2, 2, "failed"), (1, 0, "failed")])
def test_E07_a_table_may_count_votes_cast_with_a_quorum(yes: int, no: int, outcome: str) -> None:
    table = Table(FairPlayBook(majority_of="cast", quorum=3))
    ballot = table.ballot(table.report(10, "FP-U3"), "technical_foul", by=1)
    table.vote(ballot, yes=TEN[1:yes], no=TEN[5 : 5 + no])
    table.wait(20.0)
    assert only(table.log, "ballot.closed").data["outcome"] == outcome


def test_E07_a_quorum_fails_a_ballot_with_too_few_votes() -> None:
    table = Table(FairPlayBook(quorum=8))
    ballot = table.ballot(table.report(10, "FP-U3"), "technical_foul", by=1)
    table.vote(ballot, yes=(2, 3, 4, 5, 6, 7))
    table.wait(20.0)
    assert only(table.log, "ballot.closed").data["outcome"] == "failed"


def test_E07_a_ballot_that_can_no_longer_pass_is_closed() -> None:
    table = Table()
    ballot = table.ballot(table.report(10, "FP-U3"), "technical_foul", by=1)
    decisions = table.vote(ballot, no=(2, 3, 4, 5, 6))
    assert only(decisions, "ballot.closed").data["outcome"] == "failed"


def test_E07_a_table_may_wait_for_every_vote() -> None:
    table = Table(FairPlayBook(close_when_decided=False))
    ballot = table.ballot(table.report(10, "FP-U3"), "technical_foul", by=1)
    table.vote(ballot, yes=TEN[1:9])
    assert len(table.state.open) == 1
    assert only(table.vote(ballot, no=(10,)), "ballot.closed").data["yes"] == 9


def test_B4_the_vote_of_who_has_left_meanwhile_counts_no_more() -> None:
    table = Table()
    ballot = table.ballot(table.report(10, "FP-U3"), "technical_foul", by=1)
    table.vote(ballot, yes=(2, 3, 4, 5))
    table.set(living=(2, 3, 4, 5, 6, 7, 8, 9, 10))
    assert table.state.ballots == ()
    table.wait(20.0)
    closed = only(table.log, "ballot.closed")
    assert [closed.data[k] for k in ("yes", "not_voted", "needed", "outcome")] == [4, 5, 5, "failed"]
    assert closed.data["votes"] == {"2": True, "3": True, "4": True, "5": True}


def test_B4_a_departure_can_decide_a_ballot() -> None:
    table = Table()
    ballot = table.ballot(table.report(10, "FP-U3"), "technical_foul", by=1)
    table.vote(ballot, yes=(2, 3, 4, 5))
    decisions = table.set(living=(1, 2, 3, 4, 5, 6, 7, 8, 10))
    assert types(decisions) == ["ballot.closed", "technical_foul.given"]


@pytest.mark.parametrize("seat", [4, 0, 11])
def test_B4_only_the_living_vote(seat: int) -> None:
    table = Table()
    table.set(living=(1, 2, 3, 5, 6, 7, 8, 9, 10))
    ballot = table.ballot(table.report(10, "FP-U3"), "technical_foul", by=1)
    assert reason(table.send("ballot.vote", seat, ballot=ballot, yes=True)) == "not_alive"


@pytest.mark.parametrize("yes", [None, 1, "yes"])
def test_B4_a_vote_is_a_yes_or_a_no(yes: int | str | None) -> None:
    table = Table()
    ballot = table.ballot(table.report(10, "FP-U3"), "technical_foul", by=1)
    assert reason(table.send("ballot.vote", 3, ballot=ballot, yes=yes)) == "no_yes_or_no"
