"""Signs that two hands make together by their geometry: the T of a time out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from vision.gestures.geometry import (
    FINGERS,
    MIDDLE,
    WRIST,
    from_vertical,
    palm_length,
    straightness,
)
from vision.observations import Hand, Landmarks

_FLAT = 0.85
"""Least straightness of each finger of a flat hand, 0..1."""
_TURN = 30.0
"""Most degrees by which the hands may miss horizontal and vertical."""
_TOUCH = 0.6
"""Most distance of the upright hand's middle finger tip from the level hand's line, palm lengths."""


def is_timeout(hands: Sequence[Hand]) -> bool:
    """Whether two hands make a T: one flat and level, lying on the fingertips of the flat, upright other."""
    if len(hands) != 2:
        return False
    return any(_is_t(level.landmarks, upright.landmarks) for level, upright in permutations(hands))


def _is_t(level: Landmarks, upright: Landmarks) -> bool:
    if abs(_tilt(level) - 90) > _TURN or _tilt(upright) > _TURN:
        return False
    if not all(straightness(hand, knuckle) >= _FLAT for hand in (level, upright) for knuckle in FINGERS):
        return False
    palm = max(palm_length(level), palm_length(upright))
    tip = upright[MIDDLE + 3, :2]
    return _from_segment(tip, level[WRIST, :2], level[MIDDLE + 3, :2]) <= _TOUCH * palm


def _tilt(hand: Landmarks) -> float:
    """Degrees between the line from the wrist to the middle finger's tip and straight up."""
    x, y = (hand[MIDDLE + 3, :2] - hand[WRIST, :2]).tolist()
    return from_vertical(x, y)


def _from_segment(point: np.ndarray, start: np.ndarray, end: np.ndarray) -> float:
    """Distance of a point from a segment, all (2,) pixels."""
    along = end - start
    share = float(np.clip(np.dot(point - start, along) / max(float(np.dot(along, along)), 1e-6), 0.0, 1.0))
    return float(np.linalg.norm(point - (start + share * along)))
