"""The instants of absence that are told of a clip, against those that its label says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from service.events import EventLog
from service.media import Fate, SourceError, open_source, ticks
from service.moderation.index import Absence, Row
from service.watch.pipeline import moments
from vision.policy import TablePolicy
from vision.signals.absence import AbsencePolicy
from vision.signals.signal import TICK, Signal
from vision.table import TableModels

NEAR = 1.0
"""Seconds that a told absence may begin away from a labelled one and still be the same."""


@dataclass(frozen=True, slots=True)
class Told:
    """One absence as it was told."""

    since: float
    exceeded: float | None
    """Media time of the frame at which it was too long; None where that was not told."""
    until: float | None
    """Media time of the return's first frame; None where none was told."""


@dataclass(frozen=True, slots=True)
class Timing:
    """One labelled absence and what was told of it; errors in frames, positive where told too late."""

    label: Absence
    found: bool
    started: float | None
    """Error of the start; None where the absence was not told."""
    exceeded: float | None
    """Error of the accusation; None where none was told or none was due."""
    ended: float | None
    """Error of the end; None where none was told or none was due."""
    unfair: bool
    """Accused though not empty for longer than the limit."""
    forgone: bool
    """Not accused though empty for longer than the limit."""


@dataclass(frozen=True, slots=True)
class Watched:
    """What was made of one clip."""

    row: Row
    period: float
    """Median seconds between two frames."""
    timings: tuple[Timing, ...]
    imagined: tuple[Told, ...]
    """Absences that were told and are not labelled: somebody was there."""
    nudity: int
    """The worst that was told: 0 nothing, 1 suspected, 2 confirmed."""
    broken: str = ""
    """Why the clip could not be read to its end."""


def watch(row: Row, models: TableModels, policy: TablePolicy) -> Watched:
    """Watch one clip by the way that every input goes.

    Raises:
        SourceError: it cannot be opened or shows no picture.
    """
    source = open_source(1, str(row.path))
    times: list[float] = []
    signals: list[Signal] = []
    broken = ""
    for moment in moments(ticks([source]), models, policy, EventLog("evaluation")):
        times += [frame.t for frame in moment.tick.frames]
        signals += moment.step.signals
        broken = next((one.reason for one in moment.tick.events if one.kind is Fate.BROKEN), broken)
    if not times:
        raise SourceError(f"{row.path}: shows no picture")
    period = float(np.median(np.diff(times))) if len(times) > 1 else source.period
    limits = policy.signals.absence
    timings, imagined = match(row.absences or (), told(signals), times, period, limits)
    kinds = {signal.type for signal in signals}
    nudity = 2 if "nudity.confirmed" in kinds else int("nudity.suspected" in kinds)
    return Watched(row, period, timings, imagined, nudity, broken)


def told(signals: Sequence[Signal]) -> list[Told]:
    """The absences that signals tell of, in their order."""
    found: list[Told] = []
    for signal in signals:
        if signal.type == "absence.started":
            found.append(Told(_number(signal, "since"), None, None))
        elif signal.type == "absence.exceeded" and found:
            found[-1] = Told(found[-1].since, signal.t, None)
        elif signal.type == "absence.ended" and found:
            found[-1] = Told(found[-1].since, found[-1].exceeded, _number(signal, "until"))
    return found


def match(
    labels: Sequence[Absence],
    found: Sequence[Told],
    times: Sequence[float],
    period: float,
    policy: AbsencePolicy,
) -> tuple[tuple[Timing, ...], tuple[Told, ...]]:
    """Pair each labelled absence with the told one that begins nearest.

    Args:
        labels: what the index says.
        found: what was told.
        times: media times of the clip's frames, rising.
        period: seconds between two frames.
        policy: the limits that were watched with.

    Returns:
        One timing a label, and the told absences that no label speaks of.
    """
    free = list(found)
    timings = []
    for label in labels:
        near = [one for one in free if abs(one.since - label.since) <= NEAR]
        best = min(near, key=lambda one: abs(one.since - label.since), default=None)
        if best is not None:
            free.remove(best)
        timings.append(_timing(label, best, times, period, policy))
    return tuple(timings), tuple(free)


def _timing(
    label: Absence, best: Told | None, times: Sequence[float], period: float, policy: AbsencePolicy
) -> Timing:
    until = times[-1] if label.until is None else label.until
    # A person who is back after the limit was away for longer than it: that frame tells so.
    due = next((t for t in times if t - label.since > policy.limit + TICK and t <= until), None)
    if best is None:
        return Timing(label, False, None, None, None, False, due is not None)
    frames = 1 / period
    return Timing(
        label,
        True,
        (best.since - label.since) * frames,
        None if due is None or best.exceeded is None else (best.exceeded - due) * frames,
        None if label.until is None or best.until is None else (best.until - label.until) * frames,
        due is None and best.exceeded is not None,
        due is not None and best.exceeded is None,
    )


def _number(signal: Signal, name: str) -> float:
    value = signal.data[name]
    if not isinstance(value, int | float):
        raise TypeError(f"{signal.type}: {name} is no instant")
    return float(value)
