"""Which stretches of which videos are measured on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a video and how many hands are in view all the time."""

    path: Path
    hands: int
    begin: float = 0.0
    end: float = float("inf")
