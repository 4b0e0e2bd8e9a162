"""Leaving, winning, drawing (C.6)."""

from __future__ import annotations

from rules.events import Json
from rules.frozen import replace
from rules.table.game.flow import WAIT, Followed
from rules.table.game.state import Departure, GameState, Left, Result, Winner, balance, is_mafia
from rules.table.game.turn import Turn

WAYS = {"vote": "C-106", "shot": "C-203", "disqualified": "B-D3"}


def won(town: int, mafia: int) -> Result | None:
    """The win check (C-403): the town first, then the mafia.

    Args:
        town, mafia: living players.
    """
    if mafia == 0:
        return Result("town", "mafia_out", "C-401")
    return Result("mafia", "parity", "C-402") if mafia >= town else None


def leave(
    game: GameState,
    turn: Turn,
    seats: tuple[int, ...],
    how: Departure,
    *,
    rule: str = "",
    causes: tuple[str, ...] | None = None,
    check: bool = True,
) -> GameState:
    """Take a batch of living seats out at once, then check who has won (C-403).

    Roles stay hidden (C-115). A game that is decided gets a `pending` result; the caller says when it ends.
    """
    for seat in seats:
        data: dict[str, Json] = {"how": how, "day": game.day}
        turn.say("player.left", rule or WAYS[how], "everyone", data, seat=seat, causes=causes)
    record = replace(game.record, left=(*game.record.left, *(Left(seat, how, game.day) for seat in seats)))
    living = tuple(seat for seat in game.living if seat not in seats)
    game = replace(game, living=living, record=record, quiet_nights=0 if seats else game.quiet_nights)
    if check and game.pending is None:
        return replace(game, pending=won(*balance(game)))
    return game


def after_leaving(game: GameState, turn: Turn, seats: tuple[int, ...]) -> Followed:
    """Last words of those who left by vote or shot, or the end of the game at once (E-24)."""
    if game.pending is not None and not turn.book.farewell.after_end:
        return game, "over"
    return replace(game, queue=seats), "farewell"


def finish(game: GameState, turn: Turn) -> Followed:
    """End the game with its pending result and reveal the roles (C-115)."""
    result = game.pending or Result("none", "abort_void", "C-404")
    roles: list[Json] = list(game.setup.roles)
    data: dict[str, Json] = {"winner": result.winner, "why": result.why, "day": game.day, "roles": roles}
    turn.say("game.ended", result.rule, "everyone", data)
    game = replace(
        game,
        phase="over",
        since=turn.t,
        deadline=None,
        paused=None,
        speaker=0,
        queue=(),
        poll=None,
        testament=None,
        pending=None,
        result=result,
    )
    return game, WAIT


def opponent_victory(game: GameState, offender: int) -> Result:
    """An awarded defeat: the offender's team loses, the other wins (B-D4, C-404)."""
    winner: Winner = "town" if is_mafia(game.setup, offender) else "mafia"
    return Result(winner, "opponent_victory", "B-D4")
