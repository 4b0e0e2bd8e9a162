"""The frame around one find: four straight sides that end at their corners.

`vision.presence.flat.frames` sees frames whose outline stands free. Where a lamp, a shelf or a pattern
touches the frame its outline runs into theirs; here the sides are sought one by one, near the find, and
put together. What tells a frame from a door, a table's edge and a shelf is that these run on beyond the
corner. It costs about as much as the person detector, so only resting finds are worth it.

Segments: von Gioi et al., "LSD" (2012), as in OpenCV.
"""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observations import Box
from vision.picture import Picture, UInt8Array

FloatArray = NDArray[np.float64]

_REACH = 1.2
"""How far from the find a side may lie, by the find's longer side."""
_WITHIN = 0.25
"""How far into the find a side may lie, by its width or height: boxes are not exact."""
_SIDE = 400
"""Longer side of the part that is searched, pixels; a small part is enlarged at most twice."""
_SMALLEST = 24
"""Shorter side of a find in display pixels below which the street around it is full of frames."""
_SLOPE = 0.35
"""Largest lean of a side against the picture's axes."""
_SHORTEST = 0.2
"""Of a segment, by the find's shorter side."""
_CHOICES = 8
"""Lines that are tried for each side, the longest first."""
_APART = (2.5, 0.06)
"""Pixels and slope by which two lines differ at least."""
_EDGE = 4.0
"""Brightness levels a pixel from which there is an edge."""
_VIVID = 3
"""By how much differences of colour are raised: they are fainter than those of brightness."""
_COVERED = (0.7, 0.9)
"""Share of the worst side, and of all four, along which there is an edge."""
_BEYOND = 0.5
"""Share of a side's continuation on both ends along which an edge makes it the line of something else."""
_ALIKE = 0.6
"""Least length of a side by that of the opposite one: nothing on the wall is seen at a steeper angle."""
_POINTS = 40
"""At which a side is probed."""


def frame_around(picture: Picture, box: Box, *, fills: float, largest: float) -> FloatArray | None:
    """The frame around a find, (4, 2) corners in display pixels in the order of its outline; None without.

    Args:
        picture: any size.
        box: of the find, display pixels.
        fills: least height of the find by the frame's.
        largest: area of a frame by the picture's.
    """
    part, scale, shift = _part(picture, box)
    x0, y0, x1, y1 = ((np.array(box).reshape(2, 2) - shift) / scale).ravel().tolist()
    if min(x1 - x0, y1 - y0) * scale < _SMALLEST:
        return None
    width, height = picture.size
    limit = largest * width * height / scale**2
    for plane in _planes(part):
        corners = _best(plane, (x0, y0, x1, y1), fills, limit)
        if corners is not None:
            return corners * scale + shift
    return None


def _part(picture: Picture, box: Box) -> tuple[UInt8Array, float, FloatArray]:
    """What lies around a find in RGB, display pixels by its own, and where its corner lies."""
    x0, y0, x1, y1 = box
    reach = _REACH * max(x1 - x0, y1 - y0)
    width, height = picture.size
    left, top = max(0.0, x0 - reach), max(0.0, y0 - reach)
    right, bottom = min(width - 1.0, x1 + reach), min(height - 1.0, y1 + reach)
    scale = max(0.5, max(right - left, bottom - top, 1.0) / _SIDE)
    size = (max(8, round((right - left) / scale)), max(8, round((bottom - top) / scale)))
    pixels = picture.crop(np.array([[scale, 0, left], [0, scale, top]]), size)
    return pixels, scale, np.array([left, top])


def _planes(part: UInt8Array) -> list[UInt8Array]:
    """Brightness, and the two differences of colour, raised: a frame may be as bright as the wall."""
    soft = cv2.GaussianBlur(part, (0, 0), 1.0)
    light, *colours = cv2.split(cv2.cvtColor(soft, cv2.COLOR_RGB2LAB))
    raised = [
        np.asarray(np.clip((plane.astype(np.int16) - 128) * _VIVID + 128, 0, 255), np.uint8)
        for plane in colours
    ]
    return [np.asarray(light, np.uint8), *raised]


def _best(plane: UInt8Array, box: Box, fills: float, limit: float) -> FloatArray | None:
    """The best frame around a box in one plane, both in its pixels; None where no side is missing."""
    corners = _corners(plane, box)
    lower, upper = corners.min(axis=1), corners.max(axis=1)
    wide, high = (upper - lower).T
    far = np.array(plane.shape[::-1]) - 2
    x0, y0, x1, y1 = box
    sound = (lower >= 1).all(axis=1) & (upper <= far).all(axis=1) & (wide * high <= limit)
    sound &= (y1 - y0 >= fills * high) & (wide > 0.5 * (x1 - x0)) & (high > 0.5 * (y1 - y0)) & _alike(corners)
    corners = corners[sound]
    if not len(corners):
        return None
    covered, beyond = _covered(plane, corners)
    least, mean = _COVERED
    ends = (covered.min(axis=1) >= least) & (covered.mean(axis=1) >= mean) & (beyond < _BEYOND).all(axis=1)
    if not ends.any():
        return None
    return np.asarray(corners[int(np.argmax(np.where(ends, covered.mean(axis=1), -1.0)))])


