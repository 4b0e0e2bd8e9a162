"""Leaves out the classes of a detector that nobody asks for, so that their scores are never computed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from models.convert.tflite.reader import Graph, Operator
from models.errors import UnsupportedOperator

Selection = dict[int, NDArray[np.int64]]
"""By tensor index: the indices of its last dimension that stay."""

_CARRIERS = ("LOGISTIC", "CONCATENATION")


def select(graph: Graph, classes: Sequence[int]) -> Selection:
    """Follow the class scores back from the logistic function to the convolutions that make them.

    Args:
        graph: a detector whose scores are the only values that go through LOGISTIC, each convolution
            before it giving (1, h, w, anchors * classes).
        classes: the indices that stay, in the wanted order.

    Returns:
        The selection for every tensor on the way; the convolutions' outputs are the last ones.

    Raises:
        UnsupportedOperator: the graph is of another form, or has no such class.
    """
    makers = {index: operator for operator in graph.operators for index in operator.outputs}
    starts = [operator for operator in graph.operators if operator.name == "LOGISTIC"]
    if len(starts) != 1:
        raise UnsupportedOperator(f"{graph.model}: {len(starts)} logistic functions, a detector has 1")
    count = graph.tensors[starts[0].outputs[0]].shape[-1]
    if not all(0 <= number < count for number in classes):
        raise UnsupportedOperator(f"{graph.model}: classes {list(classes)} of {count}")
    chosen = np.array(classes, np.int64)
    selection = {starts[0].outputs[0]: chosen}
    selection |= {
        operator.outputs[0]: chosen
        for operator in graph.operators
        if operator.name == "DEQUANTIZE" and operator.inputs[0] == starts[0].outputs[0]
    }
    waiting = [starts[0]]
    while waiting:
        operator = waiting.pop()
        for index in operator.inputs:
            maker = makers.get(index)
            selection[index] = chosen
            if maker is not None and maker.name in _CARRIERS:
                waiting.append(maker)
            elif maker is not None and maker.name == "RESHAPE":
                selection[maker.inputs[0]] = _of_convolution(
                    graph, makers.get(maker.inputs[0]), count, chosen
                )
            else:
                raise UnsupportedOperator(
                    f"{graph.model}: class scores come from {maker.name if maker else 'nowhere'}"
                )
    return selection


def _of_convolution(
    graph: Graph, maker: Operator | None, count: int, chosen: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The output channels that stay: `chosen` of each anchor."""
    if maker is None or maker.name != "CONV_2D":
        raise UnsupportedOperator(
            f"{graph.model}: class scores come from {maker.name if maker else 'nowhere'}, not a convolution"
        )
    channels = graph.tensors[maker.outputs[0]].shape[-1]
    return (np.arange(0, channels, count)[:, None] + chosen).reshape(-1)
