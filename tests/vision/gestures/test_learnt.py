"""Learnt signs: what is measured of a hand, when a sign is sure, and when it speaks."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.gestures.made import POSES, made
from vision.gestures.learnt import MEASURES, LearntSign, measures, palm_scaled
from vision.gestures.naming import with_learnt
from vision.gestures.vocabulary import Vocabulary
from vision.observations import ShapeScore


def sign(
    name: str = "greeting", meaning: str = "hello", *, like: str = "horns", sure: float = 0.99
) -> LearntSign:
    """A sign that is as sure of every hand, and has one example."""
    bias = float(np.log(sure / (1 - sure)))
    examples = palm_scaled(made(like)[None])
    return LearntSign(name, meaning, np.zeros(MEASURES), bias, np.full(MEASURES, 0.1), examples)


poses = st.sampled_from(sorted(POSES))


@given(
    pose=poses,
    x=st.floats(-2000, 4000),
    y=st.floats(-2000, 4000),
    scale=st.floats(0.3, 8),
    mirror=st.booleans(),
)
def test_place_size_and_side_change_nothing(
    pose: str, x: float, y: float, scale: float, mirror: bool
) -> None:
    hand = made(pose).astype(np.float64)
    moved = hand * (-scale if mirror else scale, scale, scale) + (x, y, 0)
    assert np.allclose(measures(hand[None]), measures(moved[None]), atol=1e-6)


@given(pose=poses, roll=st.floats(30, 330))
def test_a_turn_changes_what_is_measured(pose: str, roll: float) -> None:
    assert np.abs(measures(made(pose)[None]) - measures(made(pose, roll=roll)[None])).max() > 0.1


def test_a_hand_without_extent_has_finite_measures() -> None:
    assert np.isfinite(measures(np.zeros((2, 21, 3)))).all()


def test_a_hand_unlike_every_example_is_none() -> None:
    likely = sign(sure=0.99).likelihood(measures(np.stack([made("horns"), made("fist"), made("palm")])))
    assert likely.tolist() == [pytest.approx(0.99), 0.0, 0.0]


@dataclass(frozen=True)
class Case:
    sure: float
    shape: str
    score: float
    answer: str


@pytest.mark.parametrize(
    "case",
    [
        Case(0.95, "no_gesture", 0.9, "greeting"),
        Case(0.85, "no_gesture", 0.5, "no_gesture"),
        Case(0.99, "horns", 0.6, "greeting"),
        Case(0.99, "horns", 0.9, "horns"),
        Case(0.95, "horns", 0.6, "horns"),
        Case(0.9999, "middle_finger", 0.71, "middle_finger"),
    ],
)
def test_a_learnt_sign_speaks_where_the_classifier_does_not_know(case: Case) -> None:
    vocabulary = Vocabulary(learnt=(sign(sure=case.sure),))
    named = with_learnt(made("horns")[None], [ShapeScore(case.shape, case.score)], vocabulary)
    assert [shape.shape for shape in named] == [case.answer]


def test_whatever_is_forbidden_is_never_outvoted() -> None:
    vocabulary = Vocabulary(learnt=(sign(sure=0.9999),)).changed(
        {"forbidden_shape": "ok", "meanings": {"horns": "forbidden"}}
    )
    for shape in ("ok", "horns"):
        seen = [ShapeScore(shape, 0.5)]
        assert with_learnt(made("horns")[None], seen, vocabulary) == seen


def test_a_hand_that_is_not_judged_stays_so() -> None:
    seen = [ShapeScore("no_gesture", 0.0, "too_small")]
    assert with_learnt(made("horns")[None], seen, Vocabulary(learnt=(sign(sure=0.9999),))) == seen


def test_the_likeliest_of_two_signs_is_named() -> None:
    vocabulary = Vocabulary(learnt=(sign("one_way", sure=0.93), sign("other_way", sure=0.97)))
    named = with_learnt(made("horns")[None], [ShapeScore("no_gesture", 0.9)], vocabulary)
    assert named[0].shape == "other_way"
    assert named[0].score == pytest.approx(0.97)


def test_without_learnt_signs_nothing_changes() -> None:
    seen = [ShapeScore("fist", 0.8), ShapeScore("no_gesture", 0.6)]
    assert with_learnt(np.stack([made("fist"), made("palm")]), seen, Vocabulary()) == seen
    assert with_learnt(np.empty((0, 21, 3)), [], Vocabulary(learnt=(sign(),))) == []


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"weights": np.zeros(3)}, f"weights: {MEASURES} numbers, not 3"),
        ({"spread": np.zeros(MEASURES)}, "spread: every number is above 0"),
        ({"spread": np.full(MEASURES, np.nan)}, "spread: holds what is no number"),
        ({"bias": float("inf")}, "bias: holds what is no number"),
        ({"examples": np.zeros((0, 21, 3))}, "examples: hands of 21 points"),
        ({"examples": np.zeros((2, 20, 3))}, "examples: hands of 21 points"),
    ],
)
def test_a_malformed_sign_is_refused(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        replace(sign(), **change)  # type: ignore[arg-type]  # the wrong values are the point
