from __future__ import annotations

import math

import numpy as np
import pytest

from models.engine import FloatArray
from vision.picture import Layout, Picture
from vision.presence.blaze import BlazeLayout, Search, detect, letterbox
from vision.presence.detectors import BODY, FACE

SMALL = BlazeLayout(side=64, grids=((4, 1), (2, 2)), keypoints=1)


class Spoken:
    """An engine that says what it was told to, whatever it sees; it keeps what it saw."""

    label = "spoken"

    def __init__(self, layout: BlazeLayout, said: list[tuple[int, float, tuple[float, ...]]]) -> None:
        """`said`: anchor, probability, and box centre and size and keypoint offsets in input pixels."""
        count = len(layout.anchors)
        self.offsets = np.zeros((count, 4 + 2 * layout.keypoints), dtype=np.float32)
        self.logits = np.full((count, 1), -20.0, dtype=np.float32)
        for anchor, probability, offsets in said:
            self.offsets[anchor] = offsets
            self.logits[anchor] = math.log(probability / (1 - probability))
        self.seen = np.zeros(0, dtype=np.float32)

    def run(self, batch: FloatArray) -> tuple[FloatArray, ...]:
        self.seen = batch
        return np.stack([self.offsets] * len(batch)), np.stack([self.logits] * len(batch))


def picture(width: int, height: int, value: int = 255) -> Picture:
    return Picture(Layout.GRAY, (np.full((height, width), value, dtype=np.uint8),))


@pytest.mark.parametrize(
    ("layout", "count", "first", "last"),
    [(FACE, 896, 0.5 / 16, 7.5 / 8), (BODY, 2254, 0.5 / 28, 6.5 / 7)],
)
def test_anchors(layout: BlazeLayout, count: int, first: float, last: float) -> None:
    """As MediaPipe's SsdAnchorsCalculator lays them: two centres a cell and layer, fine layers first."""
    assert layout.anchors.shape == (count, 2)
    np.testing.assert_allclose(layout.anchors[0], first)
    np.testing.assert_allclose(layout.anchors[1], first)
    np.testing.assert_allclose(layout.anchors[2], [3 * first, first], rtol=1e-6)
    np.testing.assert_allclose(layout.anchors[-1], last)


@pytest.mark.parametrize("size", [(64, 64), (640, 480), (480, 640), (1, 1), (33, 1000)])
def test_letterbox_centres_the_picture_and_keeps_its_form(size: tuple[int, int]) -> None:
    to_display = letterbox(size, 64)
    corners = np.array([[-0.5, -0.5, 1.0], [63.5, 63.5, 1.0]]) @ to_display.T
    extent = corners[1] - corners[0]
    np.testing.assert_allclose(extent, max(size))
    np.testing.assert_allclose(corners.mean(axis=0), [(size[0] - 1) / 2, (size[1] - 1) / 2])


def test_the_input_is_minus_one_to_one_with_black_bars() -> None:
    engine = Spoken(SMALL, [])
    detect([picture(128, 64)], engine, SMALL, Search(0.5))
    assert list(engine.seen.shape) == [1, 64, 64, 3]
    np.testing.assert_allclose(engine.seen[0, :15], -1.0)
    np.testing.assert_allclose(engine.seen[0, 18:46], 1.0)


def test_boxes_and_keypoints_lie_in_display_pixels() -> None:
    """Anchor 5 of the 4x4 grid has its centre at 24, 24 of 64; the picture is twice as wide as the input."""
    engine = Spoken(SMALL, [(5, 0.9, (8.0, 8.0, 16.0, 8.0, 0.0, -4.0))])
    (found,) = detect([picture(128, 64)], engine, SMALL, Search(0.5))[0]
    # The centre 32, 32 of the input is the picture's centre: 64, 32 counted from its corner.
    assert found.box == pytest.approx((64 - 16 - 0.5, 32 - 8 - 0.5, 64 + 16 - 0.5, 32 + 8 - 0.5))
    np.testing.assert_allclose(found.keypoints, [(2 * 24 - 0.5, 2 * (20 - 16) - 0.5)])
    assert found.score == pytest.approx(0.9)


def test_like_boxes_become_their_weighted_mean() -> None:
    box = (0.0, 0.0, 20.0, 20.0, 0.0, 0.0)
    shifted = (-12.0, 0.0, 20.0, 20.0, 0.0, 0.0)
    engine = Spoken(SMALL, [(5, 0.9, box), (6, 0.6, shifted), (15, 0.7, box), (0, 0.3, box)])
    found = detect([picture(64, 64)], engine, SMALL, Search(0.5))[0]
    assert [round(f.score, 3) for f in found] == [0.9, 0.7]
    # Centres 24 and 40 - 12 = 28, weighted 0.9 to 0.6.
    assert (found[0].box[0] + found[0].box[2] + 1) / 2 == pytest.approx((0.9 * 24 + 0.6 * 28) / 1.5)


def test_nonsense_from_the_model_is_nothing_found() -> None:
    engine = Spoken(
        SMALL, [(5, 0.9, (math.nan, 0.0, 1.0, 1.0, 0.0, 0.0)), (6, 0.9, (0, 0, math.inf, 1, 0, 0))]
    )
    assert detect([picture(64, 64)], engine, SMALL, Search(0.5)) == [()]


def test_no_pictures_ask_nobody() -> None:
    engine = Spoken(SMALL, [])
    assert detect([], engine, SMALL, Search(0.5)) == []
    assert engine.seen.size == 0
