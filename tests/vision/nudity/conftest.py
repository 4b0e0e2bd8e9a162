"""Loaded models of nudity, fetched where they are missing."""

from __future__ import annotations

import pytest

from models.engines import EngineChoice
from models.fetch import fetch
from models.runtime import open_model
from vision.nudity.step import FIRST, SECOND, NudityModels


@pytest.fixture(scope="session")
def models() -> NudityModels:
    """The real models in ONNX Runtime: the same on every machine."""
    fetch([FIRST, SECOND])
    first, second = (open_model(name, EngineChoice()) for name in (FIRST, SECOND))
    return NudityModels(first, second)
