"""The errors that a landmark model adds.

In the free photographs (DATASHEET.md) bone lengths in space scatter by 0.04 to 0.06 palms and straight joints
by 3° to 5°. The errors drawn here are about twice that, on purpose: with errors as small as the measured ones
the classifier learnt the skeleton by heart and told real hands worse.
"""

from __future__ import annotations

import numpy as np

from datasets.skeleton.anatomy import FloatArray

POINT_XY, POINT_Z = 0.018, 0.03
"""Standard deviation of each point on its own, in palms."""
FINGER_XY, FINGER_Z = 0.035, 0.07
"""Standard deviation at the fingertip of an error that grows along the finger, in palms."""
HIDDEN = 2.2
"""A finger whose tip lies behind another part of the hand is this much less certain."""
DEPTH_SCALE = (0.5, 1.15)
"""The reported depth is that much of the true one, hand by hand: the palm of a fist that points at the
camera comes out as short as half its length."""

_ALONG: FloatArray = np.array([0.0] + [0.1, 0.35, 0.7, 1.0] * 5)
_FINGER = np.array([0] + [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4)
_TIPS = np.array([4, 8, 12, 16, 20])


def hidden_tips(seen: FloatArray) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """Which fingertips lie behind another point of the hand.

    Args:
        seen: (N, 21, 3) palms: x right, y down, z away.

    Returns:
        (N, 5) bool, thumb first.
    """
    tips = seen[:, _TIPS, None, :] - seen[:, None, :, :]
    beside = np.hypot(tips[..., 0], tips[..., 1]) < 0.15
    return np.asarray((beside & (tips[..., 2] > 0.12)).any(axis=2))


def observe(rng: np.random.Generator, seen: FloatArray, strength: float = 1.0) -> FloatArray:
    """Landmarks as a model would report them.

    Args:
        seen: (N, 21, 3) palms: x right, y down, z away from the camera relative to the wrist.
        strength: factor on all errors.

    Returns:
        (N, 21, 3), the same frame.
    """
    count = len(seen)
    quality = strength * np.exp(rng.normal(0, 0.45, (count, 1, 1)))
    finger = np.where(hidden_tips(seen), HIDDEN, 1.0)[:, :, None] * rng.normal(0, 1, (count, 5, 3))
    finger = finger * np.array([FINGER_XY, FINGER_XY, FINGER_Z])
    point = rng.normal(0, 1, (count, 21, 3)) * np.array([POINT_XY, POINT_XY, POINT_Z])
    error = (point + finger[:, _FINGER] * _ALONG[:, None]) * quality
    depth = rng.uniform(*DEPTH_SCALE, (count, 1))
    scaled = np.concatenate([seen[:, :, :2], seen[:, :, 2:] * depth[:, :, None]], axis=2)
    return np.asarray(scaled + error)