def _corners(plane: UInt8Array, box: Box) -> FloatArray:
    """(n, 4, 2) corners of all frames that the longest lines beside a box could make."""
    found = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(plane)[0]
    segments = np.zeros((0, 4)) if found is None else found.reshape(-1, 4).astype(np.float64)
    x0, y0, x1, y1 = box
    wide, high = x1 - x0, y1 - y0
    reach, middle = _REACH * max(wide, high), ((x0 + x1) / 2, (y0 + y1) / 2)
    step = np.abs(segments[:, 2:] - segments[:, :2])
    long = np.hypot(*step.T) >= _SHORTEST * min(wide, high)
    upright = _lines(segments[long & (step[:, 0] < _SLOPE * step[:, 1])][:, [1, 0, 3, 2]], middle[1])
    level = _lines(segments[long & (step[:, 1] < _SLOPE * step[:, 0])], middle[0])
    sides = [
        _near(upright, x0 - reach, x0 + _WITHIN * wide),
        _near(upright, x1 - _WITHIN * wide, x1 + reach),
        _near(level, y0 - reach, y0 + _WITHIN * high),
        _near(level, y1 - _WITHIN * high, y1 + reach),
    ]
    chosen = np.array(list(product(*(range(len(side)) for side in sides))), np.intp).reshape(-1, 4)
    left, right, top, bottom = (side[chosen[:, k]] for k, side in enumerate(sides))
    pairs = ((left, top), (right, top), (right, bottom), (left, bottom))
    return np.stack([_crossing(one, other, middle) for one, other in pairs], axis=1)


def _lines(segments: FloatArray, middle: float) -> FloatArray:
    """(n, 3): where each line passes the find's middle, its slope, its segment's length; the longest first.

    Args:
        segments: (n, 4) ends as along, across, along, across.
        middle: along.
    """
    along, across, far, off = segments.T
    slope = (off - across) / (far - along)
    lines = np.stack([across + slope * (middle - along), slope, np.hypot(far - along, off - across)], axis=1)
    return lines[np.argsort(-lines[:, 2], kind="stable")]


def _near(lines: FloatArray, low: float, high: float) -> FloatArray:
    """The longest lines that pass between two places and differ from each other."""
    kept: list[FloatArray] = []
    for line in lines[(lines[:, 0] >= low) & (lines[:, 0] <= high)]:
        if all(abs(line[0] - one[0]) > _APART[0] or abs(line[1] - one[1]) > _APART[1] for one in kept):
            kept.append(line)
        if len(kept) == _CHOICES:
            break
    return np.array(kept).reshape(-1, 3)


def _crossing(upright: FloatArray, level: FloatArray, middle: tuple[float, float]) -> FloatArray:
    """(n, 2) where upright lines x = a + k (y - middle y) and level ones y = a + k (x - middle x) meet."""
    at, lean, height, slope = upright[:, 0], upright[:, 1], level[:, 0], level[:, 1]
    x = (at + lean * (height - slope * middle[0] - middle[1])) / (1 - lean * slope)
    return np.stack([x, height + slope * (x - middle[0])], axis=1)


def _alike(corners: FloatArray) -> NDArray[np.bool_]:
    """(n,) whether opposite sides are about as long."""
    sides = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2)
    one, other = sides[:, :2], sides[:, 2:]
    return np.asarray((np.minimum(one, other) >= _ALIKE * np.maximum(one, other)).all(axis=1))


def _covered(plane: UInt8Array, corners: FloatArray) -> tuple[FloatArray, FloatArray]:
    """(n, 4) share of each side along which there is an edge, and of its continuation on the barer end."""
    slopes = [np.abs(cv2.Sobel(plane, cv2.CV_32F, *way, scale=1 / 8)) for way in ((0, 1), (1, 0))]
    edges = [
        cv2.dilate(np.asarray((own > _EDGE) & (own > other), np.uint8), np.ones((3, 3), np.uint8)) > 0
        for own, other in (slopes, slopes[::-1])
    ]
    covered, beyond = np.empty(corners.shape[:2]), np.empty(corners.shape[:2])
    for side in range(4):
        begin, end = corners[:, side], corners[:, (side + 1) % 4]
        lit = edges[side % 2]
        covered[:, side] = _along(lit, begin, end, 0.03, 0.97)
        beyond[:, side] = np.minimum(_along(lit, begin, end, -0.3, -0.06), _along(lit, begin, end, 1.06, 1.3))
    return covered, beyond


def _along(lit: NDArray[np.bool_], begin: FloatArray, end: FloatArray, low: float, high: float) -> FloatArray:
    """(n,) share of the points between two shares of each stretch that are lit; outside nothing is."""
    share = np.linspace(low, high, _POINTS)[None, :, None]
    places = np.round(begin[:, None] + (end - begin)[:, None] * share).astype(np.intp)
    x, y = places[..., 0], places[..., 1]
    height, width = lit.shape
    inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
    found = lit[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)]
    return np.asarray((inside & found).mean(axis=1), np.float64)
