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


class EventLog:
    """Numbers events and asks the referee about each. Keeps no events itself."""

    def __init__(self, table: str, models: Mapping[str, Mapping[str, str]] | None = None) -> None:
        """Begin a log.

        Args:
            table: its name.
            models: by the first word of an event's type, the versions of the models by name that it rests
                on; an event that names its models itself keeps its own.
        """
        self.table = table
        self._models = models or {}
        self._count = 0
        self._grounds = grounds.GroundsState()

    def record(self, signals: Iterable[Signal]) -> list[Event]:
        """The events of one tick, ordered by time and seat, each followed by what the referee made of it."""
        events: list[Event] = []
        for signal in sorted(signals, key=lambda s: (s.t, s.seat)):
            data = dict(signal.data)
            if (models := self._models.get(signal.type.partition(".")[0])) is not None:
                data.setdefault("models", dict[str, Json](models))
            event = self._number(signal.type, signal.seat, signal.t, data)
            events.append(event)
            asked = RulesEvent(event.id, event.type, event.seat, event.t, event.data)
            self._grounds, decisions = grounds.apply(self._grounds, asked)
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
