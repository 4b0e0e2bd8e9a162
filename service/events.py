"""The table's log: signals become numbered events, and the referee's decisions follow what caused them.

This is the one place where a vision signal is turned into a rules event.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.events import Event as RulesEvent
from rules.table.fairplay import grounds
from vision.signals.signal import Json, Signal


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the event contract."""

    id: str
    """`TABLE-000001`, counted from 1: the same input gives the same identifiers."""
    type: str
    table: str
    seat: int
    t: float
    """Media time in seconds of the seat's own track, rounded to a microsecond."""
    data: dict[str, Json]

    def to_json(self) -> str:
        """One line of JSON, keys in the contract's order."""
        fields = {name: getattr(self, name) for name in ("id", "type", "table", "seat", "t", "data")}
        return json.dumps(fields, ensure_ascii=False, allow_nan=False)


def to_rules(signal: Signal, identifier: str) -> RulesEvent:
    """What the referee is told of a signal."""
    return RulesEvent(identifier, signal.type, signal.seat, signal.t, signal.data)


def with_models(signal: Signal, models: Mapping[str, Mapping[str, str]]) -> dict[str, Json]:
    """The data of a signal with the versions of the models that it rests on.

    Args:
        signal: what vision tells.
        models: by the first word of a signal's type, versions by the model's name; a signal that names its
            models itself keeps its own.
    """
    data = dict(signal.data)
    if (behind := models.get(signal.type.partition(".")[0])) is not None:
        data.setdefault("models", dict[str, Json](behind))
    return data


class EventLog:
    """Numbers events and asks the referee about each. Keeps no events itself."""

    def __init__(self, table: str, models: Mapping[str, Mapping[str, str]] | None = None) -> None:
        """Begin a log.

        Args:
            table: its name.
            models: as of `with_models`.
        """
        self.table = table
        self._models = models or {}
        self._count = 0
        self._grounds = grounds.GroundsState()

    def record(self, signals: Iterable[Signal]) -> list[Event]:
        """The events of one tick, ordered by time and seat, each followed by what the referee made of it."""
        events: list[Event] = []
        for signal in sorted(signals, key=lambda s: (s.t, s.seat)):
            event = self._number(signal.type, signal.seat, signal.t, with_models(signal, self._models))
            events.append(event)
            told = to_rules(Signal(event.type, event.seat, event.t, event.data), event.id)
            self._grounds, decisions = grounds.apply(self._grounds, told)
            events += [self._number(d.type, d.seat, d.t, dict(d.data)) for d in decisions]
        return events

    def _number(self, kind: str, seat: int, t: float, data: dict[str, Json]) -> Event:
        self._count += 1
        identifier = f"{self.table}-{self._count:06d}"
        return Event(
            identifier, kind, self.table, seat, round(t, 6), {key: _rounded(data[key]) for key in data}
        )


def _rounded(value: Json) -> Json:
    """Numbers to a microsecond, as `t` is."""
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, list):
        return [_rounded(item) for item in value]
    return {key: _rounded(value[key]) for key in value} if isinstance(value, dict) else value
