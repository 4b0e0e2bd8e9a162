"""The one interface behind which a runtime hides."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float32]


class Engine(Protocol):
    """A loaded model, ready to run batches. Safe to call from one thread at a time."""

    @property
    def label(self) -> str:
        """Runtime, device and precision, as in `openvino-cpu-bf16`."""
        ...

    def run(self, batch: FloatArray) -> tuple[FloatArray, ...]:
        """Run one batch.

        Args:
            batch: (N, ...) float32, C-contiguous, as the model's manifest entry says.

        Returns:
            The outputs in the manifest's order, each (N, ...) float32, owned by the caller.
        """
        ...
