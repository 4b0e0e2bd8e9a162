"""Scenes of one seat, frame by frame, for the state machines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from vision.observations import CameraState, Hand, PersonEvidence, SeatObservation, ShapeScore
from vision.signals.absence import AbsencePolicy, AbsenceState, step_absence
from vision.signals.signal import Signal

SEAT = 4
SOMEBODY = PersonEvidence(True, 0.98, ("face",))
NOBODY = PersonEvidence(False, 0.03, ())


@dataclass(frozen=True)
class Shot:
    """One frame of a scene."""

    t: float
    person: bool | None = True
    camera: CameraState = CameraState.OK
    fresh: bool = True
    counting: bool = True

    def observation(self) -> SeatObservation:
        person = None if self.person is None else SOMEBODY if self.person else NOBODY
        return SeatObservation(SEAT, self.t, (640, 480), self.camera, person=person, fresh=self.fresh)


def filmed(
    parts: Iterable[tuple[float, bool | None]],
    fps: float = 30.0,
    start: float = 0.0,
    camera: Callable[[float], CameraState] = lambda t: CameraState.OK,
) -> list[Shot]:
    """Parts of (seconds, whether a person is there), sampled at `fps`; frame k lies at start + k / fps."""
    ends = np.cumsum([seconds for seconds, _ in parts])
    people = [person for _, person in parts]
    count = round(float(ends[-1]) * fps)
    shots = []
    for k in range(count):
        part = int(np.searchsorted(ends, k / fps + 1e-9, side="right"))
        shots.append(Shot(start + k / fps, people[min(part, len(people) - 1)], camera(k / fps)))
    return shots


def absence_signals(
    shots: Sequence[Shot], policy: AbsencePolicy | None = None, state: AbsenceState | None = None
) -> list[Signal]:
    policy = policy or AbsencePolicy()
    state = state or AbsenceState()
    told: list[Signal] = []
    for shot in shots:
        state, signals = step_absence(state, shot.observation(), policy, counting=shot.counting)
        told += signals
    return told


def kinds(signals: Iterable[Signal]) -> list[str]:
    return [signal.type.split(".")[1] for signal in signals]


def number(value: object) -> float:
    assert isinstance(value, (int, float))
    return float(value)


def hand(shape: str, *, track: int = 1, score: float = 0.9, side: str = "right") -> Hand:
    landmarks = np.zeros((21, 3), dtype=np.float32)
    handedness = "left" if side == "left" else "right"
    return Hand(track, landmarks, landmarks, handedness, 0.95, 0.99, ShapeScore(shape, score))  # type: ignore[arg-type]
