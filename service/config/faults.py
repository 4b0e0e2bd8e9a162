"""What is wrong with settings, and where."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong."""

    key: str
    """As in the file: `server.port`; empty where it is about the whole file."""
    problem: str
    hint: str
    """What to write instead."""
    place: str = ""
    """The file with the key, or the environment variable; empty until it is known."""

    def __str__(self) -> str:
        where = self.place or self.key
        return f"{where}: {self.problem}; {self.hint}" if where else f"{self.problem}; {self.hint}"


class ConfigError(Exception):
    """Settings cannot be used. `faults` holds everything that is wrong, `str()` one line of it all."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(" | ".join(map(str, faults)))
        self.faults = faults
