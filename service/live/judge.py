"""The referee of a live table, or grounds alone where no game is played under it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rules.events import Decision, Event, Json
from rules.table import referee
from rules.table.book import RuleBook
from rules.table.fairplay import apply as fairplay
from rules.table.fairplay import grounds
from rules.table.game.state import SEATS
from rules.table.state import TableState
from rules.table.views import Viewer, view


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a command."""

    decisions: tuple[Decision, ...]
    refused: bool
    """True where nothing was changed; then the one decision says why."""


class Judge:
    """Holds the one value that everything about the game is in. Belongs to the event loop's thread."""

    def __init__(self, book: RuleBook, game: str = "") -> None:
        """As `rules.table.referee.new_table`; raises what that does."""
        self.state = referee.new_table(book, game)
        self.playing = False
        """Whether the platform has told of a game: until then the table is only watched."""
        self._grounds = grounds.GroundsState()

    @property
    def silent(self) -> Collection[int]:
        """Seats whose signs nobody may read: those who are out of a running game."""
        game = self.state.game
        if game.phase in ("lobby", "over"):
            return ()
        return [seat for seat in SEATS if seat not in game.living]

    def due(self) -> float:
        """The table's time at which something happens by itself; infinite where nothing does."""
        state = self.state
        ballot = fairplay.due(state.book.fair_play, state.fair)
        return ballot if state.game.deadline is None else min(ballot, state.game.deadline)

    def saw(self, event: Event) -> tuple[Decision, ...]:
        """What a camera's event leads to."""
        if not self.playing:
            self._grounds, decisions = grounds.apply(self._grounds, event)
            return decisions
        self.state, decisions = referee.apply(self.state, event)
        return decisions

    def command(self, event: Event) -> Verdict:
        """Obey a command, or refuse it."""
        if event.type.partition(".")[0] in referee.CAMERAS:
            return Verdict(self.saw(event), False)
        before = self.state
        state, decisions = referee.apply(before, event)
        refused = state is before and [d.type for d in decisions] == ["refused"]
        if not refused:
            self.state = state
            self.playing = True
        return Verdict(decisions, refused)

    def clock(self, event: Event) -> tuple[Decision, ...]:
        """What is due by the event's time."""
        self.state, decisions = referee.apply(self.state, event)
        return decisions

    def view(self, viewer: Viewer) -> dict[str, Json]:
        """The table as a viewer may see it."""
        return view(self.state, viewer)

    def snapshot(self) -> TableState:
        """The value itself, for whoever keeps it."""
        return self.state
