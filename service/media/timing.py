"""One seat's clock: from the timestamps of a container to media time that only ever rises.

A wrong clock accuses an innocent player, so nothing here guesses forwards: a frame whose instant cannot be
believed is dropped and counted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")

REBASE = 1.0
"""Seconds a timestamp must step back before it is taken for a clock that was set anew."""
LEAP = 10.0
"""Seconds of a gap from which on a timestamp waits for the next one to confirm it."""


@dataclass(slots=True)
class TimestampGuess:
    """Presentation or decoding timestamp: the one that has been out of order less often.

    Source: guess_correct_pts of libavcodec/decode.c, which players follow.
    """

    prefer_decoding: bool = False
    """For containers without presentation timestamps (AVI), where FFmpeg's are made up."""
    _faults: list[int] = field(default_factory=lambda: [0, 0])
    _last: list[int | None] = field(default_factory=lambda: [None, None])

    def pick(self, pts: int | None, dts: int | None) -> int | None:
        """The timestamp to believe, None where the frame has none."""
        for index, (stamp, other) in enumerate(((pts, dts), (dts, pts))):
            last = self._last[index]
            if stamp is not None:
                self._faults[index] += last is not None and stamp <= last
                self._last[index] = stamp
            elif other is not None:
                self._last[index] = other
        if dts is None or pts is None:
            return dts if pts is None else pts
        by_pts = self._faults[0] < self._faults[1] + (not self.prefer_decoding)
        return pts if by_pts else dts


@dataclass(slots=True)
class Timeline(Generic[T]):
    """Gives every item an instant, strictly later than the one before.

    * No timestamp: one duration after the frame before, or one period where there is no duration.
    * A step back of less than `REBASE`, or none: dropped and counted.
    * A step back of `REBASE` or more (a camera that started anew, streams joined): time goes on one period
      after the frame before, and the new timestamps are counted from there.
    * A step forward of `LEAP` or more: held until the next timestamp. Where that one lies before it, the held
      frame was wrong and is dropped; else the gap is real.
    """

    period: float
    """Seconds between frames where nothing else says so."""
    origin: float | None = None
    """The timestamp that is t = 0, in seconds; None takes the first one. One that lies later than the first
    timestamp is not believed, so that t is never negative."""
    dropped: int = 0
    """Items whose instant could not be believed."""
    _offset: float = 0.0
    _stamp: float | None = None
    _t: float | None = None
    _held: tuple[float, T] | None = None

    def put(self, stamp: float | None, duration: float | None, item: T) -> list[tuple[float, T]]:
        """Place one item; stamp and duration in seconds. Returns what has found its instant, in order."""
        step = duration if duration else self.period
        if stamp is None:
            before = self._held[0] if self._held else self._stamp
            stamp = step + before if before is not None else self.origin or 0.0
        if self._t is None:
            self._offset = -(stamp if self.origin is None else min(self.origin, stamp))
        placed: list[tuple[float, T]] = []
        if self._held is not None:
            placed += self._settle(stamp)
        t = stamp + self._offset
        if self._t is not None and t <= self._t:
            if self._t - t < REBASE:
                self.dropped += 1
                return placed
            self._offset += self._t + step - t
            t = self._t + step
        elif self._t is not None and t - self._t >= LEAP:
            self._held = (stamp, item)
            return placed
        return [*placed, self._place(stamp, t, item)]

    def flush(self) -> list[tuple[float, T]]:
        """What is still held at the end, where nothing is left to contradict it."""
        if self._held is None:
            return []
        return self._settle(self._held[0] + self.period)

    def _settle(self, following: float) -> list[tuple[float, T]]:
        assert self._held is not None
        stamp, item = self._held
        self._held = None
        if following > stamp:
            return [self._place(stamp, stamp + self._offset, item)]
        self.dropped += 1
        return []

    def _place(self, stamp: float, t: float, item: T) -> tuple[float, T]:
        self._stamp, self._t = stamp, t
        return t, item
