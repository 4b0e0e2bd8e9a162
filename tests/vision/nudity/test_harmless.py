from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.signals.scenes import hand
from vision.nudity.harmless import forearm, harmless, outline
from vision.observations import Hand


def upright_hand(turn: float = 0.0, flat: float = 1.0) -> Hand:
    """A hand 100 pixels from wrist to middle knuckle, fingers up, turned clockwise by `turn` radians."""
    landmarks = np.zeros((21, 3), dtype=np.float32)
    for finger, x in enumerate((-45, -30, 0, 25, 45)):
        for joint in range(4):
            landmarks[1 + 4 * finger + joint, :2] = (x, -100 - 25 * joint)
    landmarks[1:5, 1] += 60
    landmarks[:, 1] *= flat
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    landmarks[:, :2] = landmarks[:, :2] @ turned.T + [300, 200]
    return replace(hand("palm"), landmarks=landmarks)


def inside(points: NDArray[np.float64], x: float, y: float) -> bool:
    contour = points.astype(np.float32).reshape(-1, 1, 2)
    return cv2.pointPolygonTest(contour, (x, y), False) >= 0


def test_a_hands_outline_is_larger_than_its_bones() -> None:
    landmarks = np.zeros((21, 3), dtype=np.float32)
    angles = np.linspace(0, 2 * np.pi, 21, endpoint=False)
    landmarks[:, 0], landmarks[:, 1] = 100 + 10 * np.cos(angles), 50 + 10 * np.sin(angles)
    radii = np.hypot(*(outline(replace(hand("palm"), landmarks=landmarks)) - [100, 50]).T)
    np.testing.assert_allclose(radii, 13.5, rtol=1e-3)


@pytest.mark.parametrize("turn", [0.0, 0.7, np.pi / 2, np.pi, -2.0])
def test_the_forearm_goes_on_from_the_wrist_away_from_the_fingers(turn: float) -> None:
    arm = forearm(upright_hand(turn))
    down = np.array([-np.sin(turn), np.cos(turn)])
    across = np.array([np.cos(turn), np.sin(turn)])
    for along, beside, covered in (
        (20, 0, True),
        (190, 0, True),
        (170, 40, True),
        (260, 0, False),
        (100, 90, False),
        (100, -90, False),
        (-60, 0, False),
    ):
        x, y = np.array([300, 200]) + along * down + beside * across
        assert inside(arm, float(x), float(y)) == covered, (along, beside)


def test_a_palm_that_points_at_the_camera_still_has_an_arm() -> None:
    arm = forearm(upright_hand(flat=0.05))
    assert cv2.contourArea(arm.astype(np.float32)) > 10_000


def test_an_arm_hides_no_more_than_two_hands_would() -> None:
    seen = upright_hand()
    hand_area = cv2.contourArea(outline(seen).astype(np.float32))
    assert cv2.contourArea(forearm(seen).astype(np.float32)) < 2 * hand_area


def test_points_that_all_coincide_give_no_outline_that_is_not_finite() -> None:
    nothing = replace(hand("palm"), landmarks=np.full((21, 3), 5, dtype=np.float32))
    assert all(np.isfinite(points).all() for points in harmless((nothing, nothing)))
    assert len(harmless((nothing, nothing))) == 4
