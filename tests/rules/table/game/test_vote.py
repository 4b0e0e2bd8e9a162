"""The vote of the day: V1 … V9, C-106 … C-115."""

from __future__ import annotations

import pytest

from rules.table.game.book import VoteBook
from tests.rules.table.game.polls import alive, ballots, five_all, voting
from tests.rules.table.tables import Table, find, left


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
    closed = find(decisions, "vote.closed")
    assert (closed.data["votes"], closed.data["tied"]) == ([4, 4, 1], [3, 7])
    assert left(decisions) == []
    assert table.phase == "runoff_speech"
    assert table.game.poll is not None
    assert table.game.poll.candidates == (3, 7)


def test_V3_in_the_runoff_the_later_of_the_tied_gets_the_default() -> None:
    table = voting([3, 7, 1], 9)
    table.vote(ballots(on3=[1, 2, 4, 6], on7=[3, 7, 8, 9]))
    decisions = table.vote(ballots(on3=[1, 2, 4, 6], on7=[3, 7, 8, 9]))
    closed = find(decisions, "vote.closed")
    assert (closed.data["votes"], closed.data["tied"]) == ([4, 5], [])
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
    closed = find(decisions, "lift.closed").data
    assert (closed["yes"], closed["needed"]) == (5, 6)
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


def test_C106_E16_the_most_votes_are_enough() -> None:
    table = voting([1, 2, 3])
    assert left(table.vote(ballots(on1=[1, 2, 3, 4], on2=[5, 6, 7], on3=[8, 9, 10]))) == [1]


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


def test_C115_who_leaves_shows_no_role() -> None:
    table = voting([3, 7])
    decisions = table.vote({})
    assert find(decisions, "player.left").data == {"how": "vote", "day": 1}
