"""The state machines of a seat whose watching was interrupted: nobody is accused for the interruption."""

from __future__ import annotations

from vision.signals.absence import STEPS, AbsenceState
from vision.signals.hindsight import Hindsight
from vision.signals.seat import SeatSignals


def resumed_seat(t: float, absence: str | None) -> SeatSignals:
    """What is remembered of a seat that nobody watched for a while.

    Args:
        t: media time at which it is watched again.
        absence: the last that was told of an absence which had not ended, as `absence.exceeded`. That absence
            goes on, its clock from zero: what was told of it is not told again, its end is.

    Raises:
        ValueError: no step of an absence.
    """
    if absence is None:
        return SeatSignals()
    told = STEPS.index(absence) + 1
    return SeatSignals(absence=Hindsight(AbsenceState(t=t, since=t, empty=True, told=told)))
