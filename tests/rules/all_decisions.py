"""Decisions of every type: random games, and what random players never do."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Iterator
from pathlib import Path

import rules.table
from rules.events import Decision, Event, Json
from rules.table.book import RuleBook
from rules.table.fairplay.book import FairPlayBook
from rules.table.game.book import NightBook, VoteBook
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
    """What random players never do."""
    yield from _lobby()
    yield from _told("leading", _secret, RuleBook(night=NightBook(shot_checker_answered=False)))
    yield from _told("following", _differs, RuleBook())
    yield from _told("leading", _silent, RuleBook(vote=VoteBook(day1_vote=False)))
    yield from _told("leading", _no_majority, RuleBook(vote=VoteBook(majority="absolute")))
    yield from _told("leading", _lifted, RuleBook())
    yield from _told("leading", _lapsed, RuleBook(fair_play=FairPlayBook(open_ballots=2, votes_public=False)))


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


def _silent(table: Table) -> None:
    table.nominate([2])
    table.to("over")


def _no_majority(table: Table) -> None:
    table.to_day(2)
    table.nominate([1, 2, 3])
    table.vote({1: 1, 2: 1, 3: 1, 4: 1, 5: 2, 6: 2, 7: 2})


def _lifted(table: Table) -> None:
    table.to_day(2)
    table.nominate([1, 2])
    for _ in range(2):
        table.vote({**dict.fromkeys(range(1, 6), 1), **dict.fromkeys(range(6, 11), 2)})
    table.lift(yes=range(1, 7), keep=range(7, 11))


def _lapsed(table: Table) -> None:
    table.to("speech")
    table.do("report.file", 1, accused=2, rule="FP-S3")
    table.do("ballot.open", 1, incident="incident-1", kind="technical_foul")
    table.do("ballot.open", 3, incident="incident-1", kind="disqualification")
    for seat in (4, 5, 6, 7, 8):
        table.do("ballot.vote", seat, ballot="ballot-2", yes=True)
