"""A live table: one owner of the game, of the seats and of what is told.

All methods belong to one thread, the event loop's; only the seats' inputs and the eye come from others. It
shares nothing with other tables, so it could as well live in another process.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from rules.canonical import dumps
from rules.events import Decision, Event, Json
from rules.table.book import RuleBook
from rules.table.game.state import SEATS
from rules.table.views import Viewer
from service.events import to_rules, with_models
from service.live.audience import audience_of
from service.live.eye import Seen
from service.live.journal import Happening, Journal
from service.live.judge import Judge
from service.live.keeping import InMemory, Keeper
from service.live.phases import PhaseTimeline, phases_of, resting_in
from service.live.seat import Seat
from service.media.live import Clock
from service.storage.log import Kind, Record
from vision.policy import TablePolicy
from vision.signals.signal import Signal

AHEAD = 1.0
"""Seconds that a command's time may lie ahead of the table's clock."""


PAUSED, RELEASED = "table.paused", "table.released"
MUTED, UNMUTED = "seat.muted", "seat.unmuted"
RESUMED = "table.resumed"
"""What the sidecar itself notes; only that it resumed is told."""


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
        keeper: Keeper | None = None,
        wall: Clock = time.time,
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
            keeper: keeps every input before its consequences are read.
            wall: seconds of UTC.

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
        self._keeper = keeper or InMemory()
        self._wall = wall
        self._inputs = 0

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
        self._keep("command", Happening(event.id, kind, seat, event.t, data, "platform"), verdict.decisions)
        self._follow()
        return Answer(event.id, verdict.decisions, False)

    def tick(self, now: float) -> None:
        """Let happen what is due by the table's time `now`."""
        if self.closed or self.judge.due() > now:
            return
        event = Event(self.journal.next_id(observed=False), "clock", 0, now)
        decisions = self.judge.clock(event)
        if decisions:
            self._keep("clock", Happening(event.id, "clock", 0, now, {}, "platform"), decisions)
            self._follow()

    def pause(self, paused: bool) -> None:
        """Let all seats be empty, or no longer; a running game's own clock is paused by `game.pause`."""
        kind = PAUSED if paused else RELEASED
        self._report(kind)
        self._set(kind)
        self._rest()

    def mute(self, seat: int, muted: bool) -> None:
        """Hold a seat's pictures back, or no longer; meanwhile nothing of it is judged."""
        if muted != self.seats[seat].muted:
            kind = MUTED if muted else UNMUTED
            self._report(kind, seat)
            self._set(kind, seat)

    def view(self, viewer: Viewer) -> dict[str, Json]:
        """The game as a viewer may see it."""
        return self.judge.view(viewer)

    def close(self, for_good: bool = True) -> None:
        """End it: tracks are told, and readers once they can read the last line.

        Args:
            for_good: False where it is to be resumed, by the next process.
        """
        self.closed = True
        for seat in self.seats.values():
            if seat.input is not None:
                seat.input.on_replaced()
        at_ms = round(self._wall() * 1000.0) if for_good else None
        self._keeper.end(self.opening, at_ms, self.journal.close)

    def recall(self, record: Record) -> bool:
        """Live once more through what was kept, without keeping it again.

        Returns:
            False where this version of the rules decides otherwise; what was told then stands.
        """
        self._inputs = record.number
        event = Event(record.id, record.type, record.seat, record.t, record.data)
        decisions: tuple[Decision, ...] = ()
        if record.kind == "signal":
            decisions = self.judge.saw(event)
        elif record.kind == "command":
            decisions = self.judge.command(event).decisions
        elif record.kind == "clock":
            decisions = self.judge.clock(event)
        else:
            self._set(record.type, record.seat)
        happening = Happening(
            record.id,
            record.type,
            record.seat,
            record.t,
            record.data,
            record.audience,
            record.kind == "signal",
        )
        told = record.kind != "service" or record.type == RESUMED
        self.journal.publish(self.journal.compose(happening if told else None, record.decisions))
        return dumps(decisions) == dumps(record.decisions)

    def resume(self, away: Mapping[str, Json], ended: Iterable[Signal] = ()) -> None:
        """Go on after everything was recalled: all are told that nobody watched for a while.

        Args:
            away: the data of what is told.
            ended: what stood open then and ended unseen.
        """
        identifier = self.journal.next_id(observed=False)
        self._keep("service", Happening(identifier, RESUMED, 0, self.clock(), away, "everyone"), ())
        self._follow()
        self._rest()
        for signal in ended:
            self._record(signal)

    def _record(self, signal: Signal) -> None:
        signal = replace(signal, data=with_models(signal, self._models) | self._conditions(signal))
        event = to_rules(signal, self.journal.next_id(observed=True))
        audience = audience_of(signal, self.judge.silent)
        seen = Happening(event.id, event.type, event.seat, event.t, event.data, audience, observed=True)
        self._keep("signal", seen, self.judge.saw(event))
        self._follow()

    def _conditions(self, signal: Signal) -> dict[str, Json]:
        """How well the seat was watched: pictures judged a second, and how old the telling one is by now."""
        age = max(self.clock() - signal.t, 0.0)
        return {"observed_fps": self.seats[signal.seat].fps, "age_ms": round(age * 1000.0, 1)}

    def _set(self, kind: str, seat: int = 0) -> None:
        """Do what the platform has set."""
        if kind in (MUTED, UNMUTED):
            self.seats[seat].mute(kind == MUTED)
        elif kind in (PAUSED, RELEASED):
            self.paused = kind == PAUSED

    def _report(self, kind: str, seat: int = 0) -> None:
        """Keep what the platform has set; nobody is told."""
        identifier = f"{self.name}-x{self._inputs + 1:06d}"
        self._keep("service", Happening(identifier, kind, seat, self.clock(), {}, "platform"), (), told=False)

    def _keep(
        self, kind: Kind, happening: Happening, decisions: tuple[Decision, ...], told: bool = True
    ) -> None:
        """Keep an input with what it led to, and then let it be read."""
        self._inputs += 1
        entry = self.journal.compose(happening if told else None, decisions)
        record = Record(
            opening=self.opening,
            table=self.name,
            number=self._inputs,
            kind=kind,
            id=happening.id,
            type=happening.type,
            seat=happening.seat,
            t=happening.t,
            data=happening.data,
            audience=happening.audience,
            at_ms=round(self._wall() * 1000.0),
            decisions=decisions,
            lines=entry.of("platform"),
        )
        self._keeper.keep(record, lambda: self.journal.publish(entry))

    def _follow(self) -> None:
        """Let the eye know what the game does now."""
        if self.judge.playing:
            self.phases.set(self.clock(), phases_of(self.judge.state.game))
            self._rest()

    def _rest(self) -> None:
        game = resting_in(self.judge.state.game) if self.judge.playing else frozenset()
        self.resting = frozenset(SEATS) if self.paused else game
