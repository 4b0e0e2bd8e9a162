"""What holds for every order of frames, gaps and states."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.signals.scenes import Shot, absence_signals, filmed, kinds, number
from vision.observations import CameraState
from vision.signals.absence import AbsencePolicy, AbsenceState, step_absence
from vision.signals.signal import Signal

QUICK = AbsencePolicy(
    start_after=0.3, warn_after=1.0, limit=1.5, return_after=0.2, flicker=0.1, attention=0.1
)
"""The same machine at a tenth of the time, so that short scenes reach its limits."""
ORDER = ["absence.started", "absence.warned", "absence.exceeded"]

cameras = st.sampled_from([CameraState.OK] * 6 + list(CameraState))
steps = st.sampled_from([0.01, 1 / 60, 1 / 30, 1 / 8, 0.2, 0.5, 0.7, 13.0, 3600.0, -0.1, -3600.0, 0.0])
likely = st.sampled_from([1 / 30] * 8 + [0.01, 0.125])


@st.composite
def shots(draw: st.DrawFn, smooth: bool = False) -> list[Shot]:
    """Runs of like frames with now and then something odd between them."""
    t, scene = 100.0, []
    for _ in range(draw(st.integers(1, 12))):
        person = draw(st.sampled_from([True, False, False, None]))
        camera = draw(cameras)
        counting = draw(st.sampled_from([True] * 5 + [False]))
        step = draw(likely)
        for _ in range(draw(st.integers(1, 40))):
            t += step
            scene.append(
                Shot(t, person, camera, fresh=smooth or draw(st.booleans()), counting=smooth or counting)
            )
        if not smooth:
            t += draw(steps)
    return scene


def told_with_states(scene: list[Shot], policy: AbsencePolicy) -> list[tuple[Shot, AbsenceState, Signal]]:
    state, told = AbsenceState(), []
    for shot in scene:
        state, signals = step_absence(state, shot.observation(), policy, counting=shot.counting)
        told += [(shot, state, signal) for signal in signals]
    return told


@settings(deadline=None)
@given(shots())
def test_one_accusation_an_absence_in_order_and_never_while_unobservable(scene: list[Shot]) -> None:
    told: list[str] = []
    for shot, _, signal in told_with_states(scene, QUICK):
        assert shot.camera.observable
        assert shot.fresh
        assert shot.counting
        assert shot.person is not None
        assert signal.t == shot.t
        if signal.type == "absence.ended":
            assert told
            assert number(signal.data["duration"]) >= 0
            told = []
        else:
            assert signal.type == ORDER[len(told)]
            told.append(signal.type)
        assert number(signal.data["unobservable"]) >= 0
        assert number(signal.data["absent"]) >= 0


@settings(deadline=None)
@given(shots())
def test_replay_gives_the_same(scene: list[Shot]) -> None:
    assert absence_signals(scene, QUICK) == absence_signals(scene, QUICK)


@settings(deadline=None)
@given(shots())
def test_an_accusation_rests_on_enough_observed_time(scene: list[Shot]) -> None:
    """Counted independently: seconds between neighbouring frames that could both be judged.

    A stall between them does not part them: their pictures came late, but they came.
    """
    good, state = 0.0, AbsenceState()
    before: Shot | None = None
    for shot in scene:
        if before is not None and _judged(before) and _judged(shot):
            step = shot.t - before.t
            good += step if 0 < step <= QUICK.picture_gap + 1e-6 else 0.0
        before = before if shot.camera is CameraState.STALLED else shot
        state, signals = step_absence(state, shot.observation(), QUICK, counting=shot.counting)
        for signal in signals:
            if signal.type == "absence.exceeded":
                assert good > QUICK.limit
                good = 0.0  # the next one needs as much again


def _judged(shot: Shot) -> bool:
    return shot.camera.observable and shot.counting


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.tuples(st.floats(0.6, 6.0), st.booleans()), min_size=1, max_size=5),
    st.sampled_from([8.0, 12.5, 15.0, 25.0, 60.0]),
)
def test_the_frame_rate_changes_no_outcome_by_more_than_a_frame(
    parts: list[tuple[float, bool]], fps: float
) -> None:
    """Parts that alternate and keep clear of the limits by two frames of the slower rate."""
    policy = replace(QUICK, return_after=0.5, flicker=0.25)
    margin = 2 / fps + 0.02
    alternating: list[tuple[float, bool | None]] = []
    for k, (seconds, _) in enumerate(parts):
        length = seconds
        for limit in sorted((policy.start_after, policy.warn_after, policy.limit, policy.return_after)):
            if abs(length - limit) < margin:
                length = limit + margin
        alternating.append((length, k % 2 == 0))
    alternating.append((1.0, True))
    reference = absence_signals(filmed(alternating, 120.0), policy)
    signals = absence_signals(filmed(alternating, fps), policy)
    assert kinds(signals) == kinds(reference)
    for signal, wanted in zip(signals, reference, strict=True):
        assert abs(signal.t - wanted.t) <= 2 / fps + 1e-6


@settings(deadline=None)
@given(shots(smooth=True), st.integers(0, 11))
def test_unobservable_time_may_be_any_length(scene: list[Shot], where: int) -> None:
    """A broken picture of a second or of an hour in the same place: the same signals, later."""
    cut = min(where * 5, len(scene) - 1)
    told = []
    for length in (1.0, 3600.0):
        broken = [Shot(scene[cut].t + 0.01, None, CameraState.BLACK)]
        rest = [replace(shot, t=shot.t + length) for shot in scene[cut + 1 :]]
        told.append(absence_signals([*scene[: cut + 1], *broken, *rest], QUICK))
    assert kinds(told[0]) == kinds(told[1])
