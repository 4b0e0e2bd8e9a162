"""Counters that wrap around on the wire, made to count on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Unwrapper:
    """Turns numbers of so many bits into ones that do not wrap around, each nearest to the one before.

    Numbers may come out of order by up to half of the range. The first one stays as it is.
    """

    bits: int
    _last: int | None = None

    def unwrap(self, value: int) -> int:
        """The number that `value` stands for; negative where it precedes the first one by way of zero."""
        if self._last is None:
            self._last = value
            return value
        span = 1 << self.bits
        step = (value - self._last) % span
        if step >= span // 2:
            step -= span
        self._last += step
        return self._last
