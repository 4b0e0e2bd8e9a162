"""Decisions of every type: random games, and what random players never do."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Iterator
from pathlib import Path

import rules.table
from rules.events import Decision, Event, Json
from rules.table.book import RuleBook
from rules.table.game.book import NightBook
from rules.table.game.state import Mode
from rules.table.referee import apply, new_table
from service.referee.players import game
from tests.rules.table.tables import Table

MODES: tuple[Mode, ...] = ("leading", "following")


HANDED_ON = frozenset(
    (
        "information.noted",
        "lift.closed",
        "player.gone",
        "player.joined",
        "suspicion.noted",
        "vote.closed",
    )
)
"""Types that reach the call by a variable."""


def named_in_code() -> set[str]:
    """Every type that the referee's code passes on as that of a decision."""
    found = set(HANDED_ON)
    for path in Path(rules.table.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _speaks(node.func):
                said = node.args[0]
                if isinstance(said, ast.Constant) and isinstance(said.value, str):
                    found.add(said.value)
    return found


def _speaks(function: ast.expr) -> bool:
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in ("say", "Decision")


@functools.cache
def judged() -> tuple[tuple[Event, tuple[Decision, ...]], ...]:
    """Events and what was decided on them."""
    played = [
        (event, decisions)
        for mode in MODES
        for seed in range(25)
        for event, _, decisions in game(seed, mode=mode, turbo=bool(seed % 2), rude=0.15)
    ]
    return (*played, *_rare())


def decisions() -> Iterator[Decision]:
    """All of them."""
    for _, decided in judged():
        yield from decided


def _rare() -> Iterator[tuple[Event, tuple[Decision, ...]]]:
    """Arrivals, a secret phase, an unanswered check, a differing report, a refusal, a vote nobody sees."""
    yield from _lobby()
    yield from _told("leading", _secret, RuleBook(night=NightBook(shot_checker_answered=False)))
    yield from _told("following", _differs, RuleBook())


def _lobby() -> Iterator[tuple[Event, tuple[Decision, ...]]]:
    state = new_table()
    data: dict[str, Json] = {"player": "Ada"}
    for number, kind in enumerate(("player.join", "player.leave", "game.start")):
        event = Event(f"l{number}", kind, 0, 0.0, data)
        state, decided = apply(state, event)
        yield event, decided


def _told(
    mode: Mode, play: Callable[[Table], None], book: RuleBook
) -> Iterator[tuple[Event, tuple[Decision, ...]]]:
    table = Table(book, mode=mode)
    play(table)
    state = new_table(book)
    for event in table.log:
        state, decided = apply(state, event)
        yield event, decided


def _secret(table: Table) -> None:
    table.do("gesture.started", 3, gesture="forbidden", score=0.9, audience="audit")
    table.to("shooting")
    for seat in (8, 9, 10):
        table.do("shot.fire", seat, target=7)
    table.to("sheriff_check")
    table.do("sheriff.check", 7, target=8)
    table.to("speech")
    table.do("gesture.started", 7, gesture="applause")


def _differs(table: Table) -> None:
    table.to_day(2)
    table.nominate([1, 2])
    while table.phase == "vote":
        if table.game.poll is not None and table.game.poll.up == len(table.game.poll.candidates) - 1:
            table.do("phase.end", 0, left=[1])
        else:
            table.tick()
