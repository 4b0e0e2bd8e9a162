"""The walk over a TFLite graph."""

from __future__ import annotations

import onnx

from models.convert.builder import BATCH

# Each of these registers its operators.
from models.convert.tflite import (  # noqa: F401  # imported for that alone
    ops_constant,
    ops_convolution,
    ops_elementwise,
    ops_pooling,
    ops_shape,
)
from models.convert.tflite.reader import DAMAGE, Graph, Operator, read
from models.convert.tflite.translation import RULES, Order, Translation
from models.errors import MalformedModel, UnsupportedOperator


def convert(data: bytes, model: str) -> onnx.ModelProto:
    """Translate a float TFLite model.

    Args:
        data: the .tflite file's bytes.
        model: its name, for messages.

    Returns:
        ONNX of opset 17 with a free batch "N", inputs and outputs under their TFLite names, in TFLite's
        order of dimensions (images N, H, W, C), float32. The same bytes in give the same bytes out.

    Raises:
        MalformedModel: a damaged file.
        UnsupportedOperator: names the operator, the tensor and the model.
    """
    graph = read(data, model)
    translation = Translation(graph)
    ports = {index: _free_batch(graph, index) for index in (*graph.inputs, *graph.outputs)}
    for index in graph.inputs:
        translation.set_value(index, graph.tensors[index].name, Order.NATIVE)
    for operator in graph.operators:
        if operator.name not in RULES:
            raise UnsupportedOperator(
                f"{model}: operator {operator.name} of tensor '{graph.tensors[operator.outputs[0]].name}' "
                "is not supported"
            )
        _apply(translation, operator)
    inputs = [(graph.tensors[index].name, ports[index]) for index in graph.inputs]
    outputs = [
        (translation.value(index, Order.NATIVE), graph.tensors[index].name, ports[index])
        for index in graph.outputs
    ]
    return translation.builder.build(model, inputs, outputs)


def _apply(translation: Translation, operator: Operator) -> None:
    try:
        RULES[operator.name](translation, operator)
    except DAMAGE as error:
        name = translation.tensor(operator.outputs[0]).name
        raise MalformedModel(
            f"{translation.graph.model}: operator {operator.name} of tensor '{name}' is damaged ({error!r})"
        ) from error


def _free_batch(graph: Graph, index: int) -> list[int | str]:
    tensor = graph.tensors[index]
    if not tensor.shape or tensor.shape[0] != 1 or tensor.dtype != "float32":
        raise UnsupportedOperator(
            f"{graph.model}: port '{tensor.name}' is {tensor.dtype} of shape {tensor.shape}; only float32 "
            "with a batch of 1 is supported"
        )
    return [BATCH, *tensor.shape[1:]]
