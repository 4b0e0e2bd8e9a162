from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from models.engine import FloatArray
from models.engines import EngineChoice, open_onnx
from models.fetch import fetch
from vision.picture import Layout, Picture
from vision.presence.efficientdet import SIDE, anchors, decode, detect, placement, preprocess

COUNT = 19206


def outputs(*finds: tuple[int, float, tuple[float, float, float, float]]) -> tuple[FloatArray, FloatArray]:
    """Scores and offsets with (anchor, score, offsets) set."""
    scores, offsets = np.zeros(COUNT, np.float32), np.zeros((COUNT, 4), np.float32)
    for index, score, row in finds:
        scores[index], offsets[index] = score, row
    return scores, offsets


def grey(width: int, height: int) -> Picture:
    return Picture(Layout.RGB, (np.full((height, width, 3), 200, np.uint8),))


def test_anchors_are_those_of_the_network() -> None:
    boxes = anchors()
    assert boxes.shape == (COUNT, 4)
    # Centre y, centre x, height, width, as stored in the model's metadata.
    np.testing.assert_allclose(boxes[0], [4, 4, 24, 24], atol=1e-4)
    np.testing.assert_allclose(boxes[1], [4, 4, 16.970563, 33.941126], atol=1e-4)
    np.testing.assert_allclose(boxes[8], [4, 4, 53.878174, 26.939089], atol=1e-4)
    np.testing.assert_allclose(boxes[9], [4, 12, 24, 24], atol=1e-4)
    np.testing.assert_allclose(boxes[-1], [266.66666, 266.66666, 718.3757, 359.18785], atol=1e-4)


def test_a_box_is_the_anchor_moved_and_scaled() -> None:
    # The square anchor of 24 pixels around (100, 60) of the input: row 7, column 12, shape 0.
    index = (7 * 40 + 12) * 9
    scores, offsets = outputs((index, 0.8, (0.5, -0.25, np.log(2), 0.0)))
    (found,) = decode(scores, offsets, (640, 480), 0.3)
    # Centre (100 - 6, 60 + 12), 24 wide and 48 high, from corners to pixel centres at twice the size.
    assert found.box == pytest.approx((2 * 82 - 0.5, 2 * 48 - 0.5, 2 * 106 - 0.5, 2 * 96 - 0.5), abs=1e-3)
    assert found.score == pytest.approx(0.8)


def test_boxes_end_at_the_picture() -> None:
    scores, offsets = outputs((COUNT - 1, 0.9, (0, 0, 50, 50)))
    (found,) = decode(scores, offsets, (640, 480), 0.3)
    assert found.box == (-0.5, -0.5, 639.5, 479.5)


@pytest.mark.parametrize(("least", "count"), [(0.3, 2), (0.5, 2), (0.51, 1), (0.95, 0)])
def test_the_least_score_counts(least: float, count: int) -> None:
    scores, offsets = outputs((0, 0.5, (0, 0, 0, 0)), (9000, 0.9, (0, 0, 0, 0)))
    found = decode(scores, offsets, (320, 320), least)
    assert len(found) == count
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)


@pytest.mark.parametrize(("shift", "count"), [(0.0, 1), (0.2, 1), (0.45, 2), (2.0, 2)])
def test_of_two_boxes_on_one_person_the_better_stays(shift: float, count: int) -> None:
    index = (20 * 40 + 20) * 9
    # The second anchor lies 8 pixels to the right; its box is moved to `shift` widths of the first.
    scores, offsets = outputs((index, 0.6, (0, 0, 0, 0)), (index + 9, 0.7, (0, shift - 1 / 3, 0, 0)))
    found = decode(scores, offsets, (320, 320), 0.3)
    assert len(found) == count
    assert found[0].score == pytest.approx(0.7)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_a_box_that_is_no_number_is_left_out(value: float) -> None:
    scores, offsets = outputs((0, 0.9, (value, 0, 0, 0)), (9000, 0.8, (0, 0, 0, 0)))
    assert [one.score for one in decode(scores, offsets, (320, 320), 0.3)] == pytest.approx([0.8])


@pytest.mark.parametrize("size", [(640, 480), (480, 640), (1, 1), (333, 77), (3000, 2000), (5000, 2)])
def test_the_picture_lies_in_the_upper_left_corner(size: tuple[int, int]) -> None:
    pixels = preprocess(grey(*size))
    width, height = (round(SIDE * side / max(size)) or 1 for side in size)
    assert pixels.shape == (SIDE, SIDE, 3)
    assert pixels.dtype == np.float32
    assert (pixels[:height, :width] == 200).all()
    assert (pixels[height:] == 0).all()
    assert (pixels[:, width:] == 0).all()


def test_corners_map_to_corners() -> None:
    matrix = placement((640, 480))
    np.testing.assert_allclose(matrix @ [-0.5, -0.5, 1], [-0.5, -0.5])
    np.testing.assert_allclose(matrix @ [319.5, 239.5, 1], [639.5, 479.5])


class Rigged:
    """An engine that sees somebody in every picture, on a known anchor."""

    label = "rigged"

    def run(self, batch: FloatArray) -> tuple[FloatArray, ...]:
        assert batch.shape[1:] == (SIDE, SIDE, 3)
        scores, offsets = outputs(((7 * 40 + 12) * 9, 0.8, (0, 0, 0, 0)))
        count = len(batch)
        return np.tile(scores[None, :, None], (count, 1, 1)), np.tile(offsets, (count, 1, 1))


def test_boxes_are_in_each_pictures_own_pixels() -> None:
    small, large = detect([grey(320, 240), grey(640, 480)], Rigged(), 0.3)
    assert np.array(large[0].box) + 0.5 == pytest.approx(2 * (np.array(small[0].box) + 0.5), abs=1e-3)


def test_no_pictures_no_finds() -> None:
    assert detect([], Rigged(), 0.3) == []


@pytest.mark.shared
def test_people_are_found_and_empty_rooms_are_not(shared_data: Path) -> None:
    engine = open_onnx(fetch(["person"])[0], EngineChoice())
    best: dict[str, list[float]] = {"yes": [], "no": []}
    with (shared_data / "people" / "index.csv").open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["person_present"] in best]
    for row in rows:
        with Image.open(shared_data / "people" / row["file"]) as image:
            picture = Picture(Layout.RGB, (np.asarray(image.convert("RGB")),))
        (found,) = detect([picture], engine, 0.05)
        best[row["person_present"]].append(found[0].score if found else 0.0)
    assert len(best["yes"]) == 73
    assert len(best["no"]) == 18
    assert min(best["yes"]) >= 0.3
    assert max(best["no"]) < 0.3
