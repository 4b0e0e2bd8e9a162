"""The shipped shape classifier, and drawn hands to show it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import models
from datasets.skeleton.sample import LABELS, draw
from models.engine import Engine
from models.engines.choice import EngineChoice
from models.engines.opening import open_onnx
from tests.vision.gestures.changes import Hands

SHAPES_FILE = Path(models.__file__).parent / "own" / "shapes.onnx"


@pytest.fixture(scope="session")
def engine() -> Engine:
    choice = EngineChoice.parse("onnxruntime-cpu-f32")
    assert choice is not None
    return open_onnx(SHAPES_FILE, choice)


@pytest.fixture(scope="session")
def drawn() -> tuple[Hands, list[str]]:
    """Sixty hands of each label, and their labels."""
    rng = np.random.default_rng(17)
    hands = np.concatenate([draw(rng, label, 60) for label in LABELS]) * 60 + np.array([320, 240, 0])
    return hands.astype(np.float32), [label for label in LABELS for _ in range(60)]
