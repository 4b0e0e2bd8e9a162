"""A clock that only rises and is never wrong."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.media.timing import LEAP, Timeline, TimestampGuess

Stamps = list[float | None]


def times(stamps: Stamps, origin: float | None = None, period: float = 0.04) -> tuple[list[float], int]:
    line: Timeline[int] = Timeline(period, origin)
    placed = [pair for index, stamp in enumerate(stamps) for pair in line.put(stamp, None, index)]
    placed += line.flush()
    assert [item for _, item in placed] == sorted(item for _, item in placed)
    return [t for t, _ in placed], line.dropped


@pytest.mark.parametrize(
    ("case", "stamps", "origin", "expected", "dropped"),
    [
        ("steady", [0, 0.04, 0.08], None, [0, 0.04, 0.08], 0),
        ("first not zero", [5.0, 5.04], None, [0, 0.04], 0),
        ("picture after sound", [5.5, 5.54], 5.0, [0.5, 0.54], 0),
        ("origin after the first", [5.0, 5.04], 6.0, [0, 0.04], 0),
        ("missing", [0, None, None, 0.12], None, [0, 0.04, 0.08, 0.12], 0),
        ("all missing", [None, None, None], None, [0, 0.04, 0.08], 0),
        ("repeated", [0, 0.04, 0.04, 0.08], None, [0, 0.04, 0.08], 1),
        ("a little back", [0, 0.5, 0.3, 0.54], None, [0, 0.5, 0.54], 1),
        ("set anew", [100, 100.04, 0.0, 0.04, 0.08], None, [0, 0.04, 0.08, 0.12, 0.16], 0),
        ("variable rate", [0, 0.01, 0.5, 3.0], None, [0, 0.01, 0.5, 3.0], 0),
        ("wild stamp ahead", [0, 0.04, 3600, 0.12, 0.16], None, [0, 0.04, 0.12, 0.16], 1),
        ("real gap", [0, 0.04, 60, 60.04], None, [0, 0.04, 60, 60.04], 0),
        ("gap before the last", [0, 0.04, 60], None, [0, 0.04, 60], 0),
        ("slide show", [0, 20, 40, 60], None, [0, 20, 40, 60], 0),
    ],
)
def test_instants(
    case: str, stamps: Stamps, origin: float | None, expected: list[float], dropped: int
) -> None:
    found, lost = times(stamps, origin)
    assert found == pytest.approx(expected), case
    assert lost == dropped


@given(st.lists(st.none() | st.floats(-1e5, 1e5), max_size=60), st.none() | st.floats(-1e5, 1e5))
def test_always_rises_from_zero_on_and_loses_nothing_silently(stamps: Stamps, origin: float | None) -> None:
    found, dropped = times(stamps, origin)
    assert all(later > earlier for earlier, later in itertools.pairwise(found))
    assert all(t >= 0 for t in found)
    assert len(found) + dropped == len(stamps)


@given(st.lists(st.floats(0.001, LEAP - 0.001), min_size=1, max_size=60))
def test_rising_stamps_are_kept_as_they_are(steps: list[float]) -> None:
    stamps: Stamps = [sum(steps[:count]) for count in range(len(steps) + 1)]
    found, dropped = times(stamps)
    assert found == pytest.approx(stamps)
    assert dropped == 0


def test_decoding_time_is_believed_where_presentation_time_is_out_of_order() -> None:
    guess = TimestampGuess()
    pairs = [(1, 1), (2, 2), (4, 3), (3, 4), (5, 5), (7, 6), (6, 7), (8, 8)]
    picked = [guess.pick(pts, dts) for pts, dts in pairs]
    assert picked[3:] == [4, 5, 6, 7, 8]


@pytest.mark.parametrize("prefer", [False, True])
def test_presentation_time_is_believed_unless_it_is_made_up(prefer: bool) -> None:
    guess = TimestampGuess(prefer_decoding=prefer)
    assert [guess.pick(10, 1), guess.pick(20, 2)] == ([1, 2] if prefer else [10, 20])


@pytest.mark.parametrize(("pts", "dts", "expected"), [(None, 3, 3), (4, None, 4), (None, None, None)])
def test_one_stamp_is_better_than_none(pts: int | None, dts: int | None, expected: int | None) -> None:
    assert TimestampGuess().pick(pts, dts) == expected
