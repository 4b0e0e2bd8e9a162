"""A live seat's clock: from the sender's stamps and their arrival to media time, and how late a picture is.

The sender's stamps say how far apart pictures were taken; only the table's clock says when. The first picture
of a track stands at the moment of its arrival, and every later one as far from it as its stamps say. A
picture is late by how much longer it was on its way than the swiftest one of the track.
"""

from __future__ import annotations

from dataclasses import dataclass

from service.media.timing import LEAP, REBASE

DRIFT = 200e-6
"""How much faster than ours the sender's clock may run: crystals keep 100 parts in a million each."""


@dataclass(slots=True)
class SeatClock:
    """Of one track. All times in seconds; `arrival` and what is returned are on the table's clock."""

    period: float = 1 / 30
    """Seconds between pictures where stamps had to be refused."""
    floor: float = 0.0
    """No picture stands at or before this: the newest one of the track before."""
    _offset: float | None = None
    _t: float = 0.0
    _swiftest: float = 0.0
    _measured: float = 0.0

    def place(self, stamp: float, arrival: float) -> float | None:
        """The media time of a picture, None where its stamp cannot be believed.

        A stamp that steps back by less than a second is dropped; one that steps back further, or ahead by
        more than the time that went by (a sender that set its clock), begins a new count at its arrival.
        """
        if self._offset is None:
            return self._begin(stamp, arrival)
        t = stamp + self._offset
        if t <= self._t:
            return None if self._t - t < REBASE else self._begin(stamp, arrival)
        if t - self._t >= LEAP and t > self.now(arrival) + REBASE:
            return self._begin(stamp, arrival)
        self._t = t
        self._measure(arrival - t, arrival)
        return t

    def now(self, clock: float) -> float:
        """Where the track's media clock stands: what a picture taken now and sent swiftly would bear."""
        return max(clock - self._swiftest_at(clock), self._t)

    def late(self, t: float, clock: float) -> float:
        """How old a picture of that media time is."""
        return max(self.now(clock) - t, 0.0)

    def _begin(self, stamp: float, arrival: float) -> float:
        t = max(
            arrival, self.floor + self.period if self.floor else 0.0, self._t + self.period * bool(self._t)
        )
        self._offset, self._t = t - stamp, t
        self._swiftest, self._measured = arrival - t, arrival
        return t

    def _measure(self, way: float, arrival: float) -> None:
        self._swiftest = min(way, self._swiftest_at(arrival))
        self._measured = arrival

    def _swiftest_at(self, clock: float) -> float:
        """The swiftest way so far, as a sender whose clock drifts may have it by now."""
        return self._swiftest + DRIFT * max(clock - self._measured, 0.0)
