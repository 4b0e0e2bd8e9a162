"""Windows of moving hands: any frame rate, size, place and side give the same features."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.motion.features import FEATURES, MIRROR, features
from vision.motion.measures import measure
from vision.motion.step import Look, MotionPolicy, MotionState, follow, step_motion, windows_of
from vision.motion.trail import STEPS
from vision.motion.vocabulary import MOTIONS
from vision.observations import CameraState, Detection, Hand, Handedness, PersonEvidence, SeatObservation

Floats = NDArray[np.float32]
POLICY = MotionPolicy()
FACE = (290.0, 100.0, 390.0, 200.0)

_X = [0, 25, 40, 50, 58, 15, 18, 19, 20, 0, 0, 0, 0, -13, -14, -15, -16, -25, -29, -31, -33]
_Y = [0, 10, 25, 40, 52, 58, 85, 103, 118, 60, 90, 110, 126, 56, 82, 100, 114, 48, 64, 75, 86]
_PALM = np.stack([np.array(_X), -np.array(_Y)], axis=1).astype(np.float32)


def hand_at(x: float, y: float, size: float = 1.0, track: int = 1, side: Handedness = "right") -> Hand:
    """An open hand, 60 pixels of palm at size 1, its wrist at a pixel."""
    flat = _PALM * size + np.array([x, y], dtype=np.float32)
    depth = np.linspace(0, -20 * size, 21, dtype=np.float32)[:, None]
    points = np.concatenate([flat, depth], axis=1)
    return Hand(track, points, points, side, 0.9, 0.9)


def seat(t: float, *hands: Hand, face: bool = True, number: int = 1) -> SeatObservation:
    faces = (Detection(FACE, 0.9),) if face else ()
    return SeatObservation(number, t, (640, 480), CameraState.OK, hands, PersonEvidence(True, 0.9, (), faces))


def sweep(t: float) -> Hand:
    """From the left of the neck to its right within a second."""
    return hand_at(260 + 160 * np.clip(t - 0.6, 0, 1), 260)


def looks(frames: Sequence[SeatObservation], policy: MotionPolicy = POLICY) -> list[Look]:
    state = MotionState()
    found: list[Look] = []
    for seen in frames:
        state, due = follow(state, seen, policy)
        found += due
    return found


def last_features(frames: Sequence[SeatObservation]) -> Floats:
    return np.asarray(features(windows_of(looks(frames)[-1:]))[0])


def filmed(rate: float, seconds: float = 1.6) -> list[SeatObservation]:
    return [seat(i / rate, sweep(i / rate)) for i in range(round(seconds * rate) + 1)]


class Asked:
    """An engine that counts its batches and calls everything ordinary."""

    label = "counting"

    def __init__(self) -> None:
        self.batches: list[int] = []

    def run(self, batch: Floats) -> tuple[Floats, ...]:
        assert batch.shape[1:] == (FEATURES,)
        self.batches.append(len(batch))
        out = np.zeros((len(batch), len(MOTIONS)), dtype=np.float32)
        out[:, -1] = 1
        return (out,)


@pytest.mark.parametrize("rate", [10, 15, 20, 30, 60])
def test_the_frame_rate_hardly_matters(rate: float) -> None:
    usual = last_features(filmed(30))
    assert np.abs(last_features(filmed(rate)) - usual).max() < 0.12


def test_a_dropped_frame_in_three_hardly_matters() -> None:
    frames = filmed(30)
    kept = [seen for i, seen in enumerate(frames) if i % 3 != 1 or i == len(frames) - 1]
    assert np.abs(last_features(kept) - last_features(frames)).max() < 0.2


def _changed(
    frames: list[SeatObservation], scale: float, shift: float, mirror: bool
) -> list[SeatObservation]:
    width = frames[0].size[0]
    after = []
    for seen in frames:
        hands = []
        for hand in seen.hands:
            points = hand.landmarks.copy()
            if mirror:
                points[:, 0] = width - points[:, 0]
            points = points * scale + np.array([shift, 0, 0], dtype=np.float32)
            hands.append(replace(hand, landmarks=points, smoothed=points))
        x0, y0, x1, y1 = FACE
        x0, x1 = (width - x1, width - x0) if mirror else (x0, x1)
        face = Detection((x0 * scale + shift, y0 * scale, x1 * scale + shift, y1 * scale), 0.9)
        size = (round(seen.size[0] * scale), round(seen.size[1] * scale))
        person = PersonEvidence(True, 0.9, (), (face,))
        after.append(replace(seen, hands=tuple(hands), person=person, size=size))
    return after


@pytest.mark.parametrize(("scale", "shift"), [(0.5, 0.0), (2.0, 0.0), (1.0, 45.0)])
def test_size_and_place_do_not_matter(scale: float, shift: float) -> None:
    usual = last_features(filmed(30))
    np.testing.assert_allclose(last_features(_changed(filmed(30), scale, shift, False)), usual, atol=2e-3)


def test_a_mirror_changes_signs_only() -> None:
    pairs = [seat(i / 30, sweep(i / 30), hand_at(420, 400, track=2)) for i in range(49)]
    usual = features(windows_of(looks(pairs)[-1:]))[0]
    mirrored = features(windows_of(looks(_changed(pairs, 1.0, 0.0, True))[-1:]))[0]
    np.testing.assert_allclose(mirrored, usual * MIRROR, atol=2e-3)


def test_a_still_hand_is_not_looked_at() -> None:
    still = [seat(i / 30, hand_at(200, 300)) for i in range(90)]
    assert [look for look in looks(still) if look.t > POLICY.still] == []


@pytest.mark.parametrize(("rate", "expected"), [(8, 8), (10, 10), (15, 7.5), (25, 12.5), (30, 10), (60, 12)])
def test_a_moving_hand_is_looked_at_about_ten_times_a_second(rate: int, expected: float) -> None:
    moving = [seat(i / rate, hand_at(200 + 150 * i / rate, 300)) for i in range(2 * rate)]
    assert len(looks(moving)) == pytest.approx(2 * expected, abs=2)


def test_frames_that_come_unevenly_are_not_skipped_at_a_low_rate() -> None:
    times = [i / 10 + 0.01 * (-1) ** i for i in range(1, 21)]
    assert len(looks([seat(t, hand_at(200 + 150 * t, 300)) for t in times])) >= 18


def test_a_bent_trigger_finger_shows_wherever_the_hand_is_and_however_large() -> None:
    def bent(t: float, size: float) -> Hand:
        hand = hand_at(300 + 60 * t, 300, size)
        points = hand.landmarks.copy()
        points[7] = points[6] + (points[6] - points[5]) @ np.diag([1.0, 0.3, 1.0]).astype(np.float32)
        points[8] = points[7] + (points[5] - points[6]) * 0.5
        return replace(hand, landmarks=points, smoothed=points)

    straight = last_features([seat(i / 30, hand_at(300 + 2 * i, 300)) for i in range(49)])
    for size in (0.7, 1.4):
        curled = last_features([seat(i / 30, bent(i / 30, size)) for i in range(49)])
        assert straight[-1] == pytest.approx(1.0, abs=0.02)
        assert curled[-1] < 0.6


def test_all_seats_share_one_batch() -> None:
    engine = Asked()
    states: dict[int, MotionState] = {}
    for i in range(31):
        frames = [seat(i / 30, hand_at(200 + 6 * i, 300), number=n) for n in (1, 2, 3)]
        states, scores = step_motion(states, frames, engine, POLICY)
    assert set(engine.batches) == {3}
    assert len(engine.batches) <= 11
    assert set(scores) in ({1, 2, 3}, set())


def test_a_seat_does_not_depend_on_the_others() -> None:
    def run(numbers: tuple[int, ...]) -> dict[int, MotionState]:
        states: dict[int, MotionState] = {}
        for i in range(20):
            frames = [seat(i / 15, hand_at(200 + 6 * i * n, 300), number=n) for n in numbers]
            states, _ = step_motion(states, frames, Asked(), POLICY)
        return states

    alone, together = run((2,)), run((1, 2, 3))
    assert alone[2].looked == together[2].looked
    assert alone[2].trails[0].times == together[2].trails[0].times


def test_a_hand_that_comes_back_under_another_number_goes_on_with_its_trail() -> None:
    frames = [seat(i / 30, hand_at(200 + 4 * i, 300, track=1)) for i in range(20)]
    frames += [seat(i / 30) for i in range(20, 26)]
    frames += [seat(i / 30, hand_at(200 + 4 * i, 300, track=7)) for i in range(26, 40)]
    last = looks(frames)[-1]
    assert last.trail.track == 7
    assert last.trail.times[0] == 0.0
    far = [*frames[:26], *(seat(i / 30, hand_at(620, 100, track=7)) for i in range(26, 40))]
    state = MotionState()
    for seen in far:
        state, _ = follow(state, seen, POLICY)
    assert sorted(trail.track for trail in state.trails) == [1, 7]


def test_a_covered_camera_and_a_jump_back_forget_the_hands() -> None:
    state = MotionState()
    for seen in filmed(30):
        state, _ = follow(state, seen, POLICY)
    dark, _ = follow(state, SeatObservation(1, 2.0, (640, 480), CameraState.BLACK), POLICY)
    assert dark.trails == ()
    back, _ = follow(state, seat(0.1, hand_at(200, 300)), POLICY)
    assert [trail.times for trail in back.trails] == [(0.1,)]
    stalled, _ = follow(state, SeatObservation(1, 2.0, (640, 480), CameraState.STALLED), POLICY)
    assert stalled is state


def test_a_sweep_along_the_neck_is_measured_in_face_widths() -> None:
    windows = windows_of(looks(filmed(30))[-1:])
    found = measure(windows, 0, 1.0)
    assert found.lateral == pytest.approx(1.6, abs=0.1)
    assert found.straight > 0.95
    assert found.growth < 1.1
    low = [seat(i / 30, hand_at(260 + 160 * i / 30, 460)) for i in range(49)]
    assert measure(windows_of(looks(low)[-1:]), 0, 1.0).lateral == 0.0
    faceless = [replace(seen, person=None) for seen in filmed(30)]
    assert measure(windows_of(looks(faceless)[-1:]), 0, 1.0).lateral == 0.0


def test_a_blow_grows_and_a_shaken_fist_turns() -> None:
    blow = [seat(i / 30, hand_at(200, 350, 1.0 + 0.9 * max(0.0, (i - 38) / 10) ** 2)) for i in range(49)]
    assert measure(windows_of(looks(blow)[-1:]), 0, 1.0).growth > 1.5
    shaken = [seat(i / 30, hand_at(200, 300 + 40 * np.sin(2 * np.pi * 3 * i / 30))) for i in range(49)]
    assert measure(windows_of(looks(shaken)[-1:]), 0, 1.0).reversals >= 6


def test_a_shaken_fist_turns_whichever_way_it_came() -> None:
    """It comes up from the side in half a second, which is far more than it is shaken afterwards."""
    for across in (-1, 1):
        come = [seat(i / 30, hand_at(320 + across * (200 - 13 * i), 300)) for i in range(15)]
        shake = [
            seat((15 + i) / 30, hand_at(320, 300 + 10 * np.sin(2 * np.pi * 3 * i / 30))) for i in range(30)
        ]
        assert measure(windows_of(looks([*come, *shake])[-1:]), 0, 1.0).reversals >= 3
    assert measure(windows_of(looks([*come, *come[-1:]])[-1:]), 0, 1.0).reversals == 0


@pytest.mark.parametrize(
    ("seen", "followed"),
    [
        (lambda t: True, 1.0),
        (lambda t: t >= 1.2, 0.8),
        (lambda t: t >= 0.8, 1.0),
        (lambda t: round(30 * t) % 2 == 0, 0.5),
    ],
)
def test_a_hand_is_followed_from_when_it_came_into_view(
    seen: Callable[[float], bool], followed: float
) -> None:
    frames = [seat(i / 30, *([hand_at(200 + 5 * i, 300)] if seen(i / 30) else [])) for i in range(49)]
    assert looks(frames)[-1].followed == pytest.approx(followed, abs=0.05)


def test_a_window_without_its_hand_has_no_more_than_faces_to_tell() -> None:
    frames = filmed(30)
    window = windows_of(looks(frames)[-1:])
    gone = replace(window, seen=np.zeros_like(window.seen), other_seen=np.zeros((1, STEPS), np.bool_))
    values = features(gone).reshape(STEPS, -1)
    assert np.count_nonzero(np.ptp(values, axis=0)) == 0


@pytest.mark.parametrize("wrong", [{"every": 0.0}, {"still": -1.0}, {"doubtful": 2.0}])
def test_a_senseless_policy_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=f"^{next(iter(wrong))} must"):
        MotionPolicy(**wrong)
