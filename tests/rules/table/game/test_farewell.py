"""Last words, best read, crown (C-301 … C-307, E-20, E-24)."""

from __future__ import annotations

import pytest

from rules.events import Json
from rules.table.book import RuleBook
from rules.table.game import state
from rules.table.game.book import FarewellBook
from rules.table.views import view
from tests.rules.table.tables import Table, find


def shot(seat: int = 4, book: FarewellBook | None = None) -> Table:
    """A table at the farewell of a seat that was shot."""
    table = Table(RuleBook(farewell=book or FarewellBook()))
    table.night({8: seat, 9: seat, 10: seat})
    return table


def test_C301_who_is_shot_says_farewell_before_the_discussion() -> None:
    table = shot()
    assert (table.phase, table.game.speaker, table.game.day) == ("farewell", 4, 2)
    table.tick()
    assert table.phase == "speech"


def test_C301_who_is_voted_out_says_farewell_before_the_night() -> None:
    table = Table()
    table.nominate([3, 7])
    table.vote({})
    assert (table.phase, table.game.speaker) == ("farewell", 7)
    table.tick()
    assert table.phase == "shooting"


def test_C301_who_is_disqualified_says_none() -> None:
    table = Table()
    table.to("shooting")
    table.disqualify(4)
    table.to("sheriff_check")
    table.tick()
    assert table.phase == "speech"


def test_C302_C303_the_best_read_is_given_in_the_farewell_and_nowhere_else() -> None:
    table = shot()
    assert table.refused("best_read.give", 3, suspects=[8]) == "not_your_speech"
    table.do("best_read.give", 4, suspects=[8, 9, 1])
    table.tick()
    assert table.refused("best_read.give", 4, suspects=[8]) == "not_now"
    assert table.game.record.testaments == (state.Testament(4, (8, 9, 1)),)


def test_E20_it_may_be_changed_until_the_farewell_ends() -> None:
    table = shot()
    table.do("best_read.give", 4, suspects=[8, 9, 1])
    table.do("best_read.give", 4, suspects=[10])
    table.do("crown.give", 4, target=7)
    table.do("crown.give", 4, target=2)
    closed = find(table.tick(), "testament.closed")
    assert closed.data == {"suspects": [10], "crown": 2, "day": 2}


def test_C304_the_crown_goes_to_one_other_living_player() -> None:
    table = shot()
    table.tick()
    table.to_day(2)
    table.nominate([4 + 1])
    assert table.game.speaker == 5
    assert table.refused("crown.give", 5, target=5) == "crown_self"
    assert table.refused("crown.give", 5, target=4) == "target_dead"
    assert table.refused("crown.give", 5) == "no_seat_named"
    assert table.refused("crown.give", 7, target=1) == "not_your_speech"
    table.do("crown.give", 5, target=7)


def test_C304_read_and_crown_are_optional() -> None:
    table = shot()
    assert find(table.tick(), "testament.closed").data == {"suspects": [], "crown": 0, "day": 2}


def test_C304_the_platform_may_leave_out_the_crown() -> None:
    assert shot(book=FarewellBook(crown=False)).refused("crown.give", 4, target=1) == "crown_off"


def test_C305_everybody_who_is_shot_or_voted_out_has_a_best_read() -> None:
    table = shot()
    table.do("best_read.give", 4, suspects=[8])
    table.tick()
    table.nominate([5])
    table.do("best_read.give", 5, suspects=[8])
    table.night({8: 6, 9: 6, 10: 6})
    table.do("best_read.give", 6, suspects=[8])
    table.tick()
    assert [testament.seat for testament in table.game.record.testaments] == [4, 5, 6]


@pytest.mark.parametrize(
    ("suspects", "reason"),
    [
        ([], "suspects_count"),
        ([1, 2, 3, 5], "suspects_count"),
        ([8, 8], "suspects_count"),
        ([0], "suspects_count"),
        ([11], "suspects_count"),
        ([True], "suspects_count"),
        (["8"], "suspects_count"),
        (None, "suspects_count"),
        (8, "suspects_count"),
        ([4], "self_suspect"),
        ([8, 4], "self_suspect"),
    ],
)
def test_C306_E20_one_to_three_different_seats_and_never_the_own(suspects: Json, reason: str) -> None:
    assert shot().refused("best_read.give", 4, suspects=suspects) == reason


@pytest.mark.parametrize("allowed", [True, False])
def test_C306_dead_seats_may_be_named(allowed: bool) -> None:
    table = shot(book=FarewellBook(suspects_dead=allowed))
    table.tick()
    table.nominate([5])
    if allowed:
        table.do("best_read.give", 5, suspects=[4, 8])
    else:
        assert table.refused("best_read.give", 5, suspects=[4, 8]) == "suspects_dead"


def test_C307_the_role_stays_hidden_during_and_after_the_farewell() -> None:
    table = shot()
    for _ in range(2):
        assert "roles" not in view(table.state, "spectator")
        table.tick()


def test_E24_an_elimination_that_ends_the_game_has_no_farewell() -> None:
    table = Table(living=[1, 2, 3, 10])
    table.nominate([10, 1])
    table.vote({1: 10, 2: 10, 3: 10})
    assert table.phase == "over"
    assert table.game.record.testaments == ()
    assert table.refused("best_read.give", 10, suspects=[1]) == "game_over"


def test_E24_the_platform_may_hold_it_and_only_then_end_the_game() -> None:
    table = Table(RuleBook(farewell=FarewellBook(after_end=True)), living=[1, 2, 3, 10])
    table.nominate([10, 1])
    table.vote({1: 10, 2: 10, 3: 10})
    assert (table.phase, table.game.speaker) == ("farewell", 10)
    assert "roles" not in view(table.state, "spectator")
    table.tick()
    assert table.game.result is not None
    assert table.game.result.winner == "town"


def test_E24_held_after_a_shot_too() -> None:
    table = Table(RuleBook(farewell=FarewellBook(after_end=True)), living=[1, 2, 3, 9, 10])
    table.night({9: 1, 10: 1})
    assert (table.phase, table.game.speaker) == ("farewell", 1)
    table.tick()
    assert table.game.result is not None
    assert table.game.result.winner == "mafia"
