"""The referee of a table: `apply(state, event)` gives the new state and what was decided.

Pure: no clock, no chance, no memory but the state. Time comes with the events. Where the referee leads, each
step has a deadline in the state, and the first event at or after it (a `clock` event will do) ends the step
at that deadline, one step after another, before the event itself is judged. An event at the very moment of a
deadline comes too late. What cameras saw carries its own seat's time and never moves the table's clock.
"""

from __future__ import annotations

import math

from rules.clock import is_moment, passed
from rules.events import Audience, Decision, Event, Json
from rules.frozen import replace
from rules.speaking import Refused
from rules.table import fairplay_port as port
from rules.table.book import RuleBook
from rules.table.check import check
from rules.table.fairplay import apply as fairplay
from rules.table.fairplay.state import FairState
from rules.table.fairplay.turn import Outcome
from rules.table.game import commands, refusals
from rules.table.game.state import GameState
from rules.table.game.steps import end_phase
from rules.table.game.turn import Turn
from rules.table.state import TableState

LONGEST_GAP = 86_400.0
"""Seconds that one event may lead the clock of a game on: a slip of the sender's must not end it, and no
ballot may wait for a clock that is years ahead."""

CAMERAS = frozenset(("absence", "camera", "gesture", "nudity", "sentence", "suspicion"))
"""First words of the events that come from cameras."""


def new_table(book: RuleBook | None = None, game: str = "") -> TableState:
    """A table in the lobby.

    Args:
        book: the rules of the table; None: the defaults.
        game: the platform's name of the game, for incident records.

    Raises:
        ValueError: the rule book contradicts itself (`rules.table.check`).
    """
    book = RuleBook() if book is None else book
    complaints = check(book)
    if complaints:
        raise ValueError("; ".join(f"{c.place}: {c.hint}" for c in complaints))
    return TableState(book, fair=FairState(game=game))


def apply(state: TableState, event: Event) -> tuple[TableState, tuple[Decision, ...]]:
    """Judge one event.

    Returns:
        The new state and the decisions in the order in which they were taken. A command that the rules do not
        allow changes nothing: the very state given comes back with one decision `refused`: its `reason`,
        `text` and the facts. What was due by then waits for the next event that is not refused.
    """
    if not is_moment(event.t):
        return state, (_refusal(event, state.t, Refused("bad_time")),)
    word = event.type.split(".", 1)[0]
    t = state.t if word in CAMERAS else max(state.t, float(event.t))
    if t - state.t > LONGEST_GAP and state.game.phase not in ("lobby", "over"):
        return state, (_refusal(event, state.t, Refused("bad_time")),)
    if not 0 <= event.seat <= 10:
        return state, (_refusal(event, state.t, Refused("bad_seat")),)
    case = _Case(state, event, t)
    refusal = case.judge(word in CAMERAS)
    if refusal is not None:
        return state, (refusal,)
    return case.state(), tuple(case.decisions)


class _Case:
    """One call of `apply`: what is being changed. It lives no longer than the call."""

    __slots__ = ("_before", "decisions", "event", "fair", "game", "t")

    def __init__(self, state: TableState, event: Event, t: float) -> None:
        self._before = state
        self.game = state.game
        self.fair = state.fair
        self.event = event
        self.t = t
        self.decisions: list[Decision] = []

    def state(self) -> TableState:
        """The table after the call."""
        before = self._before
        if self.game is before.game and self.fair is before.fair and self.t == before.t:
            return before
        return TableState(before.book, self.game, self.fair, self.t)

    def judge(self, camera: bool) -> Decision | None:
        """First what is due, then the event. Returns the refusal, where it is refused."""
        self._catch_up()
        kind = self.event.type
        if kind in commands.COMMANDS:
            turn = Turn(self._before.book, self.event, self.t)
            try:
                game = commands.obey(self.game, turn)
            except Refused as refused:
                return _refusal(self.event, self.t, refused)
            self._changed(game, turn)
        elif camera or kind in fairplay.COMMANDS:
            self._advance(self.t)
            now = port.situation(self.game, self.t)
            outcome = fairplay.apply(self._before.book.fair_play, self.fair, now, self.event)
            if outcome.refused:
                return outcome.decisions[0]
            self._carry_out(outcome, self.t)
        elif kind != "clock":
            return _refusal(self.event, self.t, Refused("unknown_event", type=kind))
        return None

    def _catch_up(self) -> None:
        """Everything due by now, in order, each at its own time; a ballot before a step of the same time."""
        while True:
            ballot = (
                fairplay.due(self._before.book.fair_play, self.fair) if port.watches(self.fair) else math.inf
            )
            deadline = math.inf if self.game.deadline is None else self.game.deadline
            if min(ballot, deadline) > self.t:
                return
            if ballot <= deadline and self._advance(ballot):
                continue
            if not passed(deadline, self.t):
                return
            turn = Turn(self._before.book, self.event, deadline)
            self._changed(end_phase(self.game, turn), turn)

    def _advance(self, t: float) -> bool:
        """Let fair play look at the moment. Returns whether it changed anything."""
        if not port.watches(self.fair):
            return False
        before = self.fair
        outcome = fairplay.advance(self._before.book.fair_play, before, port.situation(self.game, t))
        self._carry_out(outcome, t)
        return self.fair is not before

    def _changed(self, game: GameState, turn: Turn) -> None:
        """The game went on: tell it, let fair play look, give points when it is over."""
        was_over = self.game.result is not None
        self.game = game
        self.decisions += turn.decisions
        self._advance(turn.t)
        if game.result is not None and not was_over:
            self._score(turn.t, revised=False)

    def _carry_out(self, outcome: Outcome, t: float) -> None:
        """Take over what fair play decided and do in the game what it asks for."""
        self.fair = outcome.state
        for decision in outcome.decisions:
            known = decision if decision.caused_by else replace(decision, caused_by=(self.event.id,))
            self.decisions.append(known)
        for effect in outcome.effects:
            turn = Turn(self._before.book, self.event, t)
            game = port.carry_out(self.game, turn, effect, outcome.decisions)
            restored = game.record.restored != self.game.record.restored
            self._changed(game, turn)
            if restored and game.result is not None:
                self._score(t, revised=True)

    def _score(self, t: float, revised: bool) -> None:
        turn = Turn(self._before.book, self.event, t)
        port.score(self.game, self.fair, turn, revised)
        self.decisions += turn.decisions


def _refusal(event: Event, t: float, refused: Refused) -> Decision:
    data: dict[str, Json] = {
        "command": event.type,
        "reason": refused.code,
        "text": refusals.text(refused.code, refused.facts),
        **refused.facts,
    }
    audience: Audience = "seat" if 1 <= event.seat <= 10 else "platform"
    return Decision("refused", event.seat, t, data, refused.rule, (event.id,), True, audience)
