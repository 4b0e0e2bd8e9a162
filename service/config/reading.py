"""Settings from a file and the environment: all that is wrong is told at once, each with place and hint.

The environment lies over the file: CONSIGLIERE_SERVER_PORT is `port` in `[server]`; lists are JSON. Paths in
the file are relative to the file.
"""

from __future__ import annotations

import difflib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from service import settings_file
from service.config import checks, describe, environment
from service.config.faults import ConfigError, Fault
from service.config.settings import Settings

DEFAULT_FILE = "consigliere.toml"
_CUT = 60

Origin = Literal["default", "file", "environment"]


@dataclass(frozen=True, slots=True)
class Reading:
    """Settings, and where each comes from."""

    settings: Settings
    origins: Mapping[str, Origin]
    """By key, as `server.port`; what is not in it is a default."""
    file: Path | None


def load(path: Path | None = None) -> Settings:
    """The settings of a file under the environment; see `read`."""
    return read(path).settings


def read(path: Path | None = None) -> Reading:
    """Read the settings.

    Args:
        path: the file; None takes CONSIGLIERE_CONFIG, else `consigliere.toml` in the working directory where
            there is one, else the defaults.

    Raises:
        ConfigError: with everything that is wrong.
    """
    file = path or _usual_file()
    content: dict[str, Any] = {}
    if file is not None:
        try:
            content = settings_file.read(file)
        except settings_file.SettingsError as error:
            problem, _, hint = str(error).removeprefix(f"{file}: ").partition("; ")
            hint = hint or "mend it; `consigliere config explain` prints a whole example"
            raise ConfigError((Fault("", problem, hint, str(file)),)) from error
    found, faults = environment.read()
    reading = _Merge(file, content, found)
    faults += reading.faults
    if faults:
        raise ConfigError(tuple(faults))
    return Reading(reading.settings, _origins(content, found), file)


class _Merge:
    """One pass over the file alone, where types are strict, and one over both, where texts may be numbers."""

    def __init__(self, file: Path | None, content: dict[str, Any], found: dict[str, Any]) -> None:
        self.file = file
        self.found = found
        strict = json.dumps(content, default=str)  # dates become texts: no field holds one
        faults = [
            _fault(error, self._of_file(error["loc"]))
            for error in _errors(lambda: Settings.model_validate_json(strict, strict=True))
        ]
        merged = _over(_placed(json.loads(strict), file), found)
        faults += [
            _fault(error, _of_variable(error["loc"]))
            for error in _errors(lambda: Settings.model_validate(merged))
            if self._of_environment(error["loc"])
        ]
        whole = {fault.key for fault in faults}
        self.settings = Settings.model_validate(_without(merged, whole))
        faults += [
            self._at(fault)
            for fault in checks.contradictions(self.settings)
            if not any(_same(key, wrong) for key in fault.keys for wrong in whole)
        ]
        self.faults = faults

    def _of_environment(self, place: Sequence[str | int]) -> bool:
        here: Any = self.found
        for part in place[:2]:
            if not isinstance(here, dict) or part not in here:
                return False
            here = here[part]
        return len(place) > 1

    def _at(self, contradiction: checks.Contradiction) -> Fault:
        key = contradiction.keys[0]
        path = key.split(".")
        place = _of_variable(path) if self._of_environment(path) else self._of_file(path)
        return Fault(key, contradiction.problem, contradiction.hint, place)

    def _of_file(self, path: Sequence[str | int]) -> str:
        return f"{self.file}: {_dotted(path)}" if self.file else _dotted(path)


def _fault(error: ErrorDetails, place: str) -> Fault:
    problem, hint = _told(error)
    return Fault(_dotted(error["loc"]), problem, hint, place)


def _of_variable(path: Sequence[str | int]) -> str:
    return environment.variable(str(path[0]), str(path[1]))


