"""The walk over an int8 TFLite graph."""

from __future__ import annotations

from collections.abc import Sequence

import onnx

from models.convert.builder import BATCH
from models.convert.quantised.classes import select
from models.convert.quantised.rules import ORT_DOMAIN, RULES, Walk
from models.convert.tflite.reader import DAMAGE, Graph, Operator, read
from models.errors import MalformedModel, UnsupportedOperator

PERSON = 0
"""The index of COCO's class "person" in the detector in use; source: labels.txt inside its file."""


def convert(data: bytes, model: str = "person", classes: Sequence[int] | None = (PERSON,)) -> onnx.ModelProto:
    """Translate an int8 TFLite detector.

    Args:
        data: the .tflite file's bytes.
        model: its name, for messages.
        classes: whose scores are computed, None for all: 90 take 28 ms a picture where one takes 13.

    Returns:
        ONNX of opset 17 and ONNX Runtime's own operators, with a free batch "N". Input and outputs have
        their TFLite names and order of dimensions and are float32; the input holds the whole numbers
        0..255 that the TFLite graph takes as uint8. Every value equals LiteRT's with XNNPACK, bit for bit.

    Raises:
        MalformedModel: a damaged file.
        UnsupportedOperator: names the operator, the tensor and the model.
    """
    return translate(read(data, model), classes)


def translate(graph: Graph, classes: Sequence[int] | None = (PERSON,)) -> onnx.ModelProto:
    """As `convert`, for a file that has been read."""
    try:
        walk = Walk(graph, {} if classes is None else select(graph, classes))
    except DAMAGE as error:
        raise MalformedModel(f"{graph.model}: the graph is damaged ({error!r})") from error
    for index in graph.inputs:
        walk.names[index] = graph.tensors[index].name
    for operator in graph.operators:
        _apply(walk, operator)
    inputs = [(graph.tensors[index].name, _free_batch(walk, index)) for index in graph.inputs]
    outputs = [
        (walk.value(index), graph.tensors[index].name, _free_batch(walk, index)) for index in graph.outputs
    ]
    return walk.builder.build(graph.model, inputs, outputs, domains=(ORT_DOMAIN,))


def _apply(walk: Walk, operator: Operator) -> None:
    name = walk.graph.tensors[operator.outputs[0]].name
    if operator.name not in RULES:
        raise UnsupportedOperator(
            f"{walk.graph.model}: operator {operator.name} of tensor '{name}' is not supported in int8"
        )
    try:
        RULES[operator.name](walk, operator)
    except DAMAGE as error:
        raise MalformedModel(
            f"{walk.graph.model}: operator {operator.name} of tensor '{name}' is damaged ({error!r})"
        ) from error


def _free_batch(walk: Walk, index: int) -> list[int | str]:
    tensor = walk.graph.tensors[index]
    if not tensor.shape or tensor.shape[0] != 1:
        raise UnsupportedOperator(
            f"{walk.graph.model}: port '{tensor.name}' has shape {tensor.shape}, not a batch of 1"
        )
    kept = walk.selection.get(index)
    last = tensor.shape[-1] if kept is None else len(kept)
    return [BATCH, *tensor.shape[1:-1], last]
