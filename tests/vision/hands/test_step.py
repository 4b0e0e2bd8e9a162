"""The hands of seats over time, with painted hands: what is found, followed, searched for and forgotten."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import cv2
import numpy as np
import pytest

from tests.vision.hands.painted import (
    PaintedHand,
    PaintedLandmarks,
    PaintedPalms,
    circle,
    offset,
    paint,
    painted_models,
)
from vision.frame import Frame
from vision.hands import HandModels, HandPolicy, HandState, find_hands, step_hands
from vision.observations import Hand
from vision.picture import Layout, Picture

POLICY = HandPolicy()
LEFT, RIGHT = PaintedHand(180, 240, side="left"), PaintedHand(460, 240, side="right")
Scene = Callable[[float], Sequence[PaintedHand]]


def play(
    scene: Scene, seconds: float, fps: float = 30.0, models: HandModels | None = None
) -> list[tuple[float, tuple[Hand, ...]]]:
    models = models or painted_models()
    states: dict[int, HandState] = {}
    seen = []
    for i in range(round(seconds * fps)):
        t = i / fps
        states, hands = step_hands(states, [Frame(1, t, paint(scene(t)))], models, POLICY)
        seen.append((t, hands[1]))
    return seen


def counters(models: HandModels) -> tuple[PaintedPalms, PaintedLandmarks]:
    assert isinstance(models.palm, PaintedPalms)
    assert isinstance(models.landmarks, PaintedLandmarks)
    return models.palm, models.landmarks


def by_side(hands: Sequence[Hand]) -> dict[str, Hand]:
    return {hand.handedness: hand for hand in hands}


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("size", [(640, 480), (480, 640), (641, 363), (1280, 720)])
def test_two_hands_are_found_where_they_are(size: tuple[int, int], rotation: int) -> None:
    hands = (PaintedHand(150, 120, 36, "left"), PaintedHand(size[0] - 120, size[1] - 130, 44, "right"))
    seen = by_side(find_hands(paint(hands, size, rotation=rotation), painted_models(), POLICY))
    assert {side: offset(hand.landmarks, hands[side == "right"]) < 0.04 for side, hand in seen.items()} == {
        "left": True,
        "right": True,
    }


def test_hands_keep_their_numbers_while_they_move() -> None:
    def scene(t: float) -> list[PaintedHand]:
        return [
            PaintedHand(*circle(t, (180, 240), 90, 0.8), side="left"),
            PaintedHand(*circle(t, (460, 240), 90, -0.7), side="right"),
        ]

    for t, hands in play(scene, 3.0):
        assert [hand.track for hand in hands] == [1, 2]
        for hand, painted in zip(sorted(hands, key=lambda h: h.handedness), scene(t), strict=True):
            assert offset(hand.landmarks, painted) < 0.06


def test_nothing_is_searched_while_all_hands_are_tracked() -> None:
    models = painted_models()
    palms, landmarks = counters(models)
    play(lambda t: [PaintedHand(180 + 40 * math.sin(9 * t), 240, side="left"), RIGHT], 3.0, models=models)
    assert palms.searches == 1
    assert landmarks.runs == [2] * 90


@pytest.mark.parametrize(
    ("scene", "most"),
    [
        (lambda t: [], 3.0 / POLICY.search.idle_s + 1),
        (lambda t: [RIGHT], 3.0 / POLICY.search.idle_s + 1),
        (lambda t: [PaintedHand(300 + 60 * t, 240)], 3.0 / POLICY.search.idle_s + 1),
    ],
    ids=["no hand", "one at rest", "one moving"],
)
def test_a_missing_hand_is_searched_seldom_while_nothing_else_moves(scene: Scene, most: float) -> None:
    models = painted_models()
    play(scene, 3.0, models=models)
    assert counters(models)[0].searches <= most


@pytest.mark.parametrize("fps", [10.0, 15.0, 30.0])
@pytest.mark.parametrize("at", [1.03, 1.17, 1.31])
def test_a_new_hand_that_moves_into_view_is_picked_up_quickly(at: float, fps: float) -> None:
    def scene(t: float) -> list[PaintedHand]:
        return [RIGHT, LEFT] if t >= at else [RIGHT]

    seen = play(scene, 2.0, fps)
    visible = next(t for t, _ in seen if t >= at)
    found = next(t for t, hands in seen if len(hands) == 2)
    assert found - visible <= POLICY.search.motion_s + 1 / fps + 1e-9


@pytest.mark.parametrize("fps", [10.0, 15.0, 30.0])
def test_a_new_hand_amid_motion_elsewhere_is_picked_up_as_quickly(fps: float) -> None:
    """A white ball bounces all the time; the bound holds whenever the hand appears."""
    for at in (1.0, 1.07, 1.13, 1.21):
        states: dict[int, HandState] = {}
        models = painted_models()
        shown = found = None
        for i in range(round(2 * fps)):
            t = i / fps
            picture = paint([RIGHT, LEFT] if t >= at else [RIGHT])
            x, y = circle(t, (320, 90), 60, 1.5)
            cv2.circle(picture.planes[0], (round(x), round(y)), 40, (255, 255, 255), -1)
            states, hands = step_hands(states, [Frame(1, t, picture)], models, POLICY)
            shown = t if shown is None and t >= at else shown
            found = t if found is None and len(hands[1]) == 2 else found
        assert shown is not None
        assert found is not None
        assert found - shown <= POLICY.search.motion_s + 1 / fps + 1e-9


def test_what_moves_in_its_place_is_searched_less_often() -> None:
    states: dict[int, HandState] = {}
    models = painted_models()
    for i in range(90):
        picture = paint([RIGHT])
        cv2.circle(picture.planes[0], (320 + 25 * (i // 2 % 2), 90), 40, (255, 255, 255), -1)
        states, _ = step_hands(states, [Frame(1, i / 30, picture)], models, POLICY)
    assert counters(models)[0].searches <= 3 / POLICY.search.familiar_s + 3


@pytest.mark.parametrize("fps", [10.0, 30.0])
def test_a_new_hand_too_faint_to_move_blocks_is_picked_up_by_the_slow_search(fps: float) -> None:
    at = 1.02
    small = PaintedHand(180, 240, palm=14, side="left")
    seen = play(lambda t: [RIGHT, small] if t >= at else [RIGHT], 2.0, fps)
    found = next(t for t, hands in seen if len(hands) == 2)
    visible = next(t for t, _ in seen if t >= at)
    assert found - visible <= POLICY.search.idle_s + 1 / fps + 1e-9


def test_a_hand_that_vanishes_for_a_moment_keeps_its_number() -> None:
    seen = play(lambda t: [LEFT] if 1.0 <= t < 1.3 else [LEFT, RIGHT], 2.0)
    before, after = by_side(seen[29][1]), by_side(seen[-1][1])
    assert [len(hands) for _, hands in seen[30:39]] == [1] * 9
    assert {side: hand.track for side, hand in after.items()} == {
        side: hand.track for side, hand in before.items()
    }
    back = next(t for t, hands in seen if t >= 1.3 and len(hands) == 2)
    assert back - 1.3 <= POLICY.search.lost_s + 1 / 30 + 1e-9


def test_a_hand_that_stays_away_comes_back_as_another() -> None:
    seen = play(lambda t: [] if 0.5 <= t < 2.0 else [RIGHT], 2.6)
    assert {hand.track for t, hands in seen if t < 0.5 for hand in hands} == {1}
    assert {hand.track for t, hands in seen if t > 2.0 for hand in hands} == {2}


def test_seats_do_not_mix_and_share_their_batches() -> None:
    models = painted_models()
    scenes = {seat: PaintedHand(100 + 40 * seat, 240, 30 + seat) for seat in range(1, 11)}
    states: dict[int, HandState] = {}
    for i in range(5):
        frames = [Frame(seat, i / 30, paint([hand])) for seat, hand in scenes.items()]
        states, hands = step_hands(states, frames, models, POLICY)
        for seat, hand in scenes.items():
            assert [h.track for h in hands[seat]] == [1]
            assert offset(hands[seat][0].landmarks, hand) < 0.06
    palms, landmarks = counters(models)
    assert palms.searches == 10
    assert landmarks.runs == [10] * 5


def test_a_seat_that_pauses_keeps_its_state_and_one_that_is_dropped_starts_anew() -> None:
    models = painted_models()
    states: dict[int, HandState] = {}
    states, _ = step_hands(
        states, [Frame(1, 0.0, paint([RIGHT])), Frame(2, 5.0, paint([LEFT]))], models, POLICY
    )
    states, hands = step_hands(states, [Frame(2, 5.1, paint([LEFT]))], models, POLICY)
    assert set(hands) == {2}
    states, hands = step_hands(states, [Frame(1, 0.2, paint([RIGHT]))], models, POLICY)
    assert [hand.track for hand in hands[1]] == [1]
    del states[2]
    states, hands = step_hands(states, [Frame(2, 9.0, paint([LEFT, RIGHT]))], models, POLICY)
    assert [hand.track for hand in hands[2]] == [1, 2]


def test_the_step_changes_nothing_it_was_given_and_repeats_exactly() -> None:
    models = painted_models()
    states, _ = step_hands({}, [Frame(1, 0.0, paint([LEFT, RIGHT]))], models, POLICY)
    moved = [Frame(1, 0.033, paint([PaintedHand(190, 236, side="left"), RIGHT]))]
    first_states, first = step_hands(states, moved, models, POLICY)
    _, second = step_hands(states, moved, models, POLICY)
    assert states[1] is not first_states[1]
    for a, b in zip(first[1], second[1], strict=True):
        assert a.smoothed.tobytes() == b.smoothed.tobytes()
        assert (a.track, a.handedness_score) == (b.track, b.handedness_score)


@pytest.mark.parametrize("times", [[0.0, 0.0, 0.0], [5.0, 3.0, 3.03], [0.0, 100.0, 100.03]])
def test_media_time_that_repeats_jumps_back_or_far_ahead_restarts_the_filter(times: list[float]) -> None:
    models = painted_models()
    states: dict[int, HandState] = {}
    for i, t in enumerate(times[:2]):
        hand = PaintedHand(460 - 30 * i, 240)
        states, hands = step_hands(states, [Frame(1, t, paint([hand]))], models, POLICY)
        assert np.array_equal(hands[1][0].smoothed, hands[1][0].landmarks)
        assert offset(hands[1][0].landmarks, hand) < 0.06
    states, hands = step_hands(states, [Frame(1, times[2], paint([hand]))], models, POLICY)
    assert len(hands[1]) == 1


def test_a_picture_that_changes_size_keeps_its_hands_if_it_keeps_its_shape() -> None:
    models = painted_models()
    small, big = PaintedHand(100, 100, 20, "left"), PaintedHand(200, 200, 40, "left")
    states, _ = step_hands({}, [Frame(1, 0.0, paint([small], (320, 240)))], models, POLICY)
    states, second = step_hands(states, [Frame(1, 0.033, paint([big], (640, 480)))], models, POLICY)
    assert [hand.track for hand in second[1]] == [1]
    assert offset(second[1][0].smoothed, big) < 0.1
    tall = PaintedHand(200, 400, 40, "left")
    states, third = step_hands(states, [Frame(1, 0.066, paint([tall], (480, 640)))], models, POLICY)
    assert [hand.track for hand in third[1]] == [2]
    assert offset(third[1][0].landmarks, tall) < 0.06


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (4000, 2), (1, 3000), (16, 16)])
@pytest.mark.parametrize("layout", [Layout.RGB, Layout.GRAY, Layout.I420])
def test_pictures_of_any_size_are_looked_at(size: tuple[int, int], layout: Layout) -> None:
    width, height = size
    luma = np.zeros((height, width), np.uint8)
    half = np.full(((height + 1) // 2, (width + 1) // 2), 128, np.uint8)
    planes = {Layout.GRAY: (luma,), Layout.I420: (luma, half, half), Layout.RGB: (np.dstack([luma] * 3),)}
    states: dict[int, HandState] = {}
    for i in range(20):
        states, hands = step_hands(
            states, [Frame(1, 0.05 * i, Picture(layout, planes[layout]))], painted_models(), POLICY
        )
        assert hands[1] == ()


def test_hands_leave_at_the_edge_of_the_picture() -> None:
    seen = play(lambda t: [PaintedHand(500 + 150 * t, 240)], 2.0)
    assert len(seen[0][1]) == 1
    assert seen[-1][1] == ()


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e30])
def test_models_that_answer_nonsense_show_no_hands(value: float) -> None:
    class Nonsense:
        label = "nonsense"

        def __init__(self, *shapes: tuple[int, ...]) -> None:
            self.shapes = shapes

        def run(self, batch: np.ndarray) -> tuple[np.ndarray, ...]:
            return tuple(np.full((len(batch), *shape), value, np.float32) for shape in self.shapes)

    picture = paint([LEFT, RIGHT])
    bad_palms, bad_landmarks = Nonsense((2016, 18), (2016, 1)), Nonsense((63,), (1,), (1,), (63,))
    good = painted_models()
    for models in (HandModels(bad_palms, good.landmarks), HandModels(good.palm, bad_landmarks)):
        states: dict[int, HandState] = {}
        for i in range(3):
            states, hands = step_hands(states, [Frame(1, i / 30, picture)], models, POLICY)
            assert hands[1] == ()
        assert find_hands(picture, models, POLICY) == ()
    states, hands = step_hands({}, [Frame(1, 0.0, picture)], good, POLICY)
    models = HandModels(good.palm, bad_landmarks)
    states, hands = step_hands(states, [Frame(1, 0.03, picture)], models, POLICY)
    assert hands[1] == ()
    states, hands = step_hands(states, [Frame(1, 0.06, picture)], good, POLICY)
    assert sorted(hand.track for hand in hands[1]) == [1, 2]


def test_more_hands_than_wanted_are_not_reported() -> None:
    crowd = [PaintedHand(100 + 140 * i, 240, 30, ("left", "right")[i % 2]) for i in range(4)]
    for _, hands in play(lambda t: crowd, 1.0):
        assert [hand.track for hand in hands] == [1, 2]


@pytest.mark.parametrize(
    ("frames", "message"),
    [
        ([Frame(1, 0.0, paint([])), Frame(1, 0.1, paint([]))], "more than one frame"),
        ([Frame(1, math.nan, paint([]))], "media time"),
    ],
)
def test_frames_that_make_no_tick_are_refused(frames: list[Frame], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        step_hands({}, frames, painted_models(), POLICY)


def test_no_frames_change_nothing() -> None:
    assert step_hands({}, [], painted_models(), POLICY) == ({}, {})
