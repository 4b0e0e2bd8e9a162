"""Camera signals: `camera.unobservable` when a picture cannot be judged for a while, then `restored`."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vision.checks import at_least
from vision.observations import CameraState, SeatObservation
from vision.signals.signal import TICK, Json, Signal


@dataclass(frozen=True, slots=True)
class CameraSignalPolicy:
    """How long a state lasts before it is told, in seconds."""

    broken_after: float = 0.5
    """Of black and covered pictures; the other states have waited by their nature."""
    restored_after: float = 0.5

    def __post_init__(self) -> None:
        at_least(0, broken_after=self.broken_after, restored_after=self.restored_after)


@dataclass(frozen=True, slots=True)
class CameraSignalState:
    """What is remembered of one seat."""

    now: CameraState = CameraState.OK
    """The state of the last observation."""
    since: float | None = None
    """Media time of the first observation in this state."""
    told: CameraState | None = None
    """The reason that is open, None where the camera is known to be well."""
    began: float = 0.0
    """Media time at which the open reason, or the first of several in a row, began."""


_SLOW = (CameraState.BLACK, CameraState.COVERED)


def step_camera_signals(
    state: CameraSignalState, observation: SeatObservation, policy: CameraSignalPolicy
) -> tuple[CameraSignalState, tuple[Signal, ...]]:
    """Follow one seat's camera.

    A reason that gives way to another without a moment of health is told again with the new reason.

    Args:
        state: of the step before.
        observation: of every frame, and of instants without one where the seat stalled.
        policy: how long a state lasts before it is told.
    """
    camera, t = observation.camera, observation.t
    if camera is not state.now or state.since is None or t < state.since:
        state = replace(state, now=camera, since=t)
    since = t if state.since is None else state.since
    lasted = t - since + TICK
    if camera.observable:
        if state.told is None or lasted < policy.restored_after:
            return state, ()
        lost = max(0.0, since - state.began)
        ended = {"reason": state.told.value, "since": state.began, "duration": lost}
        return replace(state, told=None), (Signal("camera.restored", observation.seat, t, ended),)
    wait = policy.broken_after if camera in _SLOW else 0.0
    if camera is state.told or lasted < wait:
        return state, ()
    began = since if state.told is None else state.began
    data: dict[str, Json] = {"reason": camera.value, "since": since}
    if observation.measures:
        data["measures"] = dict[str, Json]({name: round(value, 4) for name, value in observation.measures})
    told = Signal("camera.unobservable", observation.seat, t, data)
    return replace(state, told=camera, began=began), (told,)
