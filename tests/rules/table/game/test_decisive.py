"""Decisive votes (C.8)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.counting import leaders, tally
from rules.table.game import count
from rules.table.game.book import ScoreTable, ScoringBook
from rules.table.game.scoring import Conduct, score
from rules.table.game.state import SEATS
from tests.rules.table.tables import Table

A, B, C = 1, 2, 3
CONDUCT = (Conduct(),) * 10


def ballots(a: int, b: int = 0, c: int = 0) -> tuple[int, ...]:
    cast = (A,) * a + (B,) * b + (C,) * c
    return cast + (0,) * (10 - len(cast))


ROUNDS = {
    "A5 B4": (ballots(5, 4), (A,), (A,)),
    "A6 B3": (ballots(6, 3), (A,), ()),
    "A6 B4": (ballots(6, 4), (A,), ()),
    "A5 B5": (ballots(5, 5), (A, B), (A, B)),
    "A4 B3 C3": (ballots(4, 3, 3), (A,), (A,)),
    "A4 B4 C2": (ballots(4, 4, 2), (A, B), (A, B)),
    "A3 B3 C3": (ballots(3, 3, 3), (A, B, C), (A, B, C)),
    "A9": (ballots(9), (A,), ()),
}
"""Ballots, who leads, whose ballots are decisive."""


@pytest.mark.parametrize(("cast", "ahead", "decisive"), ROUNDS.values(), ids=ROUNDS)
def test_C602_decisive_table(
    cast: tuple[int, ...], ahead: tuple[int, ...], decisive: tuple[int, ...]
) -> None:
    assert leaders((A, B, C), tally((A, B, C), cast)) == ahead
    expected = tuple(seat for seat in SEATS if cast[seat - 1] in decisive)
    assert count.decisive((A, B, C), cast) == expected


@given(st.lists(st.sampled_from((0, A, B, C)), min_size=10, max_size=10), st.integers(1, 3))
def test_C602_decisive_is_what_the_definition_says(cast: list[int], number: int) -> None:
    """Ballot b is decisive if the set of leaders without it is another."""
    candidates = (A, B, C)[:number]
    choices = tuple(choice if choice in candidates else 0 for choice in cast)

    def outcome(of: tuple[int, ...]) -> set[int]:
        return set(leaders(candidates, tally(candidates, of)))

    expected = [
        seat
        for seat in SEATS
        if choices[seat - 1] and outcome((*choices[: seat - 1], 0, *choices[seat:])) != outcome(choices)
    ]
    assert list(count.decisive(candidates, choices)) == expected


def lift(alive: int, yes: int) -> tuple[int, ...]:
    return (1,) * yes + (-1,) * (alive - yes) + (0,) * (10 - alive)


LIFTS = {
    "10 alive, yes 6": (True, range(1, 7)),
    "9 alive, yes 5": (True, range(1, 6)),
    "10 alive, yes 5": (False, range(6, 11)),
    "10 alive, yes 4": (False, range(0)),
    "10 alive, yes 7": (True, range(0)),
    "9 alive, yes 4": (False, range(5, 10)),
}
"""Whether it passes, and whose ballots are decisive; the first seats vote yes."""


@pytest.mark.parametrize(("lifted", "expected"), LIFTS.items(), ids=LIFTS)
def test_C603_decisive_in_a_lift(lifted: str, expected: tuple[bool, range]) -> None:
    alive, yes = map(int, lifted.replace(" alive, yes", "").split())
    passes, decisive = expected
    assert count.lift_passes(yes, alive) is passes
    assert count.lift_decisive(lift(alive, yes)) == tuple(decisive)


@given(st.integers(1, 10).flatmap(lambda alive: st.tuples(st.just(alive), st.integers(0, alive))))
def test_C603_decisive_is_a_flip_that_turns_the_lift(numbers: tuple[int, int]) -> None:
    alive, yes = numbers
    choices = lift(alive, yes)
    passes = count.lift_passes(yes, alive)
    flips = [
        seat
        for seat in range(1, alive + 1)
        if count.lift_passes(yes - choices[seat - 1], alive) != passes and (choices[seat - 1] == 1) == passes
    ]
    assert list(count.lift_decisive(choices)) == flips


def five_five_then_six() -> Table:
    """Day 1: 5:5 on 2 and 9, then 6:4 against 2."""
    table = Table()
    table.nominate([2, 9])
    table.vote(dict.fromkeys(range(1, 6), 2) | dict.fromkeys(range(6, 11), 9))
    table.vote(dict.fromkeys(range(5, 11), 2) | dict.fromkeys(range(1, 5), 9))
    return table


def test_C604_E22_only_the_round_that_gave_the_outcome_counts() -> None:
    table = five_five_then_six()
    first, second = table.game.record.rounds
    assert first.decisive == SEATS
    assert second.decisive == ()
    while table.game.result is None:
        table.tick()
    values = ScoreTable(1.0, 1.0, town_votes_town_out=-0.5, decisive_factor=2.0)
    final = score(values, ScoringBook(), table.game, CONDUCT)
    every = score(values, ScoringBook(decisive_rounds="every"), table.game, CONDUCT)
    assert [dict(final[seat - 1].items).get("votes", 0.0) for seat in (1, 5, 6)] == [0.0, -0.5, -0.5]
    assert [dict(every[seat - 1].items).get("votes", 0.0) for seat in (1, 5, 6)] == [-1.0, -1.5, -0.5]


def test_C602_defaulted_ballots_are_judged_alike_and_flagged() -> None:
    table = Table(living=[1, 2, 3, 4, 5, 6, 7, 8, 9])
    table.nominate([2, 9])
    table.vote(dict.fromkeys(range(1, 5), 2))
    (only,) = table.game.record.rounds
    assert only.defaulted == (5, 6, 7, 8, 9)
    assert only.decisive == (5, 6, 7, 8, 9)
