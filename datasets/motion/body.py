"""Who sits before the webcam and how the webcam sees them.

Lengths are in palms (wrist to the knuckle of the middle finger, about 9 cm). Places are relative to the
middle of the face box: x outward from the body's middle on the hand's own side, y down, z away from the
camera.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.skeleton.anatomy import FloatArray
from datasets.skeleton.camera import orientation
from datasets.skeleton.kinematics import Hands, draw_hands, points

LEARNT_FACES = ((1.45, 1.58), (1.66, 1.76))
HELD_OUT_FACES = ((1.38, 1.45), (1.58, 1.66), (1.76, 1.88))
"""Face widths of the bodies that teach and of those that only judge. A face box is 13 to 17 cm wide."""
LEARNT_SHOULDERS = ((2.3, 2.6), (2.75, 3.0))
HELD_OUT_SHOULDERS = ((2.6, 2.75), (3.0, 3.2))
"""Drop from the middle of the face to the line of the shoulders."""
SIZES = ((640, 480), (640, 360), (1280, 720), (320, 240))


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """One person in front of one camera."""

    hands: Hands
    """Bones of one right hand; the left one is its mirror image."""
    face: float
    """Width of the face box."""
    shoulders: float
    """From the middle of the face down to the line of the shoulders."""
    distance: float
    """From the lens to the face."""
    focal: float
    """Pixels."""
    size: tuple[int, int]
    head: tuple[float, float]
    """Pixel of the middle of the face."""
    mirrored: bool
    """Whether the picture is shown as in a mirror."""

    def place(self, column: float, row: float, away: float) -> FloatArray:
        """The place of a right hand that is seen at a pixel of the unmirrored picture, (3,)."""
        scale = (self.distance + away) / self.focal
        x, y = ((at - middle / 2) * scale for at, middle in zip((column, row), self.size, strict=True))
        head = self.distance / self.focal
        hx, hy = (
            (at - middle / 2) * head for at, middle in zip(self._unmirrored_head(), self.size, strict=True)
        )
        return np.array([hx - x, y - hy, away])

    def seen(self, world: FloatArray) -> FloatArray:
        """Project points.

        Args:
            world: (F, 21, 3) palms relative to the face: x right in the unmirrored picture, y down, z away.

        Returns:
            (F, 21, 3) pixels of the picture as shown; z away from the camera relative to the wrist.
        """
        hx, hy = self._unmirrored_head()
        depth = np.maximum(self.distance + world[..., 2:], 0.8)
        origin = np.array([hx - self.size[0] / 2, hy - self.size[1] / 2]) * self.distance / self.focal
        flat = (world[..., :2] + origin) * self.focal / depth + np.array(self.size) / 2
        away = (world[..., 2:] - world[:, :1, 2:]) * self.focal / depth[:, :1]
        if self.mirrored:
            flat = np.concatenate([self.size[0] - 1 - flat[..., :1], flat[..., 1:]], axis=-1)
        return np.concatenate([flat, away], axis=-1)

    def face_box(self) -> FloatArray:
        """(4,) x0, y0, x1, y1 in pixels of the picture as shown."""
        half = self.face * self.focal / self.distance / 2
        x, y = self.head
        return np.array([x - half, y - half, x + half, y + half])

    def _unmirrored_head(self) -> tuple[float, float]:
        x, y = self.head
        return (self.size[0] - 1 - x if self.mirrored else x), y


def draw_body(rng: np.random.Generator, *, held_out: bool = False) -> Body:
    """A person and a camera; held-out bodies share no face width or shoulder drop with the others."""
    size = SIZES[int(rng.choice(len(SIZES), p=[0.5, 0.2, 0.2, 0.1]))]
    focal = float(rng.uniform(0.75, 1.15)) * size[0]
    distance = float(np.exp(rng.uniform(np.log(5.0), np.log(12.0))))
    face = _band(rng, HELD_OUT_FACES if held_out else LEARNT_FACES)
    # The whole face stays in the picture.
    half = face * focal / distance / 2
    x = float(np.clip(rng.normal(0.5, 0.1) * size[0], half, size[0] - half))
    y = float(np.clip(rng.uniform(0.22, 0.5) * size[1], half, size[1] - half))
    return Body(
        hands=draw_hands(rng, 1),
        face=face,
        shoulders=_band(rng, HELD_OUT_SHOULDERS if held_out else LEARNT_SHOULDERS),
        distance=distance,
        focal=focal,
        size=size,
        head=(x, y),
        mirrored=bool(rng.random() < 0.5),
    )


def _band(rng: np.random.Generator, bands: tuple[tuple[float, float], ...]) -> float:
    return float(rng.uniform(*bands[int(rng.integers(len(bands)))]))


def hand_points(hands: Hands, pose: FloatArray, turn: FloatArray) -> FloatArray:
    """A right hand about its wrist in the camera's frame.

    Args:
        hands: bones of one hand.
        pose: (F, 21) degrees.
        turn: (F, 3) yaw, pitch and roll in degrees as `orientation` takes them.

    Returns:
        (F, 21, 3) palms: x right, y down, z away.
    """
    count = len(pose)
    bones = Hands(*(np.repeat(part, count, axis=0) for part in _parts(hands)))
    return np.asarray(points(pose, bones) @ np.swapaxes(orientation(*turn.T), 1, 2))


def _parts(hands: Hands) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    return hands.knuckles, hands.phalanges, hands.thumb_root, hands.thumb_bones