def _usual_file() -> Path | None:
    named = os.environ.get(environment.FILE_VARIABLE)
    if named:
        return Path(named)
    usual = Path(DEFAULT_FILE)
    return usual if usual.is_file() else None


def _errors(validate: Callable[[], object]) -> list[ErrorDetails]:
    try:
        validate()
    except ValidationError as error:
        found = error.errors(include_url=False)
        # a list whose entries are all wrong is told to be empty as well
        return [one for one in found if not any(_below(other["loc"], one["loc"]) for other in found)]
    return []


def _below(place: Sequence[str | int], other: Sequence[str | int]) -> bool:
    return len(place) > len(other) and list(place[: len(other)]) == list(other)


def _told(error: ErrorDetails) -> tuple[str, str]:
    """What is wrong, and what to write instead."""
    place = error["loc"]
    if error["type"] == "extra_forbidden":
        known = describe.known_at(place[:-1])
        key = str(place[-1])
        close = _elsewhere(key) or difflib.get_close_matches(key, known, n=1)
        hint = f"did you mean {close[0]}?" if close else f"known here: {', '.join(known)}"
        return "no such key" if len(place) > 1 else "no such section", hint
    field = describe.field_at(place)
    if field is None:
        return str(error["msg"]), "see `consigliere config explain`"
    if error["type"] == "missing":
        return "is missing", f"write {describe.expected(field)}"
    if len(place) == 1:
        return "is no table", f"write [{place[0]}] and its keys below"
    problem = "cannot be used" if describe.is_secret(field) else f"{_input(error)} cannot be used"
    example = f", as {describe.shown(field.examples[0])}" if field.examples else ""
    if error["type"] == "string_pattern_mismatch" and not example:
        example = f", as {describe.shown(field.default)}"
    return problem, f"write {describe.expected(field)}{example}"


def _elsewhere(key: str) -> list[str]:
    """The same key in another section."""
    return [f"{section}.{name}" for section, name, _ in describe.leaves() if name == key]


def _input(error: ErrorDetails) -> str:
    text = describe.shown(error["input"])
    return text if len(text) <= _CUT else f"{text[:_CUT]}…"


def _placed(content: dict[str, Any], file: Path | None) -> dict[str, Any]:
    """The file's content with paths relative to the file."""
    folder = Path() if file is None else file.parent
    placed = dict(content)
    for section, key, field in describe.leaves():
        table = placed.get(section)
        if describe.is_path(field) and isinstance(table, dict) and isinstance(table.get(key), str):
            placed[section] = {**table, key: str(folder / Path(table[key]).expanduser())}
    return placed


def _over(content: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    merged = dict(content)
    for section, keys in found.items():
        below = merged.get(section)
        merged[section] = {**(below if isinstance(below, dict) else {}), **keys}
    return merged


def _without(content: dict[str, Any], keys: set[str]) -> dict[str, Any]:
    """The content without what is wrong, so that what is right can still be looked at."""
    kept: dict[str, Any] = {}
    for section, table in content.items():
        if section in keys or not isinstance(table, dict):
            continue
        kept[section] = {
            key: value
            for key, value in table.items()
            if not any(_same(f"{section}.{key}", wrong) for wrong in keys)
        }
    return kept


def _same(key: str, wrong: str) -> bool:
    """Whether a wrong place lies at or below a key."""
    return wrong == key or wrong.startswith(f"{key}.") or wrong.startswith(f"{key}[")


def _dotted(place: Sequence[str | int]) -> str:
    text = ""
    for part in place:
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".")


def _origins(content: dict[str, Any], found: dict[str, Any]) -> dict[str, Origin]:
    origins: dict[str, Origin] = {}
    layers: tuple[tuple[Origin, dict[str, Any]], ...] = (("file", content), ("environment", found))
    for origin, layer in layers:
        for section, keys in layer.items():
            origins |= dict.fromkeys((f"{section}.{key}" for key in keys), origin)
    return origins
