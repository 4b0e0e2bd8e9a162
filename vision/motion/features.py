"""What a window of landmarks looks like to the motion model.

Every length is measured in palm sizes or face widths, so that distance from the camera and picture size do
not matter; a mirrored picture only changes the sign of the channels that `MIRROR` marks.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

import numpy as np

from vision.motion.trail import KNUCKLES, STEPS, BoolArray, FloatArray

CHANNELS = 46
FEATURES = STEPS * CHANNELS

_SIDEWAYS = (0, 2, 13, 16, 19, 29, 31, 41, 43)
_PSEUDO = (23, 24)  # two components of a cross product turn where the third does not
MIRROR: FloatArray = np.tile(
    np.array([-1.0 if i in (*_SIDEWAYS, *_PSEUDO) else 1.0 for i in range(CHANNELS)], dtype=np.float32), STEPS
)
"""(FEATURES,) the sign of each feature when the picture is mirrored."""

FACE_PALMS = 1.6
"""Width of a face box in palms, where no face was seen: 15 cm against 9 cm."""

_PALM, _STRETCHED, _POINTING, _INDEX = (
    ((5, 0), (9, 0), (17, 0), (17, 5)),
    ((4, 0), (8, 0), (12, 0), (16, 0), (20, 0), (4, 5)),
    ((8, 5), (4, 2)),
    ((6, 5), (7, 6), (8, 7)),
)
_TO, _FROM = np.array([*_PALM, *_STRETCHED, *_POINTING, *_INDEX]).T
"""The ways between two landmarks, taken all at once: arrays are so small here that calls are what costs."""
_MIDDLE: FloatArray = np.array([0.5, 0.35], dtype=np.float32)
"""Where a face is likely, by the size of the picture."""


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
    return _palms(_lengths(_ways(np.moveaxis(points, -2, 0))))


def _ways(joints: FloatArray) -> FloatArray:
    return np.asarray(joints.take(_TO, axis=0) - joints.take(_FROM, axis=0))


def _palms(lengths: FloatArray) -> FloatArray:
    return np.asarray(np.maximum(lengths[: len(_PALM)].mean(axis=0), 1.0))


def typical_palm(sizes: FloatArray, seen: BoolArray) -> FloatArray:
    """(N, STEPS) palm sizes to their (N,) medians over the instants at which the hand was seen."""
    rows = [row[known] if known.any() else row for row, known in zip(sizes, seen, strict=True)]
    return np.array([median(row.tolist()) for row in rows], dtype=np.float32)


def features(windows: Windows) -> FloatArray:
    """(N, FEATURES) float32, instant by instant."""
    seen, both = windows.seen, windows.seen & windows.other_seen
    joints = _joints(windows.points)
    ways = _ways(joints)
    lengths = _lengths(ways)
    size = _palms(lengths)
    unit = typical_palm(size, seen)[:, None]
    width, middle = _face(windows, unit)
    centre, lowest = _centre(joints), joints.max(axis=0)
    extent = lowest - joints.min(axis=0)
    extent = np.maximum(np.maximum(extent[..., 0], extent[..., 1]), 1.0)
    found: FloatArray = np.zeros((*seen.shape, CHANNELS), dtype=np.float32)
    found[..., 0:2] = (centre - middle) / width
    found[..., 2:4] = (centre - centre[:, -1:]) / unit[..., None]
    found[..., 4:7] = _nearness(size, extent, unit, width[..., 0])
    found[..., 7:25] = _hand_shape(ways, lengths, size)
    found[..., 25] = 1.0
    found[..., 26] = centre[..., 1] / windows.size[:, None, 1]
    found[..., 27] = lowest[..., 1] / windows.size[:, None, 1]
    found[..., 38] = _speed(centre, unit)
    found[..., 41:43] = (joints[8, ..., :2] - middle) / width
    found[..., 43:45] = (joints[4, ..., :2] - middle) / width
    found[..., 45] = lengths[10] / np.maximum(lengths[12:].sum(axis=0), 1.0)
    found *= seen[..., None]
    found[..., 40] = windows.face[:, 2:] > 0
    pairs = np.flatnonzero(both.any(axis=1))
    if len(pairs):
        other = _joints(windows.other[pairs])
        paired = _pair(joints[:, pairs], other, centre[pairs], unit[pairs]) * both[pairs, :, None]
        found[pairs, :, 28:38], found[pairs, :, 39] = paired[..., :10], paired[..., 10]
    return found.reshape(len(found), FEATURES).clip(-6, 6)


def _joints(points: FloatArray) -> FloatArray:
    """(N, STEPS, 21, 3) to (21, N, STEPS, 3): means and extremes over landmarks are much quicker so."""
    return np.ascontiguousarray(np.moveaxis(points, 2, 0))


def _face(windows: Windows, unit: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Width (N, 1, 1) and middle (N, 1, 2) of the faces; where one is missing, a likely one."""
    known = windows.face[:, 2:] > 0
    width = np.where(known, windows.face[:, 2:], FACE_PALMS * unit)
    middle = np.where(known, windows.face[:, :2], windows.size * _MIDDLE)
    return width[:, None], middle[:, None]


