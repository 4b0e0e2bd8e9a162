"""The shipped file on photographs of people that it was not trained on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import models
from datasets.landmarks import read_photographs
from datasets.scoring import Judged, figures, judge
from models.engines.choice import EngineChoice
from models.engines.opening import open_onnx
from vision.gestures.shapes import decide, probabilities
from vision.gestures.vocabulary import SHAPES

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def judged(shared_data: Path) -> list[Judged]:
    """Every hand of every source that taught nothing, judged by the file."""
    choice = EngineChoice.parse("onnxruntime-cpu-f32")
    assert choice is not None
    engine = open_onnx(Path(models.__file__).parent / "own" / "shapes.onnx", choice)
    strangers = [p for p in read_photographs(shared_data / "hands") if not p.trainable and p.shown]
    hands = np.array([hand.landmarks for p in strangers for hand in p.shown], dtype=np.float32)
    rows = iter(probabilities(hands, engine))
    answers: list[Judged] = []
    for stranger in strangers:
        said = [next(rows) for _ in stranger.shown]
        triples = [(decide(row).shape, SHAPES[int(row.argmax())], float(row.max())) for row in said]
        answers += judge(stranger, triples)
    return answers


def test_strangers_are_understood(judged: list[Judged]) -> None:
    counted = figures(judged, SHAPES)
    assert counted.hands > 1000
    assert counted.macro_f1 >= 0.84
    assert counted.accuracy >= 0.80


def test_nobody_is_accused_wrongly(judged: list[Judged]) -> None:
    counted = figures(judged, SHAPES)
    assert counted.false_alarms == 0
    assert counted.of("middle_finger").recall >= 0.5


@pytest.mark.parametrize(
    "shape", ["thumb_up", "thumb_down", "call", "horns", "one", "two", "three", "four", "palm"]
)
def test_a_word_is_seldom_put_into_a_mouth(judged: list[Judged], shape: str) -> None:
    assert figures(judged, SHAPES).of(shape).precision >= 0.7


def test_probabilities_are_about_honest(judged: list[Judged]) -> None:
    assert figures(judged, SHAPES).calibration_error <= 0.15
