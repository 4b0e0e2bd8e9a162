"""What the landmarks of a hand say by themselves, without the classifier: which fingers are straight, where
they point, how large the hand is.

Every function takes landmarks as `vision.observations.Landmarks`, (21, 3) float32 in display pixels.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from vision.observations import Box, Landmarks

WRIST, THUMB_MCP, THUMB_TIP = 0, 2, 4
INDEX, MIDDLE, RING, LITTLE = 5, 9, 13, 17
"""The knuckles; a finger's tip lies three further."""
FINGERS = (INDEX, MIDDLE, RING, LITTLE)

Vector = NDArray[np.float64]


def palm_length(landmarks: Landmarks) -> float:
    """Wrist to the knuckle of the middle finger in space, pixels."""
    return max(_length(landmarks[MIDDLE] - landmarks[WRIST]), 1e-6)


def hand_length(landmarks: Landmarks) -> float:
    """Wrist to the tip of the middle finger along its bones, pixels: the same for a fist and a flat hand."""
    return palm_length(landmarks) + _bones(landmarks, MIDDLE)


def straightness(landmarks: Landmarks, knuckle: int) -> float:
    """Knuckle to tip as the crow flies, by the way along the bones: 1 for a straight finger, 0..1."""
    return _length(landmarks[knuckle + 3] - landmarks[knuckle]) / max(_bones(landmarks, knuckle), 1e-6)


def finger(landmarks: Landmarks, knuckle: int) -> Vector:
    """From a finger's knuckle to its tip, (3,) float64, pixels."""
    return np.asarray(landmarks[knuckle + 3] - landmarks[knuckle], dtype=np.float64)


def from_vertical(x: float, y: float) -> float:
    """Degrees between an arrow in the picture (y down) and straight up: 0..180."""
    return abs(math.degrees(math.atan2(x, -y)))


def thumb_from_vertical(landmarks: Landmarks) -> float:
    """Degrees between the thumb, from its knuckle to its tip, and straight up in the picture: 0..180."""
    x, y, _ = (landmarks[THUMB_TIP] - landmarks[THUMB_MCP]).tolist()
    return from_vertical(x, y)


def distance_to(landmarks: Landmarks, box: Box) -> float:
    """Least distance in the picture from a landmark to a box, pixels; 0 where one lies inside."""
    x, y = landmarks[:, 0], landmarks[:, 1]
    dx = np.maximum(0.0, np.maximum(box[0] - x, x - box[2]))
    dy = np.maximum(0.0, np.maximum(box[1] - y, y - box[3]))
    return float(np.hypot(dx, dy).min())


RAISED: Mapping[str, frozenset[int]] = MappingProxyType(
    {
        "middle_finger": frozenset({MIDDLE}),
        "one": frozenset({INDEX}),
        "two": frozenset({INDEX, MIDDLE}),
        "three": frozenset({INDEX, MIDDLE, RING}),
        "four": frozenset(FINGERS),
        "palm": frozenset(FINGERS),
        "horns": frozenset({INDEX, LITTLE}),
        "call": frozenset({LITTLE}),
        "thumb_up": frozenset(),
        "thumb_down": frozenset(),
        "fist": frozenset(),
    }
)
"""Which of the four fingers a shape raises, where the raised ones tell it; the thumb is left out."""

_STRAIGHT = 0.85
"""Least straightness of a raised finger."""
_STRAIGHTER, _LONGER = 0.1, 0.25
_MUCH_LONGER = 0.6
"""By how much a raised finger exceeds a folded one: in straightness and, in palm lengths, in how far its tip
is from the wrist. One that is much longer needs not be straighter: a folded finger seen end on is a short
straight line. The least of the 12 real middle fingers with sound landmarks are 0.99, 0.12 and 0.7; of the
other 1,500 real hands none passes."""


def raises_only(landmarks: Landmarks, shape: str) -> bool | None:
    """Whether exactly the fingers that a shape raises stand out.

    Each raised finger is straight, and straighter and longer than each of the others, or much longer.

    Returns:
        None for a shape that raised fingers do not tell.
    """
    raised = RAISED.get(shape)
    if raised is None:
        return None
    straight = {knuckle: straightness(landmarks, knuckle) for knuckle in FINGERS}
    palm = palm_length(landmarks)
    reach = {k: _length(landmarks[k + 3] - landmarks[WRIST]) / palm for k in FINGERS}
    folded = [knuckle for knuckle in FINGERS if knuckle not in raised]
    if not raised:
        return max(straight.values()) < _STRAIGHT
    return all(straight[up] >= _STRAIGHT for up in raised) and all(
        _exceeds(straight[up] - straight[down], reach[up] - reach[down]) for up in raised for down in folded
    )


def _exceeds(straighter: float, longer: float) -> bool:
    return longer >= _MUCH_LONGER or (longer >= _LONGER and straighter >= _STRAIGHTER)


def _bones(landmarks: Landmarks, knuckle: int) -> float:
    steps = np.diff(landmarks[knuckle : knuckle + 4], axis=0)
    return float(np.linalg.norm(steps, axis=1).sum())


def _length(vector: NDArray[np.floating]) -> float:
    return float(np.linalg.norm(vector))
