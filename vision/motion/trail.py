"""Where a hand has been in the last seconds."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.observations import Hand, Handedness, Landmarks

FloatArray = NDArray[np.float32]
BoolArray = NDArray[np.bool_]

STEPS = 32
STEP = 0.05
"""A window has 32 instants 0.05 s apart, whatever the frame rate: 1.6 seconds."""
REMEMBERED = STEPS * STEP + 0.3
"""Seconds of landmarks that are kept."""
BRIDGED = 0.3
"""Seconds without the hand over which its landmarks are interpolated; beyond, it counts as unseen."""
REJOINED = 0.6
"""Seconds within which a hand with a new track number goes on with the trail of one that was lost."""
NEAR = 3.5
"""Palm sizes between the end of a lost trail and the hand that goes on with it."""
KNUCKLES = (0, 5, 9, 13, 17)
_PALM = ((0, 5), (0, 9), (0, 17), (5, 17))


@dataclass(frozen=True, slots=True, eq=False)
class Trail:
    """One hand over time, under one or more track numbers."""

    track: int
    """Its newest track number."""
    handedness: Handedness
    times: tuple[float, ...]
    """Media time of each frame in which it was seen, rising."""
    points: tuple[Landmarks, ...]
    moved: float
    """Media time at which it last moved; minus infinity where it never has."""

    @property
    def last(self) -> float:
        """Media time of its newest frame."""
        return self.times[-1]


def palm_size(points: Landmarks) -> float:
    """Mean distance in space, pixels, from the wrist to three knuckles and across them; at least 1."""
    places = points.tolist()
    return max(sum(math.dist(places[one], places[two]) for one, two in _PALM) / len(_PALM), 1.0)


def extend(trails: Sequence[Trail], hands: Sequence[Hand], t: float, moved: float) -> tuple[Trail, ...]:
    """The trails of a seat after one more frame.

    Args:
        trails: of the frame before.
        hands: seen in this frame, each with a track number of its own.
        t: media time of the frame, seconds, later than before.
        moved: palm sizes that a landmark travels in 0.2 s when the hand moves.
    """
    own = {trail.track: trail for trail in trails}
    tracks = {hand.track for hand in hands}
    after: list[Trail] = []
    taken: set[int] = set()
    for hand in hands:
        before = own.get(hand.track) or _lost(hand, trails, tracks | taken, t)
        if before is not None:
            taken.add(before.track)
        after.append(_longer(before, hand, t, moved))
    after += [trail for trail in trails if trail.track not in taken and t - trail.last <= REMEMBERED]
    return tuple(after)


def _lost(hand: Hand, trails: Sequence[Trail], taken: set[int], t: float) -> Trail | None:
    """The trail that a newly numbered hand most likely goes on with."""
    middle, reach = _middle(hand.landmarks), NEAR * palm_size(hand.landmarks)
    lost = [trail for trail in trails if trail.track not in taken and 0 < t - trail.last <= REJOINED]
    gaps = [float(np.linalg.norm(_middle(trail.points[-1]) - middle)) for trail in lost]
    best = min(range(len(lost)), key=gaps.__getitem__, default=None)
    return lost[best] if best is not None and gaps[best] <= reach else None


def _middle(points: Landmarks) -> FloatArray:
    return np.asarray(points[KNUCKLES, :2].mean(axis=0))


def _longer(before: Trail | None, hand: Hand, t: float, moved: float) -> Trail:
    if before is None:
        return Trail(hand.track, hand.handedness, (t,), (hand.landmarks,), t)
    first = 0
    while before.times[first] < t - REMEMBERED and first < len(before.times) - 1:
        first += 1
    times, points = (*before.times[first:], t), (*before.points[first:], hand.landmarks)
    earlier = bisect_left(times, t - _LAG)
    travel = np.abs((points[-1] - points[min(earlier, len(points) - 2)])[:, :2]).max()
    when = t if travel > moved * palm_size(hand.landmarks) else before.moved
    return Trail(hand.track, hand.handedness, times, points, when)


_LAG = 0.2


def resample(trail: Trail, t: float) -> tuple[FloatArray, BoolArray]:
    """The landmarks of a trail at the instants of the window that ends at `t`.

    Returns:
        (STEPS, 21, 3) float32 pixels, and (STEPS,) whether the hand was seen then; where it was not, the
        nearest landmarks stand in.
    """
    wanted = t - _AGES
    times = np.array(trail.times)
    after = np.minimum(times.searchsorted(wanted - 1e-6), len(times) - 1)
    later = times[after]
    # A frame of the wanted instant stands for both ends, and so does the newest for all that is later.
    before = np.where(later <= wanted + 1e-6, after, np.maximum(after - 1, 0))
    start = times[before]
    span = later - start
    # Where both ends are one frame, any weight gives its landmarks.
    part = (wanted - start) / np.maximum(span, 1e-6)
    seen = (span <= BRIDGED) & (wanted >= times[0] - STEP) & (wanted <= times[-1] + STEP)
    first = int(before[0])
    known = np.concatenate(trail.points[first : int(after[-1]) + 1]).reshape(-1, 21, 3)
    earlier = known[before - first]
    points = earlier + (known[after - first] - earlier) * part.astype(np.float32)[:, None, None]
    return points, np.asarray(seen)


_AGES = STEP * np.arange(STEPS - 1, -1, -1)
