"""What had not ended at a table when nobody watched it any more, and how it goes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.events import Json
from service.storage.log import Record
from vision.observations import CameraState
from vision.signals.absence import STEPS
from vision.signals.camera import CameraSignalState
from vision.signals.nudity import NudityState
from vision.signals.resumed import resumed_seat
from vision.signals.seat import SeatSignals
from vision.signals.signal import Signal

_CLOSES = {
    "gesture.ended": "gesture.started",
    "camera.restored": "camera.unobservable",
    "camera.cleared": "camera.suspected",
    "absence.ended": "absence",
    "nudity.cleared": "nudity",
}
_ENDS = {"gesture.started": "gesture.ended", "camera.suspected": "camera.cleared"}
"""What a process that forgot them could never end: they end when the table is resumed."""
_NUDITY = ("nudity.suspected", "nudity.confirmed")
_Key = tuple[int, str, Json]


@dataclass(frozen=True, slots=True)
class Interrupted:
    """How the seats of a table go on."""

    signals: Mapping[int, SeatSignals]
    """What the eye's machines remember, by seat: open absences, suspicions and broken cameras."""
    ended: tuple[Signal, ...]
    """What ended unseen; to be told."""


def interrupted(records: Sequence[Record], t: float) -> Interrupted:
    """What stood open at the end of a log.

    Args:
        records: everything that went into a table, in order.
        t: the table's time at which it is resumed.
    """
    standing: dict[_Key, Record] = {}
    for record in records:
        if record.kind != "signal":
            continue
        kind = _CLOSES.get(record.type)
        if kind is not None:
            standing.pop(_key(record, kind), None)
        elif (opened := _opened(record.type)) is not None:
            standing[_key(record, opened)] = record
    ended = (
        Signal(_ENDS[record.type], record.seat, t, {**record.data, **_end(record, t)})
        for record in standing.values()
        if record.type in _ENDS
    )
    seats = {record.seat for record in standing.values()}
    return Interrupted({seat: _remembered(standing, seat, t) for seat in seats}, tuple(ended))


def _opened(kind: str) -> str | None:
    """The name under which something stands open; None for what has no end."""
    if kind in STEPS:
        return "absence"
    if kind in _NUDITY:
        return "nudity"
    return kind if kind in _CLOSES.values() else None


def _key(record: Record, kind: str) -> _Key:
    """What tells one standing thing from another: a hand's sign, a suspicion's reason, else the seat."""
    if kind == "gesture.started":
        return (record.seat, kind, f"{record.data.get('gesture')}/{record.data.get('hand')}")
    if kind == "camera.suspected":
        return (record.seat, kind, record.data.get("reason"))
    return (record.seat, kind, None)


def _end(record: Record, t: float) -> dict[str, Json]:
    since = record.data.get("since")
    lasted = record.t - (since if isinstance(since, int | float) else record.t)
    if record.type == "gesture.started":
        return {"until": record.t}
    return {"duration": max(lasted, 0.0)}


def _remembered(standing: Mapping[_Key, Record], seat: int, t: float) -> SeatSignals:
    absence = standing.get((seat, "absence", None))
    nudity = standing.get((seat, "nudity", None))
    camera = standing.get((seat, "camera.unobservable", None))
    machines = resumed_seat(t, None if absence is None else absence.type)
    return SeatSignals(
        camera=machines.camera if camera is None else _camera(camera),
        absence=machines.absence,
        nudity=machines.nudity if nudity is None else _nudity(nudity),
    )


def _camera(record: Record) -> CameraSignalState:
    reason = CameraState(str(record.data["reason"]))
    return CameraSignalState(told=reason, began=_since(record))


def _nudity(record: Record) -> NudityState:
    return NudityState(told=1 + _NUDITY.index(record.type), since=_since(record))


def _since(record: Record) -> float:
    since = record.data.get("since")
    return float(since) if isinstance(since, int | float) else record.t
