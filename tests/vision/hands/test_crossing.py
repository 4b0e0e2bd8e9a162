"""Hands that overlap and cross keep their identities: painted scenes, and the rule for pairs alone."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.hands.painted import PaintedHand, offset
from tests.vision.hands.test_step import POLICY, Scene, by_side, play
from vision.hands.association import assign, distinct, same_hand
from vision.hands.measure import Measured
from vision.hands.track import Track, begin, follow


def measured(x: float, y: float, palm: float = 40.0, right: float = 0.9) -> Measured:
    points = np.zeros((21, 3), np.float32)
    points[:, :2] = PaintedHand(x, y, palm).landmarks
    return Measured(points, 0.9, right)


def moving(number: int, x: float, y: float, vx: float, vy: float, right: float) -> Track:
    """A track that has been seen for a second at 30 frames a second and was last seen at t = 1."""
    track = begin(number, measured(x - vx, y - vy, right=right), 0.0)
    for i in range(1, 31):
        t = i / 30
        track = follow(track, measured(x + vx * (t - 1), y + vy * (t - 1), right=right), t, POLICY)
    return track


def across(t: float) -> list[PaintedHand]:
    x = 120 + 220 * t
    return [PaintedHand(x, 240, side="left"), PaintedHand(640 - x, 250, side="right")]


def meet_and_part(t: float) -> list[PaintedHand]:
    gap = 20 + 200 * abs(math.cos(math.pi * t / 2))
    return [PaintedHand(320 - gap, 240, side="left"), PaintedHand(320 + gap, 246, side="right")]


def over_resting(t: float) -> list[PaintedHand]:
    return [PaintedHand(320, 240, side="right"), PaintedHand(60 + 260 * t, 228, side="left")]


def same_side_across(t: float) -> list[PaintedHand]:
    """Two right hands, as of two people."""
    x = 120 + 220 * t
    return [PaintedHand(x, 225, side="right"), PaintedHand(640 - x, 262, side="right")]


@pytest.mark.parametrize("scene", [across, meet_and_part, over_resting], ids=lambda s: s.__name__)
@pytest.mark.parametrize("fps", [12.0, 30.0])
def test_left_stays_left(scene: Scene, fps: float) -> None:
    seen = play(scene, 2.0, fps)
    numbers = {side: hand.track for side, hand in by_side(seen[3][1]).items()}
    assert numbers == {"left": 1, "right": 2} or numbers == {"left": 2, "right": 1}
    for t, hands in seen:
        assert len({hand.track for hand in hands}) == len(hands)
        for hand in hands:
            painted = next(h for h in scene(t) if h.side == hand.handedness)
            if numbers[hand.handedness] == hand.track:
                continue
            assert offset(hand.landmarks, painted) > 1, f"identities swapped at {t:.2f} s"
    last_t, last = seen[-1]
    assert {side: hand.track for side, hand in by_side(last).items()} == numbers
    for painted in scene(last_t):
        assert offset(by_side(last)[painted.side].landmarks, painted) < 0.1


def test_two_hands_of_one_side_cross_by_their_motion() -> None:
    seen = play(same_side_across, 2.0)
    start = {hand.track: hand.landmarks[0, 0] < 320 for hand in seen[3][1]}
    end = {hand.track: hand.landmarks[0, 0] < 320 for hand in seen[-1][1]}
    assert len(start) == 2
    assert end == {track: not left for track, left in start.items()}


def test_two_tracks_never_sit_on_one_hand() -> None:
    for _, hands in play(lambda t: [across(t)[0], across(t)[1]], 2.0):
        if len(hands) == 2:
            apart = np.linalg.norm(hands[0].landmarks[:, :2] - hands[1].landmarks[:, :2], axis=1).mean()
            assert apart > POLICY.track.same_place * 40


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (measured(100, 100), True),
        (measured(110, 100), True),
        (measured(100, 100, right=0.1), True),
        (measured(110, 100, right=0.1), False),
        (measured(116, 100), True),
        (measured(120, 100), False),
        (measured(100, 160), False),
    ],
)
def test_when_two_results_are_one_hand(other: Measured, same: bool) -> None:
    assert same_hand(measured(100, 100), other, POLICY.track) is same
    assert same_hand(other, measured(100, 100), POLICY.track) is same
    assert len(distinct([measured(100, 100), other], POLICY.track)) == (1 if same else 2)


def test_of_a_collapse_the_right_track_survives() -> None:
    left = moving(1, 300, 200, 150, 0, right=0.1)
    right = moving(2, 330, 200, -150, 0, right=0.9)
    seen = measured(325, 200, right=0.9)
    assert assign([left, right], [seen], 1.033, POLICY.track) == {1: 0}
    seen = measured(305, 200, right=0.1)
    assert assign([left, right], [seen], 1.033, POLICY.track) == {0: 0}


def test_equal_hands_are_told_apart_by_their_motion() -> None:
    a = moving(1, 300, 200, 200, 0, right=0.9)
    b = moving(2, 306, 200, -200, 0, right=0.9)
    found = [measured(299, 200), measured(307, 200)]
    assert assign([a, b], found, 1.033, POLICY.track) == {0: 1, 1: 0}


@given(
    x=st.floats(150, 490),
    y=st.floats(150, 330),
    apart=st.floats(60, 200),
    angle=st.floats(0, 2 * math.pi),
    speed=st.floats(0, 300),
    order=st.booleans(),
)
@settings(deadline=None, max_examples=60)
def test_hands_that_are_apart_are_never_confused(
    x: float, y: float, apart: float, angle: float, speed: float, order: bool
) -> None:
    dx, dy = apart * math.cos(angle), apart * math.sin(angle)
    vx, vy = speed * math.sin(angle), -speed * math.cos(angle)
    tracks = [moving(1, x, y, vx, vy, 0.9), moving(2, x + dx, y + dy, -vx, -vy, 0.9)]
    step = 1 / 30
    found = [measured(x + vx * step, y + vy * step), measured(x + dx - vx * step, y + dy - vy * step)]
    if order:
        assert assign(tracks, found, 1 + step, POLICY.track) == {0: 0, 1: 1}
    else:
        assert assign(tracks, found[::-1], 1 + step, POLICY.track) == {0: 1, 1: 0}


def test_a_hand_far_from_all_tracks_is_nobody() -> None:
    assert assign([moving(1, 100, 100, 0, 0, 0.9)], [measured(400, 400)], 1.033, POLICY.track) == {}


def test_a_hidden_hand_is_known_again_farther_away_the_longer_it_was_gone() -> None:
    track = moving(1, 100, 100, 0, 0, 0.9)
    far = measured(100 + 2.5 * 40, 100)
    assert assign([track], [far], 1.033, POLICY.track) == {}
    assert assign([track], [far], 1.5, POLICY.track) == {0: 0}
