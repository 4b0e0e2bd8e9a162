"""Which step follows which: the state machine of C.1 as two tables."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.table.game import day, ending, farewell, night, voting
from rules.table.game.flow import Next, Step
from rules.table.game.state import GameState, Phase
from rules.table.game.turn import Turn

STEPS: Mapping[Next, Step] = MappingProxyType(
    {
        "first_day": day.first_day,
        "discussion": day.discussion,
        "speech": day.next_speech,
        "vote": voting.open_vote,
        "candidate": voting.next_candidate,
        "close_vote": voting.close_vote,
        "runoff_speech": voting.next_runoff_speech,
        "close_lift": voting.close_lift,
        "farewell": farewell.next_farewell,
        "night": night.begin_night,
        "don_check": night.don_check,
        "sheriff_check": night.sheriff_check,
        "resolve_night": night.resolve_night,
        "over": ending.finish,
    }
)

AFTER: Mapping[Phase, Next] = MappingProxyType(
    {
        "meeting": "first_day",
        "speech": "speech",
        "vote": "candidate",
        "runoff_speech": "runoff_speech",
        "lift": "close_lift",
        "farewell": "farewell",
        "shooting": "don_check",
        "don_check": "sheriff_check",
        "sheriff_check": "resolve_night",
    }
)
"""What follows when the time of a phase is up."""


def follow(game: GameState, turn: Turn, step: Next) -> GameState:
    """Take a step and all that follow at once, until the table waits again."""
    while step:
        game, step = STEPS[step](game, turn)
    return game


def end_phase(game: GameState, turn: Turn) -> GameState:
    """The time of the running phase is up."""
    step = AFTER[game.phase]
    if game.day == 0:
        if game.phase == "meeting" and turn.book.night.night0_checks:
            step = "don_check"
        elif game.phase == "sheriff_check":
            step = "first_day"
    return follow(game, turn, step)
