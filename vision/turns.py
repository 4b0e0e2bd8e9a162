"""Turns: work that a seat needs a few times a second, spread so that the seats do not ask at once."""

from __future__ import annotations

import math

_GOLDEN = (math.sqrt(5) - 1) / 2  # its multiples fill a turn evenly, however many seats there are


def turn(seat: int, t: float, every: float) -> int:
    """The number of the seat's turn that media time `t` lies in.

    Args:
        seat: shifts where its turns begin.
        t: media time in seconds.
        every: length of a turn in seconds.
    """
    return math.floor(t / every + seat * _GOLDEN)
