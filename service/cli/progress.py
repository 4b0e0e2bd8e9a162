"""A progress bar on a terminal; none into a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def progress(word: str, total: int) -> Iterator[Callable[[], None]]:
    """Show how far a task of `total` equal steps is, on stderr; what is given is called after each step."""
    with Progress(
        TextColumn(word),
        BarColumn(bar_width=40),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
        transient=True,
    ) as bar:
        task = bar.add_task(word, total=total)
        yield lambda: bar.advance(task)
