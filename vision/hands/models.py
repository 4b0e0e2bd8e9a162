"""The two models that the hands pipeline runs, and how pixels reach them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.engine import Engine, FloatArray
from vision.hands.region import Region
from vision.picture import Picture


@dataclass(frozen=True)
class HandModels:
    """Loaded engines; both take (N, side, side, 3) float32 RGB in 0..1."""

    palm: Engine
    """`palm_full`: side 192; gives (N, 2016, 18) boxes and (N, 2016, 1) score logits."""
    landmarks: Engine
    """`hand_landmarks_full`: side 224; gives (N, 63) landmarks in crop pixels, (N, 1) presence and
    (N, 1) handedness in 0..1, (N, 63) world landmarks in metres."""


def crops(looks: Sequence[tuple[Picture, Region]], side: int, *, border: int | None = None) -> FloatArray:
    """One crop per look, ready for a model.

    Args:
        looks: a picture and where in it.
        side: width and height of a crop in pixels.
        border: as in `Picture.crop`.

    Returns:
        (len(looks), side, side, 3) float32 RGB in 0..1.
    """
    batch = np.empty((len(looks), side, side, 3), dtype=np.float32)
    for row, (picture, region) in zip(batch, looks, strict=True):
        pixels = picture.crop(region.to_display(side), (side, side), border=border)
        np.multiply(pixels, _UNIT, out=row)
    return batch


_UNIT = np.float32(1 / 255)


def plausible(rows: FloatArray) -> NDArray[np.bool_]:
    """Which rows of a model's answer, in pixels of its input, can be a place: (n,) bool for (n, m).

    False for what is not finite, and for places thousands of inputs away.
    """
    return np.asarray((np.abs(rows) < _FARTHEST).all(axis=1))


_FARTHEST = 1e5
