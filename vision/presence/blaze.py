"""The BlazeFace family of detectors: a letterboxed picture in, boxes with keypoints out.

Source: Bazarevsky et al., "BlazeFace" (2019); what the family has in common with the palm detector lies
in `vision.single_shot` and `vision.boxes`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from models.engine import Engine, FloatArray
from vision.boxes import merged
from vision.observations import Detection
from vision.picture import Affine, Picture
from vision.single_shot import centres, likely, placed, probabilities


@dataclass(frozen=True)
class BlazeLayout:
    """What distinguishes one detector of the family from another."""

    side: int
    """Width and height of the input in pixels."""
    grids: tuple[tuple[int, int], ...]
    """Cells a side and anchors a cell, from the finest grid on."""
    keypoints: int

    @cached_property
    def anchors(self) -> FloatArray:
        """(N, 2) float32: x and y of the anchors' centres, 0..1 of the input's side."""
        return centres(self.grids).astype(np.float32)


@dataclass(frozen=True)
class Search:
    """What counts as a find."""

    score: float
    """Least probability, above 0 and below 1."""
    overlap: float = 0.3
    """Intersection over union above which two boxes show the same thing. Source: MediaPipe's graphs."""


def letterbox(size: tuple[int, int], side: int) -> Affine:
    """The (2, 3) float64 map from input pixels to display pixels that fits a whole picture.

    Args:
        size: width and height of the picture in display pixels.
        side: width and height of the input in pixels.
    """
    width, height = size
    scale = max(width, height) / side
    # Pixel centres lie at integers: the input's corner (-0.5, -0.5) maps onto the square's corner.
    x = (width - 1) / 2 - scale * (side - 1) / 2
    y = (height - 1) / 2 - scale * (side - 1) / 2
    return np.array([[scale, 0.0, x], [0.0, scale, y]])


def detect(
    pictures: Sequence[Picture], engine: Engine, layout: BlazeLayout, search: Search
) -> list[tuple[Detection, ...]]:
    """Search whole pictures in one batch.

    Args:
        pictures: any sizes.
        engine: takes (N, side, side, 3) float32 RGB in -1..1 with black bars around the picture; gives
            (N, anchors, 4 + 2 * keypoints) offsets in input pixels and (N, anchors, 1) logits.
        layout: of the engine's model.
        search: what counts as a find.

    Returns:
        For each picture what was found, the most probable first; coordinates in display pixels.
    """
    if not pictures:
        return []
    maps = [letterbox(picture.size, layout.side) for picture in pictures]
    batch = np.empty((len(pictures), layout.side, layout.side, 3), dtype=np.float32)
    for row, picture, to_display in zip(batch, pictures, maps, strict=True):
        pixels = picture.crop(to_display, (layout.side, layout.side), border=0)
        np.multiply(pixels, np.float32(2 / 255), out=row)
    batch -= 1.0
    offsets, logits = engine.run(batch)
    return [
        tuple(_displayed(row, score, to_display, layout) for row, score in merged(*found, search.overlap))
        for found, to_display in zip(
            (_decode(o, lg[:, 0], layout, search) for o, lg in zip(offsets, logits, strict=True)),
            maps,
            strict=True,
        )
    ]


def _decode(
    offsets: FloatArray, logits: FloatArray, layout: BlazeLayout, search: Search
) -> tuple[FloatArray, FloatArray]:
    """Rows (n, 4 + 2k) of x0, y0, x1, y1 and keypoints, 0..1 of the side, and scores (n,)."""
    chosen = likely(logits, search.score)
    chosen = chosen[np.isfinite(offsets[chosen]).all(axis=1)]
    rows = placed(offsets[chosen], layout.anchors[chosen], layout.side)
    return rows, probabilities(logits[chosen].astype(np.float64))


def _displayed(row: FloatArray, score: float, to_display: Affine, layout: BlazeLayout) -> Detection:
    # 0..1 of the side spans pixel edges, pixel centres lie half a pixel further in.
    pixels = row.astype(np.float64).reshape(-1, 2) * layout.side - 0.5
    points = pixels * to_display[0, 0] + to_display[:, 2]
    (x0, y0), (x1, y1) = points[:2].tolist()
    return Detection(
        box=(x0, y0, x1, y1), score=score, keypoints=tuple((float(x), float(y)) for x, y in points[2:])
    )
