"""Motion over time: which hands moved, and what the motion model makes of their last 1.6 seconds.

Pure: the same observations give the same scores. One batch runs over all seats, a few times a second, and
only where a hand has moved a moment ago.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from models.engine import Engine
from vision.checks import at_least, positive, within
from vision.frame import Frame
from vision.motion.features import Windows, features
from vision.motion.measures import measure
from vision.motion.trail import STEPS, BoolArray, FloatArray, Trail, extend, resample
from vision.motion.vocabulary import AGGRESSIVE, MOTIONS
from vision.observations import MotionScore, SeatObservation
from vision.turns import turn


@dataclass(frozen=True, slots=True)
class MotionPolicy:
    """How often and where motion is looked at; seconds."""

    every: float = 0.075
    """Between two looks at one seat, at least: about ten a second at any frame rate. Of a slow camera, whose
    frames come unevenly 0.1 s apart, each is looked at."""
    moved: float = 0.3
    """Palm sizes that a landmark travels in 0.2 s when the hand moves: above the jitter of landmarks."""
    still: float = 0.8
    """A hand that has not moved for longer is not looked at."""
    lost: float = 0.35
    """A hand that has not been seen for longer is not looked at."""
    face: float = 4.0
    """How long a face stands for its seat."""
    face_every: float = 0.3
    """How often the face is looked for while a hand moves."""
    doubtful: float = 0.3
    """Probability of an aggressive gesture from which its geometry is measured."""

    def __post_init__(self) -> None:
        positive(every=self.every, face_every=self.face_every)
        at_least(0, moved=self.moved, still=self.still, lost=self.lost, face=self.face)
        within(0, 1, doubtful=self.doubtful)


@dataclass(frozen=True, slots=True)
class Face:
    """Where a seat's face was seen, pixels."""

    x: float
    y: float
    width: float
    t: float
    """Media time, seconds."""


