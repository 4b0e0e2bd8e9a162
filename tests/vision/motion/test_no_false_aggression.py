"""Films without aggressive gestures bring none though all motions are told, nor an unshown forbidden sign."""

from __future__ import annotations

from pathlib import Path

import pytest

from datasets.demo import shipped
from service.eye import open_table_models
from service.media import open_source
from vision.frame import Frame
from vision.motion.step import MotionPolicy, MotionState, step_motion
from vision.observations import SeatObservation
from vision.policy import SignalPolicy, TablePolicy
from vision.signals.motion import ALL, MotionSignalPolicy
from vision.signals.signal import Signal
from vision.table import TableModels, TableState, step

REAL = (
    "carphone_pristine.mp4",
    "hagriddyn_dndv1.gif",
    "hagriddyn_zoom.gif",
    "mmaction_demo.mp4",
    "mmaction_test.avi",
)
LONGEST = 12.0
"""Seconds of each film that are watched here."""


@pytest.fixture(scope="module")
def models(default_models: None) -> TableModels:
    return open_table_models()


def watched(path: Path, models: TableModels) -> tuple[list[SeatObservation], list[Signal]]:
    told = SignalPolicy(motion=MotionSignalPolicy(gestures=ALL))
    state, policy = TableState(), TablePolicy(signals=told)
    observations: list[SeatObservation] = []
    signals: list[Signal] = []
    for item in open_source(1, str(path)):
        if isinstance(item, Frame):
            if item.t > LONGEST:
                break
            state, outcome = step(state, [item], models, policy)
            observations += outcome.observations
            signals += outcome.signals
    return observations, signals


def told(signals: list[Signal]) -> set[str]:
    return {str(signal.data["gesture"]) for signal in signals if signal.type == "gesture.started"}


@pytest.mark.shared
@pytest.mark.parametrize("name", REAL)
def test_real_films_bring_nothing_that_accuses(shared_data: Path, models: TableModels, name: str) -> None:
    observations, signals = watched(shared_data / "video" / name, models)
    assert observations
    assert not {
        gesture for gesture in told(signals) if gesture.startswith("aggressive_") or gesture == "forbidden"
    }


@pytest.mark.parametrize("number", [2, 4])
def test_the_demo_brings_no_aggression_though_its_hands_move(models: TableModels, number: int) -> None:
    (demo,) = (seat for seat in shipped() if seat.seat == number)
    observations, signals = watched(demo.path, models)
    assert any(seen.motions for seen in observations)
    assert not {gesture for gesture in told(signals) if gesture.startswith("aggressive_")}


def test_the_scores_of_the_table_are_those_of_the_step_alone(models: TableModels) -> None:
    (demo,) = (seat for seat in shipped() if seat.seat == 4)
    observations, _ = watched(demo.path, models)
    states: dict[int, MotionState] = {}
    for seen in observations:
        states, scores = step_motion(states, [seen], models.motion, MotionPolicy())
        assert scores.get(seen.seat, ()) == seen.motions
