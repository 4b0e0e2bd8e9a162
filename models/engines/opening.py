"""Makes an engine from an ONNX model."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

import onnx
from google.protobuf.message import DecodeError  # type: ignore[import-untyped]  # it has no types

from models.engine import Engine
from models.engines.choice import EngineChoice, EngineError, Runtime
from models.engines.onnx_runtime import OnnxRuntimeEngine


def open_onnx(model: str | PathLike[str] | bytes, choice: EngineChoice) -> Engine:
    """Load a model with one float32 input, float32 outputs and the batch as first dimension.

    Args:
        model: the path of an ONNX file, or its content.
        choice: which engine; nothing else is tried where it cannot be had.

    Raises:
        EngineError: where the engine is not there or refuses the model.
        OSError: where the file cannot be read.
    """
    content = model if isinstance(model, bytes) else Path(model).read_bytes()
    if choice.runtime is Runtime.OPENVINO:
        # Not at the top: importing OpenVINO takes half a second that ONNX Runtime's users need not pay.
        from models.engines.openvino_runtime import OpenVinoEngine

        return OpenVinoEngine(content, choice)
    try:
        return OnnxRuntimeEngine(onnx.load_from_string(content), choice)
    except DecodeError as error:
        raise EngineError("the content is not an ONNX model") from error
