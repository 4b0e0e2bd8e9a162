"""What every engine does around its runtime: checks on the way in, assembly on the way out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.engine import FloatArray
from models.engines.choice import EngineError


@dataclass(frozen=True, slots=True)
class Signature:
    """The shapes of a graph with one input, without the batch dimension."""

    input_shape: tuple[int, ...]
    output_shapes: tuple[tuple[int, ...], ...]

    def check(self, batch: FloatArray) -> FloatArray:
        """The batch, C-contiguous.

        Raises:
            EngineError: where it is not float32 or not (N, *input_shape).
        """
        if batch.dtype != np.float32 or batch.shape[1:] != self.input_shape or batch.ndim == 0:
            wanted = ", ".join(map(str, ("N", *self.input_shape)))
            raise EngineError(f"the model takes float32 ({wanted}), not {batch.dtype} {batch.shape}")
        return np.ascontiguousarray(batch)

    def empty(self, count: int) -> tuple[FloatArray, ...]:
        """Arrays for the outputs of `count` pictures."""
        return tuple(np.empty((count, *shape), np.float32) for shape in self.output_shapes)


def fixed(dimensions: Sequence[object], what: str) -> tuple[int, ...]:
    """Dimensions after the first, which all must be numbers.

    Raises:
        EngineError: where one is not.
    """
    rest = tuple(dimensions[1:])
    if not all(isinstance(size, int) for size in rest):
        raise EngineError(f"only the first dimension of {what} may be free, not {tuple(dimensions)}")
    return tuple(size for size in rest if isinstance(size, int))
