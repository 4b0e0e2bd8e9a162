from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.gestures.made import shown as hand
from tests.vision.signals.scenes import SEAT, number
from vision.gestures.phase import Phase
from vision.gestures.vocabulary import SHAPES, Vocabulary
from vision.observations import CameraState, Hand, PersonEvidence, SeatObservation
from vision.signals.gestures import GesturePolicy, GestureState, step_gestures
from vision.signals.signal import Signal

Scene = Sequence[tuple[float, tuple[Hand, ...]]]


def shown(
    parts: Sequence[tuple[float, tuple[Hand, ...]]], fps: float = 30.0, start: float = 0.0
) -> list[tuple[float, tuple[Hand, ...]]]:
    """Parts of (seconds, hands); frame k lies at start + k / fps."""
    scene: list[tuple[float, tuple[Hand, ...]]] = []
    for seconds, hands in parts:
        scene += [(start + (len(scene) + k) / fps, hands) for k in range(round(seconds * fps))]
    return scene


def gesture_signals(
    scene: Scene,
    policy: GesturePolicy | None = None,
    vocabulary: Vocabulary | None = None,
    *,
    phase: Callable[[float], Phase] = lambda t: Phase.FREE,
    seen: PersonEvidence | None = None,
) -> list[Signal]:
    state = GestureState()
    told: list[Signal] = []
    for t, hands in scene:
        observation = SeatObservation(SEAT, t, (640, 480), CameraState.OK, hands, seen)
        state, signals = step_gestures(
            state, observation, policy or GesturePolicy(), vocabulary or Vocabulary(), phase(t)
        )
        told += signals
    return told


def words(signals: Sequence[Signal]) -> list[str]:
    return [f"{signal.type.split('.')[1]} {signal.data['gesture']}" for signal in signals]


@pytest.mark.parametrize("fps", [8.0, 15.0, 30.0, 60.0])
@pytest.mark.parametrize(
    ("shape", "gesture", "hold"),
    [("thumb_up", "red", 0.4), ("thumb_down", "dark", 0.4), ("middle_finger", "forbidden", 0.3)],
)
def test_a_shape_is_held_before_it_means_something(shape: str, gesture: str, hold: float, fps: float) -> None:
    signals = gesture_signals(shown([(0.5, ()), (1, (hand(shape),)), (1, ())], fps))
    assert words(signals) == [f"started {gesture}", f"ended {gesture}"]
    started, ended = signals
    first = round(0.5 * fps) / fps
    assert started.data["since"] == pytest.approx(first)
    assert 0 <= started.t - first - hold + 1e-6 <= 1 / fps + 1e-6
    assert started.data["shape"] == shape
    assert started.data["hand"] == "right"
    assert started.data["score"] == 0.9
    assert 0 < ended.t - number(ended.data["until"]) - 0.3 <= 1 / fps + 1e-6


@pytest.mark.parametrize(("seconds", "told"), [(0.3, False), (0.36, False), (0.44, True), (0.6, True)])
def test_short_shapes_mean_nothing(seconds: float, told: bool) -> None:
    signals = gesture_signals(shown([(seconds, (hand("ok"),)), (1, ())]))
    assert bool(signals) is told


@pytest.mark.parametrize(("lost", "one"), [(0.1, True), (0.27, True), (0.4, False)])
@pytest.mark.parametrize("track", [1, 2])
def test_a_hand_that_comes_back_in_time_goes_on(lost: float, one: bool, track: int) -> None:
    scene = shown([(1, (hand("call"),)), (lost, ()), (1, (hand("call", track=track),)), (1, ())])
    assert words(gesture_signals(scene)) == ["started if", "ended if"] * (1 if one else 2)


def test_a_moment_of_another_shape_does_not_end_a_gesture() -> None:
    scene = shown([(1, (hand("horns"),)), (0.1, (hand("one"),)), (1, (hand("horns"),)), (1, ())])
    assert words(gesture_signals(scene)) == ["started cool", "ended cool"]


def test_one_shape_after_the_other() -> None:
    scene = shown([(1, (hand("one"),)), (1, (hand("thumb_down"),)), (1, ())])
    assert words(gesture_signals(scene)) == [
        "started number_1",
        "ended number_1",
        "started dark",
        "ended dark",
    ]


def test_flicker_is_no_hold() -> None:
    """Every third frame: seen often enough to stay, not often enough to mean anything."""
    scene = [(k / 30, (hand("middle_finger"),) if k % 3 == 0 else ()) for k in range(150)]
    assert gesture_signals(scene) == []


def test_doubtful_scores_are_no_hold() -> None:
    assert gesture_signals(shown([(2, (hand("ok", score=0.55),))])) == []


