"""One call of fair play: book, moment and event, and what has been said and asked for so far.

States are never changed; a turn only collects what goes with the change from one to the next.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.events import Audience, Decision, Event, Json
from rules.table.fairplay.book import FairPlayBook
from rules.table.fairplay.effects import Effect, EndGame, Remove
from rules.table.fairplay.incident import Stage
from rules.table.fairplay.situation import Situation
from rules.table.fairplay.state import FairState

ALL: Audience = "everyone"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one call brings about."""

    state: FairState
    decisions: tuple[Decision, ...] = ()
    effects: tuple[Effect, ...] = ()
    """For the referee to carry out in this order, before anything else happens."""
    refused: bool = False
    """The command was refused: the state is the very one given, and the one decision says why."""


class Refused(Exception):
    """A command that the rules do not allow now; `rules.table.fairplay.refusals` says it in words."""

    def __init__(self, code: str, rule: str, /, **facts: Json) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule
        self.facts = facts


class Turn:
    """What fair play says and asks for in one call."""

    __slots__ = ("book", "decisions", "effects", "event", "now", "t")

    def __init__(
        self, book: FairPlayBook, now: Situation, event: Event | None = None, t: float | None = None
    ) -> None:
        self.book = book
        self.now = now
        self.event = event
        self.t = now.t if t is None else t
        """The moment that is judged: the situation's, a signal's own, or a deadline that has passed."""
        self.decisions: list[Decision] = []
        self.effects: list[Effect] = []

    @property
    def running(self) -> bool:
        """Whether the game runs, after what this turn has asked for."""
        return self.now.running and not any(isinstance(e, EndGame) for e in self.effects)

    @property
    def living(self) -> tuple[int, ...]:
        """Seats in the game, after what this turn has asked for."""
        gone = {effect.seat for effect in self.effects if isinstance(effect, Remove)}
        return tuple(s for s in self.now.living if s not in gone) if gone else self.now.living

    @property
    def stage(self) -> Stage:
        """Where in the game it happens."""
        return Stage(self.now.phase, self.now.day, self.now.speaker, self.now.voting)

    def say(
        self,
        type: str,
        seat: int,
        rule: str,
        data: dict[str, Json],
        *,
        causes: tuple[str, ...] | None = None,
        automated: bool = True,
        audience: Audience = ALL,
        t: float | None = None,
    ) -> None:
        """Add a decision. Without `causes` the event of this turn is the cause; without `t` it is now."""
        if causes is None:
            causes = () if self.event is None else (self.event.id,)
        self.decisions.append(
            Decision(type, seat, self.t if t is None else t, data, rule, causes, automated, audience)
        )

    def outcome(self, state: FairState) -> Outcome:
        """The new state with everything said and asked for."""
        return Outcome(state, tuple(self.decisions), tuple(self.effects))
