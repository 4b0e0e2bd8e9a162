"""Speeches and nominations (C-101 … C-105), and what the open questions say about them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.table.book import RuleBook
from rules.table.game.book import DayBook
from rules.table.game.state import SEATS
from tests.rules.table.tables import Table, find


def with_day(day: DayBook) -> Table:
    return Table(RuleBook(day=day))


def silence(table: Table, seat: int) -> None:
    """Three presses of the button outside the own speech."""
    for _ in range(3):
        table.do("interject.press", seat)


def speakers(table: Table) -> list[int]:
    """Who speaks in the discussion that runs, in order."""
    order = []
    while table.phase == "speech":
        order.append(table.game.speaker)
        table.tick()
    return order


def test_C101_discussion_then_nominated_candidates_are_voted_on() -> None:
    table = Table()
    table.nominate([3, 7])
    assert table.phase == "vote"
    assert table.game.poll is not None
    assert table.game.poll.candidates == (3, 7)


def test_C102_everybody_speaks_once() -> None:
    table = Table()
    table.to("speech")
    assert speakers(table) == list(SEATS)


def test_C102_the_speaker_may_finish_early_and_nobody_else_for_him() -> None:
    table = Table()
    table.to("speech")
    table.t += 7.0
    assert table.refused("speech.finish", 2) == "not_your_speech"
    table.do("speech.finish", 1)
    assert (table.game.speaker, table.game.since) == (2, table.t)


def test_C103_interjecting_costs_a_foul_and_leaves_the_speech_to_its_owner() -> None:
    table = Table()
    table.to("speech")
    assert find(table.do("interject.press", 5), "foul.given").data["count"] == 1
    assert table.game.speaker == 1
    assert table.refused("interject.press", 1) == "own_speech"


def test_C104_nominations_only_in_the_own_discussion_speech() -> None:
    table = Table()
    assert table.refused("nomination.make", 1, nominee=4) == "not_now"
    table.to("speech")
    assert table.refused("nomination.make", 2, nominee=4) == "not_your_speech"
    table.do("nomination.make", 1, nominee=4)
    table.to("shooting")
    assert table.refused("nomination.make", 1, nominee=4) == "not_now"


def test_C104_one_a_day() -> None:
    table = Table()
    table.to("speech")
    table.do("nomination.make", 1, nominee=4)
    assert table.refused("nomination.make", 1, nominee=5) == "nomination_used"
    table.to_day(2)
    while table.game.speaker != 1:
        table.tick()
    table.do("nomination.make", 1, nominee=5)


def test_C104_a_seat_enters_the_list_once_and_the_order_is_that_of_acceptance() -> None:
    table = Table()
    table.to("speech")
    table.do("nomination.make", 1, nominee=9)
    table.tick()
    assert table.refused("nomination.make", 2, nominee=9) == "already_nominated"
    accepted = find(table.do("nomination.make", 2, nominee=4), "nomination.accepted")
    assert accepted.data == {"nominee": 4, "place": 2}
    assert [nominee for _, nominee in table.game.nominations] == [9, 4]


def test_C104_self_nomination_is_allowed_and_the_dead_are_not_nominable() -> None:
    table = Table()
    table.night({8: 4, 9: 4, 10: 4})
    table.to("speech")
    speaker = table.game.speaker
    assert table.refused("nomination.make", speaker, nominee=4) == "target_dead"
    table.do("nomination.make", speaker, nominee=speaker)


@pytest.mark.parametrize("nominee", [0, 11, "4", None, True, 4.0])
def test_C104_a_nominee_is_a_seat(nominee: int) -> None:
    table = Table()
    table.to("speech")
    assert table.refused("nomination.make", 1, nominee=nominee) == "no_seat_named"


def test_C105_day_1_opens_with_seat_1_and_each_day_with_the_next_living() -> None:
    table = Table()
    table.to_day(1)
    assert speakers(table)[0] == 1
    table.night({8: 2, 9: 2, 10: 2})
    table.to_day(2)
    assert speakers(table) == [3, 4, 5, 6, 7, 8, 9, 10, 1]
    table.night({8: 4, 9: 4, 10: 4})
    table.to_day(3)
    assert speakers(table)[:2] == [5, 6]


def test_C105_the_order_goes_around_the_table() -> None:
    table = Table(RuleBook(day=DayBook(first_speaker=10)))
    table.to_day(1)
    assert speakers(table) == [10, *range(1, 10)]
    table.to_day(2)
    assert speakers(table) == list(SEATS)


def test_C105_an_empty_first_seat_lets_the_next_open() -> None:
    table = Table(living=[2, 3, 4, 5, 6, 7, 8, 9, 10])
    table.to_day(1)
    assert table.game.speaker == 2


def test_E13_a_nomination_may_be_withdrawn_within_the_same_speech_only() -> None:
    table = Table()
    table.to("speech")
    assert table.refused("nomination.withdraw", 1) == "nothing_to_withdraw"
    table.do("nomination.make", 1, nominee=4)
    assert find(table.do("nomination.withdraw", 1), "nomination.withdrawn").data == {"nominee": 4}
    table.do("nomination.make", 1, nominee=5)
    table.tick()
    assert table.refused("nomination.withdraw", 1) == "not_your_speech"
    assert table.game.nominations == ((1, 5),)


def test_E13_the_platform_may_let_nominations_stand_forbid_oneself_or_allow_more() -> None:
    table = with_day(DayBook(withdraw=False, nominate_self=False, nominations_a_day=2))
    table.to("speech")
    assert table.refused("nomination.make", 1, nominee=1) == "self_nomination"
    table.do("nomination.make", 1, nominee=2)
    assert table.refused("nomination.withdraw", 1) == "withdraw_off"
    table.do("nomination.make", 1, nominee=3)
    assert table.refused("nomination.make", 1, nominee=4) == "nomination_used"


def test_FPF1_the_third_foul_costs_the_speech_of_the_next_round_once() -> None:
    table = Table()
    table.to_day(1)
    silence(table, 5)
    assert 5 in speakers(table)
    table.to_day(2)
    assert speakers(table) == [2, 3, 4, 6, 7, 8, 9, 10, 1]
    table.to_day(3)
    assert 5 in speakers(table)


def test_E28_a_silenced_player_nominates_and_votes() -> None:
    table = Table()
    table.to_day(1)
    silence(table, 5)
    table.to_day(2)
    table.do("nomination.make", 5, nominee=3)
    assert table.refused("nomination.make", 5, nominee=4) == "nomination_used"
    table.do("nomination.make", 2, nominee=4)
    table.to("vote")
    table.do("vote.cast", 5, candidate=3)


def test_E28_the_platform_may_take_nomination_with_the_speech() -> None:
    table = with_day(DayBook(silenced_nominate=False))
    table.to_day(1)
    silence(table, 5)
    table.to_day(2)
    assert table.refused("nomination.make", 5, nominee=3) == "not_your_speech"


def test_all_silenced_no_discussion_but_the_game_goes_on() -> None:
    table = Table()
    table.to_day(1)
    lost = tuple((seat, 2) for seat in SEATS)
    table.state = replace(table.state, game=replace(table.game, silenced=lost))
    table.to("sheriff_check")
    decisions = table.tick()
    assert [d.seat for d in decisions if d.type == "speech.skipped"] == [*range(2, 11), 1]
    assert (table.phase, table.game.day) == ("shooting", 2)


def test_dead_players_speak_no_more() -> None:
    table = Table()
    table.night({8: 4, 9: 4, 10: 4})
    table.to("speech")
    assert table.refused("nomination.make", 4, nominee=3) == "not_alive"
    assert 4 not in speakers(table)