def test_the_score_is_the_median() -> None:
    scores = [0.99, 0.7, 0.8, 0.65, 0.9] * 6
    signals = gesture_signals([(k / 10, (hand("ok", score=s),)) for k, s in enumerate(scores)])
    assert signals[0].data["score"] == 0.8


def test_two_hands_are_two_gestures() -> None:
    both = (hand("thumb_up", track=1), hand("thumb_down", track=2, side="left"))
    signals = gesture_signals(shown([(1, both)]))
    assert sorted(words(signals)) == ["started dark", "started red"]
    assert {signal.data["gesture"]: signal.data["hand"] for signal in signals} == {
        "red": "right",
        "dark": "left",
    }


@pytest.mark.parametrize(
    ("other", "gesture"),
    [("one", "number_6"), ("two", "number_7"), ("three", "number_8"), ("three_thumb", "number_8"),
     ("four", "number_9"), ("palm", "number_10")],
)  # fmt: skip
def test_two_hands_that_count_are_one_number(other: str, gesture: str) -> None:
    both = (hand("palm", track=1), hand(other, track=2, side="left", score=0.8))
    signals = gesture_signals(shown([(1, both), (1, ())]))
    assert words(signals) == [f"started {gesture}", f"ended {gesture}"]
    assert signals[0].data["hand"] == "both"
    assert signals[0].data["score"] == 0.8


def test_a_second_hand_turns_five_into_seven() -> None:
    five, two = hand("palm", track=1), hand("two", track=2)
    signals = gesture_signals(shown([(1, (five,)), (1, (five, two)), (1, ())]))
    assert words(signals) == ["started number_5", "ended number_5", "started number_7", "ended number_7"]


def test_no_gesture_is_none() -> None:
    assert gesture_signals(shown([(2, (hand("no_gesture"),))])) == []


def test_a_platform_may_rename_meanings_and_hold_times() -> None:
    vocabulary = Vocabulary.load({"meanings": {"ok": "fine"}})
    policy = GesturePolicy(hold_of={"fine": 1.5})
    signals = gesture_signals(shown([(2, (hand("ok"),))]), policy, vocabulary)
    assert words(signals) == ["started fine"]
    assert signals[0].t == pytest.approx(1.5, abs=0.04)


@pytest.mark.parametrize("camera", [c for c in CameraState if not c.observable])
def test_a_broken_picture_shows_no_gesture(camera: CameraState) -> None:
    state = GestureState()
    told: list[Signal] = []
    for k in range(60):
        observation = SeatObservation(SEAT, k / 30, (640, 480), camera, (hand("middle_finger"),))
        state, signals = step_gestures(state, observation, GesturePolicy(), Vocabulary())
        told += signals
    assert told == []


def test_a_clock_that_jumps_back_ends_what_was_held() -> None:
    scene = shown([(1, (hand("ok"),))], start=50.0) + shown([(1, (hand("ok"),))])
    assert words(gesture_signals(scene)) == ["started sheriff", "ended sheriff", "started sheriff"]


def test_the_end_of_a_track_ends_what_was_held() -> None:
    state = GestureState()
    told: list[Signal] = []
    cameras = [CameraState.OK] * 30 + [CameraState.ENDED] * 2
    for k, camera in enumerate(cameras):
        observation = SeatObservation(SEAT, k / 30, (640, 480), camera, (hand("ok"),))
        state, signals = step_gestures(state, observation, GesturePolicy(), Vocabulary())
        told += signals
    assert words(told) == ["started sheriff", "ended sheriff"]


shapes = st.sampled_from([*SHAPES, "middle_finger", "palm", "two"])
hands_in_view = st.lists(st.tuples(shapes, st.floats(0.3, 1.0)), max_size=3).map(
    lambda pairs: tuple(hand(shape, track=k, score=score) for k, (shape, score) in enumerate(pairs))
)


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(0.03, 1.2), hands_in_view), max_size=10), st.sampled_from([8.0, 30.0]))
def test_every_end_has_its_beginning(parts: list[tuple[float, tuple[Hand, ...]]], fps: float) -> None:
    scene = shown([*parts, (1.0, ())], fps)
    signals = gesture_signals(scene)
    assert signals == gesture_signals(scene)
    open_gestures: list[tuple[object, object]] = []
    for signal in signals:
        key = (signal.data["gesture"], signal.data["since"])
        if signal.type == "gesture.started":
            hold = GesturePolicy().hold_time(str(signal.data["gesture"]))
            assert signal.t - number(signal.data["since"]) >= hold - 1e-6
            open_gestures.append(key)
        else:
            open_gestures.remove(key)
    assert not open_gestures
