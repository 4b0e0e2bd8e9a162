"""What landmarks say without the classifier."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.engine import Engine
from tests.vision.gestures.made import POSES, made
from tests.vision.gestures.real import real_hands
from vision.gestures.geometry import (
    RAISED,
    distance_to,
    hand_length,
    palm_length,
    raises_only,
    thumb_from_vertical,
)
from vision.gestures.shapes import classify


@pytest.mark.parametrize("pose", sorted(POSES))
@pytest.mark.parametrize("asked", ["middle_finger", "one", "two", "horns", "palm", "fist"])
def test_only_the_fingers_of_the_shape_are_raised(pose: str, asked: str) -> None:
    raised = RAISED.get(pose)
    if raised is not None:
        assert raises_only(made(pose), asked) is (raised == RAISED[asked])


@given(roll=st.floats(-180, 180), pitch=st.floats(-80, 80), yaw=st.floats(-180, 180), palm=st.floats(10, 300))
def test_the_check_does_not_depend_on_how_the_hand_is_turned(
    roll: float, pitch: float, yaw: float, palm: float
) -> None:
    for pose in ("middle_finger", "one", "horns", "two", "fist", "palm"):
        assert raises_only(made(pose, (320, 300), palm, roll, pitch, yaw), "middle_finger") is (
            pose == "middle_finger"
        )


@pytest.mark.parametrize("shape", ["ok", "ring_touch", "zero", "hook", "finger_gun", "timeout"])
def test_shapes_that_raised_fingers_do_not_tell(shape: str) -> None:
    assert raises_only(made("palm"), shape) is None


@given(noise=st.integers(0, 1000))
def test_a_tenth_of_noise_makes_no_middle_finger_of_other_hands(noise: int) -> None:
    rng = np.random.default_rng(noise)
    for pose in ("one", "two", "three", "horns", "fist", "palm", "call"):
        hand = made(pose) + rng.normal(0, 0.04 * 60, (21, 3)).astype(np.float32)
        assert not raises_only(hand, "middle_finger")


@pytest.mark.parametrize(("roll", "expected"), [(0, 0), (30, 30), (-40, 40), (180, 180)])
def test_the_thumb_and_vertical(roll: float, expected: float) -> None:
    assert thumb_from_vertical(made("thumb_up", roll=roll)) == pytest.approx(expected, abs=5)


def test_sizes_and_distances() -> None:
    hand = made("palm", at=(100.0, 300.0), palm=60.0)
    assert palm_length(hand) == pytest.approx(60, abs=0.1)
    assert hand_length(hand) == pytest.approx(60 * 1.95, abs=0.1)
    assert hand_length(made("fist", palm=60.0)) == pytest.approx(60 * 1.95, abs=0.1)
    assert distance_to(hand, (90.0, 310.0, 110.0, 400.0)) == pytest.approx(10, abs=0.01)
    assert distance_to(hand, (90.0, 290.0, 110.0, 400.0)) == 0


@pytest.mark.shared
def test_real_middle_fingers_pass_and_nothing_else_does(shared_data: Path, engine: Engine) -> None:
    """Every one that the classifier names passes; no other hand passes, so none is accused anew."""
    hands = real_hands(shared_data)
    named = classify(np.stack([points for _, points in hands]), engine)
    passed = [raises_only(points, "middle_finger") for _, points in hands]
    fingers = [k for k, (shape, _) in enumerate(hands) if shape == "middle_finger"]
    called = [k for k in fingers if named[k].shape == "middle_finger"]
    assert len(called) >= 5
    assert sum(bool(passed[k]) for k in fingers) >= 12
    assert [k for k in called if not passed[k]] == []
    others = [k for k in range(len(hands)) if k not in fingers]
    assert len(others) >= 1400
    assert [k for k in others if passed[k]] == []
