"""Places with nobody in them."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.hard_people.photographs import Photograph
from datasets.hard_people.portrait import HEIGHT, WIDTH, Image
from datasets.render.scene import room, to_linear

EMPTY_PARTS = {
    "subhih_011": (0.55, 0.0, 0.93, 1.0),
    "subhih_016": (0.5, 0.0, 0.98, 0.8),
    "subhih_015": (0.0, 0.0, 0.42, 0.5),
    "subhih_001": (0.0, 0.0, 0.33, 0.5),
    "subhih_013": (0.0, 0.0, 0.35, 0.45),
    "subhih_019": (0.0, 0.0, 0.4, 0.3),
    "subhih_022": (0.0, 0.0, 0.25, 0.3),
    "subhih_024": (0.0, 0.0, 0.35, 0.6),
    "cc9_001": (0.0, 0.0, 0.3, 0.45),
    "cc9_002": (0.74, 0.0, 1.0, 0.5),
    "jyo_001": (0.0, 0.0, 0.3, 0.4),
    "mmpose_003": (0.0, 0.0, 0.5, 0.35),
    "empty_005": (0.0, 0.0, 1.0, 1.0),
    "empty_015": (0.0, 0.0, 1.0, 1.0),
    "empty_017": (0.0, 0.0, 1.0, 1.0),
    "empty_021": (0.0, 0.0, 1.0, 1.0),
    "empty_027": (0.0, 0.0, 1.0, 1.0),
    "motorcycle_left": (0.0, 0.0, 1.0, 1.0),
}
"""Where photographs show a real room and nobody: x0, y0, x1, y1, shares of the picture."""


def empty_rooms(
    photographs: list[Photograph], rng: np.random.Generator, rendered: int
) -> list[tuple[Image, Photograph]]:
    """Rooms as (480, 640, 3) linear RGB with their origin: parts of photographs, and rendered."""
    found = []
    for photograph in photographs:
        if photograph.name in EMPTY_PARTS:
            height, width = photograph.pixels.shape[:2]
            x0, y0, x1, y1 = EMPTY_PARTS[photograph.name]
            part = photograph.pixels[
                round(y0 * height) : round(y1 * height), round(x0 * width) : round(x1 * width)
            ]
            found.append((fitted(to_linear(part)), photograph))
    for number in range(rendered):
        drawn = room(WIDTH, HEIGHT, rng)
        shown = (255 * np.clip(drawn, 0, 1) ** (1 / 2.2)).astype(np.uint8)
        found.append((drawn, Photograph(f"room_{number}", shown, "rendered room", "Apache-2.0")))
    return found


def fitted(linear: Image) -> Image:
    """The middle part of the form 4:3, scaled to 640 x 480."""
    height, width = linear.shape[:2]
    wide, high = min(width, height * 4 / 3), min(height, width * 3 / 4)
    x, y = round((width - wide) / 2), round((height - high) / 2)
    part = linear[y : y + round(high), x : x + round(wide)]
    how = cv2.INTER_AREA if wide > WIDTH else cv2.INTER_CUBIC
    return np.asarray(
        np.clip(cv2.resize(part, (WIDTH, HEIGHT), interpolation=how), 0, None), dtype=np.float32
    )
