"""Cameras that show nothing (E-04): no violation; after a while a pause is suggested, never a sanction."""

from __future__ import annotations

from rules.events import Event, Json
from rules.frozen import replace
from rules.table.fairplay.state import Dark, FairState
from rules.table.fairplay.turn import Turn

RULE = "E-04"


def went_dark(state: FairState, turn: Turn, event: Event) -> FairState:
    """The camera of a seat can no longer be judged."""
    if event.seat not in turn.now.seats:
        return state
    old = next((d for d in state.dark if d.seat == event.seat), Dark(event.seat))
    others = tuple(d for d in state.dark if d.seat != event.seat)
    new = replace(old, now=True, cause=event.id)
    return _at_table_time(replace(state, dark=(*others, new)), turn)


def came_back(state: FairState, turn: Turn, event: Event) -> FairState:
    """The camera can be judged again."""
    dark = tuple(replace(d, now=False) if d.seat == event.seat else d for d in state.dark)
    return _at_table_time(replace(state, dark=dark), turn) if dark != state.dark else state


def _at_table_time(state: FairState, turn: Turn) -> FairState:
    """Waiting is measured by the table's clock, which a seat's own may be far behind."""
    turn.t = max(turn.now.t, turn.t)
    return advance(state, turn)


def due(state: FairState, limit: float) -> float:
    """When the next pause is to be suggested, if nothing changes; infinite where none is in sight."""
    times = (d.since + limit - d.total for d in state.dark if d.since is not None and not d.told)
    return min(times, default=float("inf"))


def advance(state: FairState, turn: Turn) -> FairState:
    """Bring the clocks to the present; suggest a pause where the limit is reached."""
    if not state.dark:
        return state
    dark = tuple(_advanced(d, turn) for d in state.dark)
    return replace(state, dark=dark) if dark != state.dark else state


def _advanced(dark: Dark, turn: Turn) -> Dark:
    """The clock runs while a living player of a running game cannot be seen; others may switch off (E-29)."""
    now, limit = turn.now, turn.book.pause_suggested_after
    runs = dark.now and now.running and not now.paused and dark.seat in now.living
    if dark.since is not None:
        total = dark.total + max(0.0, turn.t - dark.since)
        reached = dark.since + limit - dark.total
        if turn.t >= reached and not dark.told:
            data: dict[str, Json] = {"total": limit, "violation": False}
            turn.say("pause.suggested", dark.seat, RULE, data, causes=(dark.cause,), t=reached)
            return Dark(dark.seat, total, turn.t if runs else None, dark.now, True, dark.cause)
        if not runs:
            return replace(dark, total=total, since=None)
        return dark
    return replace(dark, since=turn.t) if runs else dark
