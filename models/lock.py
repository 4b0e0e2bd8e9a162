"""A lock between processes, held by an open file: it ends with its process, however that ends."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import msvcrt

    def _acquire(file: IO[bytes], wait: bool) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _acquire(file: IO[bytes], wait: bool) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


@contextmanager
def exclusive(path: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold the lock file `path` for the body.

    Args:
        path: created where it is missing, never deleted.
        waiting: called once where another process holds it, before waiting for that one to end.
    """
    with path.open("ab") as file:
        try:
            _acquire(file, wait=False)
        except OSError:
            waiting()
            _acquire(file, wait=True)
        yield
