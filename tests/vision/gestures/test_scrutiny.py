"""Which hands are looked at again, how often, and what comes of it. The table here forbids the open hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from models.engine import Engine
from tests.vision.gestures.made import shown
from tests.vision.hands.painted import PaintedHand, PaintedLandmarks, paint
from vision.frame import Frame
from vision.gestures.judging import Suspicion, accusing_shapes, judge
from vision.gestures.scrutiny import (
    Remembered,
    ScrutinyPolicy,
    Suspect,
    scrutinise,
    with_second_looks,
)
from vision.gestures.shapes import ShapePolicy
from vision.gestures.vocabulary import Vocabulary
from vision.hands.second_look import CROPS
from vision.observations import Hand

PALMS = Vocabulary.load({"forbidden_shape": "palm"})
POLICY = ScrutinyPolicy()
OPEN = PaintedHand(320, 240)
WITH_HAND, WITHOUT = paint([OPEN]), paint([])


def open_hand(track: int = 1) -> Hand:
    points = np.zeros((21, 3), dtype=np.float32)
    points[:, :2] = OPEN.landmarks
    return replace(shown("palm", points, again=None), track=track)


def suspect(t: float, seat: int = 1, track: int = 1, shape: str = "palm", there: bool = True) -> Suspect:
    picture = WITH_HAND if there else WITHOUT
    return Suspect(Frame(seat, t, picture), open_hand(track), Suspicion(shape, 0.9))


def look(
    engine: Engine, eye: PaintedLandmarks, *suspects: Suspect, before: Mapping[int, Remembered] | None = None
) -> Mapping[int, Remembered]:
    return scrutinise(before or {}, suspects, eye, engine, POLICY, PALMS)


def test_a_hand_that_shows_it_is_confirmed_and_one_that_does_not_is_not(engine: Engine) -> None:
    seen = look(engine, PaintedLandmarks(), suspect(1.0), suspect(1.0, seat=2, shape="fist"))
    assert (seen[1][1].shape, seen[1][1].t) == ("palm", 1.0)
    # A painted hand is flat, which no real one is: the classifier is not sure of it.
    assert seen[1][1].score > 0.1
    assert seen[2][1].score < 0.01


def test_a_hand_that_is_gone_in_the_crops_is_not_confirmed(engine: Engine) -> None:
    assert look(engine, PaintedLandmarks(), suspect(1.0, there=False))[1][1].score == 0


@pytest.mark.parametrize("fps", [8.0, 15.0, 30.0, 60.0])
def test_the_cost_is_bounded_whatever_the_frame_rate(engine: Engine, fps: float) -> None:
    eye = PaintedLandmarks()
    state: Mapping[int, Remembered] = {}
    for k in range(round(2 * fps)):
        state = look(engine, eye, suspect(k / fps), before=state)
        assert k / fps - state[1][1].t < POLICY.every
    assert len(eye.runs) <= 2 / POLICY.every + 1
    assert set(eye.runs) == {len(CROPS)}


def test_all_that_are_due_make_one_batch(engine: Engine) -> None:
    eye = PaintedLandmarks()
    state = look(engine, eye, suspect(1.0), suspect(1.0, track=2), suspect(1.0, seat=2))
    assert eye.runs == [3 * len(CROPS)]
    assert {seat: sorted(looks) for seat, looks in state.items()} == {1: [1, 2], 2: [1]}


@pytest.mark.parametrize(
    ("again", "looks"),
    [
        (suspect(1.05), 1),
        (suspect(1.1), 2),
        (suspect(0.9), 2),  # the clock jumped back
        (suspect(1.05, track=2), 2),
        (suspect(1.05, seat=2), 2),
        (suspect(1.05, shape="fist"), 2),
    ],
)
def test_a_look_counts_for_a_moment_and_for_its_own_hand_and_shape(
    engine: Engine, again: Suspect, looks: int
) -> None:
    eye = PaintedLandmarks()
    first = look(engine, eye, suspect(1.0))
    look(engine, eye, again, before=first)
    assert len(eye.runs) == looks


def test_who_is_no_suspect_any_more_is_forgotten(engine: Engine) -> None:
    eye = PaintedLandmarks()
    assert look(engine, eye, before=look(engine, eye, suspect(1.0))) == {}
    assert len(eye.runs) == 1


def test_the_same_hands_bring_the_same_looks(engine: Engine) -> None:
    seen = [look(engine, PaintedLandmarks(), suspect(1.0)) for _ in range(2)]
    assert seen[0] == seen[1]


def test_hands_carry_what_was_seen(engine: Engine) -> None:
    seen = look(engine, PaintedLandmarks(), suspect(1.0))
    first, second = with_second_looks((open_hand(1), open_hand(2)), seen[1])
    assert first.second_look == seen[1][1]
    assert second.second_look is None


@pytest.mark.parametrize(
    ("data", "shapes"),
    [
        ({}, ("middle_finger",)),
        ({"forbidden_shape": "horns"}, ("horns",)),
        ({"meanings": {"fist": "forbidden"}}, ("fist", "middle_finger")),
    ],
)
def test_every_shape_that_accuses_is_looked_at_again(
    data: dict[str, object], shapes: tuple[str, ...]
) -> None:
    assert accusing_shapes(Vocabulary.load(data)) == shapes


def test_suspicion_is_the_probability_of_what_is_forbidden(engine: Engine) -> None:
    ((_, palm),) = judge([(open_hand(), (640, 480))], engine, ShapePolicy(), PALMS)
    ((_, other),) = judge([(open_hand(), (640, 480))], engine, ShapePolicy(), Vocabulary())
    assert palm.shape == "palm"
    assert palm.score > 0.1
    assert other.shape == "middle_finger"
    assert other.score < 0.01


@pytest.mark.parametrize("values", [{"suspicion": 1.5}, {"every": -0.1}, {"presence": float("nan")}])
def test_a_policy_out_of_range_is_refused(values: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(values))):
        ScrutinyPolicy(**values)
