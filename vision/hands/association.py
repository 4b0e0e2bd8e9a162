"""Which measured hand is which track: no swapped identities, no two tracks on one hand."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from vision.hands.measure import Measured
from vision.hands.palms import Palm
from vision.hands.policy import TrackPolicy
from vision.hands.region import Points
from vision.hands.track import PALM, Track, hand_scale

_SIZE_WEIGHT = 0.5
_SIDE_WEIGHT = 1.0
_FORM_WEIGHT = 1.0
_UNMATCHED = 1.6
"""Costs are in gates: 1 is the farthest a hand may be. A track rather stays unmatched than takes a pair of
hands apart that fit well; a certain left against a certain right costs as much as the whole gate, and so
does a form (landmarks about the palm) that differs by a palm length on average."""
_FORM_S = 0.3
"""Seconds out of sight after which the form counts half: fingers move."""
_AS_PALM = np.array([0, 5, 9, 13, 17, 1, 2])
"""The landmarks at which the palm detector's seven points lie."""
_PALM_GATE = 0.4


def same_hand(one: Measured, other: Measured, policy: TrackPolicy) -> bool:
    """True where two results show one hand in the picture: where their palms lie in one place.

    The fingers say nothing: of a hand in front of another the model draws different ones from crop to
    crop. Of two palms in one place only one can be seen. Two hands that overlap have different sides
    as a rule, so a certain difference of handedness narrows the test.
    """
    scale = max(hand_scale(one.landmarks), hand_scale(other.landmarks))
    a, b = (hand.landmarks[PALM, :2].mean(axis=0).tolist() for hand in (one, other))
    apart = math.dist(a, b) / scale
    sides_differ = abs(one.right - other.right) > 0.5
    return apart < (policy.same_place if sides_differ else policy.same_hand)


def distinct(found: Sequence[Measured], policy: TrackPolicy) -> list[Measured]:
    """Each hand once: of results that show the same one, the first."""
    kept: list[Measured] = []
    for candidate in found:
        if not any(same_hand(candidate, other, policy) for other in kept):
            kept.append(candidate)
    return kept


def is_known(palm: Palm, tracks: Sequence[Track], t: float, policy: TrackPolicy) -> bool:
    """True where a found palm is that of a hand in view which is tracked already."""
    for track in tracks:
        expected = track.expected(t, policy.glide_s)
        if track.visible and _mean_distance(palm.keypoints, expected[_AS_PALM]) < _PALM_GATE * hand_scale(
            expected
        ):
            return True
    return False


def assign(
    tracks: Sequence[Track], found: Sequence[Measured], t: float, policy: TrackPolicy
) -> dict[int, int]:
    """The cheapest assignment of hands to tracks.

    The cost of a pair is the distance of the palm from its predicted place in units of the gate, plus
    the change of size (log ratio), of handedness and of form. All combinations are tried, there are few.

    Returns:
        Index of the track to index of the found hand; the rest is unmatched.
    """
    costs = [[_cost(track, hand, t, policy) for hand in found] for track in tracks]
    return _cheapest(costs, 0, frozenset())[1]


def _cheapest(costs: list[list[float]], row: int, taken: frozenset[int]) -> tuple[float, dict[int, int]]:
    if row == len(costs):
        return 0.0, {}
    total, pairs = _cheapest(costs, row + 1, taken)
    best = (total + _UNMATCHED, pairs)
    for column, cost in enumerate(costs[row]):
        if column in taken or not math.isfinite(cost):
            continue
        total, pairs = _cheapest(costs, row + 1, taken | {column})
        if total + cost < best[0]:
            best = (total + cost, {row: column, **pairs})
    return best


def _cost(track: Track, hand: Measured, t: float, policy: TrackPolicy) -> float:
    """Cost of taking a hand for a track's; infinite outside the gate."""
    expected = track.expected(t, policy.glide_s)
    scale, size = hand_scale(expected), hand_scale(hand.landmarks)
    unseen = max(0.0, t - track.seen)
    before, now = expected[PALM, :2].mean(axis=0), hand.landmarks[PALM, :2].mean(axis=0)
    # Out of sight a hand may as well have turned back: the drift itself is uncertain.
    drift = math.hypot(*track.drift(t, policy.glide_s)) / scale
    gate = policy.gate + policy.gate_growth * unseen + drift
    distance = math.dist(before.tolist(), now.tolist()) / scale / gate
    if distance > 1:
        return math.inf
    form = _mean_distance((hand.landmarks[:, :2] - now) / size, (expected[:, :2] - before) / scale)
    return (
        distance
        + _SIZE_WEIGHT * abs(math.log(size / scale))
        + _SIDE_WEIGHT * abs(hand.right - track.right)
        + _FORM_WEIGHT * min(form, 1.0) / (1 + unseen / _FORM_S)
    )


def _mean_distance(one: Points, other: Points) -> float:
    return float(np.hypot(*(one[:, :2] - other[:, :2]).T).mean())
