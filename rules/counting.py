"""Votes added up: which candidates lead. Pure arithmetic on seats."""

from __future__ import annotations

from collections.abc import Sequence


def tally(candidates: Sequence[int], choices: Sequence[int]) -> tuple[int, ...]:
    """Votes of each candidate, in the order of `candidates`."""
    return tuple(choices.count(candidate) for candidate in candidates)


def leaders(candidates: Sequence[int], votes: Sequence[int]) -> tuple[int, ...]:
    """Candidates with the most votes, in the order of `candidates`; more than one in a tie."""
    most = max(votes)
    return tuple(candidate for candidate, count in zip(candidates, votes, strict=True) if count == most)
