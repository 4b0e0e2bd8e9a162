"""PRelu written as two depthwise convolutions: the same numbers, much faster in ONNX Runtime.

prelu(x) = max(x, 0) + a * min(x, 0) = (1 - a) * max(x, 0) + a * x, so with one slope per channel it is
two 1x1 depthwise convolutions and an addition. ONNX Runtime's PRelu is a scalar loop outside its blocked
channel layout and forces two reorderings around each; its convolutions stay in that layout and take the
addition in: 9.1 instead of 16.4 ms for the full palm model, 7.8 instead of 13.7 for the lite one (one
thread, AMD EPYC). OpenVINO has a fast PRelu of its own and must get the graph as it is.
"""

from __future__ import annotations

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper


def rewrite_prelu(model: onnx.ModelProto) -> int:
    """Replace every PRelu that has one constant slope per channel, in place.

    Args:
        model: any model; activations of the nodes concerned must be (N, C, H, W).

    Returns:
        How many nodes were replaced.
    """
    graph = model.graph
    constants = {tensor.name: tensor for tensor in graph.initializer}
    nodes: list[onnx.NodeProto] = []
    replaced = 0
    for node in graph.node:
        slopes = _slopes(node, constants)
        if slopes is None:
            nodes.append(node)
            continue
        nodes += _as_convolutions(graph, node, slopes)
        replaced += 1
    if replaced:
        del graph.node[:]
        graph.node.extend(nodes)
    return replaced


def _slopes(node: onnx.NodeProto, constants: dict[str, onnx.TensorProto]) -> NDArray[np.float32] | None:
    """The (C,) float32 slopes of a PRelu over channels; None where the node is something else."""
    if node.op_type != "PRelu" or node.input[1] not in constants:
        return None
    slopes = numpy_helper.to_array(constants[node.input[1]])
    if slopes.dtype != np.float32 or slopes.ndim < 3 or slopes.shape[-2:] != (1, 1):
        return None
    # One slope alone may stand for any number of channels.
    return slopes.reshape(-1) if slopes.size == slopes.shape[-3] > 1 else None


def _as_convolutions(
    graph: onnx.GraphProto, node: onnx.NodeProto, slopes: NDArray[np.float32]
) -> list[onnx.NodeProto]:
    source, target = node.input[0], node.output[0]
    names = [f"{target}/{part}" for part in ("relu", "above", "through", "above_weight", "through_weight")]
    relu, above, through, above_weight, through_weight = names
    for name, values in ((above_weight, 1 - slopes), (through_weight, slopes)):
        graph.initializer.append(numpy_helper.from_array(values.reshape(-1, 1, 1, 1), name))
    channels = slopes.size
    return [
        helper.make_node("Relu", [source], [relu]),
        helper.make_node("Conv", [relu, above_weight], [above], group=channels, kernel_shape=[1, 1]),
        helper.make_node("Conv", [source, through_weight], [through], group=channels, kernel_shape=[1, 1]),
        helper.make_node("Add", [above, through], [target]),
    ]
