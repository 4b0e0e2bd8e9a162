"""The shipped file on photographs; it learnt from made hands alone, so all people in them are strangers."""

from __future__ import annotations

from pathlib import Path

import pytest

from datasets.evaluate_shipped import judge_photographs
from datasets.landmarks import read_photographs
from datasets.scoring import Judged, figures
from datasets.train_shapes import TARGET
from models.engines.auto import F32
from models.engines.opening import open_onnx
from vision.gestures.vocabulary import SHAPES

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def judged(shared_data: Path) -> list[Judged]:
    return judge_photographs(read_photographs(shared_data / "hands"), open_onnx(TARGET, F32))


def test_strangers_are_understood(judged: list[Judged]) -> None:
    counted = figures(judged, SHAPES)
    assert counted.hands > 1400
    assert counted.macro_f1 >= 0.94
    assert counted.accuracy >= 0.94


def test_nobody_is_accused_wrongly(judged: list[Judged]) -> None:
    counted = figures(judged, SHAPES)
    assert counted.false_alarms == 0
    assert counted.of("middle_finger").recall >= 0.7


@pytest.mark.parametrize(
    "shape", ["thumb_up", "thumb_down", "call", "horns", "one", "two", "three", "four", "palm"]
)
def test_a_word_is_seldom_put_into_a_mouth(judged: list[Judged], shape: str) -> None:
    assert figures(judged, SHAPES).of(shape).precision >= 0.7


def test_probabilities_are_about_honest(judged: list[Judged]) -> None:
    assert figures(judged, SHAPES).calibration_error <= 0.08


@pytest.mark.parametrize(
    ("label", "answer"),
    [
        ("asl7_ring_thumb", "ring_touch"),
        ("asl8_middle_thumb", "no_gesture"),
        ("crossed_fingers", "no_gesture"),
    ],
)
def test_near_misses_are_told_apart(judged: list[Judged], label: str, answer: str) -> None:
    answers = [hand.answer for hand in judged if hand.photograph.label == label]
    assert len(answers) >= 20
    assert answers.count(answer) >= 0.75 * len(answers)
