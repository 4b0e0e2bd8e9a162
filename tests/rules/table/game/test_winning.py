"""Winning, losing, drawing (C-401 … C-405, E-21, E-27) and fault tolerance (C-501 … C-506)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.events import Json
from rules.table.book import RuleBook
from rules.table.game.book import EndBook, VoteBook
from rules.table.game.ending import won
from rules.table.game.state import SEATS
from rules.table.game.tolerance import critical, fault_tolerance
from rules.table.views import Viewer, seen, view
from tests.rules.table.tables import Table, find

TOLERANCE = {
    "7v3": 1,
    "6v3": 1,
    "5v3": 0,
    "4v3": 0,
    "7v2": 2,
    "6v2": 1,
    "5v2": 1,
    "4v2": 0,
    "3v2": 0,
    "7v1": 2,
    "6v1": 2,
    "5v1": 1,
    "4v1": 1,
    "3v1": 0,
    "2v1": 0,
}


def seats(town: int, mafia: int) -> list[int]:
    return [*range(1, town + 1), *range(11 - mafia, 11)]


def winner(table: Table) -> str | None:
    return None if table.game.result is None else table.game.result.winner


BALANCES = {
    "7v3": None,
    "3v3": "mafia",
    "4v3": None,
    "2v2": "mafia",
    "1v1": "mafia",
    "2v1": None,
    "5v0": "town",
    "2v3": "mafia",
    "0v0": "town",
}


@pytest.mark.parametrize(("alive", "who"), BALANCES.items())
def test_win_of_town_v_mafia(alive: str, who: str | None) -> None:
    result = won(*map(int, alive.split("v")))
    assert (None if result is None else result.winner) == who


def lifted(living: Sequence[int], tied: Sequence[int]) -> Table:
    """They are tied twice and then lifted by all."""
    table = Table(living=living)
    table.nominate(tied)
    for _ in range(2):
        table.vote({seat: tied[place % len(tied)] for place, seat in enumerate(living)})
    table.lift(living)
    return table


def test_win_lift_at_4v2_of_one_town_and_one_mafia_leaves_3v1_and_goes_on() -> None:
    table = lifted(seats(4, 2), (1, 9))
    assert table.game.living == (2, 3, 4, 10)
    assert winner(table) is None


def test_win_lift_at_4v2_of_two_town_is_2v2_and_the_mafia_wins() -> None:
    assert winner(lifted(seats(4, 2), (1, 2))) == "mafia"


def test_win_disqualified_town_player_at_3v2_is_2v2_and_the_mafia_wins() -> None:
    table = Table(living=seats(3, 2))
    table.to("speech")
    table.disqualify(2)
    assert winner(table) == "mafia"


def test_win_lone_mafia_self_shot_at_2v1_and_the_town_wins() -> None:
    table = Table(living=seats(2, 1))
    table.night({10: 10})
    assert winner(table) == "town"


def test_C401_the_town_wins_when_the_last_mafia_is_voted_out() -> None:
    table = Table(living=seats(4, 1))
    table.nominate([10, 1])
    decisions = table.vote(dict.fromkeys((1, 2, 3, 4), 10))
    assert winner(table) == "town"
    assert find(decisions, "game.ended").data["why"] == "mafia_out"


def test_C402_the_mafia_wins_at_parity() -> None:
    table = Table(living=seats(3, 2))
    decisions = table.night({9: 1, 10: 1})
    assert winner(table) == "mafia"
    assert find(decisions, "game.ended").data["why"] == "parity"


def test_C403_a_lift_is_one_batch() -> None:
    """At 4v2 two of the town alone would give parity; with a mafia member it is 2v1."""
    table = lifted(seats(4, 2), (1, 2, 9))
    assert table.game.living == (3, 4, 10)
    assert winner(table) is None


def test_C404_opponent_victory_ends_the_game_at_once() -> None:
    table = Table()
    table.to("speech")
    incident = find(table.do("report.file", 1, accused=8, rule="FP-U3"), "report.recorded").data["incident"]
    table.do("ballot.open", 1, incident=incident, kind="abort_opponent_victory")
    ballot = table.state.fair.open[-1].id
    for seat in (2, 3, 4, 5, 6):
        table.do("ballot.vote", seat, ballot=ballot, yes=True)
    assert table.phase == "over"
    assert winner(table) == "town"
    assert table.refused("nomination.make", 1, nominee=2) == "game_over"


def test_C404_an_abort_without_winner_ends_it_too() -> None:
    table = Table()
    table.to("speech")
    incident = find(table.do("report.file", 1, accused=8, rule="FP-U3"), "report.recorded").data["incident"]
    table.do("ballot.open", 1, incident=incident, kind="abort_void")
    ballot = table.state.fair.open[-1].id
    for seat in (2, 3, 4, 5, 6):
        table.do("ballot.vote", seat, ballot=ballot, yes=True)
    assert (table.phase, winner(table)) == ("over", "none")


def test_C405_E21_three_nights_without_anybody_leaving_are_a_draw() -> None:
    table = Table()
    for night in (1, 2, 3):
        assert winner(table) is None
        table.night({})
        assert table.game.quiet_nights == night
    assert winner(table) == "none"
    assert table.game.result is not None
    assert table.game.result.why == "stalemate"


def test_E21_whoever_leaves_by_vote_by_shot_or_by_disqualification_breaks_the_row() -> None:
    table = Table()
    table.night({})
    table.night({})
    table.to_day(3)
    table.nominate([1])
    table.night({})
    assert table.game.quiet_nights == 1
    table.night(dict.fromkeys((8, 9, 10), 2))
    assert table.game.quiet_nights == 0
    table.to("shooting")
    table.disqualify(3)
    table.night({})
    assert table.game.quiet_nights == 0


def test_E21_the_platform_may_switch_the_draw_off_or_wait_longer() -> None:
    for nights, over in ((0, False), (5, False), (4, True)):
        table = Table(RuleBook(end=EndBook(stalemate_nights=nights)))
        for _ in range(4):
            table.night({})
        assert (winner(table) == "none") is over


def test_E27_the_platform_may_leave_out_the_win_check_after_a_disqualification() -> None:
    table = Table(RuleBook(end=EndBook(win_check_after_dq=False)), living=seats(3, 2))
    table.to("speech")
    table.disqualify(2)
    assert winner(table) is None
    table.night({9: 1, 10: 1})
    assert winner(table) == "mafia"


def test_E27_a_disqualification_of_the_last_mafia_ends_the_game_for_the_town() -> None:
    table = Table(living=seats(3, 1))
    table.to("speech")
    table.disqualify(10)
    assert winner(table) == "town"


@pytest.mark.parametrize(("alive", "k"), TOLERANCE.items())
def test_C503_fault_tolerance(alive: str, k: int) -> None:
    town, mafia = map(int, alive.split("v"))
    assert fault_tolerance(town, mafia) == k
    assert (critical(town, mafia) != "no") == (k == 0) == (town - mafia <= 2)


@pytest.mark.parametrize(("alive", "k"), TOLERANCE.items())
def test_C501_so_many_wrong_votes_are_survived_and_one_more_is_not(alive: str, k: int) -> None:
    """Played out: the town votes its own out each day, and the mafia never misses."""
    town, mafia = map(int, alive.split("v"))
    survived = 0
    while True:
        town -= 1
        if won(town, mafia) is not None:
            break
        town -= 1
        if won(town, mafia) is not None:
            break
        survived += 1
    assert survived == k


@pytest.mark.parametrize(
    ("town", "mafia", "grade"), [(4, 3, "now"), (4, 2, "night"), (5, 2, "no"), (2, 1, "now")]
)
def test_C504_two_grades_of_critical(town: int, mafia: int, grade: str) -> None:
    assert critical(town, mafia) == grade


def test_C502_in_critical_now_one_wrong_vote_ends_the_game() -> None:
    table = Table(living=seats(4, 3))
    table.nominate([1, 8])
    table.vote(dict.fromkeys((2, 3, 4, 8, 9, 10), 1))
    assert winner(table) == "mafia"


def test_C504_in_critical_night_a_miss_saves_the_town_and_a_hit_does_not() -> None:
    for shots, who in (({9: 2, 10: 2}, "mafia"), ({9: 2}, None)):
        table = Table(living=seats(4, 2))
        table.nominate([1, 9])
        table.vote(dict.fromkeys((2, 3, 4, 9, 10), 1))
        table.night(shots)
        assert winner(table) == who


def test_C505_only_the_platform_sees_it() -> None:
    table = Table()
    table.to_day(1)
    shown: Json = view(table.state, "platform")["balance"]
    assert shown == {"town": 7, "mafia": 3, "fault_tolerance": 1, "critical": "no"}
    others: tuple[Viewer, ...] = ("spectator", "reviewer", *SEATS)
    for viewer in others:
        assert "balance" not in view(table.state, viewer)
        assert not any(d.type == "balance.assessed" for d in seen(table.said, viewer))


def test_C506_it_is_assessed_anew_each_morning() -> None:
    """A vote against the town and then a miss: 6v3, one more than if the mafia had hit."""
    table = Table(RuleBook(vote=VoteBook(day1_single_nominee_vote=True)))
    table.nominate([1])
    dawn = find(table.night({}), "balance.assessed")
    assert (dawn.data["town"], dawn.data["mafia"], dawn.data["fault_tolerance"]) == (6, 3, 1)
