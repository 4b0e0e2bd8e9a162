"""A motion is one word, told when two looks agree; an aggressive one needs geometry and is one incident."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.gestures.phase import Phase
from vision.motion.vocabulary import AGGRESSIVE, MOTIONS, NONE
from vision.observations import CameraState, MotionMeasures, MotionScore, SeatObservation
from vision.signals.motion import ALL, PROVEN, MotionSignalPolicy, MotionSignalState, step_motion_signals
from vision.signals.signal import Signal

POLICY = MotionSignalPolicy(gestures=ALL, looks=2, least_of=dict.fromkeys(ALL, 0.7))
CUT = MotionMeasures(lateral=1.0, straight=0.95, growth=1.0, reversals=0, outside=0.5, followed=1.0)
BLOW = MotionMeasures(lateral=0.1, straight=0.3, growth=1.8, reversals=0, outside=1.0, followed=0.8)
SHAKE = MotionMeasures(lateral=0.1, straight=0.3, growth=1.1, reversals=4, outside=1.0, followed=1.0)
CALM = MotionMeasures(lateral=0.2, straight=0.4, growth=1.1, reversals=1, outside=0.3, followed=1.0)


def look(
    t: float, gesture: str, probability: float = 0.85, measures: MotionMeasures | None = None, seat: int = 1
) -> SeatObservation:
    rest = (1 - probability) / (len(MOTIONS) - 1)
    row = tuple((name, probability if name == gesture else rest) for name in MOTIONS)
    score = MotionScore(1, "right", row, measures)
    return SeatObservation(seat, t, (640, 480), CameraState.OK, motions=(score,))


def blank(t: float, camera: CameraState = CameraState.OK) -> SeatObservation:
    return SeatObservation(1, t, (640, 480), camera)


def run(
    *frames: SeatObservation, policy: MotionSignalPolicy = POLICY, phase: Phase = Phase.FREE, held: str = ""
) -> list[Signal]:
    state = MotionSignalState()
    told: list[Signal] = []
    for frame in frames:
        state, signals = step_motion_signals(state, frame, policy, phase, {held})
        told += signals
    return told


def names(signals: list[Signal]) -> list[tuple[str, str, float]]:
    return [(s.type.partition(".")[2], str(s.data["gesture"]), s.t) for s in signals]


@pytest.mark.parametrize("gesture", [name for name in MOTIONS if name not in (*AGGRESSIVE, NONE)])
def test_two_looks_in_a_row_make_one_word_and_one_end(gesture: str) -> None:
    frames = [look(t / 10, gesture) for t in range(10, 15)] + [blank(t / 10) for t in range(15, 30)]
    assert names(run(*frames)) == [("started", gesture, 1.1), ("ended", gesture, 2.5)]


@pytest.mark.parametrize(
    "frames",
    [
        [look(1.0, "shot")],
        [look(1.0, "shot"), look(1.5, "shot")],
        [look(1.0, "shot", 0.6), look(1.1, "shot", 0.6)],
        [look(1.0, NONE), look(1.1, NONE)],
        [look(1.0, "shot"), look(1.1, "vote")],
    ],
)
def test_less_than_that_is_no_word(frames: list[SeatObservation]) -> None:
    assert run(*frames) == []


@pytest.mark.parametrize(
    ("gesture", "measures", "evidence"),
    [
        ("aggressive_throat", CUT, ["motion_model", "path_across_the_neck"]),
        ("aggressive_strike", BLOW, ["motion_model", "towards_the_lens"]),
        ("aggressive_strike", SHAKE, ["motion_model", "shaken"]),
        ("aggressive_strike", replace(BLOW, followed=0.7), None),
        ("aggressive_strike", replace(BLOW, growth=2.2, followed=0.7), ["motion_model", "towards_the_lens"]),
        ("aggressive_strike", replace(BLOW, growth=2.2, followed=0.5), None),
        ("aggressive_strike", replace(SHAKE, followed=0.7), None),
        ("aggressive_throat", replace(CUT, followed=0.5), None),
        ("aggressive_throat", BLOW, None),
        ("aggressive_throat", CALM, None),
        ("aggressive_strike", CALM, None),
        ("aggressive_strike", CUT, None),
        ("aggressive_strike", None, None),
    ],
)
def test_aggression_needs_the_geometry_it_is_described_by(
    gesture: str, measures: MotionMeasures | None, evidence: list[str] | None
) -> None:
    told = run(*(look(t / 10, gesture, measures=measures) for t in range(10, 14)))
    assert [signal.data["evidence"] for signal in told] == ([] if evidence is None else [evidence])


def test_one_look_is_enough_where_it_is_very_sure() -> None:
    assert names(run(look(1.0, "shot", 0.97))) == [("started", "shot", 1.0)]
    assert names(run(look(1.0, "aggressive_strike", 0.97, BLOW))) == [("started", "aggressive_strike", 1.0)]
    assert run(look(1.0, "aggressive_strike", 0.97, CALM)) == []


@pytest.mark.parametrize(("second", "count"), [(5.0, 1), (10.9, 1), (11.2, 2)])
def test_aggression_within_ten_seconds_is_one_incident(second: float, count: int) -> None:
    first = [look(1.0 + t / 10, "aggressive_strike", measures=BLOW) for t in range(3)]
    again = [look(second + t / 10, "aggressive_throat", measures=CUT) for t in range(2)]
    told = [signal for signal in run(*first, *again) if signal.type == "gesture.started"]
    assert len(told) == count


@pytest.mark.parametrize("phase", [Phase.NIGHT, Phase.MEETING])
def test_secret_phases_tell_nothing(phase: Phase) -> None:
    assert run(*(look(t / 10, "shot") for t in range(10, 20)), phase=phase) == []


def test_a_motion_of_a_sign_that_is_told_already_is_no_second_word() -> None:
    assert run(*(look(t / 10, "shot") for t in range(10, 13)), held="shot") == []


def test_a_stalled_picture_changes_nothing_and_a_jump_back_starts_anew() -> None:
    frames = [look(1.0, "vote"), blank(1.05, CameraState.STALLED), look(1.1, "vote"), look(0.2, "vote")]
    assert names(run(*frames)) == [("started", "vote", 1.1), ("ended", "vote", 0.2)]


@given(
    st.lists(
        st.tuples(
            st.floats(0.02, 1.0),
            st.sampled_from(MOTIONS),
            st.floats(0.2, 1.0),
            st.sampled_from([CUT, BLOW, CALM]),
        ),
        max_size=60,
    )
)
@settings(max_examples=80, deadline=None)
def test_beginnings_and_ends_take_turns_and_incidents_keep_apart(
    steps: list[tuple[float, str, float, MotionMeasures]],
) -> None:
    t, frames = 0.0, []
    for gap, gesture, probability, measures in steps:
        t += gap
        frames.append(look(t, gesture, probability, measures))
    told = run(*frames)
    going: set[object] = set()
    incidents = []
    for signal in told:
        name = signal.data["gesture"]
        if signal.type == "gesture.started":
            assert name not in going
            going.add(name)
            incidents += [signal.t] if name in AGGRESSIVE else []
        else:
            assert name in going
            going.remove(name)
    assert all(b - a >= POLICY.incident - 1e-5 for a, b in pairwise(incidents))


@pytest.mark.parametrize(
    "wrong",
    [
        {"least": 2.0},
        {"looks": 0},
        {"glimpsed": 1.5},
        {"leap": -1.0},
        {"least_of": {"wave": 0.5}},
        {"least_of": {"shot": 3}},
        {"over": -1},
    ],
)
def test_a_senseless_policy_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=f"^{next(iter(wrong))}"):
        MotionSignalPolicy(**wrong)  # type: ignore[arg-type]


def test_a_least_of_that_names_one_gesture_leaves_the_others_as_they_are() -> None:
    policy = MotionSignalPolicy(gestures=ALL, least_of={"shot": 0.99})
    assert run(*(look(t / 10, "shot") for t in range(10, 14)), policy=policy) == []
    weak = [look(t / 10, "aggressive_throat", 0.15, CUT) for t in range(10, 14)]
    assert run(*weak, policy=policy) == []


def test_motions_that_miss_their_goal_are_not_told_unless_asked_for() -> None:
    geometry = {"aggressive_throat": CUT, "aggressive_strike": BLOW}
    told = {
        name
        for name in ALL
        if run(
            *[look(t / 10, name, 0.99, geometry.get(name)) for t in range(10, 15)],
            policy=MotionSignalPolicy(),
        )
    }
    assert told == set(PROVEN)
