"""How much longer a picture was on its way than the swiftest packet. Pure: time is a parameter."""

from __future__ import annotations

from service.live.seat_clock import DRIFT
from service.media.timing import REBASE


class Transit:
    """Of one stream; stamps are seconds on the sender's clock, from any zero.

    Every packet tells how swift the way is, also where its picture has to wait for others. Only a stamp that
    steps back while numbers go on begins anew: that is a clock that was set. A packet that is merely late,
    by however much, is late.
    """

    def __init__(self) -> None:
        self._swiftest: float | None = None
        self._measured = 0.0
        self._newest: tuple[int, float] | None = None

    def packet(self, number: int, stamp: float, arrival: float) -> None:
        """A packet came.

        Args:
            number: its unwrapped sequence number.
            stamp: of its picture.
            arrival: when.
        """
        swiftest, way = self._at(arrival), arrival - stamp
        if self._newest is None or number > self._newest[0]:
            if self._newest is not None and stamp < self._newest[1] - REBASE:
                swiftest = None
            self._newest = number, stamp
        self._swiftest = way if swiftest is None else min(way, swiftest)
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
