"""What must not change the shape of a hand: mirroring, turning, size, place and noise."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from models.engine import Engine
from tests.vision.gestures.changes import Change, Hands, mirrored, noisy, rolled, scaled, shifted
from tests.vision.gestures.real import real_hands
from vision.gestures.shapes import classify
from vision.gestures.vocabulary import NO_GESTURE

CHANGES = [
    pytest.param(mirrored, 1.0, 0.0, id="mirrored"),
    pytest.param(scaled(0.5), 0.995, 0.0, id="half as large"),
    pytest.param(scaled(2.0), 0.995, 0.0, id="twice as large"),
    pytest.param(shifted(150, -60), 0.995, 0.0, id="elsewhere"),
    pytest.param(rolled(25), 0.94, 0.02, id="turned right"),
    pytest.param(rolled(-25), 0.94, 0.02, id="turned left"),
    pytest.param(noisy, 0.85, 0.06, id="a tenth of noise"),
]
"""A change, the least share of hands that stay what they are, and the most that become another shape of the
vocabulary. The shipped classifier has 0.95 to 0.97 and 0.01 to 0.02 turned, 0.93 and 0.02 with noise on drawn
hands; of 1,140 of them three become a middle finger with noise."""


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
    assert accused.count("middle_finger") <= 0.003 * len(accused)
