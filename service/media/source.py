"""What a source of pictures is, what it yields, and how it fails."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from vision.frame import Frame


class SourceError(Exception):
    """An input cannot be read. The message is one line: what, where, what to do."""


class Fate(Enum):
    """What happened to a source besides frames."""

    CORRUPT = "corrupt"
    """A stretch could not be decoded; frames follow again unless the source ends there."""
    ENDED = "ended"
    """It came to its regular end."""
    BROKEN = "broken"
    """It stopped before its end: cut off, unplugged, timed out."""


@dataclass(frozen=True, slots=True)
class SourceEvent:
    """Something other than a frame."""

    seat: int
    kind: Fate
    t: float
    """Media time in seconds of the last sound frame before it; 0 where there was none."""
    until: float | None = None
    """For CORRUPT: media time of the first sound frame after it; None where none came."""
    lost: int = 0
    """For CORRUPT: how many packets or frames could not be used."""
    reason: str = ""
    """One line for people."""


Item = Frame | SourceEvent


class Source(Protocol):
    """Frames of one seat in the order of their media time, each instant later than the one before.

    Iterate it once. The last item is an ENDED or BROKEN event, after which `close` has no more to do; it
    may be called at any time by the thread that iterates.
    """

    @property
    def seat(self) -> int:
        """1..10"""
        ...

    @property
    def name(self) -> str:
        """What the user asked for, for messages."""
        ...

    @property
    def live(self) -> bool:
        """True where pictures come when they come and waiting loses them."""
        ...

    @property
    def duration(self) -> float | None:
        """Expected media time of the end in seconds, for a progress bar; None where unknown."""
        ...

    @property
    def period(self) -> float:
        """Expected seconds between two frames."""
        ...

    def __iter__(self) -> Iterator[Item]: ...

    def close(self) -> None:
        """Let go of the file or the device."""
        ...
