"""Fault tolerance and critical state (C.7): how many wrong eliminations the town survives.

Server knowledge: both need the roles, so they are for the platform alone (C-505).
"""

from __future__ import annotations

from typing import Literal

Critical = Literal["no", "night", "now"]
"""`now`: a wrong vote ends the game at once. `night`: a wrong vote loses at the next hit, a miss would save
the town (C-504)."""


def fault_tolerance(town: int, mafia: int) -> int:
    """Wrong eliminations that the town can still survive if the mafia never misses (C-503).

    Args:
        town, mafia: living players at the beginning of a day.
    """
    return max(0, (town - mafia - 1) // 2)


def critical(town: int, mafia: int) -> Critical:
    """Whether one more wrong vote lets the mafia win (C-502, C-504)."""
    if town - mafia <= 1:
        return "now"
    return "night" if town - mafia == 2 else "no"
