"""Hands made of straight bones, posed and turned as a test needs them."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vision.observations import Detection, Hand, Landmarks, PersonEvidence, SecondLook, ShapeScore

Points = NDArray[np.float64]

KNUCKLES = ((-0.3, -0.95), (0.0, -1.0), (0.25, -0.95), (0.45, -0.8))
BONES = (0.45, 0.28, 0.22)
STRAIGHT, CURLED, HOOKED = (0, 0, 0), (80, 170, 230), (20, 100, 150)
"""Degrees of each bone from the palm's direction, towards the palm's side."""
THUMBS = {
    "out": ((-0.25, -0.25, 0.0), (-0.45, -0.5, 0.0), (-0.55, -0.75, 0.0), (-0.6, -1.0, 0.0)),
    "side": ((-0.25, -0.25, 0.0), (-0.5, -0.3, 0.0), (-0.8, -0.32, 0.0), (-1.1, -0.33, 0.0)),
    "in": ((-0.2, -0.25, -0.1), (-0.35, -0.5, -0.15), (-0.1, -0.65, -0.35), (0.1, -0.7, -0.4)),
}
POSES: dict[str, tuple[str, tuple[tuple[int, int, int], ...], float]] = {
    "thumb_up": ("side", (CURLED,) * 4, 90),
    "thumb_down": ("side", (CURLED,) * 4, -90),
    "hook": ("in", (HOOKED, CURLED, CURLED, CURLED), 0),
    "call": ("side", (CURLED, CURLED, CURLED, STRAIGHT), 0),
    "horns": ("in", (STRAIGHT, CURLED, CURLED, STRAIGHT), 0),
    "one": ("in", (STRAIGHT, CURLED, CURLED, CURLED), 0),
    "two": ("in", (STRAIGHT, STRAIGHT, CURLED, CURLED), 0),
    "three": ("in", (STRAIGHT, STRAIGHT, STRAIGHT, CURLED), 0),
    "four": ("in", (STRAIGHT,) * 4, 0),
    "palm": ("out", (STRAIGHT,) * 4, 0),
    "fist": ("in", (CURLED,) * 4, 0),
    "middle_finger": ("in", (CURLED, STRAIGHT, CURLED, CURLED), 0),
}
"""Thumb, fingers from the index on, and degrees clockwise that the hand is turned in the picture."""


def made(
    shape: str,
    at: tuple[float, float] = (320.0, 300.0),
    palm: float = 60.0,
    roll: float = 0.0,
    pitch: float = 0.0,
    yaw: float = 0.0,
) -> Landmarks:
    """A hand whose wrist lies at `at`.

    Args:
        shape: a pose of `POSES`; any other shape gets an open hand.
        at: of the wrist, display pixels.
        palm: length in pixels.
        roll: degrees clockwise in the picture, after the others.
        pitch: degrees by which the fingers lean towards the camera.
        yaw: degrees around the vertical.
    """
    thumb, fingers, own = POSES.get(shape, POSES["palm"])
    points: list[Points] = [np.zeros(3), *(np.array(point) for point in THUMBS[thumb])]
    for (x, y), bends in zip(KNUCKLES, fingers, strict=True):
        points.append(np.array([x, y, 0.0]))
        for bone, bend in zip(BONES, np.radians(bends), strict=True):
            points.append(points[-1] + bone * np.array([0.0, -np.cos(bend), -np.sin(bend)]))
    turn = _turn(roll + own, 0, 1) @ _turn(yaw, 0, 2) @ _turn(pitch, 1, 2)
    hand = np.stack(points) @ turn.T * palm + np.array([*at, 0.0])
    return np.asarray(hand, dtype=np.float32)


def _turn(degrees: float, first: int, second: int) -> Points:
    angle, matrix = np.radians(degrees), np.eye(3)
    matrix[first, first] = matrix[second, second] = np.cos(angle)
    matrix[first, second], matrix[second, first] = -np.sin(angle), np.sin(angle)
    return matrix


def shown(
    shape: str,
    landmarks: Landmarks | None = None,
    *,
    track: int = 1,
    score: float = 0.9,
    side: Literal["left", "right"] = "right",
    again: float | None = 0.95,
) -> Hand:
    """A hand that the classifier calls `shape`, posed so unless other landmarks are given.

    A second look finds that shape with a probability of `again`; None where there was none.
    """
    points = made(shape) if landmarks is None else landmarks
    look = None if again is None else SecondLook(shape, again, 0.0)
    return Hand(track, points, points, side, 0.95, 0.99, ShapeScore(shape, score), second_look=look)


def abstaining(hand: Hand, reason: str = "cut_off") -> Hand:
    """The same hand where its shape is not judged."""
    return replace(hand, shape=ShapeScore("no_gesture", 0.0, reason), second_look=None)


def person(face: tuple[float, float, float, float] = (280.0, 60.0, 360.0, 150.0)) -> PersonEvidence:
    """Somebody whose face lies there, display pixels."""
    return PersonEvidence(True, 0.98, ("face",), faces=(Detection(face, 0.9),))
