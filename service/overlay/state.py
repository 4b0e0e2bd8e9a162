"""What there is to draw about one seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from vision.observations import SeatObservation

Presence = Literal["present", "absent", "unobservable"]
Level = Literal["info", "notice", "alarm"]


@dataclass(frozen=True, slots=True)
class TickerLine:
    """Something that happened, told in a few words."""

    t: float
    """Media time in seconds."""
    text: str
    level: Level = "info"


@dataclass(frozen=True, slots=True)
class OverlayState:
    """One seat at one instant."""

    observation: SeatObservation
    name: str = ""
    """The player's name; empty shows the seat's number only."""
    presence: Presence = "present"
    absent_s: float = 0.0
    """Seconds that the seat has been empty; 0 shows no timer."""
    absence_warned_s: float = 10.0
    absence_limit_s: float = 15.0
    nudity: float | None = None
    """What the latest look came to, 0..1: nothing where it was denied. None shows no meter."""
    words: Mapping[int, str] = field(default_factory=dict)
    """Track of a hand -> the gesture that it is making now, as the table calls it."""
    events: Sequence[TickerLine] = ()
    """Recent ones, oldest first; those that have faded are not drawn."""
