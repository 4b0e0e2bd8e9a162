"""What a terminal shows is no more than its viewer may know, colours included."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from rules.events import Event, Json
from rules.table.referee import apply, new_table
from rules.table.views import Viewer
from service.referee.narrator import Narrator
from service.referee.players import game
from tests.rules.table.tables import PLAYERS, ROLES


def terminal() -> Console:
    return Console(file=io.StringIO(), force_terminal=True, width=100, color_system="standard")


def told(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def opening(roles: list[Json], viewer: Viewer) -> str:
    """What is shown of the deal and a first day in which only seat 1 acts."""
    console, state = terminal(), new_table()
    narrator = Narrator(console, viewer, "en")
    start: dict[str, Json] = {"roles": roles, "players": [*PLAYERS]}
    nomination: dict[str, Json] = {"nominee": 4}
    for event in (
        Event("e1", "game.start", 0, 0.0, start),
        Event("e2", "clock", 0, 60.0),
        Event("e3", "nomination.make", 1, 61.0, nomination),
        Event("e4", "clock", 0, 800.0),
    ):
        state, decisions = apply(state, event)
        narrator.tell(state, decisions)
    narrator.close()
    return told(console)


@pytest.mark.parametrize("viewer", ["spectator", "reviewer", 1])
def test_no_colour_tells_how_the_roles_lie(viewer: Viewer) -> None:
    other: list[Json] = [*ROLES]
    other[1], other[9] = other[9], other[1]
    other[2], other[6] = other[6], other[2]
    assert opening([*ROLES], viewer) == opening(other, viewer)
    assert opening([*ROLES], "platform") != opening(other, "platform")


def test_a_terminal_gets_colours_and_votes_of_one_candidate_one_line() -> None:
    console = terminal()
    narrator = Narrator(console, "platform", "en")
    for _, state, decisions in game(3):
        narrator.tell(state, decisions)
    narrator.close()
    out = told(console)
    assert "\x1b[31mcitizen\x1b[0m" in out
    assert "Votes for seat" in out
    assert "votes for seat" not in out


def test_names_of_players_are_no_markup() -> None:
    console, state = terminal(), new_table()
    players: list[Json] = [f"[red]player {seat}[/red]" for seat in range(1, 11)]
    start: dict[str, Json] = {"roles": [*ROLES], "players": players}
    state, decisions = apply(state, Event("e1", "game.start", 0, 0.0, start))
    Narrator(console, "platform", "en").tell(state, decisions)
    assert told(console).count("[red]player 7[/red]") == 2


def test_names_of_players_do_nothing_to_the_terminal() -> None:
    console, state = Console(file=io.StringIO(), width=100), new_table()
    players: list[Json] = [f"\x1b[2J\nplayer\u202e {seat}" for seat in range(1, 11)]
    start: dict[str, Json] = {"roles": [*ROLES], "players": players}
    state, decisions = apply(state, Event("e1", "game.start", 0, 0.0, start))
    Narrator(console, "platform", "en").tell(state, decisions)
    assert "\x1b" not in told(console)
    assert "\u202e" not in told(console)
    assert "\nplayer" not in told(console)
