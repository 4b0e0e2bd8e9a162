"""The rule book: every open question has its default, every contradiction its place and hint."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from rules.table.book import RuleBook
from rules.table.check import check
from rules.table.game.book import (
    TURBO,
    DayBook,
    EndBook,
    FarewellBook,
    ScoreTable,
    ScoringBook,
    Timing,
    VoteBook,
)
from rules.table.game.state import ROLES
from rules.table.referee import new_table


def setting(book: RuleBook, path: str) -> object:
    value: object = book
    for name in path.split("."):
        value = getattr(value, name)
    return value


@pytest.mark.parametrize(
    ("question", "path", "default"),
    [
        ("E-11", "vote.cancel_after_dq", True),
        ("E-12", "vote.day1_vote", True),
        ("E-12", "vote.day1_single_nominee_vote", False),
        ("E-13", "day.withdraw", True),
        ("E-13", "day.first_speaker", 1),
        ("E-13", "day.nominations_a_day", 1),
        ("E-15", "normal.runoff_speech", 30.0),
        ("E-15", "turbo.runoff_speech", 15.0),
        ("E-15", "turbo.meeting", 60.0),
        ("E-16", "vote.majority", "plurality"),
        ("E-17", "vote.runoff_while_shrinking", True),
        ("E-17", "vote.all_tied_lift", False),
        ("E-17", "vote.no_lift", ()),
        ("E-17", "vote.lift_day1", True),
        ("E-18", "night.night0_checks", False),
        ("E-18", "night.shot_checker_answered", True),
        ("E-18", "night.check_dead", False),
        ("E-20", "farewell.suspects_min", 1),
        ("E-20", "farewell.suspects_max", 3),
        ("E-20", "farewell.crown", True),
        ("E-20", "scoring.max_mafia.best_read_town_only", True),
        ("E-21", "end.stalemate_nights", 3),
        ("E-22", "scoring.decisive_rounds", "final"),
        ("E-23", "scoring.classic.loss", 0.0),
        ("E-23", "scoring.classic.disqualified_wins", False),
        ("E-24", "farewell.after_end", False),
        ("E-25", "farewell.order", "nomination"),
        ("E-27", "end.win_check_after_dq", True),
        ("E-28", "day.silenced_nominate", True),
        ("G", "normal.meeting", 60.0),
        ("G", "normal.speech", 60.0),
        ("G", "turbo.speech", 25.0),
        ("G", "normal.farewell", 60.0),
        ("G", "turbo.farewell", 25.0),
        ("G", "scoring.classic.win_town", 1.0),
        ("G", "scoring.classic.win_mafia", 1.0),
        ("G", "scoring.max_mafia.win_town", 1.35),
        ("G", "scoring.max_mafia.win_mafia", 0.85),
    ],
)
def test_E1_and_G_defaults(question: str, path: str, default: object) -> None:
    assert setting(RuleBook(), path) == default, question


def test_G_ten_players_seven_town_three_mafia() -> None:
    assert len(ROLES) == 10
    assert sum(role in ("mafia", "don") for role in ROLES) == 3


@pytest.mark.parametrize("scoring", ["classic", "max_mafia"])
def test_E23_every_value_the_rules_do_not_state_is_zero(scoring: str) -> None:
    table: ScoreTable = getattr(ScoringBook(), scoring)
    stated = ("win_town", "win_mafia", "decisive_factor", "least", "most")
    values = [
        getattr(table, name)
        for name in ScoreTable.__slots__
        if name not in stated and isinstance(getattr(table, name), float)
    ]
    assert set(values) == {0.0}
    assert set(table.best_read) == {0.0}


def test_a_rule_book_as_it_comes_has_no_contradictions() -> None:
    assert check(RuleBook()) == ()


SCORES = ScoreTable(1.0, 1.0)


@pytest.mark.parametrize(
    ("book", "place"),
    [
        (RuleBook(normal=Timing(shooting=0.0)), "normal.shooting"),
        (RuleBook(normal=Timing(shooting=1e-30)), "normal.shooting"),
        (RuleBook(normal=Timing(meeting=1e300)), "normal.meeting"),
        (RuleBook(turbo=replace(TURBO, check=math.inf)), "turbo.check"),
        (RuleBook(turbo=replace(TURBO, speech=90.0)), "turbo.speech"),
        (RuleBook(day=DayBook(first_speaker=11)), "day.first_speaker"),
        (RuleBook(day=DayBook(nominations_a_day=0)), "day.nominations_a_day"),
        (
            RuleBook(vote=VoteBook(day1_vote=False, day1_single_nominee_vote=True)),
            "vote.day1_single_nominee_vote",
        ),
        (RuleBook(vote=VoteBook(no_lift=((9, 3),))), "vote.no_lift"),
        (RuleBook(vote=VoteBook(lift=False, no_lift=((2, 4),))), "vote.lift"),
        (RuleBook(vote=VoteBook(all_tied_lift=True, all_tied_runoff=False)), "vote.all_tied_lift"),
        (RuleBook(farewell=FarewellBook(suspects_min=4)), "farewell.suspects_max"),
        (RuleBook(end=EndBook(stalemate_nights=-1)), "end.stalemate_nights"),
        (RuleBook(scoring=ScoringBook(classic=replace(SCORES, foul=math.nan))), "scoring.classic"),
        (
            RuleBook(scoring=ScoringBook(classic=replace(SCORES, best_read=(0.0,)))),
            "scoring.classic.best_read",
        ),
        (
            RuleBook(scoring=ScoringBook(max_mafia=replace(SCORES, best_read=(0.0, 0.5, 0.2, 0.6)))),
            "scoring.max_mafia.best_read",
        ),
        (
            RuleBook(scoring=ScoringBook(classic=replace(SCORES, decisive_factor=0.5))),
            "scoring.classic.decisive_factor",
        ),
        (
            RuleBook(scoring=ScoringBook(classic=replace(SCORES, least=2.0, most=1.0))),
            "scoring.classic.least",
        ),
        (RuleBook(scoring=ScoringBook(classic=replace(SCORES, loss=2.0))), "scoring.classic.loss"),
    ],
)
def test_a_contradiction_is_found_before_the_game_with_place_and_hint(book: RuleBook, place: str) -> None:
    complaints = check(book)
    assert [complaint.place for complaint in complaints] == [place]
    assert len(complaints[0].hint) > 10
    with pytest.raises(ValueError, match=place):
        new_table(book)
