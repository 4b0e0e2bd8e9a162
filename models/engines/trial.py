"""Short measurements of engines: what a picture costs, and how far a precision strays."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.engine import Engine, FloatArray

BATCH_SIZES = (1, 4)
"""A lone player's hand, and a few seats' at once."""
ROUNDS = 3

RELATIVE, ABSOLUTE = 0.03, 0.1
"""How far an output may stray from f32, root mean square over a batch of drawn hands: 3 % of its own root
mean square, plus 0.1, which matters for probabilities only (of all outputs they alone lie in 0..1). The hand
model in bf16 strays 1 % in its landmarks, 0.02 in presence and 0.06 in handedness, the palm model 2 %."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one picture costs, the mean over `BATCH_SIZES` of the median over `ROUNDS`."""

    processor_ms: float
    """All threads together."""
    wall_ms: float

    @property
    def weight(self) -> float:
        """What engines are ranked by: a table is short of processor time, a lone hand of wall time."""
        return (self.processor_ms + self.wall_ms) / 2


def costs(engines: Sequence[Engine], batch: FloatArray) -> list[Cost]:
    """Time engines that hold the same model.

    They take turns, so that a disturbance from outside meets them all alike.

    Args:
        engines: at least one.
        batch: (max(BATCH_SIZES), ...) float32.
    """
    processor: dict[tuple[int, int], list[float]] = {}
    wall: dict[tuple[int, int], list[float]] = {}
    for turn in range(ROUNDS + 1):
        for number, engine in enumerate(engines):
            for size in BATCH_SIZES:
                part = np.ascontiguousarray(batch[:size])
                processor_start, wall_start = time.process_time(), time.perf_counter()
                engine.run(part)
                wall_end, processor_end = time.perf_counter(), time.process_time()
                if turn > 0:  # the first run also makes buffers
                    key = (number, size)
                    processor.setdefault(key, []).append((processor_end - processor_start) / size)
                    wall.setdefault(key, []).append((wall_end - wall_start) / size)

    def mean(of: dict[tuple[int, int], list[float]], number: int) -> float:
        return 1e3 * statistics.fmean(statistics.median(of[number, size]) for size in BATCH_SIZES)

    return [Cost(mean(processor, number), mean(wall, number)) for number in range(len(engines))]


def deviation(reference: Sequence[FloatArray], outputs: Sequence[FloatArray]) -> float:
    """How far outputs stray, in units of what is allowed: the largest over the outputs, 1 is the limit.

    Not a finite number anywhere: infinite.
    """
    worst = 0.0
    for wanted, found in zip(reference, outputs, strict=True):
        if not np.all(np.isfinite(found)):
            return math.inf
        worst = max(worst, _rms(wanted - found) / (RELATIVE * _rms(wanted) + ABSOLUTE))
    return worst


def _rms(values: FloatArray) -> float:
    return float(np.sqrt(np.mean(np.square(values, dtype=np.float64)))) if values.size else 0.0
