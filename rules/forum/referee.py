"""The forum's rules: `apply(state, event)` gives the new state and what was decided.

Pure: no clock, no chance, no memory but the state. Time comes with the events, in seconds, and never runs
back. A vote's deadline stands in the state, and the first event at or after it (a `clock` event will do) ends
the vote at that deadline before the event itself is judged: a vote at the very moment comes too late (E-31).
"""

from __future__ import annotations

from rules.clock import is_moment, passed
from rules.events import Audience, Decision, Event, Json
from rules.forum import refusals
from rules.forum.book import ForumBook
from rules.forum.check import check
from rules.forum.commands import COMMANDS, obey
from rules.forum.day import close
from rules.forum.state import ForumState
from rules.forum.timing import deadline
from rules.forum.turn import Turn
from rules.frozen import replace
from rules.speaking import Refused


def new_game(book: ForumBook | None = None) -> ForumState:
    """A game before sign-up.

    Args:
        book: its rules; None: the defaults.

    Raises:
        ValueError: the rule book contradicts itself (`rules.forum.check`).
    """
    book = ForumBook() if book is None else book
    complaints = check(book)
    if complaints:
        raise ValueError("; ".join(f"{c.place}: {c.hint}" for c in complaints))
    return ForumState(book)


def apply(state: ForumState, event: Event) -> tuple[ForumState, tuple[Decision, ...]]:
    """Judge one event.

    Returns:
        The new state and the decisions in the order in which they were taken. A command that the rules do not
        allow changes nothing: the very state given comes back with one decision `refused`: its `reason`,
        `text` and the facts. What was due by then waits for the next event that is not refused.
    """
    try:
        _check(state, event)
        after, due = _catch_up(state, event)
        turn = Turn(state.book, event, float(event.t))
        if event.type != "clock":
            after = obey(after, turn)
    except Refused as refused:
        return state, (_refusal(event, state.t, refused),)
    return replace(after, t=turn.t), (*due, *turn.decisions)


def _check(state: ForumState, event: Event) -> None:
    if not is_moment(event.t):
        raise Refused("bad_time")
    if event.t < state.t:
        raise Refused("out_of_order", since=state.t)
    if not 0 <= event.seat <= len(state.players):
        raise Refused("bad_seat")
    if event.type not in COMMANDS and event.type != "clock":
        raise Refused("unknown_event", type=event.type)


def _catch_up(state: ForumState, event: Event) -> tuple[ForumState, list[Decision]]:
    """What is due by the event's time, at its own time: the host's reminder, the end of the vote."""
    said: list[Decision] = []
    if state.phase != "day" or state.book.timing == 2:
        return state, said
    end = deadline(state.clock, state.book.intervals)
    reminder = state.book.intervals.reminder
    if end is None and reminder and not state.reminded and passed(state.since + reminder, event.t):
        turn = Turn(state.book, event, state.since + reminder)
        silent: list[Json] = [seat for seat in state.living if not state.votes[seat - 1]]
        turn.say("host.reminded", "E-34", "platform", {"day": state.day, "seats": silent})
        return replace(state, reminded=True), turn.decisions
    late = state.book.vote.counts_at_deadline
    if end is not None and passed(end, event.t) and not (late and event.t == end):
        turn = Turn(state.book, event, end)
        state = close(state, turn)
        said = turn.decisions
    return state, said


def _refusal(event: Event, t: float, refused: Refused) -> Decision:
    data: dict[str, Json] = {
        "command": event.type,
        "reason": refused.code,
        "text": refusals.text(refused.code, refused.facts),
        **refused.facts,
    }
    audience: Audience = "seat" if event.seat > 0 else "platform"
    return Decision("refused", event.seat, t, data, refused.rule, (event.id,), True, audience)
