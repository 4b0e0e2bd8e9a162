"""What a table may settle otherwise about the vote: E-11, E-12, E-16, E-17, E-25."""

from __future__ import annotations

import pytest

from rules.table.book import RuleBook
from rules.table.game.book import FarewellBook, VoteBook
from rules.table.game.state import SEATS
from tests.rules.table.game.polls import ballots, five_all, voting
from tests.rules.table.tables import Table, find, left


def test_E12_the_platform_may_vote_on_a_single_nominee_on_day_1() -> None:
    assert left(voting([4], book=VoteBook(day1_single_nominee_vote=True)).said) == [4]


def test_E12_the_platform_may_have_no_vote_on_day_1() -> None:
    table = voting([3, 7], book=VoteBook(day1_vote=False))
    assert table.phase == "shooting"
    assert find(table.said, "vote.skipped").data["reason"] == "first_day"
    assert left(voting([3], day=2, book=VoteBook(day1_vote=False)).said) == [3]


@pytest.mark.parametrize(("votes", "leaves"), [(5, []), (6, [1])])
def test_E16_the_platform_may_ask_for_an_absolute_majority(votes: int, leaves: list[int]) -> None:
    table = voting([1, 2, 3], book=VoteBook(majority="absolute"))
    rest = [seat for seat in SEATS if seat > votes]
    decisions = table.vote(ballots(on1=range(1, votes + 1), on2=rest[:2], on3=rest[2:]))
    assert left(decisions) == leaves


def test_E17_the_platform_may_hold_one_runoff_only() -> None:
    table = voting([2, 4, 9], 9, book=VoteBook(runoff_while_shrinking=False))
    table.vote(ballots(on2=[1, 2, 3], on4=[4, 6, 7], on9=[8, 9, 10]))
    table.vote(ballots(on2=[1, 2, 3, 4], on4=[6, 7, 8, 9], on9=[10]))
    assert table.phase == "lift"
    assert table.game.poll is not None
    assert table.game.poll.candidates == (2, 4)


def all_tied(book: VoteBook) -> Table:
    """Four living players, each nominated, each with one vote, twice."""
    table = Table(RuleBook(vote=book), living=[1, 2, 7, 10])
    table.nominate([1, 2, 7, 10])
    for _ in range(2):
        if table.phase in ("vote", "runoff_speech"):
            table.vote({1: 1, 2: 2, 7: 7, 10: 10})
    return table


def test_C114_E17_if_all_living_are_tied_there_is_no_lift_and_nobody_leaves() -> None:
    table = all_tied(VoteBook())
    assert table.phase == "shooting"
    assert [d.type for d in table.said if d.type in ("lift.opened", "player.left")] == []
    assert len([d for d in table.said if d.type == "vote.closed"]) == 2


def test_E17_the_platform_may_skip_the_runoff_of_all_or_lift_them() -> None:
    table = all_tied(VoteBook(all_tied_runoff=False))
    assert table.phase == "shooting"
    assert len([d for d in table.said if d.type == "vote.closed"]) == 1
    assert all_tied(VoteBook(all_tied_lift=True)).phase == "lift"


@pytest.mark.parametrize(
    "book", [VoteBook(lift=False), VoteBook(lift_day1=False), VoteBook(no_lift=((2, 10),))]
)
def test_E17_the_platform_may_restrict_the_lift(book: VoteBook) -> None:
    table = voting([2, 9], book=book)
    five_all(table)
    five_all(table)
    assert table.phase == "shooting"


@pytest.mark.parametrize(("order", "first"), [("nomination", 9), ("seat", 2)])
def test_E25_farewells_after_a_lift(order: str, first: int) -> None:
    farewell = FarewellBook(order="nomination" if order == "nomination" else "seat")
    table = Table(RuleBook(farewell=farewell))
    table.nominate([9, 2])
    for _ in range(2):
        five_all(table)
    table.lift(range(1, 11))
    assert table.game.speaker == first


