"""What goes into the referee and what comes out of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

Audience = Literal["everyone", "seat", "platform", "reviewer"]
"""Who may be told: everyone at the table and beyond; the seat that the decision is about; the platform
alone; the platform and those who review conduct."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at the table, named as in the event contract."""

    id: str
    type: str
    seat: int
    """1 to 10; 0 where the platform or the table as a whole speaks."""
    t: float
    """Seconds: media time of the seat for what cameras saw, the table's time for all else."""
    data: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decision:
    """What the referee concludes. It always names the rule and the events that caused it."""

    type: str
    seat: int
    """1 to 10; 0 where it is about the table as a whole."""
    t: float
    data: Mapping[str, Json]
    """The facts, from which statements of reasons are written."""
    rule: str = ""
    """The numbered statement it rests on, as `C-107` or `FP-T2`."""
    caused_by: tuple[str, ...] = ()
    """Identifiers of the events it rests on. They tell who acted at night: for the platform alone."""
    automated: bool = True
    """False where people decided: by ballot, by review."""
    audience: Audience = "platform"
    """Who may be told. What nobody thought about stays with the platform."""
