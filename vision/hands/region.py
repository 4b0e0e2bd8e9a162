"""Square regions around a hand: where a model looks, as a place in the picture.

Frame of reference: display pixels, x right, y down, integer coordinates at pixel centres; angles in
radians, clockwise as displayed, 0 where the fingers point up.

The rules that turn a palm or a set of landmarks into a region are those the landmark model was
trained with. Source: MediaPipe, modules/hand_landmark/palm_detection_detection_to_roi.pbtxt and
hand_landmark_landmarks_to_roi.pbtxt (Apache-2.0).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.picture import Affine

Points = NDArray[np.float32]
"""(n, 2) or (n, 3) float32 in display pixels."""

_PALM_SCALE, _PALM_SHIFT = 2.6, -0.5
_PALM_TURN = math.remainder(90.0 - math.pi / 2, 2 * math.pi)
"""26.6 degrees clockwise. MediaPipe Tasks (0.10.31 and before) gives its target angle, 90 degrees, where
radians are expected, so its first look at a hand is turned by this; its older graphs look upright. Found
by a landmark model that returns constants, which shows the region it is given. The landmark model
answers 3 % of a palm length apart for the two looks. We look as Tasks does, so that both agree: on
its first frame a hand then differs from Tasks' by 0.1 % in the median."""
_HAND_SCALE, _HAND_SHIFT = 2.0, -0.1
_STABLE = np.array([0, 1, 2, 3, 5, 6, 9, 10, 13, 14, 17, 18])
"""Wrist, thumb without its tip, the two lower joints of each finger: they hardly move when fingers bend."""


@dataclass(frozen=True, slots=True)
class Region:
    """A rotated square."""

    x: float
    """Centre, display pixels."""
    y: float
    size: float
    """Side, display pixels."""
    angle: float
    """Radians clockwise from upright."""

    def to_display(self, pixels: int) -> Affine:
        """The (2, 3) float64 map from a crop of `pixels` x `pixels` to display pixels.

        Crop pixel 0 lies on the region's edge (not half a pixel inside): the models were trained so.
        """
        step = self.size / pixels
        cos, sin = math.cos(self.angle) * step, math.sin(self.angle) * step
        half = pixels / 2
        return np.array(
            [
                [cos, -sin, self.x - half * (cos - sin)],
                [sin, cos, self.y - half * (sin + cos)],
            ]
        )

    def moved(self, dx: float, dy: float) -> Region:
        """The same square elsewhere; display pixels."""
        return Region(self.x + dx, self.y + dy, self.size, self.angle)

    @property
    def usable(self) -> bool:
        """True where all numbers are finite and the square has an extent a crop can be taken from."""
        finite = all(map(math.isfinite, (self.x, self.y, self.size, self.angle)))
        return finite and _SMALLEST <= self.size <= _LARGEST


_SMALLEST, _LARGEST = 2.0, 1e5  # pixels: below, there is no hand; above, the model answered nonsense


def whole(width: int, height: int, margin: float = 0.0) -> Region:
    """The square around a whole picture of `width` x `height` display pixels: what a palm search sees.

    `margin` is added on every side, as a share of the longer one.
    """
    return Region(width / 2, height / 2, max(width, height) * (1 + 2 * margin), 0.0)


def upright(x0: float, y0: float, x1: float, y1: float) -> float:
    """The clockwise angle in radians, in [-pi, pi), of the direction from (x0, y0) to (x1, y1); 0 is up."""
    angle = math.pi / 2 - math.atan2(y0 - y1, x1 - x0)
    return angle - 2 * math.pi * math.floor((angle + math.pi) / (2 * math.pi))


def around_palm(box: Points, wrist: Points, middle: Points) -> Region:
    """Where the hand of a found palm lies.

    Args:
        box: (4,) x0, y0, x1, y1 of the palm, display pixels.
        wrist: (2,) centre of the wrist.
        middle: (2,) knuckle of the middle finger.
    """
    x0, y0, x1, y1 = (float(v) for v in box)
    angle = _PALM_TURN + upright(float(wrist[0]), float(wrist[1]), float(middle[0]), float(middle[1]))
    shift = _PALM_SHIFT * (y1 - y0)
    return Region(
        x=(x0 + x1) / 2 - math.sin(angle) * shift,
        y=(y0 + y1) / 2 + math.cos(angle) * shift,
        size=_PALM_SCALE * max(x1 - x0, y1 - y0),
        angle=angle,
    )


def around_landmarks(landmarks: Points) -> Region:
    """Where a hand with these (21, 3) landmarks will be looked for next."""
    wrist, index, middle, ring = (landmarks[i] for i in (0, 5, 9, 13))
    towards = ((index + ring) / 2 + middle) / 2
    angle = upright(float(wrist[0]), float(wrist[1]), float(towards[0]), float(towards[1]))
    cos, sin = math.cos(angle), math.sin(angle)
    turned = landmarks[_STABLE, :2] @ np.array([[cos, -sin], [sin, cos]], dtype=np.float32)
    (left, top), (right, bottom) = turned.min(axis=0).tolist(), turned.max(axis=0).tolist()
    across, along = (left + right) / 2, (top + bottom) / 2 + _HAND_SHIFT * (bottom - top)
    return Region(
        x=cos * across - sin * along,
        y=sin * across + cos * along,
        size=_HAND_SCALE * max(right - left, bottom - top),
        angle=angle,
    )
