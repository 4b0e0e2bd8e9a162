"""Where a raised index finger points: up, into the camera, or at the player's own face or chest."""

from __future__ import annotations

import math

from vision.gestures.body import Body
from vision.gestures.geometry import INDEX, finger, from_vertical, palm_length, straightness
from vision.observations import Landmarks

UP, CAMERA, SELF = "one", "point_camera", "point_self"
"""The shapes that differ by direction only."""

_UPRIGHT = 55.0
"""Degrees from vertical, of a finger that counts. 95 of 100 real ones stay below 53."""
_LEAN = 0.66
"""Sine of the angle to the picture plane, of a finger that counts: 41 degrees."""
_AT_LENS = 0.8
"""Cosine of the angle to the lens, of a finger that addresses somebody: 37 degrees. One of 100 real counting
fingers exceeds it."""
_FRONT = 0.15
"""Palm lengths that another part of the hand may be nearer to the lens than the tip."""
_AWAY = 0.3
"""Sine of the angle behind the picture plane, of a finger that points at its owner."""
_SIDEWAYS = 60.0
"""Degrees from vertical from which a finger counts nothing, and may point at its owner in the plane too."""
_AIM = 40.0
"""Degrees by which it may miss the face or the breastbone."""
_BARREL, _NEARER = 0.85, 0.5
"""Straightness of an index finger that is aimed, and palm lengths by which its tip is nearer to the lens than
its knuckle. None of 52 real raised thumbs and one of 32 lowered ones has such a finger; half of the rendered
finger guns that point into the lens and are taken for a thumb do."""


def pointing(landmarks: Landmarks, body: Body | None) -> str | None:
    """The direction of the index finger of a hand that raises it alone.

    Args:
        landmarks: (21, 3) float32, display pixels.
        body: of the player; without it nobody is seen to point at himself.

    Returns:
        `one` (up), `point_camera`, `point_self`; None where the direction is none of them, or more than
        one: a wrong word is worse than a missing one.
    """
    x, y, z = finger(landmarks, INDEX).tolist()
    length = max(math.sqrt(x * x + y * y + z * z), 1e-6)
    found = [
        shape
        for shape, holds in (
            (UP, from_vertical(x, y) <= _UPRIGHT and abs(z) <= _LEAN * length),
            (CAMERA, -z >= _AT_LENS * length and _leads(landmarks)),
            (SELF, body is not None and _at(landmarks, body, z / length)),
        )
        if holds
    ]
    return found[0] if len(found) == 1 else None


def aims_at_lens(landmarks: Landmarks) -> bool:
    """Whether the index finger is straight and comes at the lens: a finger gun seen from its front is often
    taken for a fist with its thumb up or down.
    """
    nearer = float(landmarks[INDEX, 2] - landmarks[INDEX + 3, 2])
    return nearer >= _NEARER * palm_length(landmarks) and straightness(landmarks, INDEX) >= _BARREL


def _leads(landmarks: Landmarks) -> bool:
    """Whether the tip of the index finger is what of the hand is nearest to the lens."""
    nearest = float(landmarks[:, 2].min())
    return float(landmarks[INDEX + 3, 2]) - nearest <= _FRONT * palm_length(landmarks)


def _at(landmarks: Landmarks, body: Body, away: float) -> bool:
    """Whether the finger points at the face or the chest of `body`; `away` is its sine behind the plane."""
    x, y, _ = finger(landmarks, INDEX).tolist()
    least = 0.0 if from_vertical(x, y) > _SIDEWAYS else _AWAY
    tip_x, tip_y = landmarks[INDEX + 3, :2].tolist()
    left, top, right, bottom = body.trunk
    if away < least or not (left <= tip_x <= right and top <= tip_y <= bottom):
        return False
    if away >= _AT_LENS:
        return True
    root_x, root_y = landmarks[INDEX, :2].tolist()
    return any(_angle(x, y, to_x - root_x, to_y - root_y) <= _AIM for to_x, to_y in (body.head, body.chest))


def _angle(ax: float, ay: float, bx: float, by: float) -> float:
    """Degrees between two arrows in the picture."""
    return abs(math.degrees(math.atan2(ax * by - ay * bx, ax * bx + ay * by)))
