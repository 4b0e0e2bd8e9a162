"""A game for tests: plays through the public `apply` and keeps what was said. Times are hours of day 1."""

from __future__ import annotations

from collections.abc import Sequence

from rules.events import Decision, Event, Json
from rules.forum.book import HOUR, ForumBook
from rules.forum.dark import orders_owed
from rules.forum.referee import apply, new_game
from rules.forum.state import ForumState

CIVILIANS: tuple[str, ...] = ("civilian",)
NINE: tuple[str, ...] = ("mafia", "mafia", "mafia", "doctor", "commissioner", *(CIVILIANS * 4))
"""Party 1: seats 1 to 3 mafia, 4 the doctor, 5 the Commissioner."""
FULL: tuple[str, ...] = (
    *("mafia", "mafia", "mafia", "doctor", "commissioner", "priest", "maniac"),
    *(CIVILIANS * 7),
)
"""Party 6: as `NINE`, then 6 the priest, 7 the maniac."""
TWO_MAFIAS: tuple[str, ...] = (
    *("mafia", "mafia", "mafia", "doctor", "commissioner", "priest"),
    *("alternative_mafia", "alternative_mafia", "alternative_mafia"),
    *(CIVILIANS * 4),
)
"""Party 13: as `FULL` to 6, then 7 to 9 the other mafia."""


class Game:
    """One game; day 1 begins at hour 0."""

    def __init__(
        self,
        roles: Sequence[str] = NINE,
        book: ForumBook | None = None,
        *,
        names: Sequence[str] = (),
        day: bool = True,
    ) -> None:
        self.state: ForumState = new_game(book)
        self.log: list[Event] = []
        self.said: list[Decision] = []
        self.hour = 0.0
        self.do("signup.open")
        for number in range(len(roles)):
            self.do("player.join", player=names[number] if names else f"Player {number + 1}")
        counts: dict[str, Json] = {role: [*roles].count(role) for role in set(roles) - {"civilian"}}
        self.do("game.start", roles=counts, deal=[*roles])
        if day:
            self.do("messages.sent")
            if "dossier.offered" in self.types():
                self.do("night.order", [*roles].index("commissioner") + 1, target=1)
            self.do("night.end")

    @property
    def phase(self) -> str:
        return self.state.phase

    @property
    def living(self) -> tuple[int, ...]:
        return self.state.living

    def types(self) -> list[str]:
        return [decision.type for decision in self.said]

    def send(self, kind: str, seat: int = 0, /, **data: Json) -> list[Decision]:
        """One event at the present hour."""
        event = Event(f"e{len(self.log) + 1}", kind, seat, self.hour * HOUR, data)
        self.log.append(event)
        self.state, decisions = apply(self.state, event)
        self.said += decisions
        return list(decisions)

    def do(self, kind: str, seat: int = 0, /, **data: Json) -> list[Decision]:
        """An event that must be accepted."""
        decisions = self.send(kind, seat, **data)
        assert "refused" not in [d.type for d in decisions], decisions
        return decisions

    def refused(self, kind: str, seat: int = 0, /, **data: Json) -> tuple[str, str]:
        """An event that must be refused; gives the reason's name and the rule."""
        before = self.state
        decisions = self.send(kind, seat, **data)
        assert [d.type for d in decisions] == ["refused"], decisions
        assert self.state is before
        self.log.pop()
        self.said.pop()
        text = str(decisions[0].data["text"])
        assert text.endswith(".")
        assert "{" not in text
        return str(decisions[0].data["reason"]), decisions[0].rule

    def at(self, hour: float) -> list[Decision]:
        """Let time pass."""
        self.hour = hour
        return self.do("clock")

    def vote(self, ballots: dict[int, int]) -> None:
        for seat, target in ballots.items():
            self.do("vote.cast", seat, target=target)

    def vote_all(self, target: int, *, but: Sequence[int] = ()) -> None:
        """All the living vote for `target`, who votes for somebody else."""
        other = next(seat for seat in self.living if seat != target)
        self.vote({s: other if s == target else target for s in self.living if s not in but})

    def execute(self, target: int) -> list[Decision]:
        """A whole vote, until dusk."""
        self.vote_all(target)
        if self.phase != "day":
            return []
        return self.at(self.hour + 2)

    def dusk(self) -> None:
        """A day on which nobody is executed: nobody votes before the host's limit."""
        self.do("limit.announce", at=(self.hour + 24) * HOUR)
        self.at(self.hour + 24)
        assert self.phase == "dusk"

    def to_night(self) -> None:
        """To the night of a day on which the living vote in a ring, so that nobody is executed."""
        living = self.living
        self.vote({seat: living[place - 1] for place, seat in enumerate(living)})
        if self.phase == "day":
            self.at(self.hour + 2)
        self.do("night.begin")

    def night(self, orders: dict[int, int], *, wait: bool = True) -> list[Decision]:
        """Orders, nothing from all others who owe one, and the end of the night."""
        for seat, target in orders.items():
            self.do("night.order", seat, target=target)
        if wait:
            for seat in orders_owed(self.state):
                self.do("night.order", seat, target=0)
        return self.do("night.end")


def of(decisions: Sequence[Decision], kind: str) -> list[Decision]:
    """Those of one type."""
    return [decision for decision in decisions if decision.type == kind]


def dead(game: Game) -> set[int]:
    return {death.seat for death in game.state.deaths}
