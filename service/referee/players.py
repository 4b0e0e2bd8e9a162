"""Ten random players, with cameras: what happens at a table, drawn from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from benchmarks.referee import Act, acts
from rules.events import Decision, Event, Json
from rules.table.book import RuleBook
from rules.table.fairplay.reports import REPORTABLE
from rules.table.fairplay.rules import RULES, kinds_for
from rules.table.game.state import Mode
from rules.table.referee import apply, new_table
from rules.table.state import TableState

NAMES = ("Ada", "Boris", "Clara", "Dmitri", "Emil", "Fatima", "Greta", "Hugo", "Ines", "Jakob")
STEP = 0.5
"""Seconds of table time between two acts."""
Judged = tuple[Event, TableState, tuple[Decision, ...]]
"""An event, the table after it, and what was decided on it."""


def game(
    seed: int,
    book: RuleBook | None = None,
    *,
    mode: Mode = "leading",
    turbo: bool = False,
    rude: float = 0.02,
) -> Iterator[Judged]:
    """One whole game. The same arguments give the same game.

    Args:
        rude: how likely something for fair play happens in a step.
    """
    table = _Table(seed, book)
    players: list[Json] = [*NAMES]
    start: dict[str, Json] = {"seed": str(seed), "players": players, "mode": mode, "turbo": turbo}
    yield table.judge("game.start", 0, start)
    while table.state.game.result is None:
        yield from _step(table, rude)
    yield from _afterwards(table)


class _Table:
    """The table, its chance and its clock."""

    def __init__(self, seed: int, book: RuleBook | None) -> None:
        self.state = new_table(book)
        self.chance = random.Random(seed)
        self.count = 0

    def judge(self, kind: str, seat: int, data: dict[str, Json], t: float | None = None) -> Judged:
        """One event, now unless another time is given."""
        self.count += 1
        event = Event(f"e{self.count:04}", kind, seat, self.state.t if t is None else t, data)
        self.state, decisions = apply(self.state, event)
        return event, self.state, decisions


def _step(table: _Table, rude: float) -> Iterator[Judged]:
    """What the players do in the step that runs, and its end."""
    before = table.state.game
    happenings = list(acts(before, table.chance))
    if table.chance.random() < rude:
        happenings[:0] = _breach(table)
    for kind, seat, data in happenings:
        now = table.state.game
        if now.since != before.since or now.living != before.living or now.result is not None:
            break  # a disqualification or an abort came between
        t = round(table.state.t + STEP, 3)
        if now.deadline is not None and t >= now.deadline:
            t = table.state.t
        raised = len(table.state.fair.incidents)
        yield table.judge(kind, seat, data, t)
        if kind == "nomination.make" and table.chance.random() < rude:
            yield table.judge("nomination.withdraw", seat, {}, t)
        if len(table.state.fair.incidents) > raised:
            yield from _ballot(table)
    yield from _end(table, before.since, before.setup.mode)


def _end(table: _Table, since: float, mode: Mode) -> Iterator[Judged]:
    game = table.state.game
    if game.since != since or game.result is not None:
        return
    if mode == "following":
        yield table.judge("phase.end", 0, {"phase": game.phase}, table.state.t + 5.0)
    elif game.deadline is not None:
        yield table.judge("clock", 0, {}, game.deadline)


def _breach(table: _Table) -> list[Act]:
    """Something that fair play has to do with, or a pause."""
    chance, game, t = table.chance, table.state.game, table.state.t
    seat, other = chance.sample(game.living, 2)
    report: Act = ("report.file", other, {"accused": seat, "rule": chance.choice(REPORTABLE)})
    silent = [other_seat for other_seat in game.living if other_seat != game.speaker]
    sights: list[list[Act]] = [
        [
            ("absence.exceeded", seat, {"since": max(0.0, t - 15.1)}),
            ("absence.ended", seat, {"until": t + 3.0}),
        ],
        [("gesture.started", seat, {"gesture": "forbidden", "score": 0.97})],
        [("gesture.started", seat, {"gesture": "aggressive_strike", "score": 0.93})],
        [("nudity.confirmed", seat, {"score": 0.98}), ("nudity.cleared", seat, {})],
        [("camera.unobservable", seat, {"reason": "frozen"})],
        [("suspicion.noticed", seat, {"rule": "FP-S2"})],
        [("game.pause", 0, {}), ("game.resume", 0, {})],
        [("interject.press", chance.choice(silent), {})] * 3,
    ]
    return chance.choice([*sights, *([[report]] * 4)])


def _ballot(table: _Table) -> Iterator[Judged]:
    """Somebody asks for a vote on the latest incident, and the others vote."""
    chance, incident = table.chance, table.state.fair.incidents[-1]
    kinds = kinds_for(table.state.book.fair_play, RULES[incident.rule]) if incident.rule in RULES else ()
    others = [seat for seat in table.state.game.living if seat != incident.seat]
    if not kinds or incident.grounds_class in ("INFO", "SUSPICION") or chance.random() < 0.3:
        return
    kind = chance.choice(kinds) if chance.random() < 0.3 else kinds[min(1, len(kinds) - 1)]
    if kind.startswith("abort") and chance.random() < 0.8:
        kind = kinds[0]
    asked: dict[str, Json] = {"incident": incident.id, "kind": kind}
    yield table.judge("ballot.open", chance.choice(others), asked)
    for seat in chance.sample(table.state.game.living, len(table.state.game.living)):
        ballot = table.state.fair.open[-1] if table.state.fair.open else None
        if ballot is None or seat in dict(ballot.votes) or seat not in table.state.game.living:
            continue
        vote: dict[str, Json] = {"ballot": ballot.id, "yes": chance.random() < 0.6}
        yield table.judge("ballot.vote", seat, vote)


def _afterwards(table: _Table) -> Iterator[Judged]:
    """Who was disqualified may appeal, and people of the platform answer."""
    chance = table.chance
    for sanction in table.state.fair.sanctions:
        if sanction.kind == "disqualification" and chance.random() < 0.8:
            objection: dict[str, Json] = {"against": sanction.id, "text": "I was at the door."}
            yield table.judge("appeal.file", sanction.seat, objection, table.state.t + 60.0)
    for appeal in table.state.fair.appeals:
        outcome = chance.choice(("upheld", "reduced", "revoked"))
        answer: dict[str, Json] = {"appeal": appeal.id, "outcome": outcome, "reviewer": "the reviewer"}
        yield table.judge("appeal.decide", 0, answer, table.state.t + 3600.0)
    for ban in table.state.fair.bans:
        if ban.answer == "open":
            verdict: dict[str, Json] = {"ban": ban.id, "reviewer": "the reviewer"}
            verdict["answer"] = chance.choice(("none", "temporary", "permanent"))
            if verdict["answer"] == "temporary":
                verdict["until"] = "in a week"
            yield table.judge("ban.decide", 0, verdict, table.state.t + 60.0)
