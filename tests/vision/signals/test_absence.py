from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.vision.signals.scenes import SEAT, Shot, absence_signals, filmed, kinds, number
from vision.observations import CameraState
from vision.signals.absence import AbsencePolicy, AbsenceState, Presence, attentive, step_absence

ALL = ["started", "warned", "exceeded", "ended"]
RATES = (8.0, 15.0, 25.0, 30.0, 60.0)


def gap(seconds: float, fps: float = 30.0, start: float = 0.0) -> list[Shot]:
    """A person until `start`, back at `start + seconds` exactly, nobody in the frames between."""
    before = [Shot(start - k / fps, True) for k in range(30, -1, -1)]
    away = [
        Shot(start + k / fps, False) for k in range(1, int(seconds * fps) + 2) if k / fps < seconds - 1e-9
    ]
    back = [Shot(start + seconds + k / fps, True) for k in range(round(2 * fps))]
    return before + away + back


@pytest.mark.parametrize("fps", RATES)
@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0.5, []),
        (0.999, []),
        (1.0, ["started", "ended"]),
        (9.999, ["started", "ended"]),
        (10.0, ["started", "warned", "ended"]),
        (14.9, ["started", "warned", "ended"]),
        (14.999, ["started", "warned", "ended"]),
        (15.0, ["started", "warned", "ended"]),
        (15.001, ALL),
        (15.125, ALL),
        (20.0, ALL),
    ],
)
def test_boundaries(seconds: float, told: list[str], fps: float) -> None:
    start = 1234.567 if fps == 25.0 else 0.0
    signals = absence_signals(gap(seconds, fps, start))
    assert kinds(signals) == told
    for signal in signals:
        assert signal.seat == SEAT
        assert signal.data["since"] == pytest.approx(start)
    if told:
        assert signals[-1].data["duration"] == pytest.approx(seconds)


@pytest.mark.parametrize("fps", RATES)
def test_the_instants_are_those_of_the_first_frames(fps: float) -> None:
    signals = {
        signal.type: signal for signal in absence_signals(filmed([(2, True), (20, False), (2, True)], fps))
    }
    since = 2 - 1 / fps
    for kind, after in (("started", 1.0), ("warned", 10.0), ("exceeded", 15.0)):
        late = signals[f"absence.{kind}"].t - since - after
        assert -1e-6 <= late <= 1 / fps + 1e-6
    assert signals["absence.exceeded"].t - since > 15.0 + 1e-6
    assert signals["absence.ended"].t == pytest.approx(22.5, abs=1 / fps)
    assert signals["absence.ended"].data["until"] == pytest.approx(22.0, abs=1e-6)
    assert signals["absence.ended"].data["duration"] == pytest.approx(20 + 1 / fps)


def test_variable_frame_rate() -> None:
    steps = [0.033, 0.1, 0.05, 0.4, 0.02, 0.25]
    t, shots = 0.0, []
    for k in range(400):
        shots.append(Shot(t, not 1.0 < t < 17.0))
        t += steps[k % len(steps)]
    signals = absence_signals(shots)
    assert kinds(signals) == ALL
    since = max(shot.t for shot in shots if shot.t <= 1.0)
    assert signals[2].t == min(shot.t for shot in shots if shot.t - since > 15.0)


def test_absences_do_not_add_up() -> None:
    signals = absence_signals(filmed([(1, True), (10.5, False), (1, True), (10.5, False), (1, True)]))
    assert kinds(signals) == ["started", "warned", "ended"] * 2


def test_one_accusation_an_absence_and_a_new_one_for_the_next() -> None:
    signals = absence_signals(filmed([(1, True), (60, False), (1, True), (16, False), (1, True)]))
    assert kinds(signals) == ALL * 2


@pytest.mark.parametrize("at", [0.5, 1.0, 5.0, 9.98, 14.5, 14.98, 15.02])
@pytest.mark.parametrize("fps", [8.0, 30.0])
def test_a_single_false_detection_neither_ends_nor_restarts(at: float, fps: float) -> None:
    shots = filmed([(1, True), (18, False), (1, True)], fps)
    wrong = min(range(len(shots)), key=lambda k: abs(shots[k].t - 1 - at))
    shots[wrong] = replace(shots[wrong], person=True)
    plain = absence_signals(filmed([(1, True), (18, False), (1, True)], fps))
    signals = absence_signals(shots)
    assert kinds(signals) == ALL
    assert [s.data["since"] for s in signals] == [s.data["since"] for s in plain]
    # The frame that lies may stand where a limit passes: then the next one tells.
    assert all(0 <= s.t - p.t <= 1.5 / fps for s, p in zip(signals, plain, strict=True))


