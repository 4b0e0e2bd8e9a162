"""The landmark model: regions in, one measured hand for each out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.engine import Engine
from vision.hands.models import crops, plausible
from vision.hands.policy import TrackPolicy
from vision.hands.region import Region
from vision.observations import Landmarks
from vision.picture import Picture

SIDE = 224
"""Width and height of the landmark model's input in pixels."""
_DEPTH = np.float32(1 / 0.4)
"""The model's z is compressed by this. Source: MediaPipe, hand_landmark_cpu.pbtxt, `normalize_z`."""


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """What the landmark model says about one region."""

    landmarks: Landmarks
    """(21, 3) float32, display pixels."""
    presence: float
    """Probability that a hand is there, 0..1."""
    right: float
    """Probability that it is a right hand, given that the picture is not mirrored, 0..1."""


def is_hand(hand: Measured, size: tuple[int, int], policy: TrackPolicy) -> bool:
    """True for a hand that is present and of which at least one landmark lies in the picture.

    Args:
        hand: what the model said.
        size: width and height of the picture, display pixels.
        policy: the threshold.
    """
    if hand.presence < policy.presence:
        return False
    inside = (hand.landmarks[:, :2] >= 0) & (hand.landmarks[:, :2] < size)
    return bool(np.any(inside.all(axis=1)))


def measure(looks: Sequence[tuple[Picture, Region]], engine: Engine) -> list[Measured | None]:
    """Run the landmark model once over all looks.

    Args:
        looks: a picture and a usable region in it, each.
        engine: as `HandModels.landmarks`.

    Returns:
        One result a look; None where the model gave numbers that are not finite.
    """
    if not looks:
        return []
    points, presence, handedness, _world = engine.run(crops(looks, SIDE))
    odds = np.concatenate([presence, handedness], axis=1)
    sound = plausible(points) & ((odds >= 0) & (odds <= 1)).all(axis=1)
    return [
        Measured(_placed(row.reshape(21, 3), region), *odd.tolist()) if fine else None
        for (_, region), row, odd, fine in zip(looks, points, odds, sound, strict=True)
    ]


def _placed(points: Landmarks, region: Region) -> Landmarks:
    to_display = region.to_display(SIDE)
    placed = np.empty((21, 3), dtype=np.float32)
    placed[:, :2] = points[:, :2] @ to_display[:, :2].T + to_display[:, 2]
    placed[:, 2] = points[:, 2] * (_DEPTH * np.float32(region.size / SIDE))
    return placed
