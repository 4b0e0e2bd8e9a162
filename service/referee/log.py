"""Logs of a table: events and, after each, what the referee decided on it; one JSON object a line.

A decision has the fields of an event and `rule`, `caused_by`, `automated`, `audience` besides. What another
part of the house decided, as the grounds in a log of `watch`, has not; it is passed over.
"""

from __future__ import annotations

import json
import math
import reprlib
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from rules.canonical import to_json
from rules.events import Decision, Event
from rules.schema_decisions import DECISIONS
from rules.schema_events import EVENTS

DEEPEST = 100
"""Lists and objects in each other: an event needs three, and what handles them is recursive."""


class LogError(Exception):
    """A log that cannot be used. The message says which line, what is wrong and what to write instead."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line: an event, a decision as the log holds it, or neither where others decided."""

    number: int
    event: Event | None = None
    decision: dict[str, Any] | None = None


def read(path: str, *, script: bool = False) -> Iterator[Line]:
    """The lines of a log; empty ones are passed over.

    Args:
        path: a file, or `-` for standard input.
        script: whether it was written by hand: then `id`, `seat` and `t` may be left out. They are counted,
            0, and the time of the event before.

    Raises:
        LogError: it cannot be read, or a line is no event.
    """
    last = 0.0
    for number, content in _objects(path):
        kind = content.get("type")
        other = isinstance(kind, str) and kind in DECISIONS and kind not in EVENTS
        if "caused_by" in content or (other and "rule" in content):
            yield Line(number, decision=content)
            continue
        if other:
            yield Line(number)
            continue
        given = {"id": f"e{number:04}", "seat": 0, "t": last, **content} if script else content
        event = _event(given, f"{path}:{number}")
        last = event.t
        yield Line(number, event=event)


def event_line(event: Event, table: str) -> str:
    """An event as JSON, keys in the contract's order."""
    fields = (event.id, event.type, table, event.seat, event.t, to_json(event.data))
    return _dumps(dict(zip(("id", "type", "table", "seat", "t", "data"), fields, strict=True)))


def decision_line(decision: Decision, table: str, number: int) -> str:
    """A decision as JSON: an event's fields, with `number` for its identifier, and what it rests on.

    Identifiers are counted for each reader anew, so that gaps tell nobody of what he may not see.
    """
    fields = to_json(decision)
    first = {"id": f"d{number:05}", "type": fields.pop("type"), "table": table}
    return _dumps({**first, **{name: fields.pop(name) for name in ("seat", "t", "data")}, **fields})


def as_logged(decision: Decision) -> dict[str, Any]:
    """A decision as a log holds it, without the fields that only a log has."""
    fields: dict[str, Any] = json.loads(_dumps(to_json(decision)))
    return fields


def _dumps(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _objects(path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """(number of the line from 1, its object)."""
    for number, raw in enumerate(_raw(path), start=1):
        if not raw.strip():
            continue
        try:
            content = json.loads(
                raw.decode("utf-8-sig" if number == 1 else "utf-8"), parse_constant=_no_number
            )
        except (ValueError, RecursionError) as error:
            raise LogError(f"{path}:{number}: is no JSON ({error}); write one object a line") from error
        if not isinstance(content, dict):
            raise LogError(f"{path}:{number}: is no JSON object; write one object a line")
        yield number, content


def _raw(path: str) -> Iterable[bytes]:
    try:
        with nullcontext(sys.stdin.buffer) if path == "-" else open(path, "rb") as file:  # noqa: PTH123
            yield from file
    except OSError as error:
        raise LogError(f"{path}: cannot be read ({error.strerror}); name a log of events") from error


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number of JSON")


def _event(content: dict[str, Any], place: str) -> Event:
    """The event of a line.

    Raises:
        LogError: a field is missing or of the wrong kind.
    """
    identifier, kind = _text(content, "id", place), _text(content, "type", place)
    seat, t, data = content.get("seat"), content.get("t"), content.get("data", {})
    if type(seat) is not int:
        raise LogError(f"{place}: seat: is a whole number from 0 to 10, not {_short(seat)}")
    if isinstance(t, bool) or not isinstance(t, int | float) or not _finite(t):
        raise LogError(f"{place}: t: is a number of seconds, not {_short(t)}")
    if not isinstance(data, dict):
        raise LogError(f"{place}: data: is an object, not {_short(data)}")
    if _depth(data) > DEEPEST:
        raise LogError(f"{place}: data: lists and objects lie more than {DEEPEST} deep in each other")
    return Event(identifier, kind, seat, float(t), data)


def _depth(value: Any) -> int:
    """How deep lists and objects lie in each other, without recursion."""
    depth, level = 0, [value]
    while level:
        depth += 1
        inner = [list(item.values()) if isinstance(item, dict) else item for item in level]
        level = [item for items in inner for item in items if isinstance(item, list | dict)]
    return depth


def _short(value: object) -> str:
    """A value as a message may show it."""
    text = reprlib.repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _finite(t: float) -> bool:
    try:
        return math.isfinite(float(t))
    except OverflowError:
        return False


def _text(content: dict[str, Any], name: str, place: str) -> str:
    value = content.get(name)
    if not isinstance(value, str) or not value:
        raise LogError(f"{place}: {name}: is a text, not {_short(value)}")
    return value
