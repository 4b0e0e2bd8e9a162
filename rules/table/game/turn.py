"""One call of the referee: the book, the event, the moment, and what has been decided so far.

States are never changed; a turn only collects what is said about the change from one to the next.
"""

from __future__ import annotations

from rules.events import Event, Json
from rules.speaking import Refused, Speech
from rules.table.book import RuleBook
from rules.table.game.book import Timing
from rules.table.game.state import GameState


class Turn(Speech):
    """What one event brings about."""

    __slots__ = ("book", "told")

    def __init__(self, book: RuleBook, event: Event, t: float) -> None:
        super().__init__(event, t)
        self.book = book
        self.told: tuple[int, ...] | None = None
        """Who left by the platform's report, where it runs the game and says so."""

    def timing(self, game: GameState) -> Timing:
        """The durations of this game."""
        return self.book.turbo if game.setup.turbo else self.book.normal

    def outcome(self, found: tuple[int, ...]) -> tuple[int, ...]:
        """Who leaves: as the rules find, unless the platform, which runs the game, reports otherwise."""
        told, self.told = self.told, None
        if told is None or set(told) == set(found):
            return found
        data: dict[str, Json] = {"found": list(found), "told": list(told)}
        self.say("report.differs", "C-106", "platform", data)
        return told

    def seat_named(self, key: str) -> int:
        """The seat that the event names under `key`.

        Raises:
            Refused: it names none.
        """
        seat = self.event.data.get(key)
        if type(seat) is not int or not 1 <= seat <= 10:
            raise Refused("no_seat_named", field=key)
        return seat
