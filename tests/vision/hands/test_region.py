"""Regions: where the models look, as places in the picture."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.hands.painted import PaintedHand
from vision.hands.region import Region, around_landmarks, around_palm, upright, whole


def turned(points: np.ndarray, degrees: float, about: tuple[float, float]) -> np.ndarray:
    angle = math.radians(degrees)
    matrix = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    return np.asarray((points - about) @ matrix.T + about)


def hand(degrees: float = 0.0) -> np.ndarray:
    points = np.zeros((21, 3), np.float32)
    points[:, :2] = turned(PaintedHand(320, 240).landmarks, degrees, (320, 240))
    return points


@pytest.mark.parametrize(
    ("to", "degrees"), [((0, -1), 0), ((1, 0), 90), ((0, 1), -180), ((-1, 0), -90), ((1, -1), 45)]
)
def test_angles_are_clockwise_from_upright(to: tuple[float, float], degrees: float) -> None:
    assert math.degrees(upright(5, 5, 5 + to[0], 5 + to[1])) == pytest.approx(degrees)


@pytest.mark.parametrize("degrees", [-170, -90, -30, 0, 45, 90, 135])
def test_a_hand_that_turns_turns_its_region(degrees: float) -> None:
    before, after = around_landmarks(hand()), around_landmarks(hand(degrees))
    difference = math.remainder(after.angle - before.angle, 2 * math.pi)
    assert math.degrees(difference) == pytest.approx(degrees, abs=0.01)
    assert after.size == pytest.approx(before.size, rel=1e-4)
    centre = turned(np.array([[before.x, before.y]]), degrees, (320, 240))[0]
    assert (after.x, after.y) == pytest.approx(tuple(centre), abs=0.01)


def test_the_region_of_an_upright_hand_is_its_steady_joints_doubled_and_moved_up() -> None:
    points = hand()
    steady = points[[0, 1, 2, 3, 5, 6, 9, 10, 13, 14, 17, 18], :2]
    (left, top), (right, bottom) = steady.min(axis=0), steady.max(axis=0)
    region = around_landmarks(points)
    assert region.angle == pytest.approx(upright(*points[0, :2], *knuckles(points)))
    assert region.size == pytest.approx(2 * max(right - left, bottom - top), rel=0.1)
    assert region.y == pytest.approx((top + bottom) / 2 - 0.1 * (bottom - top), abs=3)


def knuckles(points: np.ndarray) -> np.ndarray:
    return np.asarray(((points[5] + points[13]) / 2 + points[9])[:2] / 2)


def test_the_region_of_a_palm_lies_half_a_palm_towards_the_fingers() -> None:
    box = np.array([280, 200, 360, 280], np.float32)
    region = around_palm(box, np.array([320, 280], np.float32), np.array([320, 200], np.float32))
    assert region.size == pytest.approx(2.6 * 80)
    away = np.array([region.x - 320, region.y - 240])
    assert np.linalg.norm(away) == pytest.approx(0.5 * 80)
    assert away == pytest.approx(40 * np.array([math.sin(region.angle), -math.cos(region.angle)]), abs=1e-3)
    assert math.degrees(region.angle) == pytest.approx(26.62, abs=0.01)


@given(
    x=st.floats(-500, 2000),
    y=st.floats(-500, 2000),
    size=st.floats(2, 3000),
    angle=st.floats(-10, 10),
    pixels=st.sampled_from([192, 224]),
)
def test_the_middle_of_a_crop_is_the_middle_of_its_region(
    x: float, y: float, size: float, angle: float, pixels: int
) -> None:
    to_display = Region(x, y, size, angle).to_display(pixels)
    middle = to_display @ [pixels / 2, pixels / 2, 1]
    corner, other = to_display @ [0, 0, 1], to_display @ [pixels, 0, 1]
    assert middle == pytest.approx((x, y), abs=1e-6)
    assert np.linalg.norm(other - corner) == pytest.approx(size)


def test_a_whole_picture_is_letterboxed() -> None:
    to_display = whole(640, 480).to_display(192)
    assert to_display @ [0, 24, 1] == pytest.approx((0, 0))
    assert to_display @ [192, 168, 1] == pytest.approx((640, 480))


@pytest.mark.parametrize(
    ("region", "usable"),
    [
        (Region(0, 0, 50, 0), True),
        (Region(0, 0, 0.5, 0), False),
        (Region(0, 0, 1e9, 0), False),
        (Region(math.nan, 0, 50, 0), False),
        (Region(0, 0, 50, math.inf), False),
    ],
)
def test_which_regions_can_be_looked_at(region: Region, usable: bool) -> None:
    assert region.usable is usable
