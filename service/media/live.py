"""Sources that do not wait: one thread reads each into its mailbox."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from service.media.mailbox import Mailbox
from service.media.source import Fate, Source, SourceEvent
from vision.frame import Frame

Clock = Callable[[], float]
"""Seconds that only rise, from any zero."""


class Reader:
    """Moves a source's items into a mailbox on a thread of its own until it ends or is stopped."""

    def __init__(
        self, source: Source, mailbox: Mailbox, started: float, clock: Clock = time.monotonic
    ) -> None:
        """Start reading.

        Args:
            source: closed by the reader when it is done.
            mailbox: where its items go.
            started: the clock's reading that is t = 0. A source that is not live is held back to it, so that
                a file plays as fast as it was filmed.
            clock: injected for tests.
        """
        self.source = source
        self.mailbox = mailbox
        self._started = started
        self._clock = clock
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"seat {source.seat}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ask the thread to end; it does so before the next item."""
        self._stop.set()

    def join(self, patience: float) -> None:
        """Wait up to `patience` seconds for its end: a silent network may hold it longer."""
        self._thread.join(patience)

    def _run(self) -> None:
        last = 0.0
        try:
            for item in self.source:
                if isinstance(item, Frame):
                    last = item.t
                    self._hold_back(item.t)
                if self._stop.is_set():
                    break
                self.mailbox.put(item)
        except Exception as error:  # whatever breaks one seat must not end it in silence
            reason = f"{type(error).__name__}: {error}"
            self.mailbox.put(SourceEvent(self.source.seat, Fate.BROKEN, last, reason=reason))
        finally:
            self.source.close()

    def _hold_back(self, t: float) -> None:
        early = 0.0 if self.source.live else self._started + t - self._clock()
        if early > 0.0:
            self._stop.wait(early)
