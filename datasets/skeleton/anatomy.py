"""The measures of a hand: bone lengths, their natural variation and how far joints go.

Lengths are in palms: the distance from the wrist to the knuckle of the middle finger is 1.

Bone lengths are medians over the landmarks of 65 photographs of open hands (shapes `palm` and `four` of the
three free sources in DATASHEET.md). Their proportions are those of the landmark model, which agree with bones
(Buryanov and Kotiuk, "Proportions of Hand Segments", Int. J. Morphol. 28(3), 2010: phalanges of the middle
finger 44.6, 26.3 and 17.4 mm) but for the fingertip, where the model's point lies beyond the bone.

Joint limits: American Academy of Orthopaedic Surgeons, "Joint Motion: Method of Measuring and Recording"
(1965), with the wider values of Norkin and White, "Measurement of Joint Motion" (5th ed., 2016), where a
fist needs them; the middle joint of a finger goes on to what the landmark model reports of a fist (115° to
130° in the same photographs, up to 165° where it puts the knuckle too low), past the 110° of anatomy.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]

FINGERS = ("index", "middle", "ring", "little")

KNUCKLES: FloatArray = np.array(
    [[0.235, 0.970, 0.00], [0.0, 1.0, -0.02], [-0.21, 0.925, 0.01], [-0.40, 0.780, 0.06]]
)
"""(4, 3) metacarpophalangeal joints of the fingers in the hand frame: x radial, y distal, z palmar."""

THUMB_ROOT: FloatArray = np.array([0.30, 0.20, 0.10])
"""(3,) carpometacarpal joint of the thumb in the hand frame."""

PHALANGES: FloatArray = np.array(
    [[0.45, 0.29, 0.24], [0.475, 0.325, 0.26], [0.42, 0.30, 0.23], [0.34, 0.225, 0.19]]
)
"""(4, 3) lengths of each finger's proximal, middle and distal phalanx, the last up to the fingertip."""

THUMB_BONES: FloatArray = np.array([0.37, 0.31, 0.27])
"""(3,) metacarpal, proximal and distal phalanx of the thumb."""

FAN: FloatArray = np.radians([6.0, 0.0, -6.0, -12.0])
"""(4,) the direction of each straight finger in the palm plane at neutral abduction, radial positive."""

CONVERGENCE: FloatArray = np.array([-0.10, 0.02, 0.18, 0.34])
"""(4,) radial part of the direction in which a finger folds: folded fingers point at the scaphoid."""

SIZE_SPREAD = 0.06
"""Standard deviation of a bone length across hands, relative; chosen within the scatter of the same
photographs, 0.04 to 0.06 palms, which holds the landmark model's errors too."""

FINGER_JOINTS = ("mcp", "abduction", "pip", "dip")
THUMB_JOINTS = ("radial", "palmar", "pronation", "mcp", "ip")
ANGLES = len(FINGERS) * len(FINGER_JOINTS) + len(THUMB_JOINTS)

FINGER_LIMITS: FloatArray = np.array([[-35.0, 95.0], [-25.0, 25.0], [-5.0, 165.0], [-15.0, 85.0]])
"""(4, 2) degrees: flexion of the knuckle, abduction, flexion of the middle and of the last joint."""

THUMB_LIMITS: FloatArray = np.array(
    [[-15.0, 75.0], [-10.0, 75.0], [-20.0, 70.0], [-20.0, 65.0], [-30.0, 85.0]]
)
"""(5, 2) degrees: radial and palmar abduction of the root, pronation, flexion of the two other joints."""

LIMITS: FloatArray = np.concatenate([np.tile(FINGER_LIMITS, (4, 1)), THUMB_LIMITS])
"""(21, 2) degrees, in the order of a pose: index, middle, ring, little (4 each), thumb (5)."""
