"""Order is kept, everything is done before the end, and errors are not lost."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

import pytest

from service.watch.background import Background


def test_all_items_are_worked_on_in_order_elsewhere() -> None:
    done: list[tuple[int, bool]] = []
    main = threading.current_thread()
    with Background[int](lambda item: done.append((item, threading.current_thread() is main))) as background:
        for item in range(20):
            background.give(item)
    assert done == [(item, False) for item in range(20)]


def feed(items: Iterable[int], work: Callable[[int], None], giver: Exception | None = None) -> None:
    with Background(work) as background:
        for item in items:
            background.give(item)
        if giver is not None:
            raise giver


def broken(item: int) -> None:
    raise ValueError(f"broken at {item}")


def test_an_error_comes_back_and_ends_the_work() -> None:
    with pytest.raises(ValueError, match="broken at 1"):
        feed((1, 2, 3), broken)


def test_the_givers_own_error_goes_first() -> None:
    with pytest.raises(KeyError):
        feed((1,), broken, KeyError("giver"))
