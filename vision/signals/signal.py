"""A signal: something began, passed a limit or ended at one seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

TICK = 1e-6
"""Seconds by which two media times that mean the same may differ: they are ticks of 1/90000 s or coarser,
turned into binary fractions."""

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


@dataclass(frozen=True, slots=True)
class Signal:
    """What vision tells the rest of the house, named as in the event contract (README, Events)."""

    type: str
    """As `gesture.started`, `absence.exceeded`, `camera.unobservable`."""
    seat: int
    t: float
    """Media time in seconds of the frame that made it true."""
    data: Mapping[str, Json] = field(default_factory=dict)
    """Scores, reasons and the instants it rests on; JSON values only."""
