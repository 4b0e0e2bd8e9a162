from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.signals.scenes import SEAT, kinds, number
from vision.observations import CameraState, SeatObservation
from vision.signals.camera import CameraSignalPolicy, CameraSignalState, step_camera_signals
from vision.signals.signal import Signal

OK, BLACK, COVERED = CameraState.OK, CameraState.BLACK, CameraState.COVERED
STALLED, FROZEN = CameraState.STALLED, CameraState.FROZEN


def camera_signals(parts: Sequence[tuple[float, CameraState]], fps: float = 30.0) -> list[Signal]:
    state, frame = CameraSignalState(), 0
    told: list[Signal] = []
    for seconds, camera in parts:
        for _ in range(round(seconds * fps)):
            observation = SeatObservation(SEAT, frame / fps, (640, 480), camera)
            state, signals = step_camera_signals(state, observation, CameraSignalPolicy())
            told += signals
            frame += 1
    return told


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ([(5, OK)], []),
        ([(1, OK), (0.4, BLACK), (2, OK)], []),
        ([(1, OK), (0.6, BLACK), (2, OK)], [("unobservable", "black"), ("restored", "black")]),
        ([(1, OK), (0.2, STALLED), (2, OK)], [("unobservable", "stalled"), ("restored", "stalled")]),
        ([(1, OK), (2, FROZEN), (0.3, OK), (2, FROZEN)], [("unobservable", "frozen")]),
        ([(1, OK), (2, COVERED), (2, BLACK)], [("unobservable", "covered"), ("unobservable", "black")]),
        ([(2, BLACK)], [("unobservable", "black")]),
    ],
)
def test_reasons(parts: list[tuple[float, CameraState]], told: list[tuple[str, str]]) -> None:
    signals = camera_signals(parts)
    assert [
        (kind, signal.data["reason"]) for kind, signal in zip(kinds(signals), signals, strict=True)
    ] == told


@pytest.mark.parametrize("fps", [8.0, 30.0, 60.0])
def test_instants(fps: float) -> None:
    broken, restored = camera_signals([(1, OK), (3, BLACK), (2, OK)], fps)
    assert broken.data["since"] == 1.0
    assert broken.t == pytest.approx(1.5, abs=1 / fps)
    assert restored.t == pytest.approx(4.5, abs=1 / fps)
    assert restored.data["duration"] == pytest.approx(3.0)


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(-100, 100), st.sampled_from(list(CameraState))), max_size=60))
def test_restored_follows_unobservable(frames: list[tuple[float, CameraState]]) -> None:
    state, broken = CameraSignalState(), False
    for t, camera in frames:
        state, signals = step_camera_signals(
            state, SeatObservation(SEAT, t, (640, 480), camera), CameraSignalPolicy()
        )
        for signal in signals:
            assert (signal.type == "camera.unobservable") is not camera.observable
            assert broken or signal.type == "camera.unobservable"
            assert number(signal.data.get("duration", 0.0)) >= 0
            broken = signal.type == "camera.unobservable"
