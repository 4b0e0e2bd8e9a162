"""The shipped shape classifier."""

from __future__ import annotations

from pathlib import Path

import pytest

import models
from models.engine import Engine
from models.engines.choice import EngineChoice
from models.engines.opening import open_onnx

SHAPES_FILE = Path(models.__file__).parent / "own" / "shapes.onnx"


@pytest.fixture(scope="session")
def engine() -> Engine:
    choice = EngineChoice.parse("onnxruntime-cpu-f32")
    assert choice is not None
    return open_onnx(SHAPES_FILE, choice)