@pytest.mark.parametrize("every", [2, 3, 10])
def test_missed_frames_of_a_person_are_no_absence(every: int) -> None:
    shots = [Shot(k / 30, k % every != 0) for k in range(1800)]
    assert absence_signals(shots) == []


def test_a_missed_frame_does_not_spoil_the_return() -> None:
    shots = filmed([(1, True), (5, False), (2, True)])
    wrong = next(k for k, shot in enumerate(shots) if shot.t >= 6.2)
    shots[wrong] = replace(shots[wrong], person=False)
    signals = absence_signals(shots)
    assert kinds(signals) == ["started", "ended"]
    assert signals[-1].data["until"] == pytest.approx(6.0)


def test_a_person_who_flickers_is_not_accused() -> None:
    """Three frames of ten show somebody: hard to see, perhaps, but not away."""
    shots = [Shot(k / 30, k % 10 < 3) for k in range(30 * 40)]
    assert "exceeded" not in kinds(absence_signals(shots))


@pytest.mark.parametrize("camera", [c for c in CameraState if not c.observable and not c.silent])
@pytest.mark.parametrize("length", [0.1, 3.0, 60.0])
def test_unobservable_time_stops_the_clock(camera: CameraState, length: float) -> None:
    """Ten seconds empty, a broken picture, four seconds empty: fourteen seconds, less two frames."""

    def broken(t: float) -> CameraState:
        return camera if 11 <= t < 11 + length else CameraState.OK

    parts: list[tuple[float, bool | None]] = [(1, True), (10 + length + 4, False), (1, True)]
    signals = absence_signals(filmed(parts, camera=broken))
    assert kinds(signals) == ["started", "warned", "ended"] or kinds(signals) == ["started", "ended"]
    ended = signals[-1].data
    assert ended["duration"] == pytest.approx(14.0, abs=0.07)
    assert ended["unobservable"] == pytest.approx(length, abs=0.07)
    assert all(not 11 <= s.t < 11 + length for s in signals)


def test_an_absence_goes_on_after_a_broken_picture() -> None:
    def broken(t: float) -> CameraState:
        return CameraState.BLACK if 5 <= t < 25 else CameraState.OK

    signals = absence_signals(filmed([(1, True), (40, False), (1, True)], camera=broken))
    assert kinds(signals) == ALL
    exceeded = signals[2]
    assert exceeded.t == pytest.approx(1 + 20 + 15, abs=0.1)
    assert exceeded.t - number(exceeded.data["since"]) - number(exceeded.data["unobservable"]) > 15.0


def test_a_broken_picture_alone_is_no_absence() -> None:
    def broken(t: float) -> CameraState:
        return CameraState.COVERED if t >= 2 else CameraState.OK

    assert absence_signals(filmed([(2, True), (60, False)], camera=broken)) == []


@pytest.mark.parametrize("lost", [0.6, 13.0, 3600.0])
def test_a_gap_between_frames_is_no_absence(lost: float) -> None:
    shots = filmed([(1, True), (8, False)]) + filmed([(6.5, False), (1, True)], start=9 + lost)
    signals = absence_signals(shots)
    assert kinds(signals) == ["started", "warned", "ended"]
    assert signals[-1].data["duration"] == pytest.approx(14.5, abs=0.1)


def test_a_stall_that_catches_up_loses_nothing() -> None:
    """While nothing comes the clock rests; the late frames carry their own times and are counted by them."""
    shots = filmed([(1, True), (20, False)])
    stalled = [Shot(6.0 + k / 10, None, CameraState.STALLED) for k in range(130)]
    cut = next(k for k, shot in enumerate(shots) if shot.t >= 5)
    plain = absence_signals(shots)
    assert absence_signals(shots[:cut] + stalled + shots[cut:]) == plain


def test_nothing_is_told_while_stalled() -> None:
    shots = filmed([(1, True), (14.9, False)]) + [
        Shot(15.9 + k, None, CameraState.STALLED) for k in range(99)
    ]
    assert kinds(absence_signals(shots)) == ["started", "warned"]


