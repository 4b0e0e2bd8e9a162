"""Flat pictures of people: posters, paintings and screens on the wall behind the seat.

What tells them from a player is their edge: four straight sides around the whole of what was found. A
player is cut off by the picture's own edge or by what stands before him, never by a rectangle around him;
where a window or a door frames his head, his body leaves it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.checks import within
from vision.observations import Box, Detection
from vision.picture import Picture, UInt8Array
from vision.presence.fusion import Finds
from vision.presence.lively import same

_SIDE = 320
"""Longer side of the reduced picture that edges are sought in, pixels."""
_EDGES = ((30, 90), (80, 200), (150, 400))
"""Lower and upper thresholds of Canny's detector: for faint and for strong edges."""
_SOLID = 0.85
"""Least area of an outline by that of the four corners."""
_STRAIGHT = 0.03
"""How far a side may bend, by the length of the outline."""

_HELD = 0.8
"""Share of a find that a looser one holds."""


@dataclass(frozen=True, slots=True)
class FlatPolicy:
    """What counts as a flat picture; shares of the picture and of the frame."""

    smallest: float = 0.01
    """Area of the frame by the picture's."""
    largest: float = 0.6
    fills: float = 0.3
    """Height of a body by the frame's: less is somebody in a doorway or before a window."""
    fills_head: float = 0.15
    """The same of a head alone."""
    beyond: float = 0.2
    """Share of a detector's box that may lie outside the frame: boxes are not exact."""

    def __post_init__(self) -> None:
        within(0, 1, smallest=self.smallest, largest=self.largest, fills=self.fills, beyond=self.beyond)
        within(0, self.fills, fills_head=self.fills_head)


Frame4 = NDArray[np.float32]
"""(4, 2) corners of a frame in display pixels, in the order of its outline."""


def frames(picture: Picture, policy: FlatPolicy) -> list[Frame4]:
    """Outlines with four straight sides, wholly inside the picture."""
    small, scale = _reduced(picture)
    height, width = small.shape
    found: list[Frame4] = []
    for low, high in _EDGES:
        edges = cv2.dilate(cv2.Canny(small, low, high), np.ones((3, 3), np.uint8))
        outlines, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for outline in outlines:
            area = cv2.contourArea(outline)
            if not policy.smallest <= area / (width * height) <= policy.largest:
                continue
            # Where something beside the frame touches it the outline has a spur: the hull is looked at too.
            hull = cv2.convexHull(outline)
            corners = cv2.approxPolyDP(hull, _STRAIGHT * cv2.arcLength(hull, True), True)[:, 0]
            if len(corners) != 4 or area < _SOLID * cv2.contourArea(corners):
                continue
            low_edge, high_edge = corners.min(axis=0), corners.max(axis=0)
            if (low_edge < 2).any() or (high_edge > (width - 3, height - 3)).any():
                continue
            found.append(np.asarray((corners + 0.5) * scale - 0.5, dtype=np.float32))
    return found


def holds(frame: Frame4, box: Box, policy: FlatPolicy) -> bool:
    """Whether all but a rim of a box lies in the frame."""
    x0, y0, x1, y1 = box
    area = max(x1 - x0, 0.0) * max(y1 - y0, 0.0)
    if area <= 0:
        return False
    corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], dtype=np.float32)
    shared, _ = cv2.intersectConvexConvex(frame, corners)
    return shared >= (1 - policy.beyond) * area


def filled(frame: Frame4, box: Box, policy: FlatPolicy) -> bool:
    """Whether a body's box lies in the frame and fills it as a portrait does."""
    height = float(frame[:, 1].max() - frame[:, 1].min())
    return holds(frame, box, policy) and box[3] - box[1] >= policy.fills * height


def flat_ones(
    finds: Finds, outlines: Sequence[Frame4], lively: Sequence[Box], policy: FlatPolicy
) -> set[Detection]:
    """The finds that show flat pictures.

    Args:
        finds: of one look.
        outlines: of the same picture, see `frames`.
        lively: boxes in which something has moved lately: they are not flat, or nobody can tell.
        policy: what counts as flat.
    """
    if not outlines:
        return set()

    def framed(one: Detection, in_frame: Callable[[Frame4, Box, FlatPolicy], bool]) -> bool:
        return not same(one.box, lively) and any(in_frame(outline, one.box, policy) for outline in outlines)

    persons = (*finds.persons, *finds.small)
    flat = {one for one in persons if framed(one, filled)}
    flat |= {one for one in persons if any(_loosely(one, shown) for shown in flat)}
    players = [one.box for one in persons if one not in flat]
    shown = [one.box for one in flat]
    heads = {
        one
        for one in (*finds.faces, *finds.poses)
        if not same(one.box, lively) and (framed(one, holds) or any(_on(one.box, body) for body in shown))
    }
    return flat | {one for one in heads if not any(_on(one.box, body) for body in players)}


def without(finds: Finds, flat: Collection[Detection], outlines: Sequence[Frame4] = ()) -> Finds:
    """The finds less some, and less the hands that these show or that lie in a frame with them."""
    around = [outline for outline in outlines if any(_in(outline, one.box) for one in flat)]
    hands = [
        hand
        for hand in finds.hands
        if not any(_on(hand.box, one.box) for one in flat)
        and not any(_in(outline, hand.box) for outline in around)
    ]
    return replace(
        finds,
        hands=tuple(hands),
        faces=tuple(one for one in finds.faces if one not in flat),
        poses=tuple(one for one in finds.poses if one not in flat),
        persons=tuple(one for one in finds.persons if one not in flat),
        small=tuple(one for one in finds.small if one not in flat),
    )


def _on(head: Box, body: Box) -> bool:
    x, y = (head[0] + head[2]) / 2, (head[1] + head[3]) / 2
    return body[0] <= x <= body[2] and body[1] <= y <= body[3]


def _loosely(one: Detection, shown: Detection) -> bool:
    """Whether a find is another, less likely one with more around it."""
    (x0, y0, x1, y1), (left, top, right, bottom) = one.box, shown.box
    wide, high = min(x1, right) - max(x0, left), min(y1, bottom) - max(y0, top)
    shared = max(wide, 0.0) * max(high, 0.0)
    return one.score < shown.score and shared >= _HELD * (right - left) * (bottom - top)


def _in(outline: Frame4, box: Box) -> bool:
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    return cv2.pointPolygonTest(outline, middle, False) >= 0


def _reduced(picture: Picture) -> tuple[UInt8Array, float]:
    """The brightness with the longer side of `_SIDE` pixels as displayed, and display pixels by its own."""
    luma = picture.luma
    scale = max(1.0, max(luma.shape) / _SIDE)
    size = (max(1, round(luma.shape[1] / scale)), max(1, round(luma.shape[0] / scale)))
    small = cv2.resize(luma, size, interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(np.rot90(small, -picture.rotation // 90)), scale
