"""Which packets are missing, and when to ask for them again (RFC 4585, generic NACK).

Pure: time is a parameter.
"""

from __future__ import annotations

from dataclasses import dataclass

REORDERED = (0.01, 0.025)
"""Seconds, least and most, that a packet may come after its successor before it is asked for."""
MOST_ASKED = 10
"""Times that one packet is asked for."""
MOST_MISSING = 400
"""Packets missed at once for which a new keyframe is cheaper than asking for each."""
_FIRST_GUESS = 0.1
_SMOOTHING = 0.2
_RISING, _FALLING = 0.3, 0.02
_SHORTEST, _LONGEST = 0.02, 0.2


@dataclass(slots=True)
class _Hole:
    since: float
    due: float
    asked: int = 0
    first_asked: float = 0.0


class Repairs:
    """The holes of one stream; numbers are unwrapped sequence numbers, times seconds."""

    def __init__(self) -> None:
        self.round_trip = _FIRST_GUESS
        """Seconds from asking for a packet to its arrival, smoothed."""
        self.least_round_trip: float | None = None
        """The shortest so far, None before the first answer."""
        self.reordering = REORDERED[0]
        """Seconds by which packets come late that were not lost: rises fast, falls slowly."""
        self._holes: dict[int, _Hole] = {}

    def __len__(self) -> int:
        return len(self._holes)

    def __contains__(self, number: int) -> bool:
        return number in self._holes

    @property
    def oldest(self) -> float | None:
        """Since when the longest open hole is known."""
        return min((hole.since for hole in self._holes.values()), default=None)

    @property
    def due(self) -> float | None:
        """When to ask next."""
        return min((hole.due for hole in self._holes.values() if hole.asked < MOST_ASKED), default=None)

    def missing(self, first: int, last: int, now: float) -> None:
        """These numbers, both included, were skipped by the sender's newest packet."""
        for number in range(max(first, last - MOST_MISSING + 1), last + 1):
            self._holes[number] = _Hole(now, now + min(max(self.reordering, REORDERED[0]), REORDERED[1]))

    def arrived(self, number: int, now: float, *, repeated: bool = False) -> None:
        """A packet came, maybe one that was missing; for the second time where it was asked for."""
        hole = self._holes.pop(number, None)
        if hole is None:
            return
        if not repeated:
            error = now - hole.since - self.reordering
            self.reordering += (_RISING if error > 0 else _FALLING) * error
        elif hole.asked == 1:
            took = now - hole.first_asked
            self.round_trip += _SMOOTHING * (took - self.round_trip)
            self.least_round_trip = min(took, self.least_round_trip or took)

    def forget(self, below: int) -> None:
        """Nobody needs packets below that number any more."""
        for number in [number for number in self._holes if number < below]:
            del self._holes[number]

    def older_than(self, since: float) -> int | None:
        """The highest number that is missing since then or before."""
        return max((number for number, hole in self._holes.items() if hole.since <= since), default=None)

    def ask(self, now: float) -> list[int]:
        """The numbers to ask for now, rising; each again after a round trip."""
        pause = min(max(1.2 * self.round_trip, _SHORTEST), _LONGEST)
        asked = []
        for number, hole in sorted(self._holes.items()):
            if hole.due <= now and hole.asked < MOST_ASKED:
                hole.first_asked = hole.first_asked or now
                hole.asked += 1
                hole.due = now + pause
                asked.append(number)
        return asked
