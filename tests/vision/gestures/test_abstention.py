"""Hands whose shape is not judged, and that the others are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from models.engine import Engine
from tests.vision.gestures.made import made, shown
from vision.gestures.abstention import (
    CUT_OFF,
    REASONS,
    TOO_FAST,
    TOO_SMALL,
    UNSURE,
    AbstentionPolicy,
    doubt,
    share_outside,
)
from vision.gestures.judging import NOBODY, judge
from vision.gestures.shapes import ShapePolicy
from vision.gestures.vocabulary import Vocabulary
from vision.observations import Hand

SIZE = (640, 480)
POLICY = AbstentionPolicy()


def hand(
    x: float = 320.0, y: float = 300.0, palm: float = 60.0, presence: float = 0.99, speed: float = 0.0
) -> Hand:
    return replace(shown("palm", made("palm", (x, y), palm)), presence=presence, speed=speed)


@pytest.mark.parametrize(
    ("seen", "reason"),
    [
        (hand(), None),
        (hand(palm=POLICY.palm + 0.5), None),
        (hand(palm=POLICY.palm - 0.5), TOO_SMALL),
        (hand(x=5), CUT_OFF),
        (hand(y=20), CUT_OFF),
        (hand(x=625), CUT_OFF),
        (hand(y=570), CUT_OFF),
        (hand(y=130), None),
        (hand(presence=POLICY.presence + 0.01), None),
        (hand(presence=POLICY.presence - 0.01), UNSURE),
        (hand(speed=POLICY.speed - 0.1), None),
        (hand(speed=POLICY.speed + 0.1), TOO_FAST),
    ],
)
def test_why_a_hand_is_not_judged(seen: Hand, reason: str | None) -> None:
    assert doubt(seen, SIZE, POLICY) == reason


@given(
    x=st.floats(-300, 940), y=st.floats(-300, 780), palm=st.floats(4, 200), presence=st.floats(0, 1),
    speed=st.floats(0, 40),
)  # fmt: skip
def test_a_reason_is_one_of_those_that_are_told(
    x: float, y: float, palm: float, presence: float, speed: float
) -> None:
    assert doubt(hand(x, y, palm, presence, speed), SIZE, POLICY) in (*REASONS, None)


@given(x=st.floats(-300, 940), y=st.floats(-300, 780))
def test_the_share_outside_does_not_depend_on_the_side(x: float, y: float) -> None:
    points = made("palm", (x, y))
    # In 32-bit floats a landmark on the very edge may fall to either side of it.
    assume(np.abs(points[:, :1] - [0, SIZE[0] - 1]).min() > 0.01)
    mirrored = np.array([SIZE[0] - 1, 0, 0], np.float32) + points * np.array([-1, 1, 1], np.float32)
    assert share_outside(points, SIZE) == pytest.approx(share_outside(mirrored, SIZE), abs=1e-6)
    assert 0 <= share_outside(points, SIZE) <= 1


def test_a_hand_that_is_not_judged_shows_nothing_and_accuses_nobody(engine: Engine) -> None:
    """Beside others in the batch, whose shapes stay what they are alone."""
    sign = shown("middle_finger")
    unclear = replace(sign, presence=0.5)
    hands = [(shown("palm"), SIZE), (unclear, SIZE), (shown("one"), SIZE)]
    judged = judge(hands, engine, ShapePolicy(), Vocabulary())
    seen, suspicion = judged[1]
    assert seen.shape is not None
    assert (seen.shape.shape, seen.shape.score, seen.shape.abstained) == ("no_gesture", 0.0, UNSURE)
    assert suspicion == NOBODY
    for one, (other, _) in zip(hands, judged, strict=True):
        ((alone, _),) = judge([one], engine, ShapePolicy(), Vocabulary())
        assert alone.shape == other.shape
        assert other.shape is not None
        assert (other.shape.abstained is None) is (one[0] is not unclear)


def test_a_rule_set_may_judge_every_hand(engine: Engine) -> None:
    unclear = replace(shown("palm"), presence=0.5)
    policy = ShapePolicy(abstain=AbstentionPolicy(palm=0, outside=1, presence=0, speed=1e9))
    ((seen, _),) = judge([(unclear, SIZE)], engine, policy, Vocabulary())
    assert seen.shape is not None
    assert seen.shape.abstained is None


def test_no_hands_are_no_work(engine: Engine) -> None:
    assert judge([], engine, ShapePolicy(), Vocabulary()) == []


@pytest.mark.parametrize(
    "values",
    [{"palm": -1}, {"outside": 1.1}, {"presence": -0.1}, {"speed": 0}, {"speed": float("nan")}],
)
def test_a_policy_out_of_range_is_refused(values: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(values))):
        AbstentionPolicy(**values)
