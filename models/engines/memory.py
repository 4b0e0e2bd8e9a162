"""Remembers measurements in a file, so that they are made once a machine."""

from __future__ import annotations

import json
import logging
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from models.engines import machine

_log = logging.getLogger(__name__)

_FORMAT = 1


class Memory:
    """Numbers by text keys, valid for this machine and these runtimes only.

    A file that is missing, broken or of another format is an empty memory; one that cannot be written is
    a warning, and the numbers are then measured again next time.
    """

    def __init__(self, file: Path) -> None:
        """Read the file, if there is one."""
        self.file = file
        self._numbers = _ours(self._read())

    def get(self, key: str) -> float | None:
        """The number of that key, if it is known."""
        return self._numbers.get(key)

    def remember(self, numbers: Mapping[str, float]) -> bool:
        """Add numbers and write the file; False where it could not be written."""
        content = self._read()
        self._numbers = {**_ours(content), **self._numbers, **numbers}
        machines = content.get("machines")
        kept = dict(machines) if isinstance(machines, dict) else {}
        kept[machine.key()] = {"machine": machine.describe(), "numbers": self._numbers}
        text = json.dumps({"format": _FORMAT, "machines": kept}, indent=1, sort_keys=True)
        try:
            _replace(self.file, text)
        except OSError as error:
            _log.warning("cannot remember the engines' measurements in %s: %s", self.file, error.strerror)
            return False
        return True

    def _read(self) -> dict[str, Any]:
        try:
            content = json.loads(self.file.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return content if isinstance(content, dict) and content.get("format") == _FORMAT else {}


def _ours(content: dict[str, Any]) -> dict[str, float]:
    """The numbers of this machine in a file's content; whatever is not a number is left out."""
    machines = content.get("machines")
    record = machines.get(machine.key()) if isinstance(machines, dict) else None
    numbers = record.get("numbers") if isinstance(record, dict) else None
    pairs = numbers.items() if isinstance(numbers, dict) else ()
    return {name: float(value) for name, value in pairs if isinstance(value, int | float)}


def _replace(file: Path, text: str) -> None:
    """Write a file so that a reader sees the old or the new one, never a part."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f"{file.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        Path(name).replace(file)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
