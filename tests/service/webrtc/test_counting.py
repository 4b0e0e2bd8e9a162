from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.webrtc.counting import Unwrapper


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([5, 6, 7], [5, 6, 7]),
        ([65_534, 65_535, 0, 1], [65_534, 65_535, 65_536, 65_537]),
        ([0, 65_535, 1], [0, -1, 1]),
        ([65_535, 2, 65_534, 3], [65_535, 65_538, 65_534, 65_539]),
    ],
)
def test_sequence_numbers(values: list[int], expected: list[int]) -> None:
    counter = Unwrapper(16)
    assert [counter.unwrap(value) for value in values] == expected


@given(
    st.integers(0, 2**32 - 1),
    st.lists(st.integers(-(2**31) + 1, 2**31 - 1), max_size=50),
)
def test_any_walk_by_less_than_half_the_range_is_followed(start: int, steps: list[int]) -> None:
    counter, true = Unwrapper(32), start
    assert counter.unwrap(start) == start
    for step in steps:
        true += step
        assert counter.unwrap(true % 2**32) == true
