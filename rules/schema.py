"""JSON Schema (2020-12) of events and decisions, made from the types; `rules/schema.json` is a copy of it."""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Mapping
from typing import Any, Literal, NotRequired, Union

from rules.events import Audience, Json
from rules.schema_decisions import DECISIONS
from rules.schema_events import EVENTS

_PLAIN: Mapping[Any, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    type(None): "null",
}
REFUSED = "refused"
"""The decision whose data holds further facts."""

Schema = dict[str, Json]


def schema() -> Schema:
    """One schema for a line of a table's log: an event or a decision, each by its type."""
    definitions: dict[str, Json] = {}
    for name, data in EVENTS.items():
        definitions[f"event:{name}"] = _line(name, data, _event_fields(), further=True)
    for name, data in DECISIONS.items():
        definitions[f"decision:{name}"] = _line(name, data, _decision_fields(), further=name == REFUSED)
    definitions["event"] = _one_of("event", EVENTS)
    definitions["decision"] = _one_of("decision", DECISIONS)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a table's log",
        "description": "What goes into the referee (event) and what comes out of it (decision). Decisions"
        " name their rule; nothing else tells them from events, some of which bear the same name.",
        "anyOf": [{"$ref": "#/$defs/event"}, {"$ref": "#/$defs/decision"}],
        "$defs": definitions,
    }


def text() -> str:
    """The schema as the file holds it."""
    return json.dumps(schema(), indent=1) + "\n"


def _one_of(kind: str, names: Mapping[str, type]) -> Schema:
    return {"anyOf": [{"$ref": f"#/$defs/{kind}:{name}"} for name in names]}


def _line(name: str, data: type, fields: tuple[Schema, list[Json]], *, further: bool) -> Schema:
    properties, required = fields
    if name == REFUSED:
        properties["seat"] = {"type": "integer"}  # it gives back a wrong one
    return {
        "type": "object",
        "properties": {"type": {"const": name}, **properties, "data": _object(data, further)},
        "required": required,
    }


def _event_fields() -> tuple[Schema, list[Json]]:
    """Of an event's line; an event without data may leave it out."""
    return _common(), ["id", "type", "seat", "t"]


def _decision_fields() -> tuple[Schema, list[Json]]:
    properties: Schema = {
        **_common(),
        "rule": {"type": "string"},
        "caused_by": {"type": "array", "items": {"type": "string"}},
        "automated": {"type": "boolean"},
        "audience": _of(Audience),
    }
    return properties, ["type", "seat", "t", "data", "rule", "caused_by", "automated", "audience"]


def _common() -> Schema:
    return {
        "id": {"type": "string"},
        "table": {"type": "string"},
        "seat": {"type": "integer", "minimum": 0, "maximum": 10},
        "t": {"type": "number"},
    }


def _object(kind: type, further: bool) -> Schema:
    """The schema of a `TypedDict`. In an event's what may be missing may as well be null."""
    fields = typing.get_type_hints(kind, include_extras=True)
    required: list[Json] = [
        name for name, hint in fields.items() if typing.get_origin(hint) is not NotRequired
    ]
    null: Schema = {"type": "null"}
    properties: Schema = {
        name: {"anyOf": [_of(hint), null]} if further and name not in required else _of(hint)
        for name, hint in fields.items()
    }
    found: Schema = {"type": "object", "properties": properties}
    if required:
        found["required"] = required
    if not further:
        found["additionalProperties"] = False
    return found


def _of(hint: Any) -> Schema:
    """The schema of a type hint.

    Raises:
        TypeError: there is no JSON of that type.
    """
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if hint in _PLAIN:
        return {"type": _PLAIN[hint]}
    if origin is NotRequired:
        return _of(args[0])
    if origin is Literal:
        return {"enum": list(args)}
    if origin is list:
        return {"type": "array", "items": _of(args[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": _of(args[1])}
    if origin in (Union, types.UnionType):
        return {"anyOf": [_of(arg) for arg in args]}
    if typing.is_typeddict(hint):
        return _object(hint, further=False)
    raise TypeError(f"{hint} has no schema")
