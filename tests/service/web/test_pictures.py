"""Small JPEGs."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from service.web.pictures import jpeg
from vision.picture import Layout, Picture


def _decoded(encoded: bytes) -> np.ndarray:
    return np.asarray(cv2.imdecode(np.frombuffer(encoded, np.uint8), cv2.IMREAD_COLOR))


@pytest.mark.parametrize(
    ("size", "rotation", "expected"),
    [
        ((640, 480), 0, (384, 288)),
        ((640, 480), 90, (288, 384)),
        ((1280, 720), 0, (384, 216)),
        ((320, 240), 0, (320, 240)),
        ((3, 2000), 0, (1, 384)),
    ],
)
def test_the_longer_side_is_bounded(size: tuple[int, int], rotation: int, expected: tuple[int, int]) -> None:
    pixels = np.zeros((size[1], size[0], 3), dtype=np.uint8)
    shown = _decoded(jpeg(Picture(Layout.RGB, (pixels,), rotation)))
    assert (shown.shape[1], shown.shape[0]) == expected


@pytest.mark.parametrize(("rotation", "corner"), [(0, "left"), (90, "top"), (180, "right"), (270, "bottom")])
def test_it_is_upright_and_in_its_colours(rotation: int, corner: str) -> None:
    pixels = np.zeros((480, 640, 3), dtype=np.uint8)
    pixels[:, :320] = (250, 20, 20)
    shown = _decoded(jpeg(Picture(Layout.RGB, (pixels,), rotation))).astype(int)
    halves = {
        "left": shown[:, : shown.shape[1] // 2],
        "right": shown[:, shown.shape[1] // 2 :],
        "top": shown[: shown.shape[0] // 2],
        "bottom": shown[shown.shape[0] // 2 :],
    }
    reds = {name: float((half[..., 2] - half[..., 0]).mean()) for name, half in halves.items()}
    assert max(reds, key=lambda name: reds[name]) == corner
    assert reds[corner] > 200
