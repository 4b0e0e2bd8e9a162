from __future__ import annotations

import numpy as np
import pytest

from datasets.render.scene import to_display
from datasets.render.shade import Skin
from models.engine import FloatArray
from vision.nudity.skin import skin_share

BLUE = (40, 80, 200)


def halves(left: tuple[float, ...], right: tuple[float, ...] = BLUE) -> FloatArray:
    """A picture of two colours 0..255 with a little noise, (224, 224, 3) float32 RGB 0..1."""
    pixels = np.empty((224, 224, 3), dtype=np.float32)
    pixels[:, :112], pixels[:, 112:] = left, right
    noise = np.random.default_rng(5).normal(0, 3, pixels.shape)
    return np.asarray(np.clip(pixels + noise, 0, 255) / 255, dtype=np.float32)


@pytest.mark.parametrize("depth", [0.0, 0.25, 0.5, 0.75, 1.0])
@pytest.mark.parametrize("light", [0.5, 1.0])
@pytest.mark.parametrize("warmth", [-1.0, 0.0, 1.0])
def test_skin_of_every_tone_counts(depth: float, light: float, warmth: float) -> None:
    """The renderer's skins, from very light to very dark, in half and in full light, cold and warm."""
    balance = np.array([1 + 0.12 * warmth, 1.0, 1 - 0.16 * warmth])
    linear = np.array(Skin.tone(depth).back) * light * balance
    shown = to_display(linear.astype(np.float32).reshape(1, 1, 3))[0, 0]
    share = skin_share(halves(tuple(float(v) for v in shown)))
    assert share is None or share > 0.35


@pytest.mark.parametrize("colour", [BLUE, (40, 140, 60), (120, 60, 160), (230, 230, 60)])
def test_other_colours_do_not(colour: tuple[float, ...]) -> None:
    share = skin_share(halves(colour, (90, 90, 90)))
    assert share is not None
    assert share < 0.02


def test_grey_paint_is_no_skin() -> None:
    share = skin_share(halves((127, 127, 127)))
    assert share is not None
    assert share < 0.02


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ((180, 180, 180), (60, 60, 60)),  # an infrared camera
        ((160, 120, 190), (160, 120, 190)),  # an infrared camera with a cast
        ((12, 8, 7), (5, 5, 9)),  # a dark room
        ((255, 255, 255), (255, 254, 253)),  # overexposed
    ],
)
def test_it_is_silent_where_colours_say_nothing(left: tuple[float, ...], right: tuple[float, ...]) -> None:
    assert skin_share(halves(left, right)) is None
