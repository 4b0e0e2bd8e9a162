"""Signals of a camera that may show no live picture: `camera.suspected`, then `camera.cleared`.

Hints for people who look at the seat themselves. No rule rests on them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.checks import at_least
from vision.observations import SeatObservation
from vision.signals.signal import TICK, Json, Signal


@dataclass(frozen=True, slots=True)
class SuspicionSignalPolicy:
    """How long a suspicion has to be gone before that is told, in seconds."""

    cleared_after: float = 5.0

    def __post_init__(self) -> None:
        at_least(0, cleared_after=self.cleared_after)


@dataclass(frozen=True, slots=True)
class Told:
    """A suspicion that has been told."""

    since: float
    """Media time from which it is suspected."""
    last: float
    """Media time of the newest frame that raised it."""


@dataclass(frozen=True, slots=True)
class SuspicionSignalState:
    """What is remembered of one seat."""

    told: tuple[tuple[str, Told], ...] = field(default=())
    """By reason, in the order of the reasons."""


def step_suspicion_signals(
    state: SuspicionSignalState, observation: SeatObservation, policy: SuspicionSignalPolicy
) -> tuple[SuspicionSignalState, tuple[Signal, ...]]:
    """Follow one seat.

    Args:
        state: of the step before.
        observation: of every frame, and of instants without one.
        policy: when a suspicion has been cleared.
    """
    t, seat = observation.t, observation.seat
    told = dict(state.told)
    signals = []
    for raised in observation.suspicions:
        if raised.reason not in told:
            data: dict[str, Json] = {"reason": raised.reason, "since": raised.since, **dict(raised.measures)}
            signals.append(Signal("camera.suspected", seat, t, data))
        began = told[raised.reason].since if raised.reason in told else raised.since
        told[raised.reason] = Told(min(began, t), t)
    standing = {raised.reason for raised in observation.suspicions}
    for reason, known in list(told.items()):
        if t < known.last:  # the track's clock was set anew
            told[reason] = Told(known.since + t - known.last, t)
        elif reason not in standing and t - known.last >= policy.cleared_after - TICK:
            data = {"reason": str(reason), "since": known.since, "duration": known.last - known.since}
            signals.append(Signal("camera.cleared", seat, t, data))
            del told[reason]
    return SuspicionSignalState(tuple(sorted(told.items()))), tuple(signals)
