"""What a look at the machine brings: one thing, how it is, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "warn", "fail"]
"""`fail`: the sidecar will not work; `warn`: it will, but less well than it could, or less safely."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    subject: str
    """A word or two, the same for ever: `tcp port`."""
    state: State
    told: str
    """What was found, with figures."""
    remedy: str = ""
    """What to do; empty where nothing is to be done."""


def ok(subject: str, told: str) -> Finding:
    """All is well."""
    return Finding(subject, "ok", told)


def warn(subject: str, told: str, remedy: str) -> Finding:
    """It works, but."""
    return Finding(subject, "warn", told, remedy)


def fail(subject: str, told: str, remedy: str) -> Finding:
    """It does not work."""
    return Finding(subject, "fail", told, remedy)
