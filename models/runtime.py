"""Opens a model of the manifest in the engine that suits it."""

from __future__ import annotations

import os

from models import store
from models.engine import Engine
from models.engines import EngineChoice, open_onnx

ENGINE_VARIABLE = "CONSIGLIERE_ENGINE"
"""The environment variable that forces an engine, as in `openvino-cpu-bf16`."""


def open_model(name: str, engine: EngineChoice | None = None) -> Engine:
    """Load a model of the manifest.

    Args:
        name: as in the manifest, such as `hand_full`.
        engine: forces one; None takes what CONSIGLIERE_ENGINE says, and `auto` where it says nothing.

    Raises:
        MissingModel: where the model has not been fetched.
        EngineError: where a forced engine cannot be had here.
    """
    choice = engine or EngineChoice.parse(os.environ.get(ENGINE_VARIABLE, "auto")) or EngineChoice()
    return open_onnx(store.path(name), choice)
