"""Motions and held signs of one seat: one word for both, by phase, and for whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.vision.gestures.made import made
from tests.vision.gestures.made import shown as hand
from tests.vision.signals.test_motion import look
from vision.gestures.phase import Phase
from vision.gestures.vocabulary import Vocabulary
from vision.observations import CameraState, SeatObservation
from vision.policy import SignalPolicy
from vision.signals.gestures import GesturePolicy
from vision.signals.motion import MotionSignalPolicy
from vision.signals.seat import SeatSignals, step_seat
from vision.signals.signal import Signal

ON_TABLE = (hand("thumb_up", made("thumb_up", (320, 440))),)
IN_AIR = (hand("thumb_up", made("thumb_up", (320, 200))),)
RATE = 20
END = 4.0
SECRET = [phase for phase in Phase if phase.secret]


def voted(*, moved: bool = True, rests: float = 1.5) -> list[SeatObservation]:
    """A thumb comes down, is named a vote from 1.0 to 1.3 s, and rests on the table from 1.0 s on."""
    frames = []
    for i in range(round(END * RATE)):
        t = i / RATE
        hands = ON_TABLE if 1.0 <= t < 1.0 + rests else ()
        motions = look(t, "vote", 0.99).motions if moved and 1.0 <= t <= 1.3 else ()
        frames.append(SeatObservation(1, t, (640, 480), CameraState.OK, hands, motions=motions))
    return frames


def told(
    frames: Sequence[SeatObservation], *phases: tuple[float, Phase], policy: SignalPolicy | None = None
) -> list[Signal]:
    """The gesture signals while the phase changes at some instants."""
    state, signals = SeatSignals(), list[Signal]()
    for frame in frames:
        phase = [phase for start, phase in phases if start <= frame.t][-1]
        state, new = step_seat(state, frame, policy or SignalPolicy(), Vocabulary(), phase)
        signals += [signal for signal in new if signal.type.startswith("gesture.")]
    return signals


def words(signals: Sequence[Signal]) -> list[str]:
    return [f"{signal.type.partition('.')[2]} {signal.data['gesture']}" for signal in signals]


@pytest.mark.parametrize(
    ("phase", "word"),
    [
        (Phase.VOTING, "vote"),
        (Phase.OWN_SPEECH, "nominate"),
        (Phase.FREE, "vote"),
        (Phase.LOBBY, "vote"),
        (Phase.SPEECH, None),
        (Phase.FAREWELL, None),
    ],
)
def test_a_vote_that_comes_to_rest_is_one_word(phase: Phase, word: str | None) -> None:
    signals = told(voted(), (0.0, phase))
    assert words(signals) == ([] if word is None else [f"started {word}", f"ended {word}"])


def test_it_lasts_as_long_as_the_hand_rests() -> None:
    brief, long = (told(voted(rests=rests), (0.0, Phase.VOTING))[-1] for rests in (0.6, 1.9))
    assert brief.data["until"] == pytest.approx(1.55)
    assert long.data["until"] == pytest.approx(2.85)


def test_a_sign_without_its_motion_and_one_that_is_shown_later_are_words_of_their_own() -> None:
    assert words(told(voted(moved=False), (0.0, Phase.VOTING))) == ["started vote", "ended vote"]
    later = [replace(seen, hands=IN_AIR if 3.0 <= seen.t < 3.7 else seen.hands) for seen in voted(rests=0.6)]
    assert words(told(later, (0.0, Phase.VOTING))) == ["started vote", "ended vote", "started red"]


@pytest.mark.parametrize("phase", SECRET)
def test_a_secret_phase_reaches_the_audit_store_alone_and_only_where_it_is_asked_for(phase: Phase) -> None:
    asked = SignalPolicy(gestures=GesturePolicy(audit=True), motion=MotionSignalPolicy(audit=True))
    assert told(voted(), (0.0, phase)) == []
    signals = told(voted(), (0.0, phase), policy=asked)
    assert signals
    assert {signal.data["audience"] for signal in signals} == {"audit"}
    assert {signal.data["audience"] for signal in told(voted(), (0.0, Phase.VOTING), policy=asked)} == {
        "table"
    }


@pytest.mark.parametrize("phase", SECRET)
def test_nothing_goes_on_into_a_secret_phase_nor_out_of_it(phase: Phase) -> None:
    signals = told(voted(), (0.0, Phase.VOTING), (1.2, phase))
    assert words(signals) == ["started vote", "ended vote"]
    assert signals[-1].t == pytest.approx(1.2)
    moving = [
        signal for signal in told(voted(), (0.0, phase), (1.4, Phase.VOTING)) if "moving" in signal.data
    ]
    assert moving == []


def test_the_end_of_a_track_ends_the_motion() -> None:
    frames = [seen for seen in voted() if seen.t < 1.2]
    signals = told([*frames, SeatObservation(1, 1.2, (640, 480), CameraState.ENDED)], (0.0, Phase.VOTING))
    assert words(signals) == ["started vote", "ended vote"]
