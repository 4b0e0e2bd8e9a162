"""One call of the forum's rules: the book, the event, the moment, what has been decided so far."""

from __future__ import annotations

from rules.events import Event
from rules.forum.book import ForumBook
from rules.forum.state import ForumState
from rules.speaking import Refused, Speech


class Turn(Speech):
    """What one event brings about."""

    __slots__ = ("book",)

    def __init__(self, book: ForumBook, event: Event, t: float) -> None:
        super().__init__(event, t)
        self.book = book

    def text(self, key: str, *, longest: int = 4_000) -> str:
        """The text that the event brings under `key`.

        Raises:
            Refused: there is none, or it is too long.
        """
        value = self.event.data.get(key)
        if not isinstance(value, str) or not value.strip():
            raise Refused("no_text", field=key)
        if len(value) > longest:
            raise Refused("text_too_long", field=key, longest=longest)
        return value.strip()

    def seat_named(self, state: ForumState, key: str = "target", *, nobody: bool = False) -> int:
        """The living seat that the event names under `key`; with `nobody`, 0 too.

        Raises:
            Refused: it names none, or a dead one.
        """
        seat = self.event.data.get(key)
        if type(seat) is not int or not (1 - nobody) <= seat <= len(state.players):
            raise Refused("no_seat_named", field=key)
        if seat and seat not in state.living:
            raise Refused("target_dead", "F-012", target=seat)
        return seat
