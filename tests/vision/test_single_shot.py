"""Anchors and the decoding of detectors that have them."""

from __future__ import annotations

import numpy as np
import pytest

from vision.single_shot import centres, likely, placed, probabilities


def test_centres_go_grid_by_grid_row_by_row_and_anchor_by_anchor() -> None:
    found = centres([(2, 2), (1, 1)])
    x, y = found.T
    assert x.tolist() == [0.25, 0.25, 0.75, 0.75, 0.25, 0.25, 0.75, 0.75, 0.5]
    assert y.tolist() == [0.25, 0.25, 0.25, 0.25, 0.75, 0.75, 0.75, 0.75, 0.5]


@pytest.mark.parametrize(("score", "expected"), [(0.5, [1, 2]), (0.51, [2]), (0.01, [0, 1, 2]), (0.99, [])])
def test_likely_is_a_probability(score: float, expected: list[int]) -> None:
    assert likely(np.array([-2.0, 0.0, 2.0], dtype=np.float32), score).tolist() == expected


def test_boxes_and_keypoints_lie_around_their_anchor() -> None:
    offsets = np.array([[8, -4, 16, 32, 0, 8]], dtype=np.float32)
    row = placed(offsets, np.array([[0.5, 0.25]], dtype=np.float32), 64)
    # The middle lies at (32 + 8, 16 - 4) of 64, the keypoint at (32, 16 + 8).
    np.testing.assert_allclose(row * 64, [[32, -4, 48, 28, 32, 24]])


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_probabilities_of_any_logit(kind: type[np.floating]) -> None:
    found = probabilities(np.array([-3.0, 0.0, 3.0, 1e9], dtype=kind))
    assert found.dtype == np.float32
    assert found == pytest.approx([0.047425874, 0.5, 0.95257413, 1.0])
    assert probabilities(np.array([-1e9])) == pytest.approx([0.0], abs=1e-30)
