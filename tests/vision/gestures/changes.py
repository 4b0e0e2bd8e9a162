"""Changes that must leave what a hand shows alone.

Noise of ten per cent is read in the hard way: each coordinate of each landmark is off by up to a tenth of the
palm's length, evenly spread. The landmark model itself is off by two to three hundredths.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Hands = NDArray[np.float32]
Change = Callable[[Hands], Hands]
SIZE = (640, 480)


def mirrored(hands: Hands) -> Hands:
    return hands * np.array([-1, 1, 1], np.float32) + np.array([SIZE[0], 0, 0], np.float32)


def rolled(degrees: float) -> Change:
    """Turned in the picture around each hand's middle."""
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), np.sin(angle), 0], [-np.sin(angle), np.cos(angle), 0], [0, 0, 1]])

    def change(hands: Hands) -> Hands:
        middle = hands.mean(axis=1, keepdims=True)
        return np.asarray((hands - middle) @ turn + middle, dtype=np.float32)

    return change


def scaled(factor: float) -> Change:
    middle = np.array([SIZE[0] / 2, SIZE[1] / 2, 0], np.float32)
    return lambda hands: np.asarray((hands - middle) * np.float32(factor) + middle, dtype=np.float32)


def shifted(x: float, y: float) -> Change:
    return lambda hands: hands + np.array([x, y, 0], np.float32)


def noisy(hands: Hands) -> Hands:
    palm = np.linalg.norm(hands[:, 9] - hands[:, 0], axis=1)[:, None, None]
    off = np.random.default_rng(3).uniform(-0.1, 0.1, hands.shape)
    return np.asarray(hands + off * palm, dtype=np.float32)
