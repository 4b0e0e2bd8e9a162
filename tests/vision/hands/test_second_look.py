"""Several more crops of one hand: mapped back to where it is, all in one batch."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.hands.painted import PaintedHand, PaintedLandmarks, offset, paint
from vision.hands.region import around_landmarks
from vision.hands.second_look import CROPS, look_again, regions
from vision.observations import Landmarks


def landmarks_of(hand: PaintedHand) -> Landmarks:
    points = np.zeros((21, 3), dtype=np.float32)
    points[:, :2] = hand.landmarks
    return points


@settings(deadline=None, max_examples=20)
@given(
    x=st.floats(150, 450),
    y=st.floats(150, 300),
    palm=st.floats(20, 60),
    side=st.sampled_from(["left", "right"]),
)
def test_every_crop_finds_the_hand_where_it_is(x: float, y: float, palm: float, side: str) -> None:
    hand = PaintedHand(x, y, palm, side)
    (found,) = look_again([(paint([hand]), landmarks_of(hand))], PaintedLandmarks(), 0.5)
    assert found.shape == (len(CROPS), 21, 3)
    assert found.dtype == np.float32
    assert max(offset(landmarks, hand) for landmarks in found) < 0.06


def test_all_hands_are_looked_at_in_one_batch() -> None:
    hands = [PaintedHand(150, 240, side="left"), PaintedHand(450, 240)]
    engine = PaintedLandmarks()
    found = look_again([(paint([hand]), landmarks_of(hand)) for hand in hands], engine, 0.5)
    assert engine.runs == [2 * len(CROPS)]
    assert [offset(looks[0], hand) < 0.06 for looks, hand in zip(found, hands, strict=True)] == [True, True]


def test_crops_differ_from_the_first_look_and_from_each_other() -> None:
    landmarks = landmarks_of(PaintedHand(320, 240))
    around = [around_landmarks(landmarks), *regions(landmarks)]
    assert len({(round(region.size, 3), round(region.angle, 4)) for region in around}) == len(CROPS) + 1
    assert min(region.size for region in around[1:]) < around[0].size < max(region.size for region in around)


def test_no_hand_is_found_where_none_is() -> None:
    (found,) = look_again([(paint([]), landmarks_of(PaintedHand(320, 240)))], PaintedLandmarks(), 0.5)
    assert found.shape == (0, 21, 3)


def test_landmarks_that_are_no_place_are_not_looked_at() -> None:
    engine = PaintedLandmarks()
    (found,) = look_again([(paint([]), np.zeros((21, 3), dtype=np.float32))], engine, 0.5)
    assert found.shape == (0, 21, 3)
    assert engine.runs == []
    assert look_again([], engine, 0.5) == []
