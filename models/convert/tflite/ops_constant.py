"""Operators that only change how constants are stored: half precision and sparse weights."""

from __future__ import annotations

import numpy as np

from models.convert.tflite.reader import Operator
from models.convert.tflite.translation import Translation, rule


@rule("DEQUANTIZE")
def dequantise(t: Translation, operator: Operator) -> None:
    """Half-precision weights to float32; exact. Integers belong to the exact int8 converter."""
    values = t.constant(operator.inputs[0])
    if values.dtype != np.float16:
        raise t.unsupported(operator, f"weights are {values.dtype}; only float16 is supported here")
    t.set_constant(operator.outputs[0], values.astype(np.float32))


@rule("DENSIFY")
def densify(t: Translation, operator: Operator) -> None:
    """Sparse weights: the reader has unpacked them already."""
    t.set_constant(operator.outputs[0], t.constant(operator.inputs[0]))
