"""What a window of landmarks looks like to the motion model.

Every length is measured in palm sizes or face widths, so that distance from the camera and picture size do
not matter; a mirrored picture only changes the sign of the channels that `MIRROR` marks.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

import numpy as np

from vision.motion.trail import KNUCKLES, STEPS, BoolArray, FloatArray

CHANNELS = 45
FEATURES = STEPS * CHANNELS

_SIDEWAYS = (0, 2, 13, 16, 19, 29, 31, 41, 43)
_PSEUDO = (23, 24)  # two components of a cross product turn where the third does not
MIRROR: FloatArray = np.tile(
    np.array([-1.0 if i in (*_SIDEWAYS, *_PSEUDO) else 1.0 for i in range(CHANNELS)], dtype=np.float32), STEPS
)
"""(FEATURES,) the sign of each feature when the picture is mirrored."""

FACE_PALMS = 1.6
"""Width of a face box in palms, where no face was seen: 15 cm against 9 cm."""

_PALM, _STRETCHED, _POINTING = (
    ((5, 0), (9, 0), (17, 0), (17, 5)),
    ((4, 0), (8, 0), (12, 0), (16, 0), (20, 0), (4, 5)),
    ((8, 5), (4, 2)),
)
_TO, _FROM = np.array([*_PALM, *_STRETCHED, *_POINTING]).T
"""The ways between two landmarks, taken all at once: arrays are so small here that calls are what costs."""
_ACROSS = ([1, 2, 0], [2, 0, 1])


@dataclass(frozen=True, slots=True, eq=False)
class Windows:
    """N hands, each with the other hand of its seat and the face it belongs to."""

    points: FloatArray
    """(N, STEPS, 21, 3) pixels"""
    seen: BoolArray
    """(N, STEPS)"""
    other: FloatArray
    """(N, STEPS, 21, 3) pixels of the seat's other hand, anything where there is none"""
    other_seen: BoolArray
    """(N, STEPS)"""
    face: FloatArray
    """(N, 3) pixels: column and row of its middle, width; width 0 where no face was seen"""
    size: FloatArray
    """(N, 2) width and height of the picture"""


def _lengths(vectors: FloatArray) -> FloatArray:
    return np.asarray(np.sqrt(np.einsum("...i,...i->...", vectors, vectors)))


def palms(points: FloatArray) -> FloatArray:
    """(..., 21, 3) landmarks to (...) palm sizes in pixels, as `trail.palm_size`."""
    return _palms(_lengths(points.take(_TO[:4], axis=-2) - points.take(_FROM[:4], axis=-2)))


def _palms(lengths: FloatArray) -> FloatArray:
    return np.asarray(np.maximum(lengths[..., :4].mean(axis=-1), 1.0))


def typical_palm(sizes: FloatArray, seen: BoolArray) -> FloatArray:
    """(N, STEPS) palm sizes to their (N,) medians over the instants at which the hand was seen."""
    rows = [row[known] if known.any() else row for row, known in zip(sizes, seen, strict=True)]
    return np.array([median(row.tolist()) for row in rows], dtype=np.float32)


def features(windows: Windows) -> FloatArray:
    """(N, FEATURES) float32, instant by instant."""
    points, seen = windows.points, windows.seen
    ways = points.take(_TO, axis=2) - points.take(_FROM, axis=2)
    lengths = _lengths(ways)
    size = _palms(lengths)
    unit = typical_palm(size, seen)[:, None]
    width, middle = _face(windows, unit)
    flat = points[..., :2]
    centre, lowest = _centre(points), flat.max(axis=2)
    extent = np.maximum((lowest - flat.min(axis=2)).max(axis=2), 1.0)
    found: FloatArray = np.zeros((*seen.shape, CHANNELS), dtype=np.float32)
    found[..., 0:2] = (centre - middle) / width
    found[..., 2:4] = (centre - centre[:, -1:]) / unit[..., None]
    found[..., 4:7] = _nearness(size, extent, unit, width[..., 0])
    found[..., 7:25] = _hand_shape(ways, lengths, size)
    found[..., 25] = 1.0
    found[..., 26] = centre[..., 1] / windows.size[:, None, 1]
    found[..., 27] = lowest[..., 1] / windows.size[:, None, 1]
    found[..., 38] = _speed(centre, unit)
    found[..., 41:43] = (flat[:, :, 8] - middle) / width
    found[..., 43:45] = (flat[:, :, 4] - middle) / width
    found *= seen[..., None]
    found[..., 40] = windows.face[:, 2:] > 0
    both = seen & windows.other_seen
    pairs = np.flatnonzero(both.any(axis=1))
    if len(pairs):
        paired = _pair(points[pairs], windows.other[pairs], centre[pairs], unit[pairs]) * both[pairs, :, None]
        found[pairs, :, 28:38], found[pairs, :, 39] = paired[..., :10], paired[..., 10]
    return np.asarray(np.clip(found.reshape(len(points), FEATURES), -6, 6))


