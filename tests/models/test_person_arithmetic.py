from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from models.convert.quantised.arithmetic import (
    Scale,
    addition,
    clamps_nothing,
    logistic_table,
    nearest_rows,
)

steps = st.floats(2.0**-6, 2.0, width=32)
scales = st.builds(lambda step, zero: Scale(np.float32(step), zero), steps, st.integers(0, 255))
EVERY = np.arange(256)


def summed(a: Scale, b: Scale, result: Scale) -> np.ndarray:
    """(256, 256): the sum for every pair of stored values."""
    by = addition(a, b, result)
    total = by.first * EVERY[:, None] + by.second * EVERY[None, :] + by.constant
    assert np.abs(total).max() < 2**31
    return np.asarray(np.clip(total, 0, by.limit) >> by.shift)


@given(scales, scales, scales)
def test_a_sum_is_the_real_sum_rounded(a: Scale, b: Scale, result: Scale) -> None:
    # Below a quarter the sum outgrows 32 bits, depending on the zero points.
    assume(max(a.step, b.step) >= result.step / 4)
    real_a = (EVERY - a.zero) * float(a.step) / float(result.step)
    real_b = (EVERY - b.zero) * float(b.step) / float(result.step)
    wanted = np.clip(real_a[:, None] + real_b[None, :] + result.zero, 0, 255)
    # Multipliers of 21 bits are off by 2^-21 of the larger ratio, times 255 at most, twice.
    slack = 2.0**-11 * float(max(a.step, b.step) / result.step)
    assert np.abs(summed(a, b, result) - wanted).max() <= 0.5 + slack


def test_a_sum_rounds_half_up() -> None:
    half, one = Scale(np.float32(0.5), 0), Scale(np.float32(1), 0)
    sums = summed(half, half, one)
    assert [int(sums[1, 0]), int(sums[0, 3]), int(sums[2, 3])] == [1, 2, 3]


def test_a_sum_saturates() -> None:
    one = Scale(np.float32(1), 128)
    sums = summed(one, one, one)
    assert sums[0, 0] == 0
    assert sums[255, 255] == 255
    assert sums[128, 128] == 128


@pytest.mark.parametrize("step", [2.0**-11, 2.0**9])
def test_a_sum_out_of_range_is_refused(step: float) -> None:
    with pytest.raises(ValueError, match=r"outside 2\^-10"):
        addition(Scale(np.float32(step), 0), Scale(np.float32(step), 0), Scale(np.float32(1), 0))


def test_a_sum_that_outgrows_32_bits_is_refused() -> None:
    small, large = Scale(np.float32(1 / 64), 0), Scale(np.float32(1), 255)
    with pytest.raises(ValueError, match="32 bits"):
        addition(small, small, large)


@given(scales)
def test_the_logistic_table_is_the_logistic_function(source: Scale) -> None:
    table = logistic_table(source, Scale(np.float32(1 / 256), 0))
    exact = [1 / (1 + math.exp(-float(source.step) * (stored - source.zero))) for stored in range(256)]
    assert np.abs(table / 256 - np.minimum(exact, 255 / 256)).max() <= 0.5 / 256 + 1e-6
    assert (np.diff(table.astype(int)) >= 0).all()


@pytest.mark.parametrize(
    ("size", "out", "half_pixel", "wanted"),
    [
        (3, 5, False, [0, 0, 1, 1, 2]),
        (3, 5, True, [0, 0, 1, 2, 2]),
        (2, 4, False, [0, 0, 1, 1]),
        (2, 4, True, [0, 0, 1, 1]),
        (4, 2, False, [0, 2]),
        (1, 3, True, [0, 0, 0]),
    ],
)
def test_which_rows_a_resize_copies(size: int, out: int, half_pixel: bool, wanted: list[int]) -> None:
    assert nearest_rows(size, out, half_pixel=half_pixel).tolist() == wanted


@pytest.mark.parametrize(
    ("low", "high", "step", "zero", "wanted"),
    [
        (0, 6, 6 / 255, 0, True),
        (0, 6, 3 / 255, 0, True),
        (0, 6, 7 / 255, 0, False),
        (0, 6, 6 / 255, 1, False),
        (-math.inf, math.inf, 5, 128, True),
        (0, math.inf, 5, 0, True),
        (0, math.inf, 5, 3, False),
    ],
)
def test_when_an_activation_does_nothing(
    low: float, high: float, step: float, zero: int, wanted: bool
) -> None:
    assert clamps_nothing(low, high, Scale(np.float32(step), zero)) == wanted
