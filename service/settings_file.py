"""TOML over a tree of dataclasses: what may be written is what the fields document, and nothing else."""

from __future__ import annotations

import dataclasses
import difflib
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

from pydantic import ConfigDict, TypeAdapter, ValidationError

T = TypeVar("T")


class SettingsError(Exception):
    """A settings file cannot be used. The message says which key, and what to write instead."""


def read(path: Path) -> dict[str, Any]:
    """The tables of a TOML file.

    Raises:
        SettingsError: it cannot be read or is no TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read ({error.strerror}); name a TOML file") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: is no TOML ({error})") from error


def merge(default: T, content: dict[str, Any], place: str) -> T:
    """`default` with the fields that `content` names, recursively.

    Args:
        default: an instance of a (nested) dataclass; fields that `content` does not name keep their values.
        place: what stands before a key in messages, empty or with a dot at its end.

    Raises:
        SettingsError: unknown key, wrong type or a value that the dataclass refuses.
    """
    hints = get_type_hints(type(default))
    changes: dict[str, Any] = {}
    for key, value in content.items():
        where = f"{place}{key}"
        if key not in hints:
            raise SettingsError(f"{where}: unknown{_suggest(key, hints)}")
        changes[key] = _changed(getattr(default, key), hints[key], value, where)
    try:
        return dataclasses.replace(default, **changes)  # type: ignore[type-var]  # every default is a dataclass
    except ValueError as error:
        raise SettingsError(f"{place.rstrip('.') or 'the file'}: {error}") from error


def _changed(current: Any, hint: Any, value: Any, where: str) -> Any:
    """A field's new value: tables lie over what is there, anything else takes its place."""
    if dataclasses.is_dataclass(current) and not isinstance(current, type):
        return _part(current, _table(value, where), where)
    entry = _entry_type(hint)
    if entry is not None:
        return _entries(entry, value, where)
    if isinstance(current, Mapping):
        return {**current, **_checked(hint, _table(value, where), where)}
    return _checked(hint, value, where)


def _entry_type(hint: Any) -> Any:
    """The dataclass that a field of numbered tables (`Mapping[int, dataclass]`) holds; else None."""
    kinds = get_args(hint)
    return kinds[1] if len(kinds) == 2 and kinds[0] is int and dataclasses.is_dataclass(kinds[1]) else None


def _entries(entry: Any, value: Any, where: str) -> dict[int, Any]:
    """Numbered tables, as [seats.3], each over the defaults of `entry`."""
    if not isinstance(value, dict):
        raise SettingsError(f"{where}: holds tables, write [{where}.3]")
    found = {}
    for key, table in value.items():
        if not key.isdecimal():
            raise SettingsError(f"{where}.{key}: {key!r} is no number; write [{where}.3]")
        if not isinstance(table, dict):
            raise SettingsError(f"{where}.{key}: is a table, write [{where}.{key}]")
        found[int(key)] = merge(entry(), table, f"{where}.{key}.")
    return found


def _part(current: Any, value: dict[str, Any], where: str) -> Any:
    """A nested policy; one that reads its own table does so (`vision.gestures.vocabulary.Vocabulary`)."""
    if not hasattr(current, "changed"):
        return merge(current, value, f"{where}.")
    try:
        return current.changed(value)
    except ValueError as error:
        raise SettingsError(f"{where}.{error}") from error


def _table(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise SettingsError(f"{where}: is a table, write [{where}]")
    return value


def _checked(hint: Any, value: Any, where: str) -> Any:
    try:
        # as JSON, so that lists make tuples and whole numbers floats, but neither texts nor truths numbers
        return TypeAdapter(hint, config=_STRICT).validate_json(json.dumps(value, default=str), strict=True)
    except ValidationError as error:
        problem = error.errors()[0]
        inner = "".join(f".{part}" for part in problem["loc"])
        raise SettingsError(f"{where}{inner}: {problem['msg']}, not {problem['input']!r}") from error


_STRICT = ConfigDict(allow_inf_nan=False)


def _suggest(key: str, known: dict[str, Any]) -> str:
    close = difflib.get_close_matches(key, known, n=1)
    if close:
        return f"; did you mean {close[0]}?"
    return f"; known here: {', '.join(sorted(known))}"
