"""A hand over time: it comes up, holds one shape after another, and goes down again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from datasets.render.hand import Placement
from datasets.render.pose import DEGREES, HandPose, blend, clamped
from datasets.render.shapes import POSES

Floats = NDArray[np.float64]

_LIFT = 0.6  # seconds from below the picture to where the sign is shown
_REST_DROP = 0.42  # metres that a hand at rest lies lower
_PALM = np.array([0.0, 0.085, 0.0])  # metres from the wrist to the middle of the palm, hand frame


@dataclass(frozen=True, slots=True)
class Stance:
    """How a right hand is turned to show a shape; a left one mirrors it. Degrees, as in `Placement`."""

    yaw: float = 0.0
    pitch: float = 0.0
    roll: float = 0.0
    deviate: float = 0.0
    """Bend of the wrist to the thumb's side."""


_UPRIGHT = Stance(yaw=8, roll=4)
STANCES: dict[str, Stance] = {
    "thumb_up": Stance(yaw=160, roll=82),
    "thumb_down": Stance(yaw=26, roll=80),
    "ok": Stance(yaw=32, roll=4),
    "ring_touch": Stance(yaw=12, roll=2),
    "hook": Stance(yaw=52, roll=-4),
    "finger_gun": Stance(yaw=12, roll=-6),
    "call": Stance(yaw=4, roll=10),
    "middle_finger": Stance(yaw=150, roll=2),
}
"""The turn in which each shape is usually shown; the others stand upright with the palm to the camera."""


@dataclass(frozen=True, slots=True)
class Hold:
    """A shape held from `start` to `end`, seconds."""

    shape: str
    start: float
    end: float
    palm: tuple[float, float, float]
    """Where the middle of the palm is: metres in the camera frame."""
    stance: Stance | None = None
    """None takes the usual one."""

    def __post_init__(self) -> None:
        if self.shape not in POSES:
            raise ValueError(f"there is no pose for {self.shape}")
        if not self.start < self.end:
            raise ValueError("a hold ends after it starts")

    @property
    def turn(self) -> Stance:
        """The stance that applies."""
        return self.stance or STANCES.get(self.shape, _UPRIGHT)


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    pose: HandPose
    palm: Floats
    turn: Floats
    """yaw, pitch, roll, deviate in degrees."""


@dataclass(frozen=True, slots=True, eq=False)
class HandMotion:
    """One hand's part in a clip."""

    holds: Sequence[Hold]
    """In order, not overlapping."""
    left: bool = False
    size: float = 1.0
    seed: int = 0
    """Of the tremor."""
    _phases: Floats = field(init=False)

    def __post_init__(self) -> None:
        rng = np.random.default_rng(self.seed)
        object.__setattr__(self, "_phases", rng.uniform(0, 2 * np.pi, (2, 30)))

    def at(self, t: float) -> tuple[HandPose, Placement] | None:
        """Pose and place at `t` seconds; None while the hand rests below the picture."""
        state = self._state(t)
        if state is None:
            return None
        tremor = np.sin(2 * np.pi * np.array([[0.7], [2.3]]) * t + self._phases).sum(axis=0)
        pose = clamped(state.pose.angles + tremor[:23] * 1.0 * DEGREES)
        yaw, pitch, roll, deviate = state.turn + tremor[23:27] * 0.9
        pose = clamped(pose.angles + np.eye(23)[22] * deviate * DEGREES)
        side = -1.0 if self.left else 1.0
        turn = {"yaw": side * yaw * DEGREES, "pitch": pitch * DEGREES, "roll": side * roll * DEGREES}
        rotation = Placement((0.0, 0.0, 1.0), left=self.left, **turn).rotation()
        wrist = state.palm + tremor[27:30] * 0.0015 - rotation @ _PALM * self.size
        return pose, Placement((float(wrist[0]), float(wrist[1]), float(wrist[2])), left=self.left, **turn)

    def _state(self, t: float) -> _State | None:
        before = [hold for hold in self.holds if hold.start <= t]
        after = [hold for hold in self.holds if hold.start > t]
        last, coming = (before[-1] if before else None), (after[0] if after else None)
        if last is not None and t <= last.end:
            return _shown(last)
        if last is not None and coming is not None and coming.start - last.end < 2 * _LIFT:
            return _between(_shown(last), _shown(coming), (t - last.end) / (coming.start - last.end))
        if coming is not None and coming.start - t < _LIFT:
            return _between(_resting(coming), _shown(coming), 1 - (coming.start - t) / _LIFT)
        if last is not None and t - last.end < _LIFT:
            return _between(_shown(last), _resting(last), (t - last.end) / _LIFT)
        return None


def _shown(hold: Hold) -> _State:
    turn = hold.turn
    return _State(
        POSES[hold.shape],
        np.array(hold.palm),
        np.array([turn.yaw, turn.pitch, turn.roll, turn.deviate]),
    )


def _resting(hold: Hold) -> _State:
    shown = _shown(hold)
    return _State(POSES["relaxed"], shown.palm + np.array([0.0, _REST_DROP, 0.0]), shown.turn)


def _between(start: _State, end: _State, share: float) -> _State:
    """Minimum-jerk motion. Source: Flash and Hogan, The Coordination of Arm Movements, 1985."""
    eased = share**3 * (10 - 15 * share + 6 * share**2)
    return _State(
        blend(start.pose, end.pose, eased),
        start.palm + (end.palm - start.palm) * eased,
        start.turn + (end.turn - start.turn) * eased,
    )
