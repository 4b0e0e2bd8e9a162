"""Pictures made from numbers alone, the same in golden/tfjs_golden.mjs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FloatImage = NDArray[np.float32]


def _mix(values: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """The finaliser of MurmurHash3, 32 bits."""
    values = (values ^ (values >> np.uint32(16))) * np.uint32(0x85EBCA6B)
    values = (values ^ (values >> np.uint32(13))) * np.uint32(0xC2B2AE35)
    return values ^ (values >> np.uint32(16))


def noise(seed: int, height: int, width: int) -> FloatImage:
    """(height, width, 3) float32, 0 to less than 1, no two pixels related."""
    start = (seed * 0x9E3779B9) & 0xFFFFFFFF
    counters = (np.arange(height * width * 3, dtype=np.uint64) + start) & 0xFFFFFFFF
    values = _mix(counters.astype(np.uint32)) >> np.uint32(8)
    return (values / 2**24).astype(np.float32).reshape(height, width, 3)


def scene(seed: int, size: int = 224) -> FloatImage:
    """(size, size, 3) float32 0..1: a wall, a window and a round head above shoulders.

    Smooth shades and hard edges, as in a webcam's picture; drawn at 224 and enlarged or reduced by
    repeating pixels.
    """
    centre = 80 + int(_mix(np.array([seed], np.uint32))[0]) % 64
    y, x = np.mgrid[0:224, 0:224]
    picture = np.stack([140 + (x >> 2), 150 + (y >> 2), 170 - (x >> 3)], axis=-1)

    window = (x >= 150) & (x < 210) & (y >= 20) & (y < 90)
    body = 4 * (x - centre) ** 2 + (y - 230) ** 2 < 110**2 * 2
    head = (x - centre) ** 2 * 2 + (y - 95) ** 2 < 50**2
    flat = np.zeros_like(x)
    for where, colour in (
        (window, (flat + 225, flat + 235, 250 - (y >> 1))),
        (body, (40 + (y >> 2), flat + 60, 120 - (x >> 2))),
        (head, (220 - (x >> 3), 170 - (y >> 3), flat + 140)),
    ):
        picture[where] = np.stack(colour, axis=-1)[where]
    grid = np.arange(size) * 224 // size
    return (picture[np.ix_(grid, grid)] / 255).astype(np.float32)
