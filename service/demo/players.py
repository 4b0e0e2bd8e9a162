"""Ten random players at a live table, who act at a pace that one can follow."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable
from dataclasses import replace

from benchmarks.referee import Act, acts
from rules.events import Json
from rules.table.book import RuleBook
from rules.table.fairplay.incident import Incident
from rules.table.fairplay.rules import RULES, kinds_for
from rules.table.fairplay.state import Ballot
from rules.table.game.book import Timing
from rules.table.game.state import ROLES
from service.live.table import LiveTable

NAMES = ("Fox", "Raven", "Maple", "Otter", "Comet", "Birch", "Ember", "Heron", "Quartz", "Sparrow")
TIMING = Timing(
    meeting=6.0,
    speech=12.0,
    farewell=8.0,
    runoff_speech=8.0,
    vote_window=4.0,
    lift_window=5.0,
    shooting=5.0,
    check=3.0,
)
"""Shorter than at a real table: who watches a demo wants to see what comes next."""
_ACTING = 0.85
"""Share of a step after which everybody has acted."""
_THINKING = (1.5, 4.0)
"""Seconds after grounds are raised until somebody asks for a ballot, at least and at most."""
_VOTING = (0.4, 1.4)
"""Seconds between two votes of a ballot."""


def demo_book(book: RuleBook | None = None) -> RuleBook:
    """The rules of the demo: those given, in less time."""
    return replace(book or RuleBook(), normal=TIMING, turbo=TIMING)


class Players:
    """Acts for all ten. Belongs to the table's thread."""

    def __init__(self, table: LiveTable, seed: int) -> None:
        self._table = table
        self._chance = random.Random(seed)
        self._since = -1.0
        self._due: deque[tuple[float, Act]] = deque()
        self._incidents = 0
        self._ballots: deque[tuple[float, Act]] = deque()
        self._voted_on: set[str] = set()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._table.judge.state.game.result is not None

    def start(self) -> None:
        """Deal: everybody keeps the seat, the roles are drawn."""
        roles = list(ROLES)
        self._chance.shuffle(roles)
        self._table.command("game.start", 0, {"roles": [*roles], "players": [*NAMES]})

    def act(self, now: float) -> None:
        """What is due by the table's time `now`; who comes too late is refused, as anybody is."""
        self._plan()
        self._consider(now)
        for waiting in (self._due, self._ballots):
            while waiting and waiting[0][0] <= now:
                kind, seat, data = waiting.popleft()[1]
                self._table.command(kind, seat, data)

    def _plan(self) -> None:
        """Where a new step has begun, spread what is to be done over it."""
        game = self._table.judge.state.game
        if game.since == self._since or game.result is not None:
            return
        self._since = game.since
        end = game.since + 10.0 if game.deadline is None else game.deadline
        happenings = list(acts(game, self._chance))
        span = _ACTING * (end - game.since)
        self._due = deque(
            (game.since + span * (place + 1) / len(happenings), act) for place, act in enumerate(happenings)
        )

    def _consider(self, now: float) -> None:
        """Whether somebody asks for a ballot on what has come up, and who votes how."""
        fair = self._table.judge.state.fair
        for incident in fair.incidents[self._incidents :]:
            self._ballots.extend(self._asking(incident, now))
        self._incidents = len(fair.incidents)
        for ballot in fair.open:
            if ballot.id not in self._voted_on:
                self._voted_on.add(ballot.id)
                self._ballots.extend(self._voting(ballot, now))
        self._ballots = deque(sorted(self._ballots, key=lambda due: due[0]))

    def _asking(self, incident: Incident, now: float) -> Iterable[tuple[float, Act]]:
        game, book = self._table.judge.state.game, self._table.judge.state.book.fair_play
        kinds = kinds_for(book, RULES[incident.rule]) if incident.rule in RULES else ()
        others = [seat for seat in game.living if seat != incident.seat]
        if not kinds or not others or incident.grounds_class in ("INFO", "SUSPICION"):
            return
        asked: dict[str, Json] = {"incident": incident.id, "kind": kinds[0]}
        yield now + self._chance.uniform(*_THINKING), ("ballot.open", self._chance.choice(others), asked)

    def _voting(self, ballot: Ballot, now: float) -> Iterable[tuple[float, Act]]:
        voters = [seat for seat in ballot.voters if seat not in dict(ballot.votes)]
        self._chance.shuffle(voters)
        for seat in voters:
            now += self._chance.uniform(*_VOTING)
            vote: dict[str, Json] = {"ballot": ballot.id, "yes": self._chance.random() < 0.6}
            yield now, ("ballot.vote", seat, vote)
