"""A film played into a seat at the speed at which it was filmed, as if a camera were there."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from service.live.seat import Seat, SeatInput
from service.media.live import Clock
from service.media.source import Fate, Source, SourceEvent
from vision.frame import Frame


class Playback:
    """Takes a seat and plays on a thread of its own, until the film ends or another track takes the seat."""

    def __init__(
        self,
        source: Source,
        seat: Seat,
        *,
        name: str = "file",
        on_done: Callable[[], None] = lambda: None,
        clock: Clock = time.monotonic,
    ) -> None:
        """Begin.

        Args:
            source: closed at the end.
            seat: joined at once.
            name: what the seat says feeds it.
            on_done: called on the thread when all is over.
            clock: injected for tests.
        """
        self._source = source
        self._on_done = on_done
        self._clock = clock
        self._stop = threading.Event()
        self._input: SeatInput = seat.join(name, self.stop)
        self._thread = threading.Thread(target=self._run, name=f"film {seat.number}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ask the thread to end; it does so before the next picture."""
        self._stop.set()

    def join(self, patience: float) -> bool:
        """Wait up to `patience` seconds for its end; whether it came."""
        self._thread.join(patience)
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            self._play()
            self._input.end()
        except Exception as error:  # whatever breaks a film must not end its seat in silence
            self._input.end(f"{type(error).__name__}: {error}")
        finally:
            self._source.close()
            self._on_done()

    def _play(self) -> None:
        began = self._clock()
        for item in self._source:
            if isinstance(item, Frame):
                self._stop.wait(max(began + item.t - self._clock(), 0.0))
            if self._stop.is_set():
                return
            self._hand_on(item)

    def _hand_on(self, item: Frame | SourceEvent) -> None:
        if isinstance(item, Frame):
            self._input.put(item.picture, item.t)
        elif item.kind is Fate.CORRUPT:
            self._input.corrupt(item.reason)
        else:
            self._input.end(item.reason if item.kind is Fate.BROKEN else "")
