"""Hand poses: joint angles within what a hand can do, the shapes of the vocabulary, and motion between them.

Angles are radians; flexion is positive towards the palm, 0 is the mesh at rest (an open, relaxed hand).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

DEGREES = np.pi / 180

_THUMB = ("thumb_flex", "thumb_abduct", "thumb_twist", "thumb_mcp", "thumb_ip")
_FINGER = ("mcp", "spread", "pip", "dip")
NAMES = (
    *_THUMB,
    *(f"{finger}_{angle}" for finger in ("index", "middle", "ring", "pinky") for angle in _FINGER),
    "wrist_flex",
    "wrist_deviate",
)
"""The 23 angles. `thumb_*` without a joint name belong to the base joint, whose
abduction lifts the thumb off the palm. Spread is towards the thumb's side."""

_THUMB_LIMITS = ((-35, 45), (-55, 45), (-40, 60), (-20, 60), (-30, 80))
_FINGER_LIMITS = ((-30, 95), (-22, 22), (-5, 115), (-10, 85))
_WRIST_LIMITS = ((-60, 70), (-30, 20))
LIMITS: Floats = np.array([*_THUMB_LIMITS, *_FINGER_LIMITS * 4, *_WRIST_LIMITS], dtype=np.float64) * DEGREES
"""(23, 2) lowest and highest angle.

Source: American Academy of Orthopaedic Surgeons, Joint Motion: Method of Measuring and Recording, 1965
(finger 90/100/90 degrees of flexion at the three joints, thumb 50 and 80, wrist 70/60 and 20/30), widened
by what the mesh's own rest angles add.
"""


@dataclass(frozen=True, slots=True, eq=False)
class HandPose:
    """One configuration of the hand."""

    angles: Floats
    """(23,) radians in the order of `NAMES`, inside `LIMITS`."""

    def __post_init__(self) -> None:
        if self.angles.shape != (len(NAMES),):
            raise ValueError(f"a pose has {len(NAMES)} angles, not {self.angles.shape}")
        if np.any(self.angles < LIMITS[:, 0] - 1e-9) or np.any(self.angles > LIMITS[:, 1] + 1e-9):
            worst = NAMES[int(np.argmax(np.maximum(LIMITS[:, 0] - self.angles, self.angles - LIMITS[:, 1])))]
            raise ValueError(f"{worst} is outside what a hand can do")

    def __getitem__(self, name: str) -> float:
        return float(self.angles[NAMES.index(name)])


def clamped(angles: Floats) -> HandPose:
    """The nearest pose within the limits."""
    return HandPose(np.clip(angles, LIMITS[:, 0], LIMITS[:, 1]))


def blend(start: HandPose, end: HandPose, share: float) -> HandPose:
    """The pose on the way from `start` (share 0) to `end` (share 1)."""
    return HandPose(start.angles + (end.angles - start.angles) * share)


def jittered(pose: HandPose, rng: np.random.Generator, degrees: float) -> HandPose:
    """The pose as another person, or the same one a moment later, would hold it."""
    return clamped(pose.angles + rng.normal(0.0, degrees * DEGREES, len(NAMES)))


def bent_by(pose: HandPose, **degrees: float) -> HandPose:
    """The pose with some angles moved, as `bent_by(pose, index_mcp=10, wrist_flex=-20)`."""
    angles = pose.angles.copy()
    for name, amount in degrees.items():
        angles[NAMES.index(name)] += amount * DEGREES
    return clamped(angles)
