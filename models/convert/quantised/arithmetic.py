"""The integer arithmetic of quantised operators, as XNNPACK does it.

LiteRT runs int8 graphs through XNNPACK unless told otherwise; its own reference kernels round in other
places, and the two differ in up to 0.1 of a score on the detector in use. XNNPACK is what everybody
runs, and ONNX Runtime's convolutions happen to agree with it: both scale the int32 sum as float32 and
round half to even.

Values here are uint8: TFLite's int8 plus 128, zero points too, because ONNX Runtime's fast kernels take
unsigned activations.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_INT32_MAX = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Scale:
    """real = step * (stored - zero), stored as uint8."""

    step: np.float32
    zero: int


@dataclass(frozen=True, slots=True)
class Addition:
    """sum = clip(a * first + b * second + constant, 0, limit) >> shift, all int32."""

    first: int
    second: int
    constant: int
    shift: int

    @property
    def limit(self) -> int:
        """The largest value that is 255 after the shift, or int32's largest."""
        return min((256 << self.shift) - 1, _INT32_MAX)


def addition(a: Scale, b: Scale, result: Scale) -> Addition:
    """The constants of a quantised addition.

    Source: XNNPACK, `xnn_init_qs8_add_minmax_scalar_params` (src/microparams-init.c): the larger ratio
    of the scales gets a multiplier of 21 bits, and the sum is rounded half up by the shift.

    Raises:
        ValueError: where the ratios leave the range for which XNNPACK's formula holds, or int32.
    """
    ratios = np.float32(a.step / result.step), np.float32(b.step / result.step)
    largest = float(max(ratios))
    if not 2.0**-10 <= largest < 2.0**8:
        raise ValueError(f"a scale is {largest} times that of the sum, outside 2^-10 to 2^8")
    shift = 20 - math.floor(math.log2(largest))
    first, second = (int(np.rint(float(ratio) * 2.0**shift)) for ratio in ratios)
    constant = (1 << (shift - 1)) + (result.zero << shift) - first * a.zero - second * b.zero
    lowest, highest = constant, constant + 255 * (first + second)
    if lowest < -_INT32_MAX or highest > _INT32_MAX:
        raise ValueError("the sum does not fit into 32 bits")
    return Addition(first, second, constant, shift)


def logistic_table(source: Scale, result: Scale) -> NDArray[np.uint8]:
    """1 / (1 + exp(-x)) for each of the 256 stored values, (256,) uint8.

    Source: XNNPACK, `xnn_create_sigmoid_nc_qs8` (src/operators/unary-elementwise-nc.c).
    """
    x = source.step * (np.arange(256) - source.zero).astype(np.float32)
    scaled = (1 / (1 + np.exp(-x.astype(np.float64)))) / np.float64(result.step)
    return np.asarray(np.clip(np.rint(scaled) + result.zero, 0, 255), np.uint8)


def clamps_nothing(low: float, high: float, scale: Scale) -> bool:
    """Whether every stored value already lies in low..high, so that a fused activation does nothing."""
    least, most = (float(scale.step) * (stored - scale.zero) for stored in (0, 255))
    return low <= least + 1e-6 and most <= high + 1e-6


def nearest_rows(size: int, out: int, *, half_pixel: bool) -> NDArray[np.int64]:
    """Which of `size` rows each of `out` rows copies when an image is resized, (out,) int64.

    Source: TensorFlow Lite, `GetNearestNeighbor` (kernels/internal/reference/resize_nearest_neighbor.h).
    """
    scale = np.float32(size) / np.float32(out)
    offset = np.float32(0.5 if half_pixel else 0)
    rows = np.floor((np.arange(out, dtype=np.float32) + offset) * scale)
    return np.asarray(np.minimum(rows, size - 1), np.int64)
