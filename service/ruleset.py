"""A rule set: a TOML file that changes thresholds and policies, checked before anything runs.

The file's tables and keys are the fields of the policy dataclasses, so what is documented there is what
may be written here, and nothing else. `[vocabulary] file` names a vocabulary file, relative to the rule set,
over which the rest of that table lies.
"""

from __future__ import annotations

import dataclasses
import difflib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

from pydantic import ConfigDict, TypeAdapter, ValidationError

from service.gestures import vocabulary_file

T = TypeVar("T")


class RulesetError(Exception):
    """The rule set cannot be used. The message says which key of which file, and what to write instead."""


def load(path: Path, default: T) -> T:
    """Read a rule set over a default policy.

    Args:
        path: a TOML file.
        default: an instance of a (nested) dataclass; fields that the file does not name keep its values.

    Raises:
        RulesetError: unreadable file, no TOML, unknown key, wrong type or a value the policy refuses.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RulesetError(f"{path}: cannot be read ({error.strerror}); name a TOML file") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RulesetError(f"{path}: is no TOML ({error})") from error
    try:
        return _merge(_with_vocabulary(default, content, path.parent), content, place="")
    except RulesetError as error:
        raise RulesetError(f"{path}: {error}") from error


def _with_vocabulary(default: T, content: dict[str, Any], folder: Path) -> T:
    """`default` with the vocabulary of the file that `content` names; the name is taken out of `content`."""
    words = content.get("vocabulary")
    if not isinstance(words, dict) or "file" not in words or not hasattr(default, "vocabulary"):
        return default
    name = words.pop("file")
    if not isinstance(name, str):
        raise RulesetError(f"vocabulary.file: names a file, not {name!r}")
    if default.vocabulary.version:
        raise RulesetError("vocabulary.file: the command line names a vocabulary too; name one of them")
    try:
        vocabulary = vocabulary_file.read(folder / name)
    except vocabulary_file.VocabularyFileError as error:
        raise RulesetError(f"vocabulary.file: {error}") from error
    return dataclasses.replace(default, vocabulary=vocabulary)  # type: ignore[type-var]  # as in `_merge`


def _merge(default: T, content: dict[str, Any], place: str) -> T:
    """`default` with the fields that `content` names, recursively."""
    hints = get_type_hints(type(default))
    changes: dict[str, Any] = {}
    for key, value in content.items():
        where = f"{place}{key}"
        if key not in hints:
            raise RulesetError(f"{where}: unknown{_suggest(key, hints)}")
        changes[key] = _changed(getattr(default, key), hints[key], value, where)
    try:
        return dataclasses.replace(default, **changes)  # type: ignore[type-var]  # every default is a dataclass
    except ValueError as error:
        raise RulesetError(f"{place.rstrip('.') or 'the file'}: {error}") from error


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
        raise RulesetError(f"{where}: holds tables, write [{where}.3]")
    found = {}
    for key, table in value.items():
        if not key.isdecimal():
            raise RulesetError(f"{where}.{key}: {key!r} is no number; write [{where}.3]")
        if not isinstance(table, dict):
            raise RulesetError(f"{where}.{key}: is a table, write [{where}.{key}]")
        found[int(key)] = _merge(entry(), table, f"{where}.{key}.")
    return found


def _part(current: Any, value: dict[str, Any], where: str) -> Any:
    """A nested policy; one that reads its own table does so (`vision.gestures.vocabulary.Vocabulary`)."""
    if not hasattr(current, "changed"):
        return _merge(current, value, f"{where}.")
    try:
        return current.changed(value)
    except ValueError as error:
        raise RulesetError(f"{where}.{error}") from error


def _table(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RulesetError(f"{where}: is a table, write [{where}]")
    return value


def _checked(hint: Any, value: Any, where: str) -> Any:
    try:
        return TypeAdapter(hint, config=_STRICT).validate_python(value, strict=isinstance(value, str))
    except ValidationError as error:
        problem = error.errors()[0]
        inner = "".join(f".{part}" for part in problem["loc"])
        raise RulesetError(f"{where}{inner}: {problem['msg']}, not {problem['input']!r}") from error


_STRICT = ConfigDict(allow_inf_nan=False)


def _suggest(key: str, known: dict[str, Any]) -> str:
    close = difflib.get_close_matches(key, known, n=1)
    if close:
        return f"; did you mean {close[0]}?"
    return f"; known here: {', '.join(sorted(known))}"
