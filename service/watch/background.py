"""Work on a thread of its own, in order and with a bound on what waits."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import Queue
from types import TracebackType
from typing import Generic, Self, TypeVar

T = TypeVar("T")


class Background(Generic[T]):
    """Hands items to `work` on one thread; `give` waits where `depth` of them are not taken yet.

    What `work` raises is raised by the next `give`, or at the end.
    """

    def __init__(self, work: Callable[[T], None], depth: int = 4) -> None:
        self._work = work
        self._items: Queue[T | None] = Queue(depth)
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="background", daemon=True)

    def give(self, item: T) -> None:
        """Queue an item."""
        self._raise()
        self._items.put(item)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._items.put(None)
        self._thread.join()
        if kind is None:
            self._raise()

    def _run(self) -> None:
        while (item := self._items.get()) is not None:
            if self._error is None:
                try:
                    self._work(item)
                except BaseException as error:  # told to whoever gives the next item
                    self._error = error

    def _raise(self) -> None:
        if self._error is not None:
            raise self._error
