"""The execution and the Commissioner's pistol (F-153, F-154, F-502, E-40, E-43)."""

from __future__ import annotations

from rules.forum.ending import die, finish
from rules.forum.state import ForumState
from rules.forum.turn import Turn
from rules.frozen import replace
from rules.speaking import Refused


def shoot(state: ForumState, turn: Turn) -> ForumState:
    """The condemned Commissioner shoots another player, who dies with him; target 0: nobody."""
    seat = turn.event.seat
    _check(state, seat)
    target = turn.seat_named(state, nobody=True)
    if target == seat:
        raise Refused("pistol_self", "F-153")
    state = replace(state, pistol=True)
    if not target:
        turn.say("pistol.kept", "F-153", "seat", {}, seat=seat)
        return state
    rule = "F-502" if state.book.venue == "chat" else "F-153"
    saved = state.book.vote.ambulance_stops_pistol and target == state.guarded
    turn.say(
        "pistol.shot", "E-43" if saved else rule, "everyone", {"target": target, "dies": not saved}, seat=seat
    )
    state = execute(state, turn)
    if not saved and target in state.living:
        state = die(state, target, "pistol", ("town",))
    return finish(state, turn)


def _check(state: ForumState, seat: int) -> None:
    """Raises:
    Refused: the seat holds no pistol, or does not die by day's vote, or has decided."""
    if state.roles[seat - 1] != "commissioner":
        raise Refused("no_pistol", "F-153")
    if seat not in state.condemned:
        raise Refused("not_condemned", "F-154")
    if state.pistol:
        raise Refused("pistol_decided", "F-153")


def execute(state: ForumState, turn: Turn) -> ForumState:
    """Carry out what the vote decided, unless that has been done."""
    for seat in state.condemned:
        state = die(state, seat, "executed")
        rule = "F-502" if state.book.venue == "chat" else "F-008"
        turn.say("player.executed", rule, "everyone", {"day": state.day}, seat=seat)
    return replace(state, condemned=())
