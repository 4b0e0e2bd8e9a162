"""The vote of the day: V1 … V9, C-106 … C-114 and the open questions about it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.events import Decision
from rules.table.book import RuleBook
from rules.table.game.book import FarewellBook, VoteBook
from rules.table.game.state import SEATS
from tests.rules.table.tables import Table, find, left


def ballots(**votes: Sequence[int]) -> dict[int, int]:
    """`on3=[1, 2]`: seats 1 and 2 vote for 3."""
    return {seat: int(key[2:]) for key, seats in votes.items() for seat in seats}


def alive(number: int) -> list[int]:
    """Ten players, or nine or eight without citizens."""
    return [seat for seat in SEATS if seat not in (5, 6)[: 10 - number]]


def voting(nominees: Sequence[int], number: int = 10, day: int = 1, book: VoteBook | None = None) -> Table:
    table = Table(RuleBook(vote=book or VoteBook()), living=alive(number))
    table.to_day(day)
    table.nominate(nominees)
    return table


def five_all(table: Table) -> list[Decision]:
    """Ten players vote 5:5 on 2 and 9."""
    return table.vote(ballots(on2=range(1, 6), on9=range(6, 11)))


def test_V1_no_choice_falls_to_the_last_nominated() -> None:
    table = voting([3, 7])
    decisions = table.vote(ballots(on3=[1, 2, 4, 5], on7=[3, 6, 7]))
    closed = find(decisions, "vote.closed")
    assert closed.data["votes"] == [4, 6]
    assert closed.data["defaulted"] == [8, 9, 10]
    assert left(decisions) == [7]


def test_V2_a_tie_above_the_last_nominated_is_run_off() -> None:
    table = voting([3, 7, 1], 9)
    decisions = table.vote(ballots(on3=[1, 2, 4, 6], on7=[3, 7, 8, 9]))
    assert find(decisions, "vote.closed").data["votes"] == [4, 4, 1]
    assert left(decisions) == []
    assert table.phase == "runoff_speech"
    assert table.game.poll is not None
    assert table.game.poll.candidates == (3, 7)


def test_V3_in_the_runoff_the_later_of_the_tied_gets_the_default() -> None:
    table = voting([3, 7, 1], 9)
    table.vote(ballots(on3=[1, 2, 4, 6], on7=[3, 7, 8, 9]))
    decisions = table.vote(ballots(on3=[1, 2, 4, 6], on7=[3, 7, 8, 9]))
    assert find(decisions, "vote.closed").data["votes"] == [4, 5]
    assert left(decisions) == [7]


def test_V4_a_single_nominee_gets_all_votes() -> None:
    table = Table(living=alive(8))
    table.to_day(2)
    decisions = table.nominate([1])
    closed = find(decisions, "vote.closed")
    assert closed.data["votes"] == [8]
    assert closed.data["defaulted"] == alive(8)
    assert left(decisions) == [1]


def test_V5_a_lift_by_half_is_no_majority() -> None:
    table = voting([2, 9])
    five_all(table)
    five_all(table)
    decisions = table.lift([1, 2, 3, 4, 5])
    assert find(decisions, "lift.closed").data["yes"] == 5
    assert left(decisions) == []
    assert table.phase == "shooting"


def test_V6_a_lift_by_a_majority_takes_all_and_gives_each_a_farewell() -> None:
    table = voting([9, 2])
    table.vote(ballots(on9=range(1, 6), on2=range(6, 11)))
    table.vote(ballots(on9=range(1, 6), on2=range(6, 11)))
    decisions = table.lift([1, 2, 3, 4, 5, 6])
    assert left(decisions) == [9, 2]
    assert (table.phase, table.game.speaker) == ("farewell", 9)
    table.tick()
    assert (table.phase, table.game.speaker) == ("farewell", 2)
    table.tick()
    assert table.phase == "shooting"


def test_V7_a_smaller_tie_is_run_off_again() -> None:
    table = voting([2, 4, 9], 9)
    table.vote(ballots(on2=[1, 2, 3], on4=[4, 6, 7], on9=[8, 9, 10]))
    decisions = table.vote(ballots(on2=[1, 2, 3, 4], on4=[6, 7, 8, 9], on9=[10]))
    assert find(decisions, "vote.closed").data["votes"] == [4, 4, 1]
    assert table.phase == "runoff_speech"
    assert table.game.poll is not None
    assert (table.game.poll.candidates, table.game.poll.round) == ((2, 4), 3)


def test_V8_a_single_nominee_on_day_1_is_not_voted_on() -> None:
    table = Table()
    decisions = table.nominate([1])
    assert find(decisions, "vote.skipped").data["reason"] == "single_nominee_on_first_day"
    assert table.phase == "shooting"


def test_V9_without_nominees_night_falls() -> None:
    table = Table()
    assert find(table.nominate([]), "vote.skipped").data["reason"] == "no_nominees"
    assert table.phase == "shooting"


def test_E12_the_platform_may_vote_on_a_single_nominee_on_day_1() -> None:
    assert left(voting([4], book=VoteBook(day1_single_nominee_vote=True)).said) == [4]


def test_E12_the_platform_may_have_no_vote_on_day_1() -> None:
    table = voting([3, 7], book=VoteBook(day1_vote=False))
    assert table.phase == "shooting"
    assert find(table.said, "vote.skipped").data["reason"] == "first_day"
    assert left(voting([3], day=2, book=VoteBook(day1_vote=False)).said) == [3]


def test_C106_E16_the_most_votes_are_enough() -> None:
    table = voting([1, 2, 3])
    assert left(table.vote(ballots(on1=[1, 2, 3, 4], on2=[5, 6, 7], on3=[8, 9, 10]))) == [1]


@pytest.mark.parametrize(("votes", "leaves"), [(5, []), (6, [1])])
def test_E16_the_platform_may_ask_for_an_absolute_majority(votes: int, leaves: list[int]) -> None:
    table = voting([1, 2, 3], book=VoteBook(majority="absolute"))
    rest = [seat for seat in SEATS if seat > votes]
    decisions = table.vote(ballots(on1=range(1, votes + 1), on2=rest[:2], on3=rest[2:]))
    assert left(decisions) == leaves


def test_C107_nobody_abstains() -> None:
    decisions = voting([3, 7]).vote({})
    assert find(decisions, "vote.closed").data["votes"] == [0, 10]


def test_C108_the_first_choice_is_final_within_the_round() -> None:
    table = voting([3, 7])
    table.do("vote.cast", 1, candidate=3)
    table.tick()
    assert table.refused("vote.cast", 1, candidate=7) == "already_voted"


def test_C108_nominees_vote_too_and_against_themselves() -> None:
    table = voting([3, 7])
    table.do("vote.cast", 3, candidate=3)
    table.do("vote.cast", 7, candidate=3)


def test_C108_the_dead_and_the_platform_have_no_ballot() -> None:
    table = Table(living=alive(9))
    table.nominate([3, 7])
    assert table.refused("vote.cast", 5, candidate=3) == "not_alive"
    assert table.refused("vote.cast", 0, candidate=3) == "seat_only"


def test_C2_candidates_are_put_to_the_vote_in_turn() -> None:
    table = voting([3, 7])
    assert table.refused("vote.cast", 1, candidate=7) == "not_up"
    assert table.refused("vote.cast", 1, candidate=5) == "not_a_candidate"
    table.tick()
    assert table.refused("vote.cast", 1, candidate=3) == "not_up"
    table.do("vote.cast", 1, candidate=7)


def test_C2_the_platform_may_put_all_to_the_vote_at_once() -> None:
    table = voting([3, 7], book=VoteBook(in_turn=False))
    table.do("vote.cast", 1, candidate=7)
    table.do("vote.cast", 2, candidate=3)
    assert table.game.deadline == table.game.since + 10.0
    assert left(table.tick()) == [7]


def test_C109_the_runoff_comes_before_any_lift() -> None:
    table = voting([2, 9])
    five_all(table)
    assert table.refused("lift.cast", 1, yes=True) == "not_now"
    assert table.phase == "runoff_speech"


def test_C110_the_tied_speak_in_the_order_of_nomination() -> None:
    table = voting([9, 2])
    five_all(table)
    assert (table.phase, table.game.speaker) == ("runoff_speech", 9)
    assert table.refused("nomination.make", 9, nominee=1) == "not_now"
    table.t += 3.0
    table.do("speech.finish", 9)
    assert (table.phase, table.game.speaker) == ("runoff_speech", 2)
    table.tick()
    assert table.phase == "vote"


def test_C111_all_living_vote_again_among_the_tied_alone() -> None:
    table = voting([3, 7, 1], 9)
    table.vote(ballots(on3=[1, 2, 4, 6], on7=[3, 7, 8, 9]))
    table.to("vote")
    assert table.refused("vote.cast", 1, candidate=1) == "not_a_candidate"
    assert left(table.vote(ballots(on3=alive(9)))) == [3]


def test_C112_no_ballot_in_a_lift_keeps() -> None:
    table = voting([2, 9])
    five_all(table)
    five_all(table)
    decisions = table.lift([1, 2, 3, 4, 5], keep=[6])
    closed = find(decisions, "lift.closed")
    assert closed.data["choices"] == [1, 1, 1, 1, 1, -1, -1, -1, -1, -1]
    assert closed.data["defaulted"] == [7, 8, 9, 10]
    assert left(decisions) == []


@pytest.mark.parametrize("answer", [None, 1, "yes"])
def test_C112_a_lift_is_answered_yes_or_no_once(answer: int) -> None:
    table = voting([2, 9])
    five_all(table)
    five_all(table)
    table.to("lift")
    assert table.refused("lift.cast", 1, yes=answer) == "wrong_answer"
    table.do("lift.cast", 1, yes=False)
    assert table.refused("lift.cast", 1, yes=True) == "already_voted"


def test_C113_E17_the_same_tie_again_leads_to_the_lift() -> None:
    table = voting([2, 4, 9], 9)
    for _ in range(2):
        table.vote(ballots(on2=[1, 2, 3], on4=[4, 6, 7], on9=[8, 9, 10]))
    assert table.phase == "lift"


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


def test_C115_who_leaves_shows_no_role() -> None:
    table = voting([3, 7])
    decisions = table.vote({})
    assert find(decisions, "player.left").data == {"how": "vote", "day": 1}


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
