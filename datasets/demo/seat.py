"""What the demo hands over: a clip for each seat, and what is to be said about it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class DemoSeat:
    """One seat of the demo."""

    seat: int
    """1..10"""
    path: Path
    """A video file."""
    title: str
    """What is to be seen, one line."""
    origin: str
    """Where people, hands and picture come from."""
    licence: str
    """Of each part named in `origin`."""
    expected: tuple[str, ...]
    """Event types that watching this clip must bring; others may come too."""
    shapes: tuple[str, ...] = ()
    """The hand shapes shown, in order."""
