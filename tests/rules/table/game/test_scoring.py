"""Points (C.9, E-20, E-23): two scorings over one record, everything unstated 0."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.events import Decision
from rules.table.book import RuleBook
from rules.table.game.book import ScoreTable, ScoringBook
from rules.table.game.scoring import Conduct, score
from tests.rules.table.tables import Table, find

MAFIA = range(8, 11)


def town_wins(table: Table) -> list[Decision]:
    """All mafia voted out on days 1 to 3; nobody is shot; seat 1 votes against, seat 8 at himself."""
    table.nominate([8, 1])
    table.vote(dict.fromkeys(range(1, 11), 8))
    table.to_day(2)
    table.nominate([9])
    table.to_day(3)
    return table.nominate([10])


def mafia_wins(table: Table) -> list[Decision]:
    decisions: list[Decision] = []
    while table.game.result is None:
        mafia = [seat for seat in table.game.living if seat in MAFIA]
        decisions = table.night(dict.fromkeys(mafia, table.game.living[0]))
    return decisions


def totals(decisions: list[Decision], scoring: str) -> list[float]:
    data: Any = find(decisions, "scores.given").data
    return [seat["total"] for seat in data[scoring]]


@pytest.mark.parametrize(
    ("play", "scoring", "town", "mafia"),
    [
        (town_wins, "classic", 1.0, 0.0),
        (mafia_wins, "classic", 0.0, 1.0),
        (town_wins, "max_mafia", 1.35, 0.0),
        (mafia_wins, "max_mafia", 0.0, 0.85),
    ],
)
def test_C9_the_four_win_values_and_nothing_else(play: Any, scoring: str, town: float, mafia: float) -> None:
    assert totals(play(Table()), scoring) == [town] * 7 + [mafia] * 3


def test_C9_both_in_parallel_and_max_mafia_is_the_main_value() -> None:
    given = find(mafia_wins(Table()), "scores.given")
    assert given.data["main"] == "max_mafia"
    assert {"classic", "max_mafia"} <= set(given.data)
    assert given.audience == "everyone"


def test_C9_within_a_team_the_role_makes_no_difference() -> None:
    assert len(set(totals(town_wins(Table()), "max_mafia")[:7])) == 1


def test_C9_opponent_victory_gives_the_normal_points() -> None:
    table = Table()
    table.to("speech")
    incident = find(table.do("report.file", 1, accused=8, rule="FP-U3"), "report.recorded").data["incident"]
    table.do("ballot.open", 1, incident=incident, kind="abort_opponent_victory")
    ballot = table.state.fair.open[-1].id
    decisions: list[Decision] = []
    for seat in (2, 3, 4, 5, 6):
        decisions = table.do("ballot.vote", seat, ballot=ballot, yes=True)
    assert totals(decisions, "max_mafia") == [1.35] * 7 + [0.0] * 3


def test_E08_an_abort_without_winner_gives_no_points_of_any_kind() -> None:
    table = Table(RuleBook(scoring=ScoringBook(max_mafia=ScoreTable(1.35, 0.85, loss=-1.0, draw=1.0))))
    table.to("speech")
    incident = find(table.do("report.file", 1, accused=8, rule="FP-U3"), "report.recorded").data["incident"]
    table.do("ballot.open", 1, incident=incident, kind="abort_void")
    ballot = table.state.fair.open[-1].id
    decisions: list[Decision] = []
    for seat in (2, 3, 4, 5, 6):
        decisions = table.do("ballot.vote", seat, ballot=ballot, yes=True)
    assert totals(decisions, "max_mafia") == [0.0] * 10


def test_E23_a_disqualified_player_has_no_part_in_the_win() -> None:
    table = Table()
    table.to("shooting")
    table.disqualify(5)
    assert totals(mafia_wins(table), "classic") == [0.0] * 7 + [1.0] * 3
    table = Table()
    table.to("shooting")
    table.disqualify(9)
    assert totals(mafia_wins(table), "classic") == [0.0] * 7 + [1.0, 0.0, 1.0]


def mafia_wins_without_nine() -> Table:
    table = Table()
    table.to("shooting")
    table.disqualify(9)
    mafia_wins(table)
    return table


def test_a_revoked_disqualification_gives_the_points_back() -> None:
    table = mafia_wins_without_nine()
    sanction = table.state.fair.sanctions[-1].id
    table.do("appeal.file", 9, against=sanction, text="I was asleep.")
    appeal = table.state.fair.appeals[-1].id
    decisions = table.do(
        "appeal.decide", 0, appeal=appeal, outcome="revoked", reviewer="somebody else", note="no threat"
    )
    assert totals(decisions, "classic") == [0.0] * 7 + [1.0, 1.0, 1.0]
    assert find(decisions, "scores.given").data["revised"] is True
    assert 9 not in table.game.living


def result_of(
    table: ScoreTable, play: Table, conduct: dict[int, Conduct] | None = None
) -> list[dict[str, float]]:
    conducts = tuple((conduct or {}).get(seat, Conduct()) for seat in range(1, 11))
    return [dict(one.items) for one in score(table, ScoringBook(), play.game, conducts)]


def finished(play: Any) -> Table:
    table = Table()
    play(table)
    return table


BASE = ScoreTable(1.0, 1.0)


@pytest.mark.parametrize(
    ("named", "points"), [((8, 9, 10), 0.6), ((8, 9, 1), 0.3), ((8,), 0.1), ((1, 2, 3), 0.0), ((), 0.0)]
)
def test_C303_the_more_accurate_the_best_read_the_more_points(named: tuple[int, ...], points: float) -> None:
    table = Table()
    table.night({8: 4, 9: 4, 10: 4})
    if named:
        table.do("best_read.give", 4, suspects=[*named])
    while table.game.result is None:
        table.tick()
    values = replace(BASE, best_read=(0.0, 0.1, 0.3, 0.6))
    assert result_of(values, table)[3].get("best_read", 0.0) == points


@pytest.mark.parametrize(("town_only", "points"), [(True, 0.0), (False, 0.3)])
def test_E20_only_town_players_score_their_best_read(town_only: bool, points: float) -> None:
    table = Table()
    table.night({8: 9, 9: 9, 10: 9})
    table.do("best_read.give", 9, suspects=[8, 10])
    while table.game.result is None:
        table.tick()
    values = replace(BASE, best_read=(0.0, 0.1, 0.3, 0.6), best_read_town_only=town_only)
    assert result_of(values, table)[8].get("best_read", 0.0) == points


@pytest.mark.parametrize(("to", "points"), [(7, 0.2), (10, -0.2)])
def test_C304_the_crown_scores_by_whom_it_goes_to(to: int, points: float) -> None:
    table = Table()
    table.night({8: 4, 9: 4, 10: 4})
    table.do("crown.give", 4, target=to)
    while table.game.result is None:
        table.tick()
    values = replace(BASE, crown_town=0.2, crown_mafia=-0.2)
    assert result_of(values, table)[3]["crown"] == points


def test_C601_a_decisive_vote_weighs_more() -> None:
    """4:3:3 on 8, 1, 2 with seats 1 to 3 and 10 against 8: each of the four is decisive."""
    table = Table()
    table.nominate([8, 1, 2])
    table.vote(dict.fromkeys((1, 2, 3, 10), 8) | dict.fromkeys((4, 5, 6), 1) | dict.fromkeys((7, 8, 9), 2))
    while table.game.result is None:
        table.tick()
    values = replace(BASE, town_votes_mafia_out=0.1, mafia_votes_mafia_out=-0.1, decisive_factor=3.0)
    items = [one.get("votes", 0.0) for one in result_of(values, table)]
    assert items == pytest.approx([0.3, 0.3, 0.3, 0, 0, 0, 0, 0, 0, -0.3])


@pytest.mark.parametrize(("counts", "points"), [(True, 0.1), (False, 0.0)])
def test_C602_defaulted_votes_may_count_or_not(counts: bool, points: float) -> None:
    table = Table()
    table.nominate([1, 8])
    table.vote({})
    while table.game.result is None:
        table.tick()
    values = replace(BASE, town_votes_mafia_out=0.1, defaulted_counts=counts)
    assert result_of(values, table)[3].get("votes", 0.0) == points


def test_E23_penalties_of_the_table_fouls_and_sanctions() -> None:
    values = replace(BASE, foul=-0.1, technical_foul=-0.3, disqualified=-1.0)
    items = result_of(values, finished(mafia_wins), {9: Conduct(3, 2, True)})[8]
    assert items == {"foul": -0.3, "technical_foul": -0.6, "disqualified": -1.0}


def test_C9_penalties_of_the_mafia_for_a_member_voted_out_and_for_misses() -> None:
    values = replace(BASE, mafia_out=-0.2, miss=-0.05)
    items = result_of(values, finished(town_wins))
    assert [one.get("mafia_out", 0.0) for one in items] == [0.0] * 7 + [-0.2] * 3
    assert [one.get("miss", 0.0) for one in items[7:]] == [0.0, -0.05, -0.1]


def test_C205_a_self_shot_can_be_valued() -> None:
    table = Table()
    table.night({8: 9, 9: 9, 10: 9})
    while table.game.result is None:
        table.tick()
    assert result_of(replace(BASE, self_shot=0.4), table)[8]["self_shot"] == 0.4


def test_totals_are_kept_within_bounds() -> None:
    values = replace(BASE, foul=-5.0, least=-1.0)
    conduct = (Conduct(3),) * 10
    assert {one.total for one in score(values, ScoringBook(), finished(mafia_wins).game, conduct)} == {-1.0}


def test_E21_a_draw_gives_its_own_points() -> None:
    table = Table()
    for _ in range(3):
        table.night({})
    assert {one.get("result", 0.0) for one in result_of(replace(BASE, draw=0.5), table)} == {0.5}
