"""A live table: one owner of the game, of the seats and of what is told.

All methods belong to one thread, the event loop's; only the seats' inputs and the eye come from others. It
shares nothing with other tables, so it could as well live in another process.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from rules.events import Decision, Event, Json
from rules.table.book import RuleBook
from rules.table.game.state import SEATS
from rules.table.views import Viewer
from service.events import to_rules, with_models
from service.live.audience import audience_of
from service.live.eye import Seen
from service.live.journal import Happening, Journal
from service.live.judge import Judge
from service.live.phases import PhaseTimeline, phases_of, resting_in
from service.live.seat import Seat
from service.media.live import Clock
from vision.policy import TablePolicy
from vision.signals.signal import Signal

AHEAD = 1.0
"""Seconds that a command's time may lie ahead of the table's clock."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a command."""

    id: str
    """Of its line in the journal; empty where it was refused."""
    decisions: tuple[Decision, ...]
    refused: bool


class LiveTable:
    """Everything that the service holds of one table."""

    def __init__(
        self,
        name: str,
        seats: Mapping[int, Seat],
        clock: Clock,
        journal: Journal,
        *,
        book: RuleBook | None = None,
        policy: TablePolicy | None = None,
        models: Mapping[str, Mapping[str, str]] | None = None,
        on_seen: Callable[[Seen], None] = lambda _: None,
        opening: str = "",
    ) -> None:
        """Open a table.

        Args:
            name: as in events.
            seats: by number; they share the eye's condition.
            clock: seconds since the table was opened.
            journal: where everything is told.
            book: rules of the game.
            policy: thresholds of the eye.
            models: versions, as of `service.events.with_models`.
            on_seen: given each look of the eye, on the eye's thread; hands it to `saw` on the owner's.
            opening: tells it from other tables that bear its name before or after it.

        Raises:
            ValueError: the rule book contradicts itself.
        """
        self.name = name
        self.opening = opening
        self.seats = seats
        self.clock = clock
        self.journal = journal
        self.policy = policy or TablePolicy()
        self.phases = PhaseTimeline()
        self.resting: Collection[int] = frozenset()
        self.judge = Judge(book or RuleBook(), name)
        self.last: Seen | None = None
        """The newest look, for who shows the table."""
        self.onlookers: set[Callable[[Seen], None]] = set()
        """Called after each look, on the owner's thread, once its signals are told; they return at once."""
        self.closed = False
        self.paused = False
        """Whether the platform lets everybody rest, game or not."""
        self._models = models or {}
        self._on_seen = on_seen

    def deliver(self, seen: Seen) -> None:
        """The eye's: hand on what was seen."""
        self._on_seen(seen)

    def saw(self, seen: Seen) -> None:
        """Take in what the eye saw."""
        if self.closed:
            return
        self.last = seen
        for signal in sorted(seen.signals, key=lambda signal: (signal.t, signal.seat)):
            self._record(signal)
        for onlooker in tuple(self.onlookers):
            onlooker(seen)

    def command(self, kind: str, seat: int, data: Mapping[str, Json], t: float | None = None) -> Answer:
        """Something that the platform or a player reports or asks for.

        Args:
            kind: a type of the referee's events.
            seat: 1 to 10; 0 where the platform speaks.
            data: its data.
            t: the table's time at which it happened, None for now.

        Raises:
            ValueError: the time lies ahead of the table's clock.
        """
        now = self.clock()
        if t is not None and t > now + AHEAD:
            raise ValueError(f"t: {t} lies ahead of the table's clock, which stands at {now:.3f}")
        self.tick(now)
        event = Event(self.journal.next_id(observed=False), kind, seat, now if t is None else t, data)
        verdict = self.judge.command(event)
        if verdict.refused:
            return Answer("", verdict.decisions, True)
        self.journal.happened(Happening(event.id, kind, seat, event.t, data, "platform"))
        self._follow(verdict.decisions)
        return Answer(event.id, verdict.decisions, False)

    def tick(self, now: float) -> None:
        """Let happen what is due by the table's time `now`."""
        if self.closed or self.judge.due() > now:
            return
        event = Event(self.journal.next_id(observed=False), "clock", 0, now)
        decisions = self.judge.clock(event)
        if decisions:
            self.journal.happened(Happening(event.id, "clock", 0, now, {}, "platform"))
            self._follow(decisions)

    def pause(self, paused: bool) -> None:
        """Let all seats be empty, or no longer; a running game's own clock is paused by `game.pause`."""
        self.paused = paused
        self._rest()

    def view(self, viewer: Viewer) -> dict[str, Json]:
        """The game as a viewer may see it."""
        return self.judge.view(viewer)

    def close(self) -> None:
        """End it: tracks are told, readers are woken."""
        self.closed = True
        for seat in self.seats.values():
            if seat.input is not None:
                seat.input.on_replaced()
        self.journal.close()

    def _record(self, signal: Signal) -> None:
        data = with_models(signal, self._models) | self._conditions(signal)
        identifier = self.journal.next_id(observed=True)
        audience = audience_of(signal, self.judge.silent)
        self.journal.happened(
            Happening(identifier, signal.type, signal.seat, signal.t, data, audience, observed=True)
        )
        self._follow(self.judge.saw(to_rules(signal, identifier)))

    def _conditions(self, signal: Signal) -> dict[str, Json]:
        """How well the seat was watched: pictures judged a second, and how old the telling one is by now."""
        age = max(self.clock() - signal.t, 0.0)
        return {"observed_fps": self.seats[signal.seat].fps, "age_ms": round(age * 1000.0, 1)}

    def _follow(self, decisions: tuple[Decision, ...]) -> None:
        """Tell decisions, and let the eye know what the game does now."""
        self.journal.decided(decisions)
        if self.judge.playing:
            self.phases.set(self.clock(), phases_of(self.judge.state.game))
            self._rest()

    def _rest(self) -> None:
        game = resting_in(self.judge.state.game) if self.judge.playing else frozenset()
        self.resting = frozenset(SEATS) if self.paused else game