@dataclass(frozen=True, slots=True)
class MotionState:
    """What is remembered of one seat; `MotionState()` is the start."""

    t: float = -math.inf
    """Media time of the newest frame."""
    looked: float = -math.inf
    """Media time of the last look."""
    trails: tuple[Trail, ...] = ()
    face: Face | None = None
    frames: tuple[float, ...] = ()
    """Media times of the last second's frames."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """A hand whose motion is to be judged."""

    seat: int
    trail: Trail
    other: Trail | None
    face: Face | None
    size: tuple[int, int]
    t: float
    followed: float
    """Share of the last second's frames in which the hand was seen; of those since it came into view, if that
    is more than half a second ago."""


def step_motion(
    states: Mapping[int, MotionState],
    observations: Sequence[SeatObservation],
    engine: Engine,
    policy: MotionPolicy,
) -> tuple[dict[int, MotionState], dict[int, tuple[MotionScore, ...]]]:
    """Follow the hands of all seats by one tick.

    Args:
        states: by seat; a seat that is missing starts anew.
        observations: at most one a seat; seats whose picture cannot be judged forget their hands.
        engine: the motion model, (N, FEATURES) to (N, len(MOTIONS)) probabilities.
        policy: how often and where to look.

    Returns:
        The states after this tick, and by seat of those that were looked at the score of every hand that
        moved.
    """
    after, looks = dict(states), []
    for seen in observations:
        after[seen.seat], due = follow(states.get(seen.seat, MotionState()), seen, policy)
        looks += due
    if not looks:
        return after, {}
    scores: dict[int, tuple[MotionScore, ...]] = {}
    for look, score in zip(looks, score_looks(looks, engine, policy), strict=True):
        scores[look.seat] = (*scores.get(look.seat, ()), score)
    return after, scores


def score_looks(looks: Sequence[Look], engine: Engine, policy: MotionPolicy) -> list[MotionScore]:
    """What the model says of some hands, in one batch; with measures where it suspects aggression."""
    windows = windows_of(looks)
    probabilities = engine.run(features(windows))[0]
    scores: list[MotionScore] = []
    for index, look in enumerate(looks):
        named = tuple(zip(MOTIONS, probabilities[index].tolist(), strict=True))
        doubtful = any(name in AGGRESSIVE and value >= policy.doubtful for name, value in named)
        scored = MotionScore(
            track=look.trail.track,
            handedness=look.trail.handedness,
            probabilities=named,
            measures=measure(windows, index, look.followed) if doubtful else None,
        )
        scores.append(scored)
    return scores


def follow(state: MotionState, seen: SeatObservation, policy: MotionPolicy) -> tuple[MotionState, list[Look]]:
    """One seat by one observation: its state, and the hands that are to be judged now."""
    if seen.camera.silent or (seen.t == state.t and seen.camera.observable):
        return state, []
    if not seen.camera.observable or seen.t < state.t:
        state = MotionState()
        if not seen.camera.observable:
            return state, []
    face = _face(seen) or state.face
    if face is not None and seen.t - face.t > policy.face:
        face = None
    trails = extend(state.trails, seen.hands, seen.t, policy.moved)
    first = 0
    while first < len(state.frames) and seen.t - state.frames[first] >= _SECOND:
        first += 1
    frames = (*state.frames[first:], seen.t)
    looked, looks = state.looked, []
    if seen.t - looked >= policy.every - _TICK:
        looks = _due(trails, face, seen, frames, policy)
        looked = seen.t if looks else looked
    return MotionState(seen.t, looked, trails, face, frames), looks


_SECOND = 1.0
_FOLLOWED = 0.5  # seconds for which a hand that has just come into view is to be seen
_TICK = 1e-6  # seconds; media times are ticks of a clock turned into binary fractions


def _face(seen: SeatObservation) -> Face | None:
    """The likeliest face of the seat, if one was seen."""
    if seen.person is None or not seen.person.faces:
        return None
    x0, y0, x1, y1 = max(seen.person.faces, key=lambda face: face.score).box
    return Face((x0 + x1) / 2, (y0 + y1) / 2, max(x1 - x0, 1.0), seen.t)


def _due(
    trails: Sequence[Trail],
    face: Face | None,
    seen: SeatObservation,
    frames: Sequence[float],
    policy: MotionPolicy,
) -> list[Look]:
    return [
        Look(seen.seat, trail, _other(trail, trails), face, seen.size, seen.t, _followed(trail, frames))
        for trail in trails
        if seen.t - trail.last <= policy.lost and seen.t - trail.moved <= policy.still
    ]


def _followed(trail: Trail, frames: Sequence[float]) -> float:
    since = min(max(trail.times[0], frames[0]), frames[-1] - _FOLLOWED)
    return (len(trail.times) - bisect_left(trail.times, since)) / (len(frames) - bisect_left(frames, since))


def _other(trail: Trail, trails: Sequence[Trail]) -> Trail | None:
    """The seat's other hand: the one seen last among the rest."""
    rest = [other for other in trails if other is not trail]
    return max(rest, key=lambda other: (other.last, -other.track), default=None)


def wants_face(state: MotionState | None, frame: Frame, policy: MotionPolicy) -> bool:
    """Whether the face is to be looked for in a frame: a hand of the seat moves, and the face is due."""
    if state is None or not any(frame.t - trail.moved <= policy.still for trail in state.trails):
        return False
    every = policy.face_every
    return turn(frame.seat, frame.t, every) != turn(frame.seat, state.t, every)


def windows_of(looks: Sequence[Look]) -> Windows:
    """The windows of some hands, in one value."""
    known: dict[tuple[int, float], tuple[FloatArray, BoolArray]] = {}

    def instants(trail: Trail | None, t: float) -> tuple[FloatArray, BoolArray]:
        if trail is None:
            return _NOBODY
        # Each of two moving hands is the other one of the other.
        key = (id(trail), t)
        if key not in known:
            known[key] = resample(trail, t)
        return known[key]

    own = [instants(look.trail, look.t) for look in looks]
    others = [instants(look.other, look.t) for look in looks]
    return Windows(
        points=np.stack([points for points, _ in own]),
        seen=np.stack([seen for _, seen in own]),
        other=np.stack([points for points, _ in others]),
        other_seen=np.stack([seen for _, seen in others]),
        face=np.array(
            [(f.x, f.y, f.width) if (f := look.face) is not None else (0, 0, 0) for look in looks], np.float32
        ),
        size=np.array([look.size for look in looks], np.float32),
    )


_NOBODY = (np.zeros((STEPS, 21, 3), np.float32), np.zeros(STEPS, np.bool_))
