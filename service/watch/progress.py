"""A progress bar on a terminal, none into a pipe."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar


class Progress:
    """Shows on stderr how much media time has been watched."""

    def __init__(self, duration: float | None) -> None:
        """Expect that many seconds of media time; None where it is not known."""
        self._bar = Bar(
            TextColumn("watching"),
            BarColumn(bar_width=40),
            TextColumn("{task.completed:.1f} s"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            disable=not sys.stderr.isatty(),
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = self._bar.add_task("watching", total=duration)

    def advance(self, t: float) -> None:
        """Media time stands at `t` seconds."""
        self._bar.update(self._task, completed=t)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()
