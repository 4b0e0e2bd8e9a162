"""Deaths, and who has won (F-011, E-40)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from rules.events import Json
from rules.forum.roles import Side, side
from rules.forum.state import Death, ForumState, How, Result
from rules.forum.turn import Turn
from rules.frozen import replace


def winner(roles: Sequence[str], living: Iterable[int]) -> Side | Literal["", "nobody"]:
    """The only side with a living player (F-011; parity decides nothing); empty while there are several."""
    sides = {side(roles[seat - 1]) for seat in living}
    if not sides:
        return "nobody"
    return sides.pop() if len(sides) == 1 else ""


def die(state: ForumState, seat: int, how: How, killers: tuple[Side, ...] = ()) -> ForumState:
    """A player leaves."""
    living = tuple(other for other in state.living if other != seat)
    return replace(state, living=living, deaths=(*state.deaths, Death(seat, state.day, how, killers)))


def finish(state: ForumState, turn: Turn) -> ForumState:
    """End the game if one side is left, or nobody."""
    won = winner(state.roles, state.living)
    if not won:
        return state
    rule = "E-40" if won == "nobody" else "F-504" if state.book.venue == "chat" else "F-011"
    data: dict[str, Json] = {
        "winner": won,
        "day": state.day,
        "roles": list(state.roles),
        "living": list(state.living),
        "anonymous": state.book.setup.anonymous,
    }
    turn.say("game.ended", rule, "everyone", data)
    return replace(state, phase="over", since=turn.t, condemned=(), result=Result(won, rule))
