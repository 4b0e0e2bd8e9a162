"""How much longer a picture was on its way than the swiftest packet. Pure: time is a parameter."""

from __future__ import annotations

from service.live.seat_clock import DRIFT

ELSEWHERE = 2.0
"""Seconds by which a stamp may run ahead of its stream before it is not believed: a clock set anew."""


class Transit:
    """Of one stream; stamps are seconds on the sender's clock, from any zero.

    Every packet tells how swift the way is, also where its picture has to wait for others.
    """

    def __init__(self) -> None:
        self._swiftest: float | None = None
        self._measured = 0.0

    def packet(self, stamp: float, arrival: float) -> None:
        """A packet of the picture with that stamp came."""
        swiftest = self._at(arrival)
        way = arrival - stamp
        if swiftest is None or abs(way - swiftest) > ELSEWHERE:
            self._swiftest = way
        else:
            self._swiftest = min(way, swiftest)
        self._measured = arrival

    def waited(self, stamp: float, now: float) -> float:
        """Seconds by which a picture is late that is handed on now."""
        swiftest = self._at(now)
        return 0.0 if swiftest is None else max(now - stamp - swiftest, 0.0)

    def _at(self, now: float) -> float | None:
        """The swiftest way, as a sender whose clock drifts may have it by now."""
        if self._swiftest is None:
            return None
        return self._swiftest + DRIFT * max(now - self._measured, 0.0)
