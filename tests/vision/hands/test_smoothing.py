"""The One-Euro filter: calm at rest, close behind in motion, the same at any frame rate and distance."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.hands.painted import PaintedHand
from vision.hands import SmoothingPolicy
from vision.hands.smoothing import smooth, start

POLICY = SmoothingPolicy()


def run(
    speed: float, fps: float, palm: float = 40.0, noise: float = 0.0, seconds: float = 3.0
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Measured and smoothed x of the wrist in palm lengths, for a hand that rests for 1 s, then moves."""
    random = np.random.default_rng(1)
    form = np.zeros((21, 3), np.float32)
    form[:, :2] = PaintedHand(300, 200, palm).landmarks
    raw, out = [], []
    state = None
    for i in range(round(seconds * fps)):
        moved = form.copy()
        moved[:, 0] += speed * palm * max(0.0, i / fps - 1)
        moved[:, :2] += random.normal(0, noise * palm, (21, 2)).astype(np.float32)
        state = start(moved) if state is None else smooth(state, moved, 1 / fps, palm, POLICY)
        raw.append((moved[0, 0] - form[0, 0]) / palm)
        out.append((state.landmarks[0, 0] - form[0, 0]) / palm)
    return np.array(raw), np.array(out)


@pytest.mark.parametrize("palm", [10.0, 40.0, 200.0])
@pytest.mark.parametrize("fps", [10.0, 30.0, 60.0])
def test_it_calms_a_hand_at_rest(fps: float, palm: float) -> None:
    raw, out = run(0.0, fps, palm, noise=0.003)
    assert out[5:].std() < (0.75 if fps == 10 else 0.55) * raw[5:].std()


@pytest.mark.parametrize(("speed", "most_ms"), [(1.0, 25.0), (3.0, 12.0), (8.0, 6.0)])
@pytest.mark.parametrize("fps", [10.0, 30.0, 60.0])
def test_it_stays_close_behind_a_hand_in_motion(fps: float, speed: float, most_ms: float) -> None:
    raw, out = run(speed, fps)
    lag_ms = 1e3 * (raw - out)[-1] / speed
    assert 0 <= lag_ms < most_ms


def test_it_does_not_overshoot() -> None:
    raw, out = run(4.0, 30.0)
    assert (out <= raw + 1e-4).all()


def test_distance_from_the_camera_does_not_matter() -> None:
    _, near = run(2.0, 30.0, palm=200.0)
    _, far = run(2.0, 30.0, palm=10.0)
    assert near == pytest.approx(far, abs=1e-4)


def test_a_landmark_keeps_the_direction_of_its_motion() -> None:
    form = np.zeros((21, 3), np.float32)
    state = start(form)
    for i in range(1, 20):
        moved = form + np.array([3.0 * i, 4.0 * i, 0], np.float32)
        state = smooth(state, moved, 1 / 30, 40.0, POLICY)
        x, y = state.landmarks[8, :2]
        assert math.atan2(y, x) == pytest.approx(math.atan2(4, 3), abs=1e-5)
