"""The engines: ONNX Runtime and OpenVINO behind `models.engine.Engine`.

`models.runtime.open_model` is what the rest of the house calls; here lie the parts: `choice` names an
engine, `opening` makes it, `onnx_runtime` and `openvino_runtime` are the two, `threads` counts the
processors we may use, `auto` measures which engine is the best one here.
"""

from models.engines.choice import EngineChoice, EngineError
from models.engines.opening import open_onnx

__all__ = ["EngineChoice", "EngineError", "open_onnx"]
