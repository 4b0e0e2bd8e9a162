"""How one step leads to the next (C.1).

A step takes the game and gives it back with the name of the step that follows at once, or with `WAIT` where
the table now waits for players or for the clock. `rules.table.game.steps` knows which function a name means;
so the modules of the phases need not know each other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from rules.events import Json
from rules.frozen import replace
from rules.table.game.state import GameState, Phase
from rules.table.game.turn import Turn

Next = Literal[
    "",
    "first_day",
    "farewell",
    "discussion",
    "speech",
    "vote",
    "candidate",
    "close_vote",
    "runoff_speech",
    "close_lift",
    "night",
    "don_check",
    "sheriff_check",
    "resolve_night",
    "over",
]
WAIT: Next = ""
Followed = tuple[GameState, Next]
Step = Callable[[GameState, Turn], Followed]


def enter(
    game: GameState,
    turn: Turn,
    phase: Phase,
    seconds: float,
    *,
    speaker: int = 0,
    queue: tuple[int, ...] = (),
    candidate: int = 0,
) -> GameState:
    """Begin a step of so many seconds and tell everybody: its length is the same whoever has to act.

    Args:
        speaker: who has the floor, and `queue`: who has it after that.
        candidate: who is put to the vote.
    """
    leading = game.setup.mode == "leading"
    paused = game.paused
    if paused is not None:
        paused = seconds if leading else -1.0
    deadline = turn.t + seconds if leading and paused is None else None
    data: dict[str, Json] = {"phase": phase, "day": game.day, "seconds": seconds, "deadline": deadline}
    if speaker:
        data["speaker"] = speaker
    if candidate:
        data["candidate"] = candidate
    turn.say("phase.started", "C.2", "everyone", data)
    return replace(
        game, phase=phase, since=turn.t, deadline=deadline, paused=paused, speaker=speaker, queue=queue
    )
