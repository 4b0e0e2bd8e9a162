"""One slot a seat: a newer frame takes the place of one that nobody has looked at yet."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from service.media.source import Fate, SourceEvent
from vision.frame import Frame


@dataclass(frozen=True, slots=True)
class Letters:
    """What lay in a mailbox."""

    frame: Frame | None
    events: tuple[SourceEvent, ...]


class Mailbox:
    """Late is worse than skipped: holds the newest frame of a seat and counts those it replaced. Thread-safe.

    Events are never replaced. A source has two at most for every stretch it breaks, so they need no bound.
    """

    def __init__(self, arrival: threading.Condition | None = None) -> None:
        """Share the condition between seats to be woken by any of them."""
        self.arrival = arrival or threading.Condition()
        self._frame: Frame | None = None
        self._events: list[SourceEvent] = []
        self._replaced = 0
        self._finished = False

    @property
    def replaced(self) -> int:
        """Frames that were replaced unread."""
        return self._replaced

    @property
    def waiting(self) -> bool:
        """True where something can be taken."""
        return self._frame is not None or bool(self._events)

    @property
    def finished(self) -> bool:
        """True where the source has ended and everything was taken."""
        return self._finished and not self.waiting

    def put(self, item: Frame | SourceEvent) -> None:
        """Leave a frame or an event and wake who waits for `arrival`."""
        with self.arrival:
            if isinstance(item, Frame):
                self._replaced += self._frame is not None
                self._frame = item
            else:
                self._events.append(item)
                self._finished = item.kind in (Fate.ENDED, Fate.BROKEN)
            self.arrival.notify_all()

    def take(self) -> Letters:
        """Empty the box."""
        with self.arrival:
            letters = Letters(self._frame, tuple(self._events))
            self._frame = None
            self._events.clear()
            return letters
