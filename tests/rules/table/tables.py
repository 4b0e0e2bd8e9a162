"""A table for tests: plays through the public `apply` and keeps what was said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.events import Decision, Event, Json
from rules.table.book import RuleBook
from rules.table.game.state import SEATS, GameState, Role
from rules.table.referee import apply, new_table

ROLES: tuple[Role, ...] = (*(("citizen",) * 6), "sheriff", "mafia", "mafia", "don")
"""Seats 1 to 6 citizens, 7 the sheriff, 8 and 9 mafia, 10 the don."""
PLAYERS = tuple(f"player {seat}" for seat in SEATS)
SECRET = ("shot.fire", "don.check", "sheriff.check")


class Table:
    """One table with its log."""

    def __init__(
        self,
        book: RuleBook | None = None,
        *,
        mode: str = "leading",
        turbo: bool = False,
        roles: Sequence[Role] = ROLES,
        living: Sequence[int] = SEATS,
        start: bool = True,
    ) -> None:
        self.state = new_table(book)
        self.log: list[Event] = []
        self.said: list[Decision] = []
        self.t = 0.0
        if start:
            data: dict[str, Json] = {"mode": mode, "turbo": turbo, "roles": [*roles], "players": [*PLAYERS]}
            self.send("game.start", 0, data)
            self.state = replace(self.state, game=replace(self.state.game, living=tuple(living)))

    @property
    def game(self) -> GameState:
        return self.state.game

    @property
    def phase(self) -> str:
        return self.state.game.phase

    def send(self, kind: str, seat: int, data: dict[str, Json]) -> list[Decision]:
        """One event at the table's present time. Acts of the night are numbered apart from all others."""
        secret = sum(event.type in SECRET for event in self.log)
        number = f"n{secret}" if kind in SECRET else f"e{len(self.log) - secret}"
        event = Event(number, kind, seat, self.t, data)
        self.log.append(event)
        self.state, decisions = apply(self.state, event)
        self.said += decisions
        return list(decisions)

    def do(self, kind: str, seat: int = 0, /, **data: Json) -> list[Decision]:
        """An event that must be accepted."""
        decisions = self.send(kind, seat, data)
        assert "refused" not in [d.type for d in decisions], decisions
        return decisions

    def refused(self, kind: str, seat: int = 0, /, **data: Json) -> str:
        """An event that must be refused; gives the reason's name."""
        before = self.state
        decisions = self.send(kind, seat, data)
        assert [d.type for d in decisions] == ["refused"], decisions
        assert self.state is before
        self.log.pop()
        text = decisions[0].data["text"]
        assert isinstance(text, str)
        assert text.endswith(".")
        assert "{" not in text
        return str(decisions[0].data["reason"])

    def clock(self, t: float) -> list[Decision]:
        self.t = t
        return self.do("clock")

    def tick(self) -> list[Decision]:
        """End the step that runs: by the clock, or by the platform's report."""
        if self.game.setup.mode == "following":
            self.t += 1.0
            return self.do("phase.end")
        assert self.game.deadline is not None
        return self.clock(self.game.deadline)

    def to(self, *phases: str) -> list[Decision]:
        """End steps until the table is at one of these phases."""
        decisions: list[Decision] = []
        while self.game.phase not in phases:
            decisions += self.tick()
        return decisions

    def to_day(self, day: int) -> None:
        """To the first own speech of that day."""
        while self.game.day < day or self.game.phase != "speech":
            self.tick()

    def nominate(self, nominees: Sequence[int]) -> list[Decision]:
        """The first speakers of this day nominate, one each; then all others speak. Gives what follows."""
        self.to("speech")
        decisions: list[Decision] = []
        for nominee in nominees:
            self.do("nomination.make", self.game.speaker, nominee=nominee)
            decisions = self.tick()
        while self.game.phase == "speech":
            decisions = self.tick()
        return decisions

    def vote(self, ballots: dict[int, int]) -> list[Decision]:
        """One round: (seat: candidate), everybody else makes no choice. Gives what follows."""
        self.to("vote")
        poll = self.game.poll
        assert poll is not None
        decisions: list[Decision] = []
        for candidate in poll.candidates:
            for seat in [seat for seat, choice in ballots.items() if choice == candidate]:
                self.do("vote.cast", seat, candidate=candidate)
            decisions = self.tick()
        return decisions

    def lift(self, yes: Sequence[int], keep: Sequence[int] = ()) -> list[Decision]:
        self.to("lift")
        for seat in yes:
            self.do("lift.cast", seat, yes=True)
        for seat in keep:
            self.do("lift.cast", seat, yes=False)
        return self.tick()

    def night(self, shots: dict[int, int]) -> list[Decision]:
        """The night: (mafia seat: target), no checks."""
        self.to("shooting")
        for seat, target in shots.items():
            self.do("shot.fire", seat, target=target)
        self.to("sheriff_check")
        return self.tick()

    def disqualify(self, seat: int) -> list[Decision]:
        """By report and ballot of the living, as fair play has it."""
        others = [other for other in self.game.living if other != seat]
        incident = find(
            self.do("report.file", others[0], accused=seat, rule="FP-S3"), "report.recorded"
        ).data["incident"]
        decisions = self.do("ballot.open", others[0], incident=incident, kind="disqualification")
        ballot = self.state.fair.open[-1].id
        for voter in others[1:]:
            if seat not in self.game.living or self.game.result is not None:
                break
            decisions = self.do("ballot.vote", voter, ballot=ballot, yes=True)
        return decisions


def find(decisions: Sequence[Decision], kind: str) -> Decision:
    """The only decision of that type."""
    (found,) = [decision for decision in decisions if decision.type == kind]
    return found


def left(decisions: Sequence[Decision]) -> list[int]:
    """Seats that left, in order."""
    return [decision.seat for decision in decisions if decision.type == "player.left"]


def types(decisions: Sequence[Decision]) -> list[str]:
    """What was decided, by name."""
    return [decision.type for decision in decisions]


def sanction(table: Table, seat: int, rule: str, kind: str) -> list[Decision]:
    """Grounds by the host's report, then a ballot in which everybody says yes until it is closed."""
    start = len(table.said)
    table.do("report.file", accused=seat, rule=rule, by="host")
    incident = table.state.fair.incidents[-1].id
    first, *others = table.game.living
    table.do("ballot.open", first, incident=incident, kind=kind)
    for voter in others:
        if table.state.fair.open:
            table.do("ballot.vote", voter, ballot=table.state.fair.open[0].id, yes=True)
    return table.said[start:]


def points(decisions: Sequence[Decision], scoring: str) -> list[float]:
    """Totals by seat."""
    scores = find(decisions, "scores.given").data[scoring]
    assert isinstance(scores, list)
    return [float(str(score["total"])) for score in scores if isinstance(score, dict)]
