"""What may be written into a field, in words: for refusals, and for who reads the example file."""

from __future__ import annotations

import json
import types
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo

from service.config.section import Section
from service.config.settings import Settings


def sections() -> dict[str, type[Section]]:
    """The sections by name, in the order of the file."""
    return {name: field.annotation for name, field in Settings.model_fields.items()}  # type: ignore[misc]  # all are


def field_at(path: Sequence[str | int]) -> FieldInfo | None:
    """The field that a place in the settings leads to; numbers are places in lists. None where none does."""
    kind: Any = Settings
    field: FieldInfo | None = None
    for part in path:
        if isinstance(part, int):
            kind = next(iter(get_args(_bare(kind))), None)
            continue
        if not (isinstance(kind, type) and issubclass(kind, BaseModel)) or part not in kind.model_fields:
            return None
        field = kind.model_fields[part]
        kind = _bare(field.annotation)
    return field


def known_at(path: Sequence[str | int]) -> list[str]:
    """The keys that the table at that place may have."""
    kind: Any = Settings
    for part in path:
        if isinstance(part, int):
            kind = next(iter(get_args(_bare(kind))), None)
        elif isinstance(kind, type) and issubclass(kind, BaseModel) and part in kind.model_fields:
            kind = _bare(kind.model_fields[part].annotation)
        else:
            return []
    return list(kind.model_fields) if isinstance(kind, type) and issubclass(kind, BaseModel) else []


def is_secret(field: FieldInfo) -> bool:
    """Whether its value may be shown to nobody."""
    return _bare(field.annotation) is SecretStr


def is_path(field: FieldInfo) -> bool:
    """Whether it names a file or a folder."""
    return _bare(field.annotation) is Path


def unit(field: FieldInfo) -> str:
    """Of a number; empty for anything else."""
    extra = field.json_schema_extra
    return str(extra.get("unit", "")) if isinstance(extra, dict) else ""


def expected(field: FieldInfo) -> str:
    """What may stand there, as `a whole number from 1 to 65535 (TCP port)`."""
    kind = _bare(field.annotation)
    words = _words(kind)
    bounds = _bounds(field)
    if kind in (int, float):
        words += f" from {_number(bounds['ge'])} to {_number(bounds['le'])}"
        return f"{words} ({unit(field)})"
    if bounds.get("min_length") == 1:
        words += ", not an empty one"
    elif "min_length" in bounds:
        words += f" of at least {bounds['min_length']} characters"
    return words


def inner(field: FieldInfo) -> dict[str, FieldInfo]:
    """The fields of each table in a list of tables; none for any other field."""
    kind = _bare(field.annotation)
    entry = get_args(kind)[0] if get_origin(kind) is tuple else None
    return dict(entry.model_fields) if isinstance(entry, type) and issubclass(entry, BaseModel) else {}


def shown(value: Any) -> str:
    """A value as it is written in TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {shown(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(shown, value)) + "]"
    if isinstance(value, BaseModel):
        return shown({name: getattr(value, name) for name in type(value).model_fields})
    if isinstance(value, SecretStr):
        return '"(hidden)"' if value.get_secret_value() else '""'
    if isinstance(value, float):
        return f"{value:.1f}" if value.is_integer() else repr(value)
    if isinstance(value, bool | int):
        return str(value).lower()
    return json.dumps(str(value), ensure_ascii=False)


def leaves() -> Iterator[tuple[str, str, FieldInfo]]:
    """Section, key and field of everything that may be set."""
    for name, section in sections().items():
        for key, field in section.model_fields.items():
            yield name, key, field


def _words(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(get_args(kind))
    if get_origin(kind) is tuple:
        return f"a list, each {_words(_bare(get_args(kind)[0]))}"
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return f"a table with {', '.join(kind.model_fields)}"
    return _WORDS[kind]


_WORDS = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text in quotes",
    Path: "a path in quotes",
    SecretStr: "a text in quotes",
}


def _bare(annotation: Any) -> Any:
    """An annotation without its None."""
    if get_origin(annotation) in (Union, types.UnionType):
        return next(part for part in get_args(annotation) if part is not type(None))
    return annotation


def _bounds(field: FieldInfo) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for constraint in field.metadata:
        for name in ("ge", "le", "min_length"):
            if getattr(constraint, name, None) is not None:
                found[name] = getattr(constraint, name)
    return found


def _number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else str(value)
