"""The part of JSON Schema 2020-12 that our schema uses; anything else in a schema is an error."""

from __future__ import annotations

from typing import Any

_KINDS: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
    "array": (list,),
    "object": (dict,),
}
_KNOWN = {"$schema", "$defs", "$ref", "title", "description", "type", "const", "enum", "anyOf", "items"}
_KNOWN |= {"properties", "required", "additionalProperties", "minimum", "maximum"}


def errors(value: Any, schema: dict[str, Any], root: dict[str, Any], place: str = "") -> list[str]:
    """What does not fit, with its place."""
    assert set(schema) <= _KNOWN, set(schema) - _KNOWN
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        return errors(value, root["$defs"][name], root, place)
    if "anyOf" in schema:
        tried = [errors(value, option, root, place) for option in schema["anyOf"]]
        return [] if any(not found for found in tried) else min(tried, key=len)
    found = _plain(value, schema, place)
    if not found and isinstance(value, list):
        for number, item in enumerate(value):
            found += errors(item, schema.get("items", {}), root, f"{place}[{number}]")
    if not found and isinstance(value, dict):
        found += _fields(value, schema, root, place)
    return found


def _plain(value: Any, schema: dict[str, Any], place: str) -> list[str]:
    if "const" in schema and value != schema["const"]:
        return [f"{place}: {value!r} is not {schema['const']!r}"]
    if "enum" in schema and not any(value == item and type(value) is type(item) for item in schema["enum"]):
        return [f"{place}: {value!r} is none of {schema['enum']}"]
    if "type" in schema:
        kinds = _KINDS[schema["type"]]
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            return [f"{place}: {value!r} is no {schema['type']}"]
    low, high = schema.get("minimum", float("-inf")), schema.get("maximum", float("inf"))
    if isinstance(value, int | float) and not low <= value <= high:
        return [f"{place}: {value!r} is not between {low} and {high}"]
    return []


def _fields(value: dict[str, Any], schema: dict[str, Any], root: dict[str, Any], place: str) -> list[str]:
    found = [f"{place}: lacks {name}" for name in schema.get("required", ()) if name not in value]
    rest = schema.get("additionalProperties", True)
    for name, item in value.items():
        if name in schema.get("properties", {}):
            found += errors(item, schema["properties"][name], root, f"{place}.{name}")
        elif rest is False:
            found.append(f"{place}: knows no {name}")
        elif isinstance(rest, dict):
            found += errors(item, rest, root, f"{place}.{name}")
    return found