@pytest.mark.parametrize("phase", ["speech", "vote", "runoff_speech", "lift"])
def test_E11_a_disqualification_cancels_the_vote_of_the_day(phase: str) -> None:
    table = Table()
    if phase != "speech":
        table.nominate([2, 9])
    else:
        table.to("speech")
        table.do("nomination.make", 1, nominee=2)
    if phase in ("runoff_speech", "lift"):
        five_all(table)
    if phase == "lift":
        five_all(table)
    assert table.phase == phase
    table.disqualify(4)
    table.to("shooting")
    assert left(table.said) == [4]
    assert any(d.type == "vote.cancelled" for d in table.said)
    assert table.game.day == 1


def test_E11_a_disqualification_by_night_cancels_the_next_vote_and_only_that() -> None:
    table = Table()
    table.to("shooting")
    table.disqualify(4)
    table.to_day(2)
    decisions = table.nominate([2])
    assert find(decisions, "vote.skipped").data["reason"] == "cancelled"
    table.to_day(3)
    assert left(table.nominate([2])) == [2]


def test_E11_a_fixed_result_stands() -> None:
    table = voting([3, 7])
    table.vote({})
    assert table.phase == "farewell"
    table.disqualify(4)
    assert not any(d.type == "vote.cancelled" for d in table.said)
    assert (table.phase, table.game.speaker) == ("farewell", 7)
    table.to_day(2)
    assert left(table.nominate([2])) == [2]


@pytest.mark.parametrize("who", [3, 7, 1, 4])
def test_E11_the_platform_may_go_on_with_the_vote(who: int) -> None:
    table = voting([3, 7, 1], book=VoteBook(cancel_after_dq=False))
    for seat in (2, 4, 5, 6):
        table.do("vote.cast", seat, candidate=3)
    table.disqualify(who)
    table.to("farewell", "runoff_speech")
    closed = find(table.said, "vote.closed")
    expected = {3: ((7, 1), [0, 9]), 7: ((3, 1), [4, 5]), 1: ((3, 7), [4, 5]), 4: ((3, 7, 1), [3, 0, 6])}
    assert (tuple(table.game.record.rounds[0].candidates), closed.data["votes"]) == expected[who]


@pytest.mark.parametrize(
    ("phase", "who"), [("runoff_speech", 2), ("lift", 2), ("lift", 9), ("runoff_speech", 9)]
)
def test_E11_without_cancelling_the_tied_who_is_gone_is_no_candidate(phase: str, who: int) -> None:
    table = voting([2, 9], book=VoteBook(cancel_after_dq=False))
    five_all(table)
    if phase == "lift":
        five_all(table)
        for seat in (1, 3, 4, 5, 6, 7):
            table.do("lift.cast", seat, yes=True)
    table.disqualify(who)
    table.to("farewell")
    assert left(table.said) == [who, 11 - who]


def test_E11_without_cancelling_a_single_candidate_who_is_left_gets_all_votes_at_once() -> None:
    table = voting([3, 7], book=VoteBook(cancel_after_dq=False))
    table.do("vote.cast", 1, candidate=3)
    decisions = table.disqualify(3)
    closed = find(decisions, "vote.closed")
    assert (closed.data["candidates"], closed.data["votes"]) == ([7], [9])
    assert left(decisions) == [3, 7]


def test_E11_without_cancelling_a_lift_of_the_one_who_is_left_is_still_voted_on() -> None:
    table = voting([2, 9], book=VoteBook(cancel_after_dq=False))
    for _ in range(2):
        five_all(table)
    table.to("lift")
    table.disqualify(2)
    assert table.phase == "lift"
    assert left(table.lift([1, 3])) == []
    assert table.phase == "shooting"


def test_E11_without_cancelling_a_lift_of_nobody_ends_in_the_night() -> None:
    table = voting([2, 9], book=VoteBook(cancel_after_dq=False))
    for _ in range(2):
        five_all(table)
    table.to("lift")
    table.disqualify(2)
    table.disqualify(9)
    assert (table.phase, table.game.poll) == ("shooting", None)
