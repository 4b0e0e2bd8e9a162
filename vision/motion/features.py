"""What a window of landmarks looks like to the motion model.

Every length is measured in palm sizes or face widths, so that distance from the camera and picture size do
not matter; a mirrored picture only changes the sign of the channels that `MIRROR` marks.
"""

from __future__ import annotations

from dataclasses import dataclass

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
    gaps = points[..., (5, 9, 17, 17), :] - points[..., (0, 0, 0, 5), :]
    return np.asarray(np.maximum(_lengths(gaps).mean(axis=-1), 1.0))


def typical_palm(sizes: FloatArray, seen: BoolArray) -> FloatArray:
    """(N, STEPS) palm sizes to their (N,) medians over the instants at which the hand was seen."""
    return np.asarray(np.nanmedian(np.where(seen | ~seen.any(axis=1, keepdims=True), sizes, np.nan), axis=1))


def features(windows: Windows) -> FloatArray:
    """(N, FEATURES) float32, instant by instant."""
    points, other = windows.points, windows.other
    seen, both = windows.seen, windows.seen & windows.other_seen
    size = palms(points)
    unit = typical_palm(size, seen)[:, None]
    width, middle = _face(windows, unit)
    centre = points[:, :, KNUCKLES, :2].mean(axis=2)
    theirs = other[:, :, KNUCKLES, :2].mean(axis=2)
    hand = np.concatenate(
        [
            (centre - middle) / width,
            (centre - centre[:, -1:]) / unit[..., None],
            _hand_shape(points, size, unit, width[..., 0]),
            seen[..., None],
            (points[:, :, KNUCKLES, 1].mean(axis=2) / windows.size[:, None, 1])[..., None],
            (points[..., 1].max(axis=2) / windows.size[:, None, 1])[..., None],
        ],
        axis=2,
    )
    pair = _pair(points, other, centre, theirs, unit) * both[..., None]
    speed = np.stack([_speed(centre, unit) * seen, _speed(theirs, unit) * both], axis=2)
    face = np.broadcast_to((windows.face[:, None, 2:] > 0), (*seen.shape, 1))
    tips = np.concatenate(
        [(points[:, :, 8, :2] - middle) / width, (points[:, :, 4, :2] - middle) / width], axis=2
    )
    hand, tips = hand * seen[..., None], tips * seen[..., None]
    stacked = np.concatenate([hand, both[..., None], pair, speed, face, tips], axis=2)
    return np.asarray(np.clip(stacked.reshape(len(points), FEATURES), -6, 6), dtype=np.float32)


def _face(windows: Windows, unit: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Width (N, 1, 1) and middle (N, 1, 2) of the faces; where one is missing, a likely one."""
    known = windows.face[:, 2:] > 0
    width = np.where(known, windows.face[:, 2:], FACE_PALMS * unit)
    middle = np.where(known, windows.face[:, :2], windows.size * np.array([0.5, 0.35], dtype=np.float32))
    return width[:, None], middle[:, None]


def _hand_shape(points: FloatArray, size: FloatArray, unit: FloatArray, width: FloatArray) -> FloatArray:
    """(N, STEPS, 21) channels 4 to 24: nearness, stretched fingers, directions."""
    flat = points[..., :2]
    extent = np.maximum(np.ptp(flat, axis=2).max(axis=2), 1.0)
    near = [np.log(size / unit), np.log(extent / unit), np.log(FACE_PALMS * size / width)]
    tips = _lengths(points[:, :, (4, 8, 12, 16, 20)] - points[:, :, :1]) / size[..., None]
    thumb = _lengths(points[:, :, 4] - points[:, :, 5]) / size
    along = points[:, :, 9] - points[:, :, 0]
    along = along / np.maximum(_lengths(along), 1e-3)[..., None]
    index = (points[:, :, 8] - points[:, :, 5]) / size[..., None]
    raised = (points[:, :, 4] - points[:, :, 2]) / size[..., None]
    normal = np.cross(points[:, :, 5] - points[:, :, 0], points[:, :, 17] - points[:, :, 0])
    normal = normal / np.maximum(_lengths(normal), 1e-3)[..., None]
    shape = [np.stack(near, axis=2), tips, thumb[..., None], along, index, raised, normal]
    return np.asarray(np.concatenate(shape, axis=2))


def _pair(
    points: FloatArray, other: FloatArray, centre: FloatArray, theirs: FloatArray, unit: FloatArray
) -> FloatArray:
    """(N, STEPS, 9) channels 29 to 37: where the other hand is, and what taps what."""
    scale = unit[..., None]
    ring = other[:, :, 14, :2] - points[:, :, 8, :2]
    tapping, rather = _touch(points, other)
    tapped, they_rather = _touch(other, points)
    stretched = _lengths(other[:, :, (8, 12, 16, 20)] - other[:, :, :1]).mean(axis=2) / palms(other)
    touches = np.stack([tapping, rather, tapped, they_rather], axis=2) / scale
    return np.concatenate([(theirs - centre) / scale, -ring / scale, touches, stretched[..., None]], axis=2)


def _touch(points: FloatArray, other: FloatArray) -> tuple[FloatArray, FloatArray]:
    """(N, STEPS) pixels from an index tip to the other hand's ring finger, and how much nearer another finger
    is."""
    # Joint n is row n - 1: 13 to 15 lie along the ring finger, from 17 on along the little one.
    ways = other[:, :, 1:, :2] - points[:, :, 8:9, :2]
    squares = np.einsum("...i,...i->...", ways, ways)
    ring = np.sqrt(squares[:, :, 12:15].min(axis=2))
    rest = np.minimum(squares[:, :, 1:12].min(axis=2), squares[:, :, 16:].min(axis=2))
    return ring, ring - np.sqrt(rest)


def _speed(centre: FloatArray, unit: FloatArray) -> FloatArray:
    """(N, STEPS) palm sizes a step."""
    travel = np.diff(centre, axis=1, prepend=centre[:, :1])
    return np.asarray(_lengths(travel) / unit)
