"""How a fetch tells what it does. The rich display is in `models.display`."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, TextIO

from models.manifest import Archive, Entry


class Reporter(Protocol):
    """Told of each step of a fetch; called from several threads."""

    def note(self, text: str) -> None:
        """Something a person may want to know."""

    def downloading(self, archive: Archive, received: int) -> None:
        """Bytes of an archive that have come so far, about."""

    def downloaded(self, archive: Archive) -> None:
        """An archive is complete and its checksum right."""

    def converting(self, entry: Entry) -> None:
        """A model is being converted."""

    def stored(self, entry: Entry, file: Path) -> None:
        """A model is ready."""


class PlainReporter:
    """One line a step, for pipes and logs."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._announced: set[str] = set()

    def note(self, text: str) -> None:
        """Print it."""
        self._stream.write(text + "\n")  # in one piece, since several threads report
        self._stream.flush()

    def downloading(self, archive: Archive, received: int) -> None:
        """Print once, at the start."""
        if archive.name not in self._announced:
            self._announced.add(archive.name)
            self.note(f"getting {archive.label}, {megabytes(archive.size)}")

    def downloaded(self, archive: Archive) -> None:
        """Print it."""
        self.note(f"got {archive.label}")

    def converting(self, entry: Entry) -> None:
        """Say nothing: the result follows at once."""

    def stored(self, entry: Entry, file: Path) -> None:
        """Print name and size."""
        self.note(f"{entry.name} ready, {megabytes(file.stat().st_size)}")


class SilentReporter:
    """Says nothing."""

    def note(self, text: str) -> None:
        """Ignore it."""

    def downloading(self, archive: Archive, received: int) -> None:
        """Ignore it."""

    def downloaded(self, archive: Archive) -> None:
        """Ignore it."""

    def converting(self, entry: Entry) -> None:
        """Ignore it."""

    def stored(self, entry: Entry, file: Path) -> None:
        """Ignore it."""


def megabytes(size: int) -> str:
    """A size in bytes for people, in units of 1,000,000 bytes."""
    return f"{size / 1e6:.1f} MB"
