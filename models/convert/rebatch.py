"""Takes a model that is ONNX already and frees its batch dimension."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from google.protobuf.message import DecodeError  # type: ignore[import-untyped]  # it has no types
from onnx import numpy_helper

from models.convert.builder import BATCH
from models.errors import MalformedModel, UnsupportedOperator


def convert(data: bytes, model: str) -> onnx.ModelProto:
    """Name the leading dimension of every port "N".

    Raises:
        MalformedModel: not an ONNX model.
        UnsupportedOperator: a Reshape with a fixed leading dimension, which would mix the batch.
    """
    try:
        proto = onnx.load_model_from_string(data)
        onnx.checker.check_model(proto)
    except (DecodeError, onnx.checker.ValidationError) as error:
        raise MalformedModel(f"{model}: not a valid ONNX model ({str(error).splitlines()[0]})") from error
    weights = {tensor.name: tensor for tensor in proto.graph.initializer}
    for node in proto.graph.node:
        if node.op_type == "Reshape":
            _require_free(node, weights, model)
    for value in (*proto.graph.input, *proto.graph.output):
        value.type.tensor_type.shape.dim[0].dim_param = BATCH
    return proto


def _require_free(node: Any, weights: dict[str, Any], model: str) -> None:
    shape = numpy_helper.to_array(weights[node.input[1]]) if node.input[1] in weights else np.zeros(0)
    if shape.size == 0 or shape[0] not in (-1, 0):
        raise UnsupportedOperator(
            f"{model}: Reshape of '{node.output[0]}' to {shape.tolist()} fixes the batch"
        )
