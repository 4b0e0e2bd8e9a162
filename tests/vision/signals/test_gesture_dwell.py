"""One held sign is one event, a passing one none, whatever the frame rate and whatever frames are lost."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.gestures.made import abstaining
from tests.vision.gestures.made import shown as hand
from tests.vision.signals.scenes import number
from tests.vision.signals.test_gestures import Scene, gesture_signals, shown, words
from vision.gestures.abstention import REASONS
from vision.gestures.vocabulary import GESTURE_OF

RATES = [8.0, 10.0, 15.0, 24.0, 30.0, 60.0]
SIGNS = ["thumb_up", "thumb_down", "ok", "ring_touch", "hook", "call", "horns", "zero", "one", "two", "three",
         "four", "palm", "fist", "finger_gun", "middle_finger"]  # fmt: skip
dropping = st.lists(st.integers(0, 2), min_size=3, max_size=40)
"""Which frame of each three is lost."""


def thinned(scene: Scene, lost: list[int]) -> Scene:
    """One frame in three is lost."""
    return [frame for k, frame in enumerate(scene) if k % 3 != lost[k // 3 % len(lost)]]


def started(scene: Scene) -> list[str]:
    return [str(s.data["gesture"]) for s in gesture_signals(scene) if s.type == "gesture.started"]


@settings(deadline=None)
@given(shape=st.sampled_from(SIGNS), fps=st.sampled_from(RATES), seconds=st.floats(1.0, 6.0), lost=dropping)
def test_a_held_sign_is_one_event_with_a_third_of_the_frames_lost(
    shape: str, fps: float, seconds: float, lost: list[int]
) -> None:
    scene = thinned(shown([(0.5, ()), (seconds, (hand(shape),)), (1.5, ())], fps), lost)
    gesture = GESTURE_OF[shape]
    assert words(gesture_signals(scene)) == [f"started {gesture}", f"ended {gesture}"]


@settings(deadline=None)
@given(
    first=st.sampled_from(SIGNS), passing=st.sampled_from(SIGNS), last=st.sampled_from(SIGNS),
    fps=st.sampled_from(RATES), seconds=st.floats(0.0, 0.24), lost=st.none() | dropping,
)  # fmt: skip
def test_a_passing_shape_is_no_event(
    first: str, passing: str, last: str, fps: float, seconds: float, lost: list[int] | None
) -> None:
    parts = [(1.2, (hand(first),)), (seconds, (hand(passing),)), (1.2, (hand(last),)), (1.0, ())]
    scene = shown(parts, fps)
    told = started(scene if lost is None else thinned(scene, lost))
    expected = [GESTURE_OF[first]] if first == last else [GESTURE_OF[first], GESTURE_OF[last]]
    assert told == expected


@pytest.mark.parametrize("fps", RATES)
@pytest.mark.parametrize(
    ("way", "told"),
    [
        ([("fist", 1.0), ("one", 0.2), ("two", 1.0)], ["fist", "number_2"]),
        ([("palm", 1.0), ("four", 0.15), ("three", 0.15), ("two", 0.15), ("one", 1.0)],
         ["number_5", "number_1"]),
        ([("one", 0.2), ("two", 0.2), ("three", 0.2), ("four", 0.2), ("palm", 1.0)], ["number_5"]),
        ([("two", 1.0), ("middle_finger", 0.2), ("one", 1.0)], ["number_2", "number_1"]),
        ([("thumb_up", 1.0), ("no_gesture", 0.2), ("thumb_down", 1.0)], ["red", "dark"]),
        ([("ok", 1.0), ("no_gesture", 0.2), ("ok", 1.0)], ["sheriff"]),
    ],
)  # fmt: skip
def test_the_way_from_one_sign_to_another(way: list[tuple[str, float]], told: list[str], fps: float) -> None:
    scene = shown([*((seconds, (hand(shape),)) for shape, seconds in way), (1.0, ())], fps)
    assert started(scene) == told


@pytest.mark.parametrize("fps", [15.0, 30.0, 60.0])
def test_doubt_at_the_beginning_does_not_hide_a_clear_sign(fps: float) -> None:
    """What counts is the last hold time, not everything since the first glimpse."""
    glimpses = [(0.07, (hand("middle_finger"),)), (0.14, (hand("no_gesture"),))] * 6
    scene = shown([*glimpses, (0.6, (hand("middle_finger"),)), (1.0, ())], fps)
    assert started(scene) == ["forbidden"]


@pytest.mark.parametrize("fps", RATES)
@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize(("seconds", "one"), [(0.12, True), (0.24, True), (0.6, False)])
def test_a_sign_survives_a_hand_that_is_not_judged_for_a_moment(
    seconds: float, one: bool, reason: str, fps: float
) -> None:
    sign = hand("horns")
    scene = shown([(1.0, (sign,)), (seconds, (abstaining(sign, reason),)), (1.0, (sign,)), (1.0, ())], fps)
    assert words(gesture_signals(scene)) == ["started cool", "ended cool"] * (1 if one else 2)


@pytest.mark.parametrize("fps", RATES)
def test_a_hand_that_is_not_judged_begins_nothing(fps: float) -> None:
    sign = hand("middle_finger")
    assert gesture_signals(shown([(0.2, (sign,)), (2.0, (abstaining(sign),)), (1.0, ())], fps)) == []


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from([*SIGNS, "no_gesture"]), st.floats(0.02, 1.5)), max_size=8),
    st.sampled_from(RATES), st.none() | dropping,
)  # fmt: skip
def test_one_hand_says_one_thing_at_a_time(
    parts: list[tuple[str, float]], fps: float, lost: list[int] | None
) -> None:
    """Beginnings lie a hold time after their first frame, and no two of one hand in the same instant."""
    scene = shown([*((seconds, (hand(shape),)) for shape, seconds in parts), (1.0, ())], fps)
    signals = gesture_signals(scene if lost is None else thinned(scene, lost))
    begun = [signal for signal in signals if signal.type == "gesture.started"]
    times = [signal.t for signal in begun]
    assert len(set(times)) == len(times)
    assert all(signal.t - number(signal.data["since"]) >= 0.3 - 1e-6 for signal in begun)
    assert len(signals) == 2 * len(begun)
