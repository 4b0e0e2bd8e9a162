"""Checkpoints that a running sidecar signs by itself, into a file that lies elsewhere."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from service.audit.checkpoints import Signer, newest
from service.storage.database import Database, DatabaseAway

_log = logging.getLogger(__name__)


class Checkpointer:
    """Signs how the chain stands, from time to time, where it has grown. A thread of its own."""

    def __init__(
        self,
        database: Database,
        signer: Signer,
        path: Path,
        every: float,
        *,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Sign nothing yet.

        Args:
            database: holds the chain.
            signer: signs.
            path: where lines are appended; best on another machine, or where this user may only append.
            every: seconds.
            now: seconds since 1970.
        """
        self.failures = 0
        """Checkpoints that could not be written, since the start."""
        self.signed = 0
        """Number of the entry that was signed last; 0 for none since the start."""
        self._database = database
        self._signer = signer
        self._path = path
        self._every = every
        self._now = now
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)

    def start(self) -> None:
        """Sign now, and again from time to time."""
        self._thread.start()

    def stop(self, patience: float = 10.0) -> None:
        """Sign once more, and end; call it before the database is closed."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(patience)

    def once(self) -> bool:
        """Sign if the chain has grown; whether it did. What fails is logged and counted."""
        try:
            found = self._database.read(partial(newest, at_ms=int(self._now() * 1000)))
            if found is None or found.number == self.signed:
                return False
            append_line(self._path, self._signer.signed(found))
        except DatabaseAway:
            return False  # the database's own log and metric tell of it
        except OSError as error:
            self.failures += 1
            _log.error("a checkpoint could not be written", extra={"reason": str(error)})
            return False
        self.signed = found.number
        return True

    def _run(self) -> None:
        while True:
            self.once()
            if self._stopping.wait(self._every):
                self.once()
                return


def append_line(path: Path, line: str) -> None:
    """Append a line, and see that it is on the disk.

    Raises:
        OSError: it could not be written.
    """
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
        file.flush()
        os.fsync(file.fileno())
