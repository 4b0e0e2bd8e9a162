"""A seat that is looked at now and then is judged as one that is looked at in every frame."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.signals.scenes import NOBODY, SEAT, SOMEBODY, filmed, kinds, number
from tests.vision.signals.test_absence_properties import ORDER, QUICK
from vision.gestures.phase import Phase
from vision.gestures.vocabulary import Vocabulary
from vision.observations import CameraState, PersonEvidence, SeatObservation
from vision.policy import SignalPolicy
from vision.signals.absence import AbsencePolicy
from vision.signals.hindsight import Hindsight, step_with_hindsight
from vision.signals.looks import MOST
from vision.signals.seat import SeatSignals, step_seat
from vision.signals.signal import Signal

SIZE = (640, 480)


def looked_at(
    people: list[bool], every: int, fps: float, policy: AbsencePolicy | None = None
) -> tuple[list[Signal], int]:
    """Look at every so-manieth frame and back where the answer has changed; and how many looks that took."""
    state, told, looks = Hindsight(), list[Signal](), 0
    passed: list[tuple[float, PersonEvidence]] = []
    last: bool | None = None
    for k, there in enumerate(people):
        found = SOMEBODY if there else NOBODY
        seen = SeatObservation(SEAT, k / fps, SIZE, CameraState.OK)
        if k % every == 0:
            earlier = tuple(passed) if last is not None and last != there else ()
            looks += 1 + len(earlier)
            seen, last, passed = replace(seen, person=found, earlier=earlier), there, []
        else:
            passed.append((k / fps, found))
        state, signals = step_with_hindsight(state, seen, policy or AbsencePolicy())
        told += signals
    return told, looks


@pytest.mark.parametrize("every", [2, 7, 15])
@pytest.mark.parametrize("offset", [0, 1, 4, 11])
def test_the_instants_are_those_of_looking_at_every_frame(every: int, offset: int) -> None:
    fps = 30.0
    people = [True] * (60 + offset) + [False] * (480 + 3 * offset) + [True] * 60
    always, _ = looked_at(people, 1, fps)
    seldom, looks = looked_at(people, every, fps)
    assert kinds(seldom) == kinds(always) == ["started", "warned", "exceeded", "ended"]
    for late, prompt in zip(seldom, always, strict=True):
        assert late.data["since"] == prompt.data["since"]
        assert 0 <= late.t - prompt.t <= every / fps
    for field in ("until", "duration"):
        assert seldom[-1].data[field] == pytest.approx(always[-1].data[field])
    assert looks <= len(people) / every + 2 * every + 2


@settings(max_examples=60)
@given(st.lists(st.tuples(st.booleans(), st.integers(1, 40)), max_size=10), st.integers(1, 8))
def test_signals_stay_in_order(runs: list[tuple[bool, int]], every: int) -> None:
    told: list[str] = []
    for signal in looked_at([there for there, count in runs for _ in range(count)], every, 30.0, QUICK)[0]:
        if signal.type == "absence.ended":
            assert told
            assert number(signal.data["duration"]) >= 0
            told = []
        else:
            assert signal.type == ORDER[len(told)]
            told.append(signal.type)


def seat_signals(
    parts: list[tuple[float, bool | None]], resting: tuple[float, float], phase: Phase
) -> list[Signal]:
    """Through all machines of a seat; between two instants the rules let it be empty."""
    state, told = SeatSignals(), list[Signal]()
    for shot in filmed(parts, 15.0):
        off = resting[0] <= shot.t < resting[1]
        state, signals = step_seat(
            state,
            shot.observation(),
            SignalPolicy(),
            Vocabulary(),
            phase if off else Phase.SPEECH,
            resting=off and phase is not Phase.LOBBY,
        )
        told += [signal for signal in signals if signal.type.startswith("absence")]
    return told


@pytest.mark.parametrize("phase", [Phase.LOBBY, Phase.SPEECH], ids=["lobby", "pause or out of the game"])
def test_pauses_the_lobby_and_players_who_are_out_do_not_count(phase: Phase) -> None:
    parts: list[tuple[float, bool | None]] = [(2, True), (30, False), (1, True)]
    assert kinds(seat_signals(parts, (0.0, 99.0), phase)) == []
    paused = seat_signals(parts, (7.0, 23.0), phase)
    assert kinds(paused) == ["started", "warned", "ended"]
    assert number(paused[-1].data["duration"]) == pytest.approx(14.0, abs=0.2)
    because = paused[-1].data["unobservable_because"]
    assert isinstance(because, dict)
    assert list(because) == ["paused"]
    assert number(because["paused"]) == pytest.approx(16.0, abs=0.15)


@pytest.mark.parametrize("phase", [Phase.NIGHT, Phase.MEETING, Phase.VOTING, Phase.FREE])
def test_nights_count(phase: Phase) -> None:
    state, told = SeatSignals(), list[str]()
    for shot in filmed([(2, True), (16, False)], 15.0):
        state, signals = step_seat(state, shot.observation(), SignalPolicy(), Vocabulary(), phase)
        told += [signal.type for signal in signals]
    assert told == ORDER


def test_an_accusation_shows_what_it_rests_on() -> None:
    """Few looks however long it lasts, evenly over it; the last person, and the doubtful look."""
    people = [True] * 60 + [False] * 1800
    told, _ = looked_at(people, 5, 30.0)
    exceeded = next(signal for signal in told if signal.type == "absence.exceeded")
    data = exceeded.data
    assert data["last_person"] == {
        "t": pytest.approx(59 / 30, abs=1e-6),
        "present": True,
        "score": 0.98,
        "evidence": ["face"],
    }
    observations = data["observations"]
    assert isinstance(observations, list)
    assert MOST // 2 <= len(observations) <= MOST
    times = [number(look["t"]) for look in observations if isinstance(look, dict)]
    assert times == sorted(times)
    assert times[0] == pytest.approx(2.0, abs=0.2)
    assert times[-1] >= exceeded.t - 2.0
    assert data["frames"] == pytest.approx(15 * 30, abs=2)
    assert data["frames_expected"] == data["frames"]
    assert data["highest_score"] == 0.03
