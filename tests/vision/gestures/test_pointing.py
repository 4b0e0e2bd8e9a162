"""Where a raised index finger points, and that an unclear direction is no word."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.gestures.made import made, person
from tests.vision.gestures.real import real_hands
from vision.gestures.body import body_of
from vision.gestures.pointing import pointing

BODY = body_of(person())


@pytest.mark.parametrize(
    ("roll", "pitch", "direction"),
    [
        (0, 0, "one"), (25, 0, "one"), (-45, 0, "one"), (0, 30, "one"), (20, 20, "one"),
        (0, 70, "point_camera"), (0, 90, "point_camera"), (90, 75, "point_camera"), (180, 80, "point_camera"),
        (0, 47, None), (70, 0, None), (90, 0, None), (180, 0, None), (-120, 20, None),
        (0, -60, None), (0, -90, None),
    ],
)  # fmt: skip
def test_directions_without_a_body(roll: float, pitch: float, direction: str | None) -> None:
    assert pointing(made("one", roll=roll, pitch=pitch), None) == direction


@pytest.mark.parametrize(
    ("at", "roll", "pitch", "direction"),
    [
        ((430, 280), -90, 0, "point_self"),  # from the side at the chest
        ((210, 280), 90, -30, "point_self"),  # from the other side, away from the lens
        ((320, 300), 0, -80, "point_self"),  # straight at the chest
        ((320, 230), 0, -60, "point_self"),  # from below at the face
        ((430, 280), 90, 0, None),  # away from the body
        ((430, 280), -90, 40, None),  # across, but towards the lens
        ((600, 300), 0, -80, None),  # past the body
        ((320, 260), 0, -25, None),  # up and at the face: either
        ((320, 300), 0, 0, "one"),
        ((320, 300), 0, 90, "point_camera"),
    ],
)  # fmt: skip
def test_directions_before_a_body(
    at: tuple[float, float], roll: float, pitch: float, direction: str | None
) -> None:
    assert pointing(made("one", at=at, roll=roll, pitch=pitch), BODY) == direction


@given(
    roll=st.floats(-180, 180), pitch=st.floats(-90, 90), yaw=st.floats(-90, 90), palm=st.floats(20, 200),
    x=st.floats(0, 640), y=st.floats(0, 480),
)  # fmt: skip
def test_a_mirror_image_points_alike(
    roll: float, pitch: float, yaw: float, palm: float, x: float, y: float
) -> None:
    """A direction on the very border may fall on either side of it."""
    assert BODY is not None
    assert BODY.head[0] == 320
    mirrored = made("one", (x, y), palm, roll, pitch, yaw) * np.array([-1, 1, 1], np.float32)
    near = {
        pointing(made("one", (x + dx, y + dy), palm, roll + a, pitch + b, yaw), BODY)
        for a, b, dx, dy in product((0.0, 0.01, -0.01), repeat=4)
    }
    assert pointing(mirrored + np.array([640, 0, 0], np.float32), BODY) in near


@given(roll=st.floats(-25, 25), pitch=st.floats(-20, 25), palm=st.floats(15, 250))
def test_rolled_and_scaled_fingers_still_count(roll: float, pitch: float, palm: float) -> None:
    assert pointing(made("one", palm=palm, roll=roll, pitch=pitch), None) == "one"


@pytest.mark.shared
def test_most_real_fingers_count_and_none_addresses_somebody_by_mistake(shared_data: Path) -> None:
    said = [pointing(points, None) for shape, points in real_hands(shared_data) if shape == "one"]
    assert len(said) >= 90
    assert said.count("one") >= 0.9 * len(said)
    assert said.count("point_camera") <= 1
