"""Chance from a seed that comes from outside: what every rule book deals with.

The seed is the only source of chance: the same seed deals the same on every machine and in every version of
Python. Whoever knows it knows the roles: it comes from a secure source (at least 128 bits) and is shown to
nobody before the game is over.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")
Draw = Callable[[int], int]
"""Gives a number n with 0 <= n < bound, each equally likely."""


def drawing(seed: str) -> Draw:
    """Numbers from SHA-256 over the seed and a counter."""
    counter = 0

    def draw(bound: int) -> int:
        nonlocal counter
        limit = (1 << 64) // bound * bound
        while True:
            digest = hashlib.sha256(f"{seed}/{counter}".encode("utf-8", "surrogatepass")).digest()
            counter += 1
            number = int.from_bytes(digest[:8], "big")
            if number < limit:  # else the low remainders would be likelier
                return number % bound

    return draw


def shuffled(items: Sequence[T], draw: Draw) -> tuple[T, ...]:
    """The items in a random order, every order equally likely (Fisher and Yates)."""
    pile = list(items)
    for last in range(len(pile) - 1, 0, -1):
        other = draw(last + 1)
        pile[last], pile[other] = pile[other], pile[last]
    return tuple(pile)