@pytest.mark.parametrize("shift", [-3600.0, -5.0, 3600.0])
def test_jumping_timestamps(shift: float) -> None:
    shots = filmed([(1, True), (8, False)]) + filmed([(6, False), (2, True)], start=9 + shift)
    signals = absence_signals(shots)
    assert kinds(signals) == ["started", "warned", "ended"]
    assert 0 <= number(signals[-1].data["duration"]) == pytest.approx(14.0, abs=0.1)


def test_a_track_that_ends_and_returns_inside_an_absence() -> None:
    again = filmed([(9, False), (1, True)], start=0.0)
    shots = [*filmed([(1, True), (8, False)]), Shot(9.0, None, CameraState.ENDED), *again]
    assert kinds(absence_signals(shots)) == ALL


def test_repeats_count_only_when_a_live_picture_follows() -> None:
    """The picture froze at 14.5 s of absence: what it shows from then on accuses nobody."""
    shots = filmed([(1, True), (14.5, False), (6, False)])
    frozen = [replace(s, fresh=s.t < 15.5, camera=_froze(s.t, 15.5)) for s in shots]
    assert kinds(absence_signals(frozen)) == ["started", "warned"]
    doubled = [replace(shot, fresh=k % 2 == 0) for k, shot in enumerate(shots)]
    signals = absence_signals(doubled)
    assert kinds(signals) == ["started", "warned", "exceeded"]
    assert signals[-1].t == pytest.approx(16.0, abs=0.1)


def _froze(t: float, at: float) -> CameraState:
    return CameraState.FROZEN if t >= at + 1.5 else CameraState.OK


def test_pauses_do_not_count() -> None:
    shots = [replace(s, counting=not 5 <= s.t < 35) for s in filmed([(1, True), (44.5, False), (1, True)])]
    signals = absence_signals(shots)
    assert kinds(signals) == ["started", "warned", "ended"]
    assert not any(5 <= signal.t < 35 for signal in signals)
    assert signals[-1].data["duration"] == pytest.approx(14.5, abs=0.1)


def test_a_seat_that_was_empty_from_the_beginning() -> None:
    signals = absence_signals(filmed([(16, False)], start=100.0))
    assert kinds(signals) == ["started", "warned", "exceeded"]
    assert signals[0].data["since"] == 100.0


def test_frames_that_were_not_looked_at_speak_for_the_player() -> None:
    looked = [
        replace(s, person=s.person if k % 12 == 0 else None)
        for k, s in enumerate(filmed([(3, True), (4, False)]))
    ]
    signals = absence_signals(looked)
    assert kinds(signals) == ["started"]
    assert 2.9 <= number(signals[0].data["since"]) <= 3.4


@pytest.mark.parametrize(
    ("shots", "presence"),
    [
        (filmed([(1, True)]), Presence.PRESENT),
        (filmed([(1, True), (2, False)]), Presence.ABSENT),
        (filmed([(1, True), (2, False)], camera=lambda t: CameraState.FROZEN), Presence.UNOBSERVABLE),
        ([Shot(0.0), Shot(9.0, None, CameraState.STALLED)], Presence.UNOBSERVABLE),
    ],
)
def test_three_states(shots: list[Shot], presence: Presence) -> None:
    assert _last(shots).presence is presence


@pytest.mark.parametrize(
    ("seconds", "wanted"), [(0.5, False), (0.8, True), (5.0, False), (9.8, True), (14.8, True)]
)
def test_limits_ask_for_attention(seconds: float, wanted: bool) -> None:
    state = _last(filmed([(1, True), (seconds, False)]))
    assert attentive(state, 1 + seconds, AbsencePolicy()) is wanted


def test_a_return_asks_for_attention() -> None:
    state = _last(filmed([(1, True), (5, False), (0.2, True)]))
    assert attentive(state, 6.2, AbsencePolicy())


def _last(shots: list[Shot]) -> AbsenceState:
    state = AbsenceState()
    for shot in shots:
        state, _ = step_absence(state, shot.observation(), AbsencePolicy())
    return state


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: AbsencePolicy(start_after=0.0),
        lambda: AbsencePolicy(warn_after=16.0),
        lambda: AbsencePolicy(flicker=0.0),
        lambda: AbsencePolicy(doubt=1.5),
    ],
)
def test_policies_that_make_no_sense(wrong: Callable[[], AbsencePolicy]) -> None:
    with pytest.raises(ValueError, match="must"):
        wrong()
