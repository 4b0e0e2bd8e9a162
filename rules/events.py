"""What goes into the referee and what comes out of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at the table, named as in the event contract."""

    id: str
    type: str
    seat: int
    t: float
    """Media time of the seat in seconds."""
    data: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decision:
    """What the referee concludes. It always names the rule and the events that caused it."""

    type: str
    seat: int
    t: float
    data: Mapping[str, Json]
