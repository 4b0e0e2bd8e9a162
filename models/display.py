"""Shows a fetch to people: bars on a terminal, plain lines into a pipe or file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TaskID, TextColumn, TransferSpeedColumn

from models.manifest import Archive, Entry
from models.progress import PlainReporter, Reporter, megabytes


@contextmanager
def shown_on(stream: TextIO) -> Iterator[Reporter]:
    """A reporter for the length of one fetch that suits the stream."""
    console = Console(file=stream)
    if not console.is_terminal:
        yield PlainReporter(stream)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with Progress(*columns, console=console) as progress:
        yield _Bars(progress)


class _Bars:
    """A bar an archive, a line a finished model."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._tasks: dict[str, TaskID] = {}

    def note(self, text: str) -> None:
        self._progress.console.print(text, highlight=False)

    def downloading(self, archive: Archive, received: int) -> None:
        if archive.name not in self._tasks:
            self._tasks[archive.name] = self._progress.add_task(archive.label, total=archive.size)
        self._progress.update(self._tasks[archive.name], completed=min(received, archive.size))

    def downloaded(self, archive: Archive) -> None:
        self.downloading(archive, archive.size)

    def converting(self, entry: Entry) -> None:
        pass  # takes a second or two; the line about the result follows

    def stored(self, entry: Entry, file: Path) -> None:
        self.note(f"[green]✓[/green] {entry.name}, {megabytes(file.stat().st_size)}")
