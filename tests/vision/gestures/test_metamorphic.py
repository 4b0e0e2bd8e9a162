"""What must not change the shape of a hand: mirroring, turning, size, place and noise.

Noise of ten per cent is read in the hard way: each coordinate of each landmark is off by up to a tenth of
the palm's length, evenly spread. The landmark model itself is off by two to three
hundredths.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.skeleton.sample import LABELS, draw
from models.engine import Engine
from tests.vision.gestures.real import real_hands
from vision.gestures.shapes import classify
from vision.gestures.vocabulary import NO_GESTURE

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


CHANGES = [
    pytest.param(mirrored, 1.0, 0.0, id="mirrored"),
    pytest.param(scaled(0.5), 0.995, 0.0, id="half as large"),
    pytest.param(scaled(2.0), 0.995, 0.0, id="twice as large"),
    pytest.param(shifted(150, -60), 0.995, 0.0, id="elsewhere"),
    pytest.param(rolled(25), 0.95, 0.02, id="turned right"),
    pytest.param(rolled(-25), 0.95, 0.02, id="turned left"),
    pytest.param(noisy, 0.85, 0.06, id="a tenth of noise"),
]
"""A change, the least share of hands that stay what they are, and the most that become another shape of the
vocabulary. The shipped classifier has 0.97 and 0.01 turned, 0.91 and 0.02 with noise on drawn hands, 0.89 and
0.04 on photographed ones."""


@pytest.fixture(scope="module")
def drawn() -> tuple[Hands, list[str]]:
    rng = np.random.default_rng(17)
    hands = np.concatenate([draw(rng, label, 20) for label in LABELS]) * 60 + np.array([320, 240, 0])
    return hands.astype(np.float32), [label for label in LABELS for _ in range(20)]


@pytest.mark.parametrize(("change", "same", "other"), CHANGES)
def test_drawn_hands_keep_their_shape(
    engine: Engine, drawn: tuple[Hands, list[str]], change: Change, same: float, other: float
) -> None:
    hands, labels = drawn
    _keeps(engine, hands, labels, change, same, other)


@pytest.mark.shared
@pytest.mark.parametrize(("change", "same", "other"), CHANGES)
def test_photographed_hands_keep_their_shape(
    engine: Engine, shared_data: Path, change: Change, same: float, other: float
) -> None:
    found = real_hands(shared_data)
    hands = np.stack([points for _, points in found])
    _keeps(engine, hands, [shape for shape, _ in found], change, same, other)


def _keeps(
    engine: Engine, hands: Hands, labels: list[str], change: Change, same: float, other: float
) -> None:
    before = [score.shape for score in classify(hands, engine)]
    after = [score.shape for score in classify(change(hands), engine)]
    pairs = list(zip(before, after, strict=True))
    assert sum(a == b for a, b in pairs) >= same * len(pairs)
    assert sum(a != b and NO_GESTURE not in (a, b) for a, b in pairs) <= other * len(pairs)
    accused = [b for b, label in zip(after, labels, strict=True) if label != "middle_finger"]
    assert accused.count("middle_finger") <= 0.001 * len(accused)
