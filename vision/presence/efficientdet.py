"""The person detector: EfficientDet-Lite0, from pictures to boxes.

The picture lies in the upper left corner of a square, black beside or below it, as the network was
trained. On 91 photographs that parts people (least score 0.52) from empty rooms (largest 0.28) more
widely than stretching the picture (0.39, 0.28) or centring it (0.50, 0.34).

Source: Tan, Pang, Le, "EfficientDet" (2020), and google/automl `efficientdet/tf2/anchors.py` and
`hparams_config.py` (Apache-2.0); the anchors agree with those stored in the model's own metadata.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from models.engine import Engine, FloatArray
from vision.boxes import overlaps
from vision.observations import Detection
from vision.picture import Affine, Picture
from vision.single_shot import centres

SIDE = 320
"""Width and height of the input in pixels."""

_CELLS = (40, 20, 10, 5, 3)  # a side, of the five levels of the feature pyramid
_OCTAVES = 3
_ASPECTS = (1.0, 2.0, 0.5)  # width by height
_ANCHOR_SCALE = 3.0

OVERLAP = 0.5
"""Intersection over union above which two boxes show the same person; source: automl's hard suppression."""

# exp of it is a size 55 times that of the anchor, far beyond any picture; keeps exp finite.
_LARGEST_LOG = 4.0


def detect(pictures: Sequence[Picture], engine: Engine, score: float) -> list[tuple[Detection, ...]]:
    """People in whole pictures, in one batch.

    Args:
        pictures: any sizes.
        engine: the model `person`: takes (N, 320, 320, 3) float32 RGB 0..255, gives (N, 19206, 1)
            probabilities and (N, 19206, 4) box offsets.
        score: least probability, 0..1.

    Returns:
        For each picture the people in it, the most probable first; boxes in display pixels.
    """
    if not pictures:
        return []
    scores, offsets = engine.run(np.stack([preprocess(picture) for picture in pictures]))
    return [
        decode(probabilities[:, 0], rows, picture.size, score)
        for probabilities, rows, picture in zip(scores, offsets, pictures, strict=True)
    ]


def preprocess(picture: Picture) -> FloatArray:
    """The network's input: (320, 320, 3) float32 RGB, whole numbers 0..255."""
    # A black border in the sampling itself would darken the rim of small pictures.
    pixels = picture.crop(placement(picture.size), (SIDE, SIDE)).astype(np.float32)
    width, height = (max(1, round(SIDE * side / max(picture.size))) for side in picture.size)
    pixels[height:] = 0
    pixels[:, width:] = 0
    return pixels


def placement(size: tuple[int, int]) -> Affine:
    """The (2, 3) float64 map from input pixels to the display pixels of a picture of that size."""
    scale = max(size) / SIDE
    # Pixel centres lie at integers: the corner (-0.5, -0.5) of one is the corner of the other.
    shift = scale / 2 - 0.5
    return np.array([[scale, 0.0, shift], [0.0, scale, shift]])


@cache
def anchors() -> FloatArray:
    """The (19206, 4) float32 boxes that offsets refer to: centre y, centre x, height, width, input pixels.

    In the order of the network's outputs: level, row, column, octave, aspect.
    """
    shapes = [
        (2 ** (octave / _OCTAVES) / np.sqrt(aspect), 2 ** (octave / _OCTAVES) * np.sqrt(aspect))
        for octave in range(_OCTAVES)
        for aspect in _ASPECTS
    ]
    levels = []
    for cells in _CELLS:
        grid = centres([(cells, len(shapes))])[:, ::-1] * SIDE
        sizes = np.tile(_ANCHOR_SCALE * SIDE / cells * np.array(shapes), (cells * cells, 1))
        levels.append(np.concatenate([grid, sizes], axis=1))
    boxes = np.concatenate(levels).astype(np.float32)
    boxes.flags.writeable = False
    return boxes


def decode(
    scores: FloatArray,
    offsets: FloatArray,
    size: tuple[int, int],
    least: float,
    overlap: float = OVERLAP,
) -> tuple[Detection, ...]:
    """Boxes out of the network's outputs for one picture.

    Args:
        scores: (19206,) float32 probability of a person at each anchor.
        offsets: (19206, 4) float32: shift of the centre y, x in anchor heights and widths, logarithm of
            height and width relative to the anchor's.
        size: width and height of the picture in display pixels.
        least: probability below which an anchor shows nobody.
        overlap: intersection over union above which the less probable of two boxes is dropped.

    Returns:
        The most probable first; boxes in display pixels, cut off at the picture's border.
    """
    chosen = np.flatnonzero(scores >= least)
    chosen = chosen[np.isfinite(offsets[chosen]).all(axis=1)]
    chosen = chosen[np.argsort(-scores[chosen], kind="stable")]
    boxes = _boxes(offsets[chosen], anchors()[chosen], size)
    kept: list[int] = []
    for index in range(len(chosen)):
        if not kept or overlaps(boxes[index], boxes[kept]).max() <= overlap:
            kept.append(index)
    return tuple(
        Detection(box=(x0, y0, x1, y1), score=float(scores[chosen[index]]))
        for index, (x0, y0, x1, y1) in zip(kept, boxes[kept].tolist(), strict=True)
    )


def _boxes(offsets: FloatArray, at: FloatArray, size: tuple[int, int]) -> FloatArray:
    """(n, 4) x0, y0, x1, y1 in display pixels. Source: Ren et al., "Faster R-CNN" (2015), section 3.1.2."""
    centre = offsets[:, :2] * at[:, 2:] + at[:, :2]
    half = np.exp(np.minimum(offsets[:, 2:], _LARGEST_LOG)) * at[:, 2:] / 2
    corners = np.concatenate([centre - half, centre + half], axis=1)[:, [1, 0, 3, 2]]
    # The network counts from the corner of the first pixel, the picture from its centre.
    scale = max(size) / SIDE
    corners = corners * np.float32(scale) - np.float32(0.5)
    width, height = size
    far = np.array([width, height, width, height], np.float32) - np.float32(0.5)
    return np.asarray(np.clip(corners, np.float32(-0.5), far), np.float32)
