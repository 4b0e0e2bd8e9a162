"""A film that plays into a seat."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import pytest

from service.live.playback import Playback
from service.live.seat import Seat
from service.media.source import Fate, Item, SourceEvent
from vision.frame import Frame
from vision.picture import Layout, Picture

PICTURE = Picture(Layout.GRAY, (np.zeros((2, 2), dtype=np.uint8),))


@dataclass
class Film:
    """A source of given items; `gate` holds it back before the last one."""

    items: list[Item | Exception]
    gate: threading.Event | None = None
    seat: int = 3
    name: str = "film"
    live: bool = False
    duration: float | None = None
    period: float = 0.1
    closed: bool = field(default=False, init=False)

    def __iter__(self) -> Iterator[Item]:
        for index, item in enumerate(self.items):
            if self.gate is not None and index == len(self.items) - 1:
                self.gate.wait(10.0)
            if isinstance(item, Exception):
                raise item
            yield item

    def close(self) -> None:
        self.closed = True


def _seat() -> Seat:
    return Seat(3, lambda: 5.0, threading.Condition())


def _frame(t: float) -> Frame:
    return Frame(3, t, PICTURE)


@pytest.mark.parametrize(
    ("last", "told"),
    [
        (SourceEvent(3, Fate.ENDED, 0.0, reason="end of the input"), (Fate.ENDED, "")),
        (SourceEvent(3, Fate.BROKEN, 0.0, reason="cut off"), (Fate.BROKEN, "cut off")),
        (ValueError("odd"), (Fate.BROKEN, "ValueError: odd")),
    ],
)
def test_the_end_of_a_film_is_the_end_of_its_track(last: Item | Exception, told: tuple[Fate, str]) -> None:
    seat, done = _seat(), threading.Event()
    film = Film([_frame(0.0), last])
    playing = Playback(film, seat, on_done=done.set, clock=lambda: 0.0)
    assert playing.join(10.0)
    assert done.is_set()
    assert film.closed
    assert seat.input is None
    assert [(event.kind, event.reason) for event in seat.take().events] == [told]
    assert seat.counts.received == 1


def test_a_fault_in_a_film_is_told_and_it_goes_on() -> None:
    seat = _seat()
    fault = SourceEvent(3, Fate.CORRUPT, 0.0, reason="2 frames")
    assert Playback(Film([_frame(0.0), fault, _frame(0.1)]), seat, clock=lambda: 9.0).join(10.0)
    assert [event.kind for event in seat.take().events] == [Fate.CORRUPT, Fate.ENDED]
    assert (seat.counts.received, seat.counts.broken) == (2, 1)


def test_another_track_ends_it() -> None:
    seat, gate = _seat(), threading.Event()
    film = Film([_frame(0.0), _frame(0.1)], gate)
    playing = Playback(film, seat, clock=lambda: 9.0)
    other = seat.join("whip")
    gate.set()
    assert playing.join(10.0)
    assert film.closed
    assert other.current
    assert seat.take().events == ()


def test_it_plays_as_fast_as_it_was_filmed() -> None:
    """A picture waits until its time; the end of the wait is the stop, so nothing waits in this test."""
    seat = _seat()
    playing = Playback(Film([_frame(0.0), _frame(3600.0)]), seat, clock=lambda: 0.0)
    assert not playing.join(0.05)
    assert seat.counts.received == 1
    playing.stop()
    assert playing.join(10.0)
    assert seat.counts.received == 1
