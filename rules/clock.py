"""Moments and deadlines, in seconds on the clock that the events bring."""

from __future__ import annotations

LATEST = 1e12
"""Seconds, either way: beyond this a float no longer tells moments of one step apart."""


def is_moment(t: float) -> bool:
    """Whether it can be an event's time: neither infinite nor no number, nor beyond what a clock reaches."""
    return -LATEST <= t <= LATEST


def passed(deadline: float | None, t: float) -> bool:
    """Whether a deadline is over at `t`; what comes at its very moment comes too late."""
    return deadline is not None and t >= deadline
