"""Works that are written together or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Connection

T = TypeVar("T")
Work = Callable[[Connection], T]
"""Changes the database. It may be run again where a commit failed: it must change nothing else."""


@dataclass
class Unit:
    """Works of one transaction."""

    asked: list[tuple[Work[Any], Future[Any]]] = field(default_factory=list)
    future: Future[None] = field(default_factory=Future)
    """Done when all of it is written."""

    def ask(self, work: Work[T]) -> Future[T]:
        """Add one; its future is done before the unit's."""
        future: Future[T] = Future()
        self.asked.append((work, future))
        return future

    def run(self, connection: Connection) -> list[Any]:
        """Do all of them, in order."""
        return [work(connection) for work, _ in self.asked]

    def finish(self, written: Future[list[Any]]) -> None:
        """Tell who waits."""
        error = written.exception()
        for place, (_, future) in enumerate(self.asked):
            if error is None:
                future.set_result(written.result()[place])
            else:
                future.set_exception(error)
        if error is None:
            self.future.set_result(None)
        else:
            self.future.set_exception(error)


_CURRENT: ContextVar[Unit | None] = ContextVar("unit", default=None)


def current() -> Unit | None:
    """The unit that this context is in."""
    return _CURRENT.get()


@contextmanager
def begun() -> Iterator[Unit]:
    """A new unit for what is called within."""
    unit = Unit()
    token = _CURRENT.set(unit)
    try:
        yield unit
    finally:
        _CURRENT.reset(token)
