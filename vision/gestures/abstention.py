"""When the shape of a hand is not judged: where its landmarks cannot be trusted.

On 1,320 photographs of one hand, one look each, 92 % of the shapes are right and 5 % are a wrong word. Of the
four hands whose presence is below 0.8 none is told rightly, above 0.99 94 % are; of the two whose palms are
shorter than 12 pixels none, of the 58 between 20 and 40 pixels 95 %. No photograph shows a palm between 12
and 20 pixels, or a hand of which more than a tenth lies outside, or says how fast it moves: `outside` and
`speed` are set by judgement. At nine palm lengths a second an exposure of 1/60 s smears a hand by a sixth of
its palm, about the gap between two fingers.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.checks import at_least, positive, within
from vision.gestures.vocabulary import NO_GESTURE
from vision.hands.track import hand_scale
from vision.observations import Hand, Landmarks, ShapeScore

TOO_SMALL, CUT_OFF, UNSURE, TOO_FAST = "too_small", "cut_off", "unsure", "too_fast"
REASONS = (TOO_SMALL, CUT_OFF, UNSURE, TOO_FAST)


@dataclass(frozen=True, slots=True)
class AbstentionPolicy:
    """Which hands are not judged."""

    palm: float = 12.0
    """Least palm length in the picture, pixels."""
    outside: float = 0.25
    """Most share of the landmarks that may lie outside the picture, 0..1."""
    presence: float = 0.8
    """Least probability that there is a hand at all, 0..1."""
    speed: float = 9.0
    """Most palm lengths a second: beyond, the fingers are smeared."""

    def __post_init__(self) -> None:
        at_least(0, palm=self.palm)
        within(0, 1, outside=self.outside, presence=self.presence)
        positive(speed=self.speed)


def doubt(hand: Hand, size: tuple[int, int], policy: AbstentionPolicy) -> str | None:
    """Why the shape of a hand cannot be judged; None where it can.

    Args:
        hand: as measured.
        size: width and height of the picture as displayed, pixels.
        policy: the limits.
    """
    if hand_scale(hand.landmarks) < policy.palm:
        return TOO_SMALL
    if share_outside(hand.landmarks, size) > policy.outside:
        return CUT_OFF
    if hand.presence < policy.presence:
        return UNSURE
    return TOO_FAST if hand.speed > policy.speed else None


def share_outside(landmarks: Landmarks, size: tuple[int, int]) -> float:
    """The share of (21, 3) landmarks that lie outside a picture of `size`, 0..1."""
    right, bottom = size[0] - 1, size[1] - 1
    out: list[bool] = [x < 0 or y < 0 or x > right or y > bottom for x, y in landmarks[:, :2].tolist()]
    return sum(out) / len(out)


def abstained(hand: Hand, shape: ShapeScore, size: tuple[int, int], policy: AbstentionPolicy) -> ShapeScore:
    """The shape, or that it was not judged and why."""
    reason = doubt(hand, size, policy)
    return shape if reason is None else ShapeScore(NO_GESTURE, 0.0, reason)
