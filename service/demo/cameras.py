"""A clip in place of a camera: played in a loop, in real time, until somebody takes the seat."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import closing

from service.live.seat import Seat, SeatInput
from service.media import SourceError, open_source
from service.media.live import Clock
from vision.frame import Frame

FEED = "demo"
"""What feeds the seat, for people."""
COURTESY = 2.0
"""Seconds for which a seat stays free before the clip takes it again."""
_log = logging.getLogger(__name__)


class ClipCamera:
    """Feeds one seat from a thread of its own."""

    def __init__(self, seat: Seat, path: str, clock: Clock, delay: float = 0.0) -> None:
        """Begin.

        Args:
            seat: which is fed while nobody else feeds it.
            path: of the clip.
            clock: seconds that only rise; the clip keeps to it.
            delay: seconds before it begins, so that not all pictures come at the same moment.
        """
        self._seat = seat
        self._path = path
        self._clock = clock
        self._delay = delay
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"demo camera {seat.number}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End it; the seat is left."""
        self._stop.set()

    def join(self, patience: float) -> bool:
        """Wait for its end up to `patience` seconds; False where it has not come."""
        self._thread.join(patience)
        return not self._thread.is_alive()

    def _run(self) -> None:
        self._stop.wait(self._delay)
        try:
            while not self._stop.is_set():
                if self._seat.input is None:
                    self._play(self._seat.join(FEED))
                self._stop.wait(COURTESY)
        except SourceError:
            _log.exception("a clip of the demo cannot be played", extra={"seat": self._seat.number})

    def _play(self, feed: SeatInput) -> None:
        """Until the seat is taken by somebody else, or the demo ends."""
        begun = self._clock()
        for frame, stamp in _endless(self._path, lambda: self._stop.is_set() or not feed.current):
            early = begun + stamp - self._clock()
            if early > 0.0:
                self._stop.wait(early)
            feed.put(frame.picture, stamp)
        feed.end()


def _endless(path: str, over: Callable[[], bool]) -> Iterator[tuple[Frame, float]]:
    """The clip's frames again and again, with stamps that go on."""
    begin = 0.0
    while True:
        with closing(open_source(1, path)) as source:
            last = 0.0
            for item in source:
                if over():
                    return
                if isinstance(item, Frame):
                    last = item.t
                    yield item, begin + item.t
            begin += last + source.period
