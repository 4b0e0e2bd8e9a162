"""The referee of a live table: grounds without a game, the whole game with one."""

from __future__ import annotations

import math

import pytest

from rules.events import Event, Json
from rules.frozen import replace
from rules.table.book import RuleBook
from service.live.judge import Judge

ROLES: list[Json] = ["mafia", "mafia", "don", "sheriff", *["citizen"] * 6]
PLAYERS: list[Json] = list("abcdefghij")
START = Event("s", "game.start", 0, 0.0, {"roles": ROLES, "players": PLAYERS, "mode": "leading"})
AWAY = Event("a", "absence.exceeded", 4, 20.0, {"since": 4.9})


@pytest.fixture
def judge() -> Judge:
    return Judge(RuleBook())


@pytest.mark.parametrize("reported", [False, True], ids=["seen", "reported"])
def test_without_a_game_there_are_grounds_and_no_game_begins(judge: Judge, reported: bool) -> None:
    decisions = judge.command(AWAY).decisions if reported else judge.saw(AWAY)
    assert [decision.type for decision in decisions] == ["grounds.raised"]
    assert not judge.playing
    assert judge.due() == math.inf


def test_what_is_seen_and_what_is_reported_is_one_matter(judge: Judge) -> None:
    assert judge.saw(AWAY)
    assert judge.command(AWAY).decisions == ()


def test_a_game_begins_with_the_first_command_that_is_taken(judge: Judge) -> None:
    refused = judge.command(Event("p", "game.pause", 0, 0.0))
    assert refused.refused
    assert refused.decisions[0].data["reason"] == "no_game"
    begun = [judge.playing]
    assert not judge.command(START).refused
    begun.append(judge.playing)
    assert begun == [False, True]
    assert judge.due() == judge.state.game.deadline


def test_the_clock_ends_what_is_due(judge: Judge) -> None:
    judge.command(START)
    due = judge.due()
    assert judge.clock(Event("c", "clock", 0, due - 0.01)) == ()
    assert judge.clock(Event("c", "clock", 0, due))
    assert judge.due() > due


def test_in_a_game_absences_are_judged_by_its_rules(judge: Judge) -> None:
    judge.command(START)
    assert "grounds.raised" in [decision.type for decision in judge.saw(AWAY)]
    assert [incident.seat for incident in judge.state.fair.incidents] == [4]


def test_those_who_are_out_are_silent(judge: Judge) -> None:
    assert list(judge.silent) == []
    judge.command(START)
    assert list(judge.silent) == []
    while judge.state.game.phase != "shooting":
        judge.clock(Event("c", "clock", 0, judge.due()))
    now = judge.state.t
    for seat in (1, 2, 3):
        judge.command(Event(f"k{seat}", "shot.fire", seat, now, {"target": 5}))
    while 5 in judge.state.game.living:
        judge.clock(Event("c", "clock", 0, judge.due()))
    assert list(judge.silent) == [5]


def test_a_rule_book_that_contradicts_itself_is_refused() -> None:
    book = RuleBook()
    wrong = replace(book, day=replace(book.day, first_speaker=11))
    with pytest.raises(ValueError, match="first_speaker"):
        Judge(wrong)
