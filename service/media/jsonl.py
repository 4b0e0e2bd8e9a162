"""Lines out: one JSON object a line, whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self


class JsonLines:
    """Writes lines to a file or to standard output, each at once and whole.

    The first failure - a full disk, a reader that went away - is told once and ends the writing; the program
    goes on. A file then ends with the last whole line.
    """

    def __init__(
        self,
        target: Path | str,
        on_failure: Callable[[str], None],
        on_leaving: Callable[[str], None] | None = None,
    ) -> None:
        """Open the file anew, or standard output for `-`.

        Args:
            target: the file, or `-`.
            on_failure: told in one line that lines are lost.
            on_leaving: told instead where nobody reads the lines any more; `on_failure` where it is None.

        Raises:
            OSError: the file cannot be created.
        """
        self.name = "standard output" if str(target) == "-" else str(target)
        self.failed = False
        self._on_failure = on_failure
        self._on_leaving = on_leaving or on_failure
        self._own = str(target) != "-"
        self._fd: int | None
        if self._own:
            self._fd = os.open(
                target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o666
            )
        else:
            sys.stdout.flush()
            self._fd = _descriptor()

    def write(self, line: str) -> bool:
        """Write a JSON text and a line break.

        Args:
            line: without line breaks. Halves of surrogate pairs, as in names of files that are no UTF-8,
                become JSON escapes.

        Returns:
            False where it could not be written now or an earlier one could not.
        """
        if self.failed:
            return False
        data = line.encode("utf-8", "backslashreplace") + b"\n"
        written = 0
        try:
            if self._fd is None:
                sys.stdout.write(data.decode())
                sys.stdout.flush()
                return True
            while written < len(data):
                written += os.write(self._fd, data[written:])
        except OSError as error:
            self._fail(error, written)
            return False
        return True

    def close(self) -> None:
        """Close the file; standard output stays open. Safe to call twice."""
        if self._own and self._fd is not None:
            os.close(self._fd)
            self._fd = None
            self.failed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _fail(self, error: OSError, half: int) -> None:
        self.failed = True
        if half and self._fd is not None and stat.S_ISREG(os.fstat(self._fd).st_mode):
            end = os.lseek(self._fd, 0, os.SEEK_CUR)
            os.ftruncate(self._fd, end - half)
        what = f"event lines stopped: {self.name}"
        if isinstance(error, BrokenPipeError):
            self._on_leaving(f"{what}: nobody reads it any more")
        else:
            self._on_failure(f"{what}: {error.strerror}")


def _descriptor() -> int | None:
    """The descriptor of standard output, None where it is an object in memory."""
    try:
        return sys.stdout.fileno()
    except (OSError, ValueError):
        return None
