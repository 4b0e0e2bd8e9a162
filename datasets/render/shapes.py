"""The hand shapes of the vocabulary as joint angles.

The thumbs that touch something were fitted by least squares on the landmarks (tip to tip for `ok` and
`ring_touch`, tip onto the folded fingers for the others); the rest is set by eye.
"""

from __future__ import annotations

import numpy as np

from datasets.render.pose import DEGREES, NAMES, HandPose, clamped

_FOLDED = (88, 0, 105, 60)
_OUT = (0, 0, 0, 0)
Angles = tuple[float, ...]

# Degrees: thumb (flex, abduct, twist, mcp, ip), then (mcp, spread, pip, dip) from index to little finger.
_TABLE: dict[str, tuple[Angles, Angles, Angles, Angles, Angles]] = {
    "palm": ((0, 0, 0, 0, 0), _OUT, _OUT, _OUT, _OUT),
    "fist": ((12, 18, -3, 48, 52), _FOLDED, _FOLDED, _FOLDED, _FOLDED),
    "thumb_up": ((-32, 0, 0, -8, -20), _FOLDED, _FOLDED, _FOLDED, _FOLDED),
    "thumb_down": ((-32, 0, 0, -8, -20), _FOLDED, _FOLDED, _FOLDED, _FOLDED),
    "one": ((24, 19, -11, 48, 52), _OUT, _FOLDED, _FOLDED, _FOLDED),
    "two": ((31, 25, -16, 48, 52), (0, 9, 0, 0), (0, -9, 0, 0), _FOLDED, _FOLDED),
    "three": ((40, 30, 0, 45, 30), (0, 7, 0, 0), _OUT, (0, -7, 0, 0), _FOLDED),
    "three_thumb": ((-22, 0, 0, -5, 0), (0, 9, 0, 0), (0, -6, 0, 0), _FOLDED, _FOLDED),
    "four": ((44, -19, 19, 48, 52), (0, 8, 0, 0), (0, 2, 0, 0), (0, -4, 0, 0), (0, -10, 0, 0)),
    "ok": ((27, 22, -3, 18, 5), (46, 0, 66, 36), (8, 0, 0, 0), (2, -4, 0, 0), (0, -8, 0, 0)),
    "ring_touch": ((36, 38, -10, 29, 7), (0, 6, 0, 0), _OUT, (50, 0, 67, 36), (12, -8, 0, 0)),
    "hook": ((24, 19, -11, 48, 52), (5, 0, 88, 55), _FOLDED, _FOLDED, _FOLDED),
    "call": ((-28, 5, 0, -8, -15), _FOLDED, _FOLDED, _FOLDED, (0, -14, 0, 0)),
    "horns": ((27, 22, -13, 48, 52), (0, 6, 0, 0), _FOLDED, _FOLDED, (0, -10, 0, 0)),
    "finger_gun": ((-30, 0, 0, -8, -15), _OUT, _FOLDED, _FOLDED, _FOLDED),
    "finger_gun_two": ((-30, 0, 0, -8, -15), (0, -3, 0, 0), (0, 3, 0, 0), _FOLDED, _FOLDED),
    "zero": ((28, 29, -4, 20, 5), (58, 0, 69, 30), (48, 0, 52, 30), (48, 0, 52, 30), (48, 0, 52, 30)),
    "middle_finger": ((24, 28, -16, 48, 52), _FOLDED, _OUT, _FOLDED, _FOLDED),
    "relaxed": ((12, 12, 0, 12, 15), (22, 0, 28, 14), (27, 0, 32, 16), (31, 0, 36, 18), (34, 0, 38, 20)),
}

POSES: dict[str, HandPose] = {
    name: clamped(np.concatenate([*angles, (0.0,) * (len(NAMES) - 21)]) * DEGREES)
    for name, angles in _TABLE.items()
}
"""Every one-handed shape, and `relaxed`, which shows nothing."""
