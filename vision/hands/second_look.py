"""Looking at one hand again, from several sides at once.

The landmark model answers a little differently when its crop is turned or scaled: where fingers are hidden
behind each other, sometimes quite differently. What all crops agree on is in the picture; what only one of
them shows is in the model. The crops are taken straight from the planes of the full picture.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from models.engine import Engine
from vision.hands.measure import measure
from vision.hands.region import Region, around_landmarks
from vision.observations import Landmarks
from vision.picture import Picture

CROPS = ((0.0, 0.9), (12.0, 1.0), (-12.0, 1.0), (12.0, 1.1), (-12.0, 0.92))
"""Degrees clockwise and factor of the side, against the crop in which a tracked hand is looked at."""


def regions(landmarks: Landmarks) -> list[Region]:
    """Where to look again at a hand; fewer than `CROPS` where a crop would be no place.

    Args:
        landmarks: (21, 3) float32, display pixels, as the first look measured them.
    """
    usual = around_landmarks(landmarks)
    turned = (
        replace(usual, size=usual.size * scale, angle=usual.angle + math.radians(degrees))
        for degrees, scale in CROPS
    )
    return [region for region in turned if region.usable]


def look_again(
    hands: Sequence[tuple[Picture, Landmarks]], engine: Engine, presence: float
) -> list[Landmarks]:
    """Measure hands again, all crops of all of them in one batch.

    Args:
        hands: a picture and the landmarks of a hand in it, display pixels, each.
        engine: as `HandModels.landmarks`.
        presence: least probability that a crop shows a hand, 0..1.

    Returns:
        For each hand (M, 21, 3) float32 display pixels, M at most `len(CROPS)`: the crops in which the hand
        was seen.
    """
    wanted = [regions(landmarks) for _, landmarks in hands]
    looks = [
        (picture, region) for (picture, _), around in zip(hands, wanted, strict=True) for region in around
    ]
    results = iter(measure(looks, engine))
    found = []
    for around in wanted:
        seen = [next(results) for _ in around]
        kept = [hand.landmarks for hand in seen if hand is not None and hand.presence >= presence]
        found.append(np.stack(kept) if kept else np.empty((0, 21, 3), dtype=np.float32))
    return found
