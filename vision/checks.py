"""Ranges that policies hold their values to; infinity and what is no number lie in none of them."""

from __future__ import annotations

import math


def positive(**values: float) -> None:
    """Refuse what is not above 0.

    Raises:
        ValueError: names the first such value and the range.
    """
    for name, value in values.items():
        if not 0 < value < math.inf:
            raise ValueError(f"{name} must be above 0 and finite, not {value}")


def at_least(least: float, **values: float) -> None:
    """Refuse what is below `least`.

    Raises:
        ValueError: names the first such value and the range.
    """
    for name, value in values.items():
        if not least <= value < math.inf:
            raise ValueError(f"{name} must be at least {least} and finite, not {value}")


def within(low: float, high: float, **values: float) -> None:
    """Refuse what does not lie in `low`..`high`, both included.

    Raises:
        ValueError: names the first such value and the range.
    """
    for name, value in values.items():
        if not low <= value <= high:
            raise ValueError(f"{name} must lie in {low}..{high}, not {value}")


def between(low: float, high: float, **values: float) -> None:
    """Refuse what does not lie in `low`..`high`, both excluded.

    Raises:
        ValueError: names the first such value and the range.
    """
    for name, value in values.items():
        if not low < value < high:
            raise ValueError(f"{name} must be above {low} and below {high}, not {value}")
