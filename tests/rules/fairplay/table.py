"""A table for the tests of fair play alone: it carries out effects as the referee does, and keeps the log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rules.events import Decision, Event, Json
from rules.table.fairplay.apply import advance, apply
from rules.table.fairplay.book import FairPlayBook
from rules.table.fairplay.effects import Effect, EndGame, Remove
from rules.table.fairplay.situation import Situation
from rules.table.fairplay.state import FairState
from rules.table.fairplay.turn import Outcome

TEN = tuple(range(1, 11))
SPEECH = Situation(
    t=100.0, running=True, phase="speech", day=2, next_discussion=3, speaker=5, players=tuple("abcdefghij")
)
"""Day 2, seat 5 speaks, everybody lives."""


class Table:
    """Fair play at one table; `now` may be changed between calls, as the game would change it."""

    def __init__(self, book: FairPlayBook | None = None, now: Situation = SPEECH) -> None:
        self.book = FairPlayBook() if book is None else book
        self.now = now
        self.state = FairState()
        self.effects: list[Effect] = []
        self.log: list[Decision] = []
        self.count = 0

    def send(self, type: str, seat: int, t: float | None = None, **data: Json) -> list[Decision]:
        """One event, at the time of the table unless another is given; what was decided on it."""
        self.count += 1
        event = Event(f"e{self.count}", type, seat, self.now.t if t is None else t, data)
        return self._take(lambda: apply(self.book, self.state, self.now, event))

    def wait(self, seconds: float) -> list[Decision]:
        """Time passes."""
        self.now = replace(self.now, t=self.now.t + seconds)
        return self._take(lambda: Outcome(self.state))

    def set(self, **changes: object) -> list[Decision]:
        """The game changes: another phase, day, speaker, other living players."""
        self.now = replace(self.now, **changes)  # type: ignore[arg-type]
        return self._take(lambda: Outcome(self.state))

    def _take(self, step: Callable[[], Outcome]) -> list[Decision]:
        decisions = self._carry_out(advance(self.book, self.state, self.now))
        decisions += self._carry_out(step())
        decisions += self._carry_out(advance(self.book, self.state, self.now))
        self.log += decisions
        return decisions

    def _carry_out(self, outcome: Outcome) -> list[Decision]:
        self.state = outcome.state
        self.effects += outcome.effects
        for effect in outcome.effects:
            if isinstance(effect, Remove):
                living = tuple(seat for seat in self.now.living if seat != effect.seat)
                self.now = replace(self.now, living=living)
            if isinstance(effect, EndGame):
                self.now = replace(self.now, running=False)
        return list(outcome.decisions)

    def report(self, accused: int, rule: str, by: int = 0) -> str:
        """Grounds by a person's report, the host's unless a seat is named; the incident's identifier."""
        self.send("report.file", by, accused=accused, rule=rule, by="host")
        return self.state.incidents[-1].id

    def ballot(self, incident: str, kind: str, by: int) -> str:
        """Open a ballot; its identifier."""
        self.send("ballot.open", by, incident=incident, kind=kind)
        return f"ballot-{self.state.opened}"

    def vote(self, ballot: str, yes: tuple[int, ...] = (), no: tuple[int, ...] = ()) -> list[Decision]:
        """Votes of several seats, those for it first."""
        decisions: list[Decision] = []
        for seat in yes:
            decisions += self.send("ballot.vote", seat, ballot=ballot, yes=True)
        for seat in no:
            decisions += self.send("ballot.vote", seat, ballot=ballot, yes=False)
        return decisions

    def sanction(self, accused: int, rule: str, kind: str) -> list[Decision]:
        """Grounds by report and a ballot that passes; what was decided from the opening on."""
        incident = self.report(accused, rule)
        start = len(self.log)
        living = self.now.living
        ballot = self.ballot(incident, kind, living[0])
        for seat in living[1:]:
            if any(b.id == ballot for b in self.state.open):
                self.vote(ballot, (seat,))
        return self.log[start:]


def types(decisions: list[Decision]) -> list[str]:
    """What was decided, by name."""
    return [decision.type for decision in decisions]


def only(decisions: list[Decision], type: str) -> Decision:
    """The one decision of that name."""
    (found,) = (decision for decision in decisions if decision.type == type)
    return found


def reason(decisions: list[Decision]) -> object:
    """Why a command was refused; it must have been, and nothing else may have been decided."""
    (decision,) = decisions
    assert decision.type == "refused", decision
    return decision.data["reason"]
