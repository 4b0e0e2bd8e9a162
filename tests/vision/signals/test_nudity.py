from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.signals.scenes import SEAT, kinds, number
from vision.observations import CameraState, NudityScore, SeatObservation
from vision.signals.nudity import NuditySignalPolicy, NudityState, step_nudity_signals
from vision.signals.signal import Signal

Looks = Sequence[tuple[float, tuple[float, ...]]]


def nudity_signals(looks: Looks, camera: CameraState = CameraState.OK) -> list[Signal]:
    """Looks of (media time, scores of the opinions that were asked)."""
    state = NudityState()
    told: list[Signal] = []
    for t, scores in looks:
        opinions = tuple(zip(("nsfw_mobilenet", "open_nsfw"), scores, strict=False))
        observation = SeatObservation(SEAT, t, (640, 480), camera, nudity=NudityScore(min(scores), opinions))
        state, signals = step_nudity_signals(state, observation, NuditySignalPolicy())
        told += signals
    return told


def every(seconds: float, scores: Sequence[tuple[float, ...]], start: float = 0.0) -> Looks:
    return [(start + k * seconds, score) for k, score in enumerate(scores)]


CALM: tuple[float, ...] = (0.05,)
FIRST_ONLY, HIGH, SOME = (0.97, 0.2), (0.95, 0.9), (0.7, 0.65)

# What the classifiers said of clips (every tenth frame) and of photographs of hands near the camera that
# were not painted over; all of them harmless.
# fmt: off
RECORDED: dict[str, list[tuple[float, ...]]] = {
    "a clip that alarms the first": [
        (0.4,), (0.74, 0.05), (0.68, 0.11), (0.74, 0.07), (0.69, 0.06), (0.67, 0.09), (0.73, 0.03),
        (0.76, 0.01), (0.7, 0.04), (0.8, 0.02), (0.66, 0.03), (0.75, 0.01), (0.66, 0.02), (0.73, 0.03),
        (0.63, 0.24), (0.61, 0.04), (0.75, 0.04), (0.49,), (0.53, 0.03), (0.27,), (0.71, 0.13),
        (0.85, 0.16), (0.81, 0.16),
    ],
    "a clip that alarms nobody": [(0.34,), (0.26,), (0.3,), (0.35,), (0.1,), (0.08,), (0.04,), (0.18,)],
    "fists": [
        (0.81, 0.04), (0.25,), (0.66, 0.1), (0.67, 0.03), (0.85, 0.18), (0.77, 0.04), (0.71, 0.22),
        (0.85, 0.23), (0.71, 0.19), (0.86, 0.08), (0.75, 0.18), (0.47,), (0.7, 0.6), (0.76, 0.14), (0.42,),
        (0.3,), (0.37,),
    ],
    "finger guns": [(0.9, 0.37), (0.64, 0.83), (0.95, 0.86), (0.99, 0.86)],
}
# fmt: on


@pytest.mark.parametrize("name", RECORDED)
def test_recorded_scores_of_benign_pictures_confirm_nothing(name: str) -> None:
    told = kinds(nudity_signals(every(0.5, RECORDED[name])))
    assert told == (["suspected"] if name == "finger guns" else [])


@pytest.mark.parametrize(
    ("scores", "told"),
    [
        ([CALM] * 10, []),
        ([FIRST_ONLY] * 20, []),
        ([(0.99,)] * 20, []),
        ([CALM, HIGH, CALM, CALM, CALM], []),
        ([SOME] * 10, ["suspected"]),
        ([CALM] * 4 + [HIGH] * 2, ["suspected"]),
        ([CALM] * 4 + [HIGH] * 4, ["suspected", "confirmed"]),
        ([HIGH, CALM] * 10, ["suspected"]),
        ([HIGH, HIGH, CALM, HIGH, HIGH], ["suspected", "confirmed"]),
        ([HIGH] * 6 + [CALM] * 12, ["suspected", "confirmed", "cleared"]),
        ([SOME] * 3 + [CALM] * 12 + [SOME] * 3, ["suspected", "cleared", "suspected"]),
    ],
)
def test_k_of_n_looks_over_seconds(scores: list[tuple[float, ...]], told: list[str]) -> None:
    assert kinds(nudity_signals(every(0.5, scores))) == told


def test_many_looks_in_no_time_confirm_nothing() -> None:
    assert kinds(nudity_signals(every(0.03, [HIGH] * 20))) == ["suspected"]


def test_a_confirmation_asks_to_cover_the_picture_and_shows_its_evidence() -> None:
    confirmed = nudity_signals(every(0.5, [HIGH] * 4, start=10.0))[1]
    assert confirmed.t == 11.5
    assert confirmed.data["cover"] is True
    assert confirmed.data["evidence"] == 4
    assert confirmed.data["score"] == 0.9
    assert confirmed.data["since"] == 10.0
    assert confirmed.data["looks"] == [[10.0, 0.9], [10.5, 0.9], [11.0, 0.9], [11.5, 0.9]]


@pytest.mark.parametrize("camera", [c for c in CameraState if not c.observable])
def test_nothing_is_told_of_a_picture_that_cannot_be_judged(camera: CameraState) -> None:
    assert nudity_signals(every(0.5, [HIGH] * 20), camera) == []


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([0.03, 0.5, 0.5, 1.0, 6.0, -50.0]),
            st.lists(st.floats(0, 1), min_size=1, max_size=2).map(tuple),
        ),
        max_size=60,
    )
)
def test_suspected_before_confirmed_before_cleared(steps: list[tuple[float, tuple[float, ...]]]) -> None:
    t = 100.0
    looks: list[tuple[float, tuple[float, ...]]] = []
    for step, scores in steps:
        t += step
        looks.append((t, scores))
    level = 0
    for signal in nudity_signals(looks):
        kind = signal.type.split(".")[1]
        assert 0 <= number(signal.data["score"]) <= 1
        if kind == "cleared":
            assert level > 0
            level = 0
        else:
            level += 1
            assert kind == ["", "suspected", "confirmed"][level]
