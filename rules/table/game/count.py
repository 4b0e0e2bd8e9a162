"""Counting ballots: defaults, leaders, decisive votes (C-106 … C-112, C.8). Pure arithmetic on seats.

Choices are tuples of ten by seat, seat 1 first; 0 is no choice or no living player.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.counting import leaders, tally

Choices = tuple[int, ...]


def with_defaults(living: Sequence[int], choices: Choices, default: int) -> tuple[Choices, tuple[int, ...]]:
    """Choices of the living alone, with `default` for who made none, and the seats that got it (C-107)."""
    filled = [0] * 10
    defaulted = []
    for seat in living:
        choice = choices[seat - 1]
        if not choice:
            choice = default
            defaulted.append(seat)
        filled[seat - 1] = choice
    return tuple(filled), tuple(defaulted)


def decisive(candidates: Sequence[int], choices: Choices) -> tuple[int, ...]:
    """Seats without whose ballot the set of leaders would be another (C-602).

    Only a leader's ballots can matter: without one of them he drops out of a tie, and a sole leader is caught
    up if somebody is at most one vote behind.
    """
    votes = tally(candidates, choices)
    ahead = leaders(candidates, votes)
    if len(ahead) == 1:
        others = [count for candidate, count in zip(candidates, votes, strict=True) if candidate != ahead[0]]
        if not others or max(others) < max(votes) - 1:
            return ()
    return tuple(seat for seat, choice in enumerate(choices, start=1) if choice in ahead)


def lift_needed(living: int) -> int:
    """Yes votes that are strictly more than half of the living (C-112)."""
    return living // 2 + 1


def lift_passes(yes: int, living: int) -> bool:
    """Whether a lift has the votes that it needs."""
    return yes >= lift_needed(living)


def lift_decisive(choices: Choices) -> tuple[int, ...]:
    """Seats whose flip would turn the lift (C-603). 1 is yes, -1 keep."""
    yes, keep = choices.count(1), choices.count(-1)
    living = yes + keep
    if lift_passes(yes, living):
        wanted = 1 if not lift_passes(yes - 1, living) else 0
    else:
        wanted = -1 if lift_passes(yes + 1, living) else 0
    return tuple(seat for seat, choice in enumerate(choices, start=1) if choice and choice == wanted)
