"""The referee of a table: `apply(state, event)` gives the new state and what was decided.

Pure: no clock, no chance, no memory but the state. Time comes with the events. Where the referee leads, each
step has a deadline in the state, and the first event at or after it (a `clock` event will do) ends the step
at that deadline, one step after another, before the event itself is judged. An event at the very moment of a
deadline comes too late. What cameras saw carries its own seat's time and never moves the table's clock.
"""

from __future__ import annotations

import math
from dataclasses import replace

from rules.events import Audience, Decision, Event, Json
from rules.table.book import RuleBook
from rules.table.check import check
from rules.table.game import commands, refusals
from rules.table.game.state import GameState
from rules.table.game.steps import end_phase
from rules.table.game.turn import Refused, Turn
from rules.table.state import TableState

LONGEST_GAP = 86_400.0
"""Seconds that one event may lead the clock on: a slip of the sender's clock must not end a game."""

SIGNALS = ("absence", "camera", "gesture", "nudity", "sentence")
"""First words of the events that come from cameras."""


def new_table(book: RuleBook | None = None) -> TableState:
    """A table in the lobby.

    Raises:
        ValueError: the rule book contradicts itself (`rules.table.check`).
    """
    book = RuleBook() if book is None else book
    complaints = check(book)
    if complaints:
        raise ValueError("; ".join(f"{c.place}: {c.hint}" for c in complaints))
    return TableState(book)


def apply(state: TableState, event: Event) -> tuple[TableState, tuple[Decision, ...]]:
    """Judge one event.

    Returns:
        The new state and the decisions in the order in which they were taken. A command that the rules do not
        allow changes nothing: the very state given comes back with one decision `refused`: its `reason`,
        `text` and the facts. What was due by then waits for the next event that is not refused.
    """
    signal = event.type.split(".", 1)[0] in SIGNALS
    if not _timely(state, event):
        return state, (_refusal(event, state.t, Refused("bad_time")),)
    t = state.t if signal else max(state.t, event.t)
    decisions: list[Decision] = []
    before = _catch_up(state, event, t, decisions)
    turn = Turn(state.book, event, t)
    try:
        after = _judge(before, turn)
    except Refused as refused:
        return state, (_refusal(event, t, refused),)
    return after, (*decisions, *turn.decisions)


def _timely(state: TableState, event: Event) -> bool:
    return math.isfinite(event.t) and event.t - state.t <= LONGEST_GAP and 0 <= event.seat <= 10


def _catch_up(state: TableState, event: Event, t: float, decisions: list[Decision]) -> TableState:
    """Everything that is due by `t`, in order, each at its own time."""
    game = state.game
    while game.deadline is not None and game.deadline <= t:
        turn = Turn(state.book, event, game.deadline)
        game = end_phase(game, turn)
        decisions += turn.decisions
    return state if game is state.game and t == state.t else replace(state, game=game, t=t)


def _judge(state: TableState, turn: Turn) -> TableState:
    kind = turn.event.type
    if kind == "clock":
        return state
    if kind in commands.COMMANDS:
        return _with_game(state, commands.obey(state.game, turn), turn)
    raise Refused("unknown_event", type=kind)


def _with_game(state: TableState, game: GameState, turn: Turn) -> TableState:
    return replace(state, game=game)


def _refusal(event: Event, t: float, refused: Refused) -> Decision:
    data: dict[str, Json] = {
        "command": event.type,
        "reason": refused.code,
        "text": refusals.text(refused.code, refused.facts),
        **refused.facts,
    }
    audience: Audience = "seat" if event.seat else "platform"
    return Decision("refused", event.seat, t, data, refused.rule, (event.id,), True, audience)
