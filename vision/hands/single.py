"""The hands in a single picture: no past to lean on, so each is looked at from several sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.hands.association import distinct
from vision.hands.measure import Measured, is_hand, measure
from vision.hands.models import HandModels
from vision.hands.palms import find_palms
from vision.hands.policy import HandPolicy
from vision.hands.region import Region, around_landmarks
from vision.hands.second_look import look_again
from vision.hands.track import begin
from vision.observations import Hand
from vision.picture import Picture

MARGINS = (0.5, 0.25, 1.0)
"""Borders of the further searches, as shares of the picture's longer side: the first of them finds the hand
in 70 of 78 photographs that are filled by one and in which the search without a border finds none, the
others in four more."""
SURE = 0.8
"""Probability of a hand from which on a search has found what it looks for; below, no shape is judged."""


def find_hands(picture: Picture, models: HandModels, policy: HandPolicy) -> tuple[Hand, ...]:
    """The hands in a picture, the most certain palm first, at most `policy.max_hands`.

    Where no hand is found surely, the search is made again with borders around the picture, until one finds a
    hand surely. Each hand is looked at around its palm, as on the first frame of a video, around the
    landmarks found there, as on the second, and from the sides of `vision.hands.second_look`. Landmarks are
    the median of all looks, so that one which takes a finger for its neighbour is outvoted; handedness is the
    mean of the first two. A hand counts where the surer of these two passes the threshold.

    Returns:
        Hands with tracks counted from 1; `smoothed` equals `landmarks`.
    """
    found = _searched(picture, models, policy)
    hands = distinct(_settled(picture, found, models, policy), policy.track)[: policy.max_hands]
    return tuple(begin(number, hand, 0.0).hand() for number, hand in enumerate(hands, start=1))


def _searched(picture: Picture, models: HandModels, policy: HandPolicy) -> list[list[Measured]]:
    """What the first sure search finds; where none is sure, what the one without a border does."""
    first = _found(picture, models, policy, 0.0)
    if _sure(first):
        return first
    for margin in MARGINS:
        found = _found(picture, models, policy, margin)
        if _sure(found):
            return found
    return first


def _sure(found: Sequence[Sequence[Measured]]) -> bool:
    return any(_surer(looks).presence >= SURE for looks in found)


def _found(picture: Picture, models: HandModels, policy: HandPolicy, margin: float) -> list[list[Measured]]:
    """For each hand, the most certain palm first: the look around the palm, and the one after it if any."""
    search = policy.search
    (palms,) = find_palms(
        [picture], models.palm, score=search.score, overlap=search.overlap, most=search.most, margin=margin
    )
    regions = [palm.region for palm in palms if palm.region.usable]
    once = measure([(picture, region) for region in regions], models.landmarks)
    first = [hand for hand in once if hand is not None and hand.presence >= policy.track.presence / 2]
    looks = [[hand] for hand in first]
    for look, second in zip(looks, _once_more(picture, first, models), strict=True):
        if second is not None and second.presence >= look[0].presence / 2:
            look.append(second)
    return [look for look in looks if is_hand(_surer(look), picture.size, policy.track)]


def _once_more(picture: Picture, first: Sequence[Measured], models: HandModels) -> list[Measured | None]:
    """Each hand around its landmarks; None where there is no place to look at or nothing was seen."""
    regions = [around_landmarks(hand.landmarks) for hand in first]
    usable: list[tuple[int, Region]] = [(i, region) for i, region in enumerate(regions) if region.usable]
    looks = measure([(picture, region) for _, region in usable], models.landmarks)
    second = {i: look for (i, _), look in zip(usable, looks, strict=True)}
    return [second.get(i) for i in range(len(first))]


def _surer(looks: Sequence[Measured]) -> Measured:
    """The last look with the best presence of all."""
    return replace(looks[-1], presence=max(look.presence for look in looks))


def _settled(
    picture: Picture, found: Sequence[Sequence[Measured]], models: HandModels, policy: HandPolicy
) -> list[Measured]:
    """The hands after all looks at them."""
    hands = [_surer(looks) for looks in found]
    again = look_again([(picture, hand.landmarks) for hand in hands], models.landmarks, policy.track.presence)
    settled = []
    for hand, looks, more in zip(hands, found, again, strict=True):
        landmarks = np.concatenate([[look.landmarks for look in looks], more])
        settled.append(
            replace(
                hand,
                landmarks=np.median(landmarks, axis=0).astype(np.float32),
                right=float(np.mean([look.right for look in looks])),
            )
        )
    return settled
