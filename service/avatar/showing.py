"""Whose hands may be shown to whom.

At night and in the mafia's meeting nobody's hands are shown to anybody: they would tell who is awake and
what is shown. Hands of seats that are out of the game go to the platform alone, as their signs do.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from rules.table.views import Viewer
from service.avatar.codec import MOST_HANDS, HandPoints, SeatHands
from service.live.eye import Seen
from service.live.phases import PhaseTimeline
from service.live.table import LiveTable
from vision.observations import Hand, SeatObservation

RATE = 30.0
"""Pictures a second of a seat that are told; a camera may bring more."""
_BURST = 3.0
"""Pictures that may come closer together than that: cameras and networks are not even."""


class Pace:
    """Lets through so many pictures of each seat a second of its media time."""

    def __init__(self, rate: float = RATE) -> None:
        self._rate = rate
        self._seats: dict[int, tuple[float, float]] = {}

    def take(self, seat: int, t: float) -> bool:
        """Whether the picture of that time is told."""
        before, credit = self._seats.get(seat, (t, _BURST))
        if t < before:  # a new track
            before, credit = t, _BURST
        credit = min(credit + (t - before) * self._rate, _BURST)
        told = credit >= 1.0
        self._seats[seat] = (t, credit - told)
        return told


def hands_of(seen: Seen, phases: PhaseTimeline, hidden: Collection[int]) -> list[SeatHands]:
    """What one look says of the hands of every seat that may be shown.

    Args:
        seen: the look.
        phases: of the table; nothing is told of a seat in a secret one.
        hidden: seats that the viewer may not see.
    """
    return [
        _record(observation)
        for observation in seen.step.observations
        if observation.seat not in hidden
        and min(observation.size) > 0
        and not phases.at(observation.seat, observation.t).secret
    ]


def hidden_from(viewer: Viewer, table: LiveTable) -> Collection[int]:
    """Seats whose hands a viewer may not see."""
    return () if viewer == "platform" else table.judge.silent


def _record(observation: SeatObservation) -> SeatHands:
    width, height = observation.size
    hands = tuple(_hand(hand, max(width, height)) for hand in observation.hands[:MOST_HANDS])
    return SeatHands(observation.seat, max(observation.t, 0.0), width / height, hands)


def _hand(hand: Hand, side: int) -> HandPoints:
    points = np.asarray(hand.smoothed[:, :2], dtype=np.float64) / side
    return HandPoints(points, hand.handedness, hand.track)