def _face(windows: Windows, unit: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Width (N, 1, 1) and middle (N, 1, 2) of the faces; where one is missing, a likely one."""
    known = windows.face[:, 2:] > 0
    width = np.where(known, windows.face[:, 2:], FACE_PALMS * unit)
    middle = np.where(known, windows.face[:, :2], windows.size * np.array([0.5, 0.35], dtype=np.float32))
    return width[:, None], middle[:, None]


def _centre(points: FloatArray) -> FloatArray:
    return np.asarray(points[:, :, KNUCKLES, :2].mean(axis=2))


def _nearness(size: FloatArray, extent: FloatArray, unit: FloatArray, width: FloatArray) -> FloatArray:
    """(N, STEPS, 3) channels 4 to 6."""
    return np.asarray(np.log(np.stack([size / unit, extent / unit, FACE_PALMS * size / width], axis=2)))


def _hand_shape(ways: FloatArray, lengths: FloatArray, size: FloatArray) -> FloatArray:
    """(N, STEPS, 18) channels 7 to 24: stretched fingers, directions."""
    stretched = lengths[..., 4:10] / size[..., None]
    along = ways[..., 1, :] / np.maximum(lengths[..., 1], 1e-3)[..., None]
    pointing = (ways[..., 10:, :] / size[..., None, None]).reshape(*size.shape, 6)
    index, little = ways[..., 0, :], ways[..., 2, :]
    first, second = _ACROSS
    normal = index[..., first] * little[..., second] - index[..., second] * little[..., first]
    normal = normal / np.maximum(_lengths(normal), 1e-3)[..., None]
    return np.concatenate([stretched, along, pointing, normal], axis=2)


def _pair(points: FloatArray, other: FloatArray, centre: FloatArray, unit: FloatArray) -> FloatArray:
    """(N, STEPS, 11) channels 28 to 37 and 39: where the other hand is, what taps what, its speed."""
    scale, theirs = unit[..., None], _centre(other)
    apart = np.concatenate([theirs - centre, points[:, :, 8, :2] - other[:, :, 14, :2]], axis=2) / scale
    touches = _touches(np.stack([points, other])) / scale
    stretched = _lengths(other.take((8, 12, 16, 20), axis=2) - other[:, :, :1]).mean(axis=2) / palms(other)
    rest = np.stack([stretched, _speed(theirs, unit)], axis=2)
    return np.concatenate([np.ones_like(rest[..., :1]), apart, touches, rest], axis=2)


def _touches(hands: FloatArray) -> FloatArray:
    """(2, N, STEPS, 21, 3) to (N, STEPS, 4): pixels from the first hand's index tip to the second one's ring
    finger, and how much nearer another finger is; then the same of the second hand."""
    # Joint n is row n - 1: 13 to 15 lie along the ring finger, from 17 on along the little one.
    ways = hands[::-1, :, :, 1:, :2] - hands[:, :, :, 8:9, :2]
    squares = np.einsum("...i,...i->...", ways, ways)
    ring = np.sqrt(squares[..., 12:15].min(axis=-1))
    rest = np.sqrt(np.minimum(squares[..., 1:12].min(axis=-1), squares[..., 16:].min(axis=-1)))
    return np.stack([ring[0], ring[0] - rest[0], ring[1], ring[1] - rest[1]], axis=2)


def _speed(centre: FloatArray, unit: FloatArray) -> FloatArray:
    """(N, STEPS) palm sizes a step, 0 in the first."""
    speed = np.zeros(centre.shape[:2], dtype=np.float32)
    speed[:, 1:] = _lengths(centre[:, 1:] - centre[:, :-1]) / unit
    return speed
