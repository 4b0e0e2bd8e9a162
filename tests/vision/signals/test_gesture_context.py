"""Gestures that depend on place, body and phase; secret phases; what the forbidden sign rests on."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.gestures.made import made, person
from tests.vision.gestures.made import shown as hand
from tests.vision.signals.test_gestures import gesture_signals, shown, words
from vision.gestures.phase import Phase
from vision.signals.gestures import GesturePolicy

RAISED = hand("palm", made("palm", (500, 140)))
THUMB_ON_TABLE = hand("thumb_up", made("thumb_up", (320, 440)))
THUMB_IN_AIR = hand("thumb_up", made("thumb_up", (320, 200)))


@pytest.mark.parametrize(("seconds", "told"), [(0.7, []), (0.95, ["started raise_hand", "ended raise_hand"])])
def test_a_raised_hand_takes_longer(seconds: float, told: list[str]) -> None:
    scene = shown([(seconds, (RAISED,)), (1.0, ())])
    assert words(gesture_signals(scene, seen=person())) == told


def test_a_face_is_remembered_behind_a_hand_for_a_moment() -> None:
    policy = GesturePolicy(body_memory=1.0)
    scene = shown([(0.1, ()), (0.9, (RAISED,)), (1.0, ())])
    assert words(gesture_signals(scene, policy, seen=person())) == ["started raise_hand", "ended raise_hand"]
    assert words(gesture_signals(scene, policy)) == ["started number_5", "ended number_5"]


@pytest.mark.parametrize(
    ("phase", "told"),
    [(Phase.FREE, "red"), (Phase.LOBBY, "red"), (Phase.VOTING, "vote"), (Phase.OWN_SPEECH, "nominate"),
     (Phase.SPEECH, None), (Phase.FAREWELL, None)],
)  # fmt: skip
def test_a_thumb_on_the_table(phase: Phase, told: str | None) -> None:
    signals = gesture_signals(shown([(1, (THUMB_ON_TABLE,)), (1, ())]), phase=lambda t: phase)
    assert words(signals) == ([] if told is None else [f"started {told}", f"ended {told}"])


def test_a_vote_is_lowered_and_then_lies_still() -> None:
    """The fist comes down in a quarter of a second and stays."""
    way = [(1 / 30, (hand("thumb_up", made("thumb_up", (320, 200 + 32 * k))),)) for k in range(8)]
    scene = shown(
        [(0.1, (THUMB_IN_AIR,)), *way, (1.0, (hand("thumb_up", made("thumb_up", (320, 440))),)), (1, ())]
    )
    assert words(gesture_signals(scene, phase=lambda t: Phase.VOTING)) == ["started vote", "ended vote"]


def test_a_hand_that_wanders_over_the_table_does_not_vote() -> None:
    scene = [(k / 30, (hand("thumb_up", made("thumb_up", (100 + 5 * k, 440))),)) for k in range(80)]
    assert words(gesture_signals(scene, phase=lambda t: Phase.VOTING)) == []


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.floats(0.1, 1.5), st.sampled_from(["palm", "one", "middle_finger", "ok"])), max_size=6
    ),
    st.lists(st.tuples(st.floats(0.2, 3.0), st.sampled_from(list(Phase))), min_size=1, max_size=5),
)  # fmt: skip
def test_no_signal_rests_on_a_secret_phase(
    parts: list[tuple[float, str]], phases: list[tuple[float, Phase]]
) -> None:
    """Whatever is shown: only a cut at the beginning of a secret phase ends what was begun before."""

    def phase(t: float) -> Phase:
        for seconds, current in phases:
            if t < seconds:
                return current
            t -= seconds
        return Phase.SPEECH

    scene = shown([*((seconds, (hand(shape),)) for seconds, shape in parts), (1.0, ())])
    times = [t for t, _ in scene]
    secret = {t for t in times if phase(t).secret}
    for signal in gesture_signals(scene, phase=phase):
        assert signal.data["audience"] == "table"
        assert signal.data["since"] not in secret
        if signal.type == "gesture.started":
            assert signal.t not in secret
        elif signal.t in secret:
            assert times[times.index(signal.t) - 1] not in secret


@pytest.mark.parametrize("phase", [Phase.NIGHT, Phase.MEETING])
def test_only_the_audit_may_be_told_of_the_night(phase: Phase) -> None:
    scene = shown([(1, (hand("middle_finger"),)), (1, ())])
    assert gesture_signals(scene, phase=lambda t: phase) == []
    told = gesture_signals(scene, GesturePolicy(audit=True), phase=lambda t: phase)
    assert words(told) == ["started forbidden", "ended forbidden"]
    assert {signal.data["audience"] for signal in told} == {"audit"}


def test_a_sign_held_into_the_night_ends_with_the_day_and_begins_anew_with_it() -> None:
    scene = shown([(3.0, (hand("ok"),)), (1.0, ())])
    signals = gesture_signals(scene, phase=lambda t: Phase.NIGHT if 1.0 <= t < 2.0 else Phase.SPEECH)
    assert words(signals) == ["started sheriff", "ended sheriff"] * 2
    assert [signal.t for signal in signals[:3]] == pytest.approx([0.4, 1.0, 2.4], abs=0.04)


FAR, NEAR = (560.0, 300.0), (390.0, 200.0)


@pytest.mark.parametrize(
    ("pose", "at", "face", "evidence"),
    [
        ("middle_finger", FAR, True, ["shape", "geometry", "free_air", "second_look"]),
        ("middle_finger", FAR, False, ["shape", "geometry", "second_look"]),
        ("middle_finger", NEAR, True, None),
        ("two", FAR, True, None),
        ("fist", FAR, False, None),
    ],
)
def test_the_forbidden_gesture_says_what_it_rests_on(
    pose: str, at: tuple[float, float], face: bool, evidence: list[str] | None
) -> None:
    sign = hand("middle_finger", made(pose, at))
    signals = gesture_signals(shown([(1, (sign,)), (1, ())]), seen=person() if face else None)
    assert [signal.data["evidence"] for signal in signals] == ([] if evidence is None else [evidence] * 2)


@pytest.mark.parametrize("face", [True, False])
@pytest.mark.parametrize(("again", "told"), [(0.9, True), (0.3, False), (None, None)])
def test_without_a_second_look_it_takes_every_other_kind(
    face: bool, again: float | None, told: bool | None
) -> None:
    scene = shown([(1, (hand("middle_finger", made("middle_finger", FAR), again=again),))])
    signals = gesture_signals(scene, seen=person() if face else None)
    assert bool(signals) is (face if told is None else told)


@pytest.mark.parametrize(("face", "told"), [(True, True), (False, False)])
def test_a_table_may_insist_on_all_kinds_of_evidence(face: bool, told: bool) -> None:
    scene = shown([(1, (hand("middle_finger", made("middle_finger", FAR)),))])
    signals = gesture_signals(scene, GesturePolicy(kinds=4), seen=person() if face else None)
    assert bool(signals) is told


def test_pushing_glasses_accuses_nobody() -> None:
    """The hand comes from the table, stays at the face for a second, and goes back."""
    way = [
        (1 / 30, (hand("middle_finger", made("middle_finger", (400 - 8 * k, 380 - 24 * k))),))
        for k in range(8)
    ]
    at_face = (1.0, (hand("middle_finger", made("middle_finger", (340, 190))),))
    assert gesture_signals(shown([*way, at_face, *way[::-1], (1, ())]), seen=person()) == []


@pytest.mark.parametrize(
    "values",
    [
        {"hold": -1.0},
        {"drift": -1.0},
        {"share": 1.1},
        {"score": -0.1},
        {"kinds": 0},
        {"kinds": 5},
        {"face_every": 0.0},
    ],
)
def test_a_policy_out_of_range_is_refused(values: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(values))):
        GesturePolicy(**values)  # type: ignore[arg-type]  # a table of single values
