"""The parts that forms are made of: fingers, thumbs, and how a hand is held to a camera.

Joint ranges are those that a landmark model reports, not those of bones.
"""

from __future__ import annotations

from datasets.skeleton.forms import Aim, Finger, Thumb, View

STRAIGHT = Finger((-18, 28), (-3, 14), (-6, 11))
FOLDED = Finger((22, 88), (80, 132), (8, 65))
FOLDED_LATE = Finger((55, 95), (35, 95), (45, 85))
"""Folded as the landmark model sees a fist from its knuckles: the bend moves from the middle joint to both
others."""
FOLDED_EARLY = Finger((10, 58), (112, 165), (5, 50))
"""Folded as the model reports fists that face it: the bend moves from the knuckle to the middle joint."""
HOOKED = Finger((-25, 45), (28, 105), (12, 70))
CURVED = Finger((25, 75), (22, 70), (8, 50))
FLAT_BENT = Finger((50, 88), (0, 30), (0, 20))
RELAXED = Finger((10, 50), (15, 60), (5, 35))
DROOPING = Finger((15, 60), (20, 75), (5, 45))
HALF_FOLDED = Finger((15, 70), (60, 112), (15, 65))

OUT = Thumb((38, 72), (-5, 40), (-10, 40), (-15, 22), (-28, 22))
RAISED = Thumb((28, 72), (0, 45), (-15, 45), (-18, 20), (-28, 15))
ACROSS = Thumb((0, 32), (28, 70), (10, 65), (15, 60), (10, 80))
TUCKED = Thumb((-8, 25), (25, 65), (10, 65), (20, 60), (25, 85))
ALONG = Thumb((5, 30), (0, 35), (-10, 40), (-5, 35), (-5, 45))
OPPOSED = Thumb((0, 50), (25, 75), (-10, 60), (-10, 55), (-15, 65))

PALM = (0.0, 45.0)
BACK = (180.0, 45.0)
RADIAL = (90.0, 45.0)
ULNAR = (-90.0, 45.0)


def yaws(palm: float, back: float, radial: float, ulnar: float) -> tuple[tuple[float, float, float], ...]:
    """A mixture over the sides of the hand that face the camera."""
    return ((*PALM, palm), (*BACK, back), (*RADIAL, radial), (*ULNAR, ulnar))


UPRIGHT = View(yaws(0.5, 0.28, 0.12, 0.1), pitch=(-40, 40), roll=(-60, 60))
LYING = View(yaws(0.3, 0.5, 0.1, 0.1), pitch=(-35, 35), roll=(-110, 110))
OPEN_TO_CAMERA = View(yaws(0.72, 0.2, 0.05, 0.03), pitch=(-40, 40), roll=(-55, 55))
ANY_ROLL = View(yaws(0.4, 0.3, 0.15, 0.15), roll=(-180, 180))
SIDEWAYS = View(yaws(0.3, 0.4, 0.2, 0.1), roll=(-115, 115))
LEVEL = View(yaws(0.3, 0.4, 0.2, 0.1), roll=(-115, 115), aims=(Aim(5, 8, (45, 130)),))
RUDE = View(yaws(0.25, 0.45, 0.15, 0.15), pitch=(-50, 65), roll=(-115, 115))

SPREAD_FINGERS = (
    STRAIGHT.spread(-4, 16),
    STRAIGHT.spread(-6, 8),
    STRAIGHT.spread(-12, 5),
    STRAIGHT.spread(-22, 4),
)
CLOSED = (STRAIGHT.spread(-9, 0), STRAIGHT.spread(-3, 3), STRAIGHT.spread(0, 8), STRAIGHT.spread(3, 15))
FIST = (FOLDED, FOLDED, FOLDED, FOLDED)
V_FINGERS = (STRAIGHT.spread(-2, 16), STRAIGHT.spread(-15, 2))
TOGETHER = (STRAIGHT.spread(-9, -1), STRAIGHT.spread(-3, 4))
