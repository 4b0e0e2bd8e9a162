"""Lone hands: those too small in the whole picture, and what merely looks like one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from vision.hands import HandModels, HandPolicy, find_hands
from vision.hands.second_look import look_again
from vision.observations import Hand, Landmarks
from vision.picture import Picture
from vision.presence.parts import Part, parts

HandSearch = Callable[[Picture], tuple[Hand, ...]]
"""Finds hands in a picture, in its display pixels."""

_SIDE = 480
"""Longer side of a part, pixels: more than the palm search takes in."""
_CONVINCED = 3
"""Of the five looks of `vision.hands.second_look`."""
_PALM = 0.35
"""Least probability of a palm: less than where hands are tracked, as further looks judge what it lets in."""


def hands_in_parts(picture: Picture, models: HandModels, policy: HandPolicy) -> tuple[Hand, ...]:
    """The convincing hands of the first of four parts that shows any, in display pixels.

    For a seat that is about to be called empty: each part costs about as much as a whole picture.
    Arguments as `vision.hands.find_hands`.
    """
    eager = replace(policy, search=replace(policy.search, score=min(policy.search.score, _PALM)))
    for part in parts(picture, _SIDE):
        found = find_hands(part.picture, models, eager)
        placed = [_placed(hand, part) for hand in found]
        if sure := convincing(picture, placed, models, policy):
            return sure
    return ()


def convincing(
    picture: Picture, hands: Sequence[Hand], models: HandModels, policy: HandPolicy
) -> tuple[Hand, ...]:
    """The hands that most of five further looks see too.

    Folds and patterns that pass for a hand once seldom do from all sides: of 25 lone hands all do, of nine
    things that were taken for one two.
    """
    if not hands:
        return ()
    looks = look_again([(picture, hand.landmarks) for hand in hands], models.landmarks, policy.track.presence)
    return tuple(hand for hand, seen in zip(hands, looks, strict=True) if len(seen) >= _CONVINCED)


def _placed(hand: Hand, part: Part) -> Hand:
    def moved(landmarks: Landmarks) -> Landmarks:
        return np.asarray(landmarks * part.scale + np.array([part.left, part.top, 0.0]), np.float32)

    return replace(hand, landmarks=moved(hand.landmarks), smoothed=moved(hand.smoothed))