def _centre(joints: FloatArray) -> FloatArray:
    return np.asarray(joints.take(KNUCKLES, axis=0).mean(axis=0)[..., :2])


def _nearness(size: FloatArray, extent: FloatArray, unit: FloatArray, width: FloatArray) -> FloatArray:
    """(N, STEPS, 3) channels 4 to 6."""
    return np.asarray(np.log(np.stack([size / unit, extent / unit, FACE_PALMS * size / width], axis=2)))


def _hand_shape(ways: FloatArray, lengths: FloatArray, size: FloatArray) -> FloatArray:
    """(N, STEPS, 18) channels 7 to 24: stretched fingers, directions."""
    stretched = np.moveaxis(lengths[4:10] / size, 0, 2)
    along = ways[1] / np.maximum(lengths[1], 1e-3)[..., None]
    index, raised = ways[10:12] / size[..., None]
    across = _cross(ways[0], ways[2])
    normal = across / np.maximum(_lengths(across), 1e-3)[..., None]
    return np.concatenate([stretched, along, index, raised, normal], axis=2)


def _cross(one: FloatArray, two: FloatArray) -> FloatArray:
    """(..., 3) cross products; `np.cross` takes several times as long for few."""
    (ax, ay, az), (bx, by, bz) = np.moveaxis(one, -1, 0), np.moveaxis(two, -1, 0)
    return np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx], axis=-1)


def _pair(joints: FloatArray, other: FloatArray, centre: FloatArray, unit: FloatArray) -> FloatArray:
    """(N, STEPS, 11) channels 28 to 37 and 39: where the other hand is, what taps what, its speed."""
    theirs, lengths = _centre(other), _lengths(_ways(other))
    tapping, rather = _touch(joints, other)
    tapped, they_rather = _touch(other, joints)
    to_ring = joints[8, ..., :2] - other[14, ..., :2]
    apart = [*np.moveaxis(theirs - centre, 2, 0), *np.moveaxis(to_ring, 2, 0)]
    distances = np.stack([*apart, tapping, rather, tapped, they_rather], axis=2) / unit[..., None]
    stretched = lengths[5:9].mean(axis=0) / _palms(lengths)
    ones = np.ones((*stretched.shape, 1), dtype=np.float32)
    return np.concatenate([ones, distances, stretched[..., None], _speed(theirs, unit)[..., None]], axis=2)


def _touch(joints: FloatArray, other: FloatArray) -> tuple[FloatArray, FloatArray]:
    """(N, STEPS) pixels from an index tip to the other hand's ring finger, and how much nearer another finger
    is."""
    # Joint n is row n - 1: 13 to 15 lie along the ring finger, from 17 on along the little one.
    ways = other[1:, ..., :2] - joints[8, ..., :2]
    squares = np.einsum("...i,...i->...", ways, ways)
    ring = np.sqrt(squares[12:15].min(axis=0))
    rest = np.minimum(squares[1:12].min(axis=0), squares[16:].min(axis=0))
    return ring, ring - np.sqrt(rest)


def _speed(centre: FloatArray, unit: FloatArray) -> FloatArray:
    """(N, STEPS) palm sizes a step, 0 in the first."""
    speed = np.zeros(centre.shape[:2], dtype=np.float32)
    speed[:, 1:] = _lengths(centre[:, 1:] - centre[:, :-1]) / unit
    return speed
