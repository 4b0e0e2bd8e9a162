"""Measuring a piece of work: wall time and processor time, all threads."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Cost:
    """What a number of frames cost together."""

    frames: int
    wall_s: float
    cpu_s: float
    """User and system time of this process, all threads."""

    @property
    def wall_ms(self) -> float:
        """Milliseconds of wall time a frame."""
        return 1e3 * self.wall_s / self.frames

    @property
    def cpu_ms(self) -> float:
        """Milliseconds of processor time a frame."""
        return 1e3 * self.cpu_s / self.frames

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.frames + other.frames, self.wall_s + other.wall_s, self.cpu_s + other.cpu_s)


def cost_of(work: Callable[[], int]) -> Cost:
    """Run `work`, which returns how many frames it handled, and tell what that cost."""
    cpu, wall = time.process_time(), time.perf_counter()
    frames = work()
    return Cost(frames, time.perf_counter() - wall, time.process_time() - cpu)


class StageClock:
    """Collects how long each named stage took; give `watch` to whatever has stages."""

    def __init__(self) -> None:
        self._seconds: dict[str, list[float]] = defaultdict(list)

    @contextmanager
    def watch(self, name: str) -> Iterator[None]:
        """Time one call of a stage by the wall clock."""
        begin = time.perf_counter()
        try:
            yield
        finally:
            self._seconds[name].append(time.perf_counter() - begin)

    def report(self) -> list[dict[str, str | float | int]]:
        """One row a stage, dearest first: name, p50_ms, p95_ms, calls."""
        rows = sorted(self._seconds.items(), key=lambda item: -sum(item[1]))
        return [
            {
                "name": name,
                "p50_ms": round(1e3 * float(np.percentile(seconds, 50)), 3),
                "p95_ms": round(1e3 * float(np.percentile(seconds, 95)), 3),
                "calls": len(seconds),
            }
            for name, seconds in rows
        ]
