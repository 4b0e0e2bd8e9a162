"""Overlap and weighted suppression of boxes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.boxes import merged, overlaps

Row = tuple[float, ...]


def rows(*values: Row) -> NDArray[np.float32]:
    return np.array(values, dtype=np.float32)


@pytest.mark.parametrize(
    ("other", "ratio"),
    [
        ((0, 0, 4, 4), 1.0),
        ((2, 0, 6, 4), 8 / 24),
        ((1, 1, 3, 3), 4 / 16),
        ((4, 0, 8, 4), 0.0),
        ((9, 9, 10, 10), 0.0),
        ((2, 2, 2, 2), 0.0),
    ],
    ids=["same", "half", "inside", "touching", "apart", "a point"],
)
def test_overlap(other: Row, ratio: float) -> None:
    one = rows((0, 0, 4, 4))
    assert overlaps(one[0], rows(other)) == pytest.approx([ratio])
    assert overlaps(rows(other)[0], one) == pytest.approx([ratio])


def test_a_point_does_not_cover_itself() -> None:
    assert overlaps(rows((3, 3, 3, 3))[0], rows((3, 3, 3, 3))).tolist() == [0.0]


boxes = st.tuples(*[st.integers(0, 12)] * 4).map(
    lambda b: (min(b[0], b[2]), min(b[1], b[3]), max(b[0], b[2]), max(b[1], b[3]))
)


@given(boxes, st.lists(boxes, min_size=1, max_size=5))
def test_overlap_is_that_of_the_cells_they_cover(one: Row, others: list[Row]) -> None:
    def cells(box: Row) -> set[tuple[int, int]]:
        x0, y0, x1, y1 = map(int, box)
        return {(x, y) for x in range(x0, x1) for y in range(y0, y1)}

    expected = [len(cells(one) & cells(b)) / (len(cells(one) | cells(b)) or 1) for b in others]
    assert overlaps(rows(one)[0], rows(*others)) == pytest.approx(expected, abs=1e-6)


def test_what_shows_one_thing_becomes_its_weighted_mean_keypoints_too() -> None:
    near = rows((0, 0, 10, 10, 5, 1), (1, 0, 11, 10, 9, 1), (50, 50, 60, 60, 0, 0))
    found = merged(near, np.array([0.2, 0.6, 0.4], dtype=np.float32), 0.3)
    assert [score for _, score in found] == pytest.approx([0.6, 0.4])
    np.testing.assert_allclose(found[0][0], [0.75, 0, 10.75, 10, 8, 1], rtol=1e-6)
    np.testing.assert_allclose(found[1][0], near[2])


@pytest.mark.parametrize(("overlap", "count"), [(8 / 24 - 1e-3, 1), (8 / 24 + 1e-3, 2)])
def test_the_overlap_parts_one_thing_from_two(overlap: float, count: int) -> None:
    both = rows((0, 0, 4, 4), (2, 0, 6, 4))
    assert len(merged(both, np.array([0.9, 0.8], dtype=np.float32), overlap)) == count


def test_boxes_without_an_area_end_too() -> None:
    assert len(merged(rows((3, 3, 3, 3), (3, 3, 3, 3)), np.ones(2, dtype=np.float32), 0.3)) == 2
    assert merged(np.zeros((0, 4), dtype=np.float32), np.zeros(0, dtype=np.float32), 0.3) == []


@given(st.lists(st.tuples(boxes, st.integers(1, 99)), min_size=1, max_size=12))
def test_nothing_is_lost_and_the_best_come_first(found: list[tuple[Row, int]]) -> None:
    scores = np.array([score / 100 for _, score in found], dtype=np.float32)
    given_rows = rows(*(box for box, _ in found))
    made = merged(given_rows, scores, 0.3)
    assert made[0][1] == pytest.approx(float(scores.max()))
    assert [score for _, score in made] == sorted((score for _, score in made), reverse=True)
    assert 1 <= len(made) <= len(found)
    low, high = given_rows.min(axis=0) - 1e-4, given_rows.max(axis=0) + 1e-4
    assert all(((low <= row) & (row <= high)).all() for row, _ in made)
