"""Whole games of random players: all legal, all come to an end, the same log gives the same bytes."""

from __future__ import annotations

import pytest

from benchmarks.referee import play
from rules.canonical import dumps, loads
from rules.events import Decision
from rules.table.referee import apply, new_table
from rules.table.state import TableState


@pytest.mark.parametrize("seed", range(12))
def test_a_random_game_is_legal_and_ends_and_replays_to_the_same_bytes(seed: int) -> None:
    end, events = play(seed)
    state, said = new_table(), list[Decision]()
    for event in events:
        state, decisions = apply(state, event)
        said += decisions
    assert dumps(state) == dumps(end)
    assert "refused" not in {decision.type for decision in said}
    assert [decision.type for decision in said].count("game.ended") == 1


@pytest.mark.parametrize("seed", range(3))
def test_a_log_cut_anywhere_goes_on_from_json(seed: int) -> None:
    """State to JSON to state after every single event."""
    end, events = play(seed)
    state = new_table()
    for event in events:
        state, _ = apply(loads(TableState, dumps(state)), event)
    assert dumps(state) == dumps(end)


def test_two_runs_of_the_same_chance_are_the_same_game() -> None:
    assert play(4) == play(4)
    assert play(4)[1] != play(5)[1]
