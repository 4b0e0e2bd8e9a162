"""Small graphs for the tests of the engines."""

from __future__ import annotations

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


def convolutions(channels: int = 64, size: int = 12, *, slope_shape: tuple[int, ...] | None = None) -> bytes:
    """Two 3x3 convolutions with a PRelu between, then two outputs whose names sort against their order.

    Inputs: image (N, size, size, 3). Outputs: z (N, channels), a (N, size, size, channels).
    """
    random = np.random.default_rng(7)
    slopes = random.uniform(-0.5, 1.5, slope_shape or (channels, 1, 1)).astype(np.float32)
    weights = {
        "first": random.normal(0, 0.3, (channels, 3, 3, 3)).astype(np.float32),
        "slopes": slopes,
        "second": random.normal(0, 1 / (3 * channels**0.5), (channels, channels, 3, 3)).astype(np.float32),
    }
    nodes = [
        helper.make_node("Transpose", ["image"], ["chw"], perm=[0, 3, 1, 2]),
        helper.make_node("Conv", ["chw", "first"], ["c1"], kernel_shape=[3, 3], pads=[1, 1, 1, 1]),
        helper.make_node("PRelu", ["c1", "slopes"], ["p1"]),
        helper.make_node("Conv", ["p1", "second"], ["c2"], kernel_shape=[3, 3], pads=[1, 1, 1, 1]),
        helper.make_node("GlobalAveragePool", ["c2"], ["pooled"]),
        helper.make_node("Flatten", ["pooled"], ["z"]),
        helper.make_node("Transpose", ["c2"], ["a"], perm=[0, 2, 3, 1]),
    ]
    outputs = {"z": ["N", channels], "a": ["N", size, size, channels]}
    return finish(nodes, weights, {"image": ["N", size, size, 3]}, outputs)


def overflowing() -> bytes:
    """Subtracts 1000 from the input and adds it again: exact in f32 for small numbers, lost in bf16."""
    random = np.random.default_rng(3)
    weights = {
        "first": (1000 * random.uniform(0.9, 1.1, (8, 3, 1, 1))).astype(np.float32),
        "second": random.choice([-1.0, 1.0], (8, 8, 1, 1)).astype(np.float32),
        "third": random.choice([-1.0, 1.0], (3, 8, 1, 1)).astype(np.float32),
        "offset": -np.full((1, 3, 1, 1), 1000.0, np.float32),
    }
    nodes = [
        helper.make_node("Transpose", ["image"], ["chw"], perm=[0, 3, 1, 2]),
        helper.make_node("Add", ["chw", "offset"], ["shifted"]),
        helper.make_node("Conv", ["shifted", "first"], ["c1"], kernel_shape=[1, 1]),
        helper.make_node("Conv", ["c1", "second"], ["c2"], kernel_shape=[1, 1]),
        helper.make_node("Conv", ["c2", "third"], ["c3"], kernel_shape=[1, 1]),
        helper.make_node("ReduceMean", ["c3"], ["mean"], axes=[1, 2, 3], keepdims=1),
        helper.make_node("Sub", ["c3", "mean"], ["difference"]),
        helper.make_node("Flatten", ["difference"], ["out"]),
    ]
    return finish(nodes, weights, {"image": ["N", 8, 8, 3]}, {"out": ["N", 192]})


def doubling(element: int = TensorProto.FLOAT, *, inputs: int = 1) -> bytes:
    """Adds its inputs (N, 4), the first twice: as small as a graph can be."""
    names = [f"in{number}" for number in range(inputs)]
    nodes = [helper.make_node("Sum", [names[0], *names], ["out"])]
    return finish(nodes, {}, {name: ["N", 4] for name in names}, {"out": ["N", 4]}, element)


def finish(
    nodes: list[onnx.NodeProto],
    weights: dict[str, np.ndarray],
    inputs: dict[str, list[int | str]],
    outputs: dict[str, list[int | str]],
    element: int = TensorProto.FLOAT,
) -> bytes:
    """Close the graph and check it."""
    graph = helper.make_graph(
        nodes,
        "test",
        [helper.make_tensor_value_info(name, element, shape) for name, shape in inputs.items()],
        [helper.make_tensor_value_info(name, element, shape) for name, shape in outputs.items()],
        [numpy_helper.from_array(values, name) for name, values in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString())
