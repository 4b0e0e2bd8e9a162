"""A live seat's clock: from the sender's stamps and their arrival to media time, and how late a picture is.

The sender's stamps say how far apart pictures were taken; only the table's clock says when. The first picture
of a track stands at the moment of its arrival, and every later one as far from it as its stamps say. A
picture is late by how much longer it was on its way than the swiftest one of the track.
"""

from __future__ import annotations

from dataclasses import dataclass

from service.media.timing import REBASE

AHEAD = 1.0
"""Seconds by which a picture may seem to come before it was taken: by so much longer the first one of a track
may have been on its way. Stamps that go further run faster than time does, or were set anew; to believe them
would shorten what a player is allowed."""
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

        A stamp that steps back by less than a second is dropped; one that steps back further, or runs ahead
        of the time that went by (a sender that set its clock, or counts pictures that it did not take),
        begins a new count at its arrival.
        """
        if self._offset is None:
            return self._begin(stamp, arrival)
        t = stamp + self._offset
        if t <= self._t:
            return None if self._t - t < REBASE else self._begin(stamp, arrival)
        if t > arrival + AHEAD:
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

    def _begin(self, stamp: float, arrival: float) -> float | None:
        newest = max(self.floor, self._t)
        if newest >= arrival + AHEAD:
            return None
        t = max(arrival, newest + self.period if newest else 0.0)
        self._offset, self._t = t - stamp, t
        self._swiftest, self._measured = arrival - t, arrival
        return t

    def _measure(self, way: float, arrival: float) -> None:
        self._swiftest = min(way, self._swiftest_at(arrival))
        self._measured = arrival

    def _swiftest_at(self, clock: float) -> float:
        """The swiftest way so far, as a sender whose clock drifts may have it by now."""
        return self._swiftest + DRIFT * max(clock - self._measured, 0.0)
