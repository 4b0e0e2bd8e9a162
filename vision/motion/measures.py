"""Plain geometry of a window: the second kind of evidence beside the motion model."""

from __future__ import annotations

from statistics import median

import numpy as np
from numpy.typing import NDArray

from vision.motion.features import Windows, palms
from vision.motion.trail import KNUCKLES, STEP, FloatArray
from vision.observations import MotionMeasures

NECK = (0.3, 1.25)
"""Band below the middle of the face, in face widths, in which a hand passes the neck: the chin is at 0.5,
the collar at about 1.1."""
SWEEP = 1.2
"""Seconds within which a throat-cut is drawn."""
RUSH = 0.5
"""Seconds within which a blow reaches the lens."""
SWING = 0.2
"""Palm sizes that a shaken fist travels between two turns, at least; it may be shaken at the camera."""
SHAKEN = 1.2
"""Seconds within which turns are counted: before, the hand was on its way."""
_AXES: FloatArray = np.stack(
    [np.cos(np.arange(4) * np.pi / 4), np.sin(np.arange(4) * np.pi / 4)], axis=1
).astype(np.float32)


def measure(windows: Windows, index: int, followed: float) -> MotionMeasures:
    """The measures of one of the hands, which was seen in a share `followed` of the last second's frames."""
    seen = windows.seen[index]
    if not seen.any():
        return MotionMeasures(0.0, 0.0, 1.0, 0, 0.0, followed)
    points = windows.points[index][seen]
    instants = np.flatnonzero(seen)
    centre = points[:, KNUCKLES, :2].mean(axis=1)
    sizes = palms(points)
    unit = median(sizes.tolist())
    recent = centre[instants >= instants[-1] - round(SHAKEN / STEP)]
    x, y, width = (float(value) for value in windows.face[index])
    lateral, straight = _sweep(centre, points, instants, (x, y, width)) if width > 0 else (0.0, 0.0)
    apart = float(np.linalg.norm(centre - (x, y), axis=1).min()) / width if width > 0 else 0.0
    return MotionMeasures(
        lateral, straight, _growth(points, sizes, instants), _reversals(recent / unit), apart, followed
    )


def _sweep(
    centre: FloatArray, points: FloatArray, instants: NDArray[np.int64], face: tuple[float, float, float]
) -> tuple[float, float]:
    """The longest stretch in one direction along the neck: its way in face widths, and how straight it is."""
    x, y, width = face
    height = (points[:, :, 1].min(axis=1) - y) / width, (points[:, :, 1].max(axis=1) - y) / width
    at_neck = (height[0] <= NECK[1]) & (height[1] >= NECK[0])
    best, straight = 0.0, 0.0
    for sign in (1.0, -1.0):
        start = 0
        for i in range(1, len(centre)):
            backwards = sign * (centre[i, 0] - centre[i - 1, 0]) < -0.02 * width
            if backwards or not at_neck[i] or instants[i] - instants[i - 1] > 6:
                start = i
            while (instants[i] - instants[start]) * STEP > SWEEP:
                start += 1
            way = sign * float(centre[i, 0] - centre[start, 0]) / width
            if way > best and _crosses(points[start : i + 1], x, width):
                steps = np.linalg.norm(np.diff(centre[start : i + 1], axis=0), axis=1).sum() / width
                best, straight = way, way / max(float(steps), 1e-6)
    return best, min(straight, 1.0)


def _crosses(points: FloatArray, x: float, width: float) -> bool:
    """Whether some part of the hand passes before the neck, which is about half as wide as the face."""
    near = np.abs(points[:, :, 0] - x) < 0.35 * width
    return bool(near.any())


def _growth(points: FloatArray, palm: FloatArray, instants: NDArray[np.int64]) -> float:
    sizes = np.maximum(palm, np.ptp(points[..., :2], axis=1).max(axis=1) / 2)
    plain, since = sizes.tolist(), np.searchsorted(instants, instants - RUSH / STEP).tolist()
    # The hand before it rushed: the oldest three within the time. Where there is none, it did not grow.
    before = [median(plain[first:i][:3] or [plain[i]]) for i, first in enumerate(since)]
    return float((sizes / np.array(before, dtype=np.float32)).max())


def _reversals(centre: FloatArray) -> int:
    """Turns along the direction, of four, in which there are most."""
    return max(_turns(along) for along in (centre @ _AXES.T).T)


def _turns(along: FloatArray) -> int:
    turns, extreme, direction = 0, float(along[0]), 0
    for value in along[1:]:
        if direction >= 0 and value < extreme - SWING:
            turns += direction > 0
            direction, extreme = -1, float(value)
        elif direction <= 0 and value > extreme + SWING:
            turns += direction < 0
            direction, extreme = 1, float(value)
        elif (direction >= 0 and value > extreme) or (direction < 0 and value < extreme):
            extreme = float(value)
    return turns
