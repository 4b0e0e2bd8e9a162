"""The step of a table: one batch, but every seat as if it were alone; the same input, the same output."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from datasets.demo import shipped
from service.eye import open_table_models
from service.media import open_source
from vision.frame import Frame
from vision.observations import CameraState, SeatObservation
from vision.picture import Layout, Picture
from vision.policy import TablePolicy
from vision.signals.signal import Signal
from vision.table import TableModels, TableState, step

POLICY = TablePolicy()


@pytest.fixture(scope="module")
def models(default_models: None) -> TableModels:
    return open_table_models()


@pytest.fixture(scope="module")
def clips() -> dict[int, list[Frame]]:
    """Two and a half seconds of three seats, one of which is empty in parts."""
    found: dict[int, list[Frame]] = {}
    for seat in shipped():
        if seat.seat in (4, 5, 8):
            items = list(open_source(seat.seat, str(seat.path)))
            found[seat.seat] = [item for item in items if isinstance(item, Frame) and 2.6 <= item.t < 5.1]
    return found


def run(
    clips: Mapping[int, Sequence[Frame]], models: TableModels
) -> tuple[list[SeatObservation], list[Signal]]:
    state = TableState()
    observations: list[SeatObservation] = []
    signals: list[Signal] = []
    for frames in zip(*clips.values(), strict=True):
        state, outcome = step(state, frames, models, POLICY)
        observations += outcome.observations
        signals += outcome.signals
    return observations, signals


def plain(seen: SeatObservation) -> tuple[object, ...]:
    """What can be compared of an observation, landmarks byte for byte."""
    hands = [(h.track, h.landmarks.tobytes(), h.smoothed.tobytes(), h.shape, h.presence) for h in seen.hands]
    return (seen.seat, seen.t, seen.camera, hands, seen.person, seen.nudity, seen.fresh)


def test_signs_and_a_leaving_player_are_told(clips: dict[int, list[Frame]], models: TableModels) -> None:
    _, signals = run(clips, models)
    told = {(signal.seat, signal.type, signal.data.get("gesture")) for signal in signals}
    assert (4, "gesture.started", "number_1") in told
    assert (5, "gesture.started", "number_7") in told
    assert (8, "absence.started", None) in told


def test_the_same_frames_give_the_same_bytes(clips: dict[int, list[Frame]], models: TableModels) -> None:
    first, second = run(clips, models), run(clips, models)
    assert [plain(seen) for seen in first[0]] == [plain(seen) for seen in second[0]]
    assert first[1] == second[1]


@pytest.mark.parametrize("seat", [4, 5, 8])
def test_a_seat_does_not_depend_on_the_others(
    clips: dict[int, list[Frame]], models: TableModels, seat: int
) -> None:
    together, signals = run(clips, models)
    alone, own_signals = run({seat: clips[seat]}, models)
    assert [plain(seen) for seen in together if seen.seat == seat] == [plain(seen) for seen in alone]
    assert [signal for signal in signals if signal.seat == seat] == own_signals


def test_a_step_leaves_the_state_before_as_it_was(clips: dict[int, list[Frame]], models: TableModels) -> None:
    first, second = ([clips[seat][index] for seat in clips] for index in (0, 1))
    before, _ = step(TableState(), first, models, POLICY)
    _, once = step(before, second, models, POLICY)
    _, again = step(before, second, models, POLICY)
    assert [plain(seen) for seen in once.observations] == [plain(seen) for seen in again.observations]


@pytest.mark.parametrize(
    ("now", "faults", "expected"),
    [
        ({1: 0.4}, {}, []),
        ({1: 0.6}, {}, [CameraState.STALLED]),
        ({1: 0.1}, {1: CameraState.ENDED}, [CameraState.ENDED]),
        ({2: 9.0}, {}, []),
    ],
)
def test_silence_is_an_observation_of_its_own(
    models: TableModels, now: dict[int, float], faults: dict[int, CameraState], expected: list[CameraState]
) -> None:
    noise = np.random.default_rng(5).integers(0, 255, (48, 64, 3), dtype=np.uint8)
    state, _ = step(TableState(), [Frame(1, 0.0, Picture(Layout.RGB, (noise,)))], models, POLICY)
    _, outcome = step(state, [], models, POLICY, now=now, faults=faults)
    assert [seen.camera for seen in outcome.observations] == expected
    assert [seen.size for seen in outcome.observations] == [(64, 48)] * len(expected)


def test_no_model_judges_a_black_picture(models: TableModels) -> None:
    black = Picture(Layout.RGB, (np.zeros((48, 64, 3), dtype=np.uint8),))
    _, outcome = step(TableState(), [Frame(3, 0.0, black)], models, POLICY)
    (seen,) = outcome.observations
    assert (seen.camera, seen.hands, seen.person, seen.nudity) == (CameraState.BLACK, (), None, None)
