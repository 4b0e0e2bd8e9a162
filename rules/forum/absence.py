"""Who does not appear is removed, at the very beginning of a day or a night (F-207, F-208, F-253)."""

from __future__ import annotations

from collections.abc import Container

from rules.forum.book import by_periods
from rules.forum.ending import die
from rules.forum.roles import ACTS
from rules.forum.state import ForumState
from rules.forum.turn import Turn
from rules.frozen import replace

LIMIT = 2
"""Game days (F-208) or periods of own activity (F-253), in a row."""


def count_day(state: ForumState, voted: Container[int]) -> ForumState:
    """A vote is over: who did not vote has skipped the game day (F-207); who did, appears."""
    return _counted(state, state.living, voted)


def count_night(state: ForumState, acted: Container[int]) -> ForumState:
    """A night is over: it counts for players with a role, where periods of activity count (F-253)."""
    if not by_periods(state.book):
        return state
    busy = tuple(seat for seat in state.living if state.roles[seat - 1] in ACTS)
    return _counted(state, busy, acted)


def _counted(state: ForumState, seats: tuple[int, ...], appeared: Container[int]) -> ForumState:
    missed = [
        (0 if seat in appeared else count + 1) if seat in seats else count
        for seat, count in enumerate(state.missed, start=1)
    ]
    return replace(state, missed=tuple(missed))


def remove(state: ForumState, turn: Turn) -> ForumState:
    """Remove who was absent for too long; call it at the very beginning of a day or night."""
    for seat in state.living:
        if state.missed[seat - 1] >= LIMIT:
            state = die(state, seat, "absent")
            rule = "F-253" if by_periods(state.book) else "F-208"
            turn.say("player.removed", rule, "everyone", {"day": state.day}, seat=seat)
    return state
