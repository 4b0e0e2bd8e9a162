"""The shipped motion model on clips of seeds and bodies that taught nothing, and on those clips changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from datasets.evaluate_motion import held_out_clips
from datasets.motion.clip import LABELS, NONE, Clip, draw_clip, mirrored
from datasets.motion.judging import events, judge, table
from datasets.motion.tracker import Quality
from models.engine import Engine
from models.runtime import open_model
from vision.motion.step import MotionPolicy, MotionState, step_motion
from vision.motion.vocabulary import AGGRESSIVE
from vision.signals.motion import ALL, MotionSignalPolicy, MotionSignalState, step_motion_signals

GESTURES = tuple(label for label in LABELS if label != NONE)
CLEAR = Quality(rate=30, dropped=0.0, error=0.25, lost_at_face=0.0, lost_fast=0.0, face=1.0)


@pytest.fixture(scope="module")
def engine() -> Engine:
    return open_model("motion")


def named(clip: Clip, engine: Engine) -> set[str]:
    return {str(signal.data["gesture"]) for signal in events(clip, engine)}


def thinned(clip: Clip) -> Clip:
    kept = tuple(seen for i, seen in enumerate(clip.observations) if i % 3 != 1)
    return replace(clip, observations=kept)


def test_most_gestures_are_told_in_time_and_little_else(engine: Engine) -> None:
    judgement = judge(held_out_clips(8, 40, first=700), engine)
    hits = sum(tally.hits for tally in judgement.tallies.values())
    false = sum(tally.false for tally in judgement.tallies.values())
    assert hits >= 0.7 * 8 * len(GESTURES)
    assert false <= 0.3 * hits
    assert sum(len(judgement.ordinary_false.get(gesture, ())) for gesture in AGGRESSIVE) == 0
    assert all(f"`{gesture}`" in table(judgement) for gesture in GESTURES)


def test_a_mirror_changes_no_word(engine: Engine) -> None:
    for label in GESTURES:
        clip = draw_clip(801, label, held_out=True)
        one, other = (events(c, engine) for c in (clip, mirrored(clip)))
        assert [(s.data["gesture"], s.t) for s in one] == [(s.data["gesture"], s.t) for s in other]


@pytest.mark.parametrize("rate", [8.0, 15.0, 30.0, 60.0])
@pytest.mark.parametrize("change", [thinned, lambda clip: clip])
def test_rates_and_dropped_frames_leave_most_votes(
    engine: Engine, rate: float, change: Callable[[Clip], Clip]
) -> None:
    clips = [draw_clip(s, "vote", held_out=True, quality=replace(CLEAR, rate=rate)) for s in range(900, 908)]
    assert sum("vote" in named(change(clip), engine) for clip in clips) >= 6


def test_a_clip_is_judged_as_it_would_be_watched(engine: Engine) -> None:
    """The judging of clips runs the model once a clip, the table once a frame."""
    for label in ("applause", "aggressive_strike"):
        clip = draw_clip(802, label, held_out=True)
        states: dict[int, MotionState] = {}
        machine, told = MotionSignalState(), list[tuple[object, float]]()
        for seen in clip.observations:
            states, scores = step_motion(states, [seen], engine, MotionPolicy())
            judged = replace(seen, motions=scores.get(seen.seat, ()))
            machine, signals = step_motion_signals(machine, judged, MotionSignalPolicy(gestures=ALL))
            told += [(s.data["gesture"], s.t) for s in signals if s.type == "gesture.started"]
        assert [(s.data["gesture"], s.t) for s in events(clip, engine)] == told
        assert told
