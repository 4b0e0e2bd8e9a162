"""When the vote of a day ends (D.3): host limit, twilight, extra time. Pure arithmetic on seconds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.forum.book import Intervals

Which = Literal["none", "limit", "twilight", "extra"]


@dataclass(frozen=True, slots=True)
class DayClock:
    """What the end of a vote depends on."""

    began: float = 0.0
    """When the game day began."""
    limit: float | None = None
    """When the host wants the vote to end (F-202)."""
    complete: float | None = None
    """When the last outstanding vote arrived (F-203)."""
    extra: float | None = None
    """When extra time ends (F-205)."""


def which(clock: DayClock) -> Which:
    """The deadline that applies (F-206)."""
    if clock.extra is not None:
        return "extra"
    if clock.complete is not None:
        return "twilight"
    return "none" if clock.limit is None else "limit"


def deadline(clock: DayClock, intervals: Intervals) -> float | None:
    """When the vote ends as things are, in seconds; None: it stays open (E-34)."""
    if clock.extra is not None:
        return clock.extra
    if clock.complete is None:
        return clock.limit
    twilight = clock.complete + intervals.twilight
    return twilight if clock.limit is None else min(twilight, clock.limit)  # F-204


def limit_is_late_enough(clock: DayClock, limit: float, intervals: Intervals) -> bool:
    """F-202: so long after the beginning of the game day."""
    return limit - clock.began >= intervals.earliest_limit


def limit_is_announced_in_time(now: float, limit: float, intervals: Intervals) -> bool:
    """F-202: so long before."""
    return limit - now >= intervals.notice
