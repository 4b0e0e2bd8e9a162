"""Who is who: roles, the side each belongs to, what each does at night (D.2)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

Side = Literal["town", "mafia", "alternative_mafia", "maniac"]
"""Who wins together (F-011, F-121, F-131, F-141)."""
Group = Literal["mafia", "alternative_mafia"]
"""The sides whose members know each other and agree on one victim."""
Act = Literal["block", "heal", "kill", "check"]

GROUPS: tuple[Group, ...] = ("mafia", "alternative_mafia")
CIVILIAN = "civilian"
SINGLE = ("doctor", "commissioner", "priest", "maniac")
"""Roles that one player at most has."""
KNOWN = frozenset((CIVILIAN, *SINGLE, *GROUPS))
"""All other roles are characters that a host adds (F-003): of the town, without powers."""

ACTS: Mapping[str, Act] = MappingProxyType(
    {
        "priest": "block",
        "doctor": "heal",
        "maniac": "kill",
        "mafia": "kill",
        "alternative_mafia": "kill",
        "commissioner": "check",
    }
)
"""Role → what its order does at night, in the order in which orders are accounted."""


def side(role: str) -> Side:
    """The side of a role; characters that a host adds are of the town."""
    if role == "mafia":
        return "mafia"
    if role == "alternative_mafia":
        return "alternative_mafia"
    return "maniac" if role == "maniac" else "town"
