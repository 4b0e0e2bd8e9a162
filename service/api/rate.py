"""How fast somebody may ask: a bucket that fills evenly and holds a burst."""

from __future__ import annotations


class Bucket:
    """Holds tokens; each request takes one. Time is passed in, in seconds from any zero."""

    def __init__(self, rate: float, burst: float) -> None:
        """`rate`: tokens a second; `burst`: how many it holds, and holds at first."""
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._t = 0.0

    def take(self, now: float) -> bool:
        """Take a token; False where there is none."""
        self._tokens = min(self._burst, self._tokens + self._rate * max(now - self._t, 0.0))
        self._t = max(now, self._t)
        if self._tokens < 1.0:
            return False
        self._tokens -= 1.0
        return True
