"""Small graphs for the tests of the engines."""

from __future__ import annotations

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

Shape = list[int | str]


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
    outputs: dict[str, Shape] = {"z": ["N", channels], "a": ["N", size, size, channels]}
    return finish(nodes, weights, {"image": ["N", size, size, 3]}, outputs)


def cancelling() -> bytes:
    """Weights of 100.2 against weights of -100: 1.6 times the red channel in f32, nothing at all in bf16."""
    weights = {
        "copy": np.array([1.0, 0.0, 0.0] * 16, np.float32).reshape(16, 3, 1, 1),
        "cancel": np.array([100.2, -100.0] * 8 * 16, np.float32).reshape(16, 16, 1, 1),
    }
    nodes = [
        helper.make_node("Transpose", ["image"], ["chw"], perm=[0, 3, 1, 2]),
        helper.make_node("Conv", ["chw", "copy"], ["c1"], kernel_shape=[1, 1]),
        helper.make_node("Relu", ["c1"], ["r1"]),
        helper.make_node("Conv", ["r1", "cancel"], ["c2"], kernel_shape=[1, 1]),
        helper.make_node("Flatten", ["c2"], ["out"]),
    ]
    return finish(nodes, weights, {"image": ["N", 8, 8, 3]}, {"out": ["N", 1024]})


def padded(content: bytes) -> bytes:
    """The same graph with weights that nothing uses, so that it does not count as tiny."""
    model = onnx.load_from_string(content)
    model.graph.initializer.append(numpy_helper.from_array(np.zeros(80_000, np.float32), "unused"))
    return bytes(model.SerializeToString())


def doubling(element: int = TensorProto.FLOAT, *, inputs: int = 1) -> bytes:
    """Adds its inputs (N, 4), the first twice: as small as a graph can be."""
    names = [f"in{number}" for number in range(inputs)]
    nodes = [helper.make_node("Sum", [names[0], *names], ["out"])]
    return finish(nodes, {}, {name: ["N", 4] for name in names}, {"out": ["N", 4]}, element)


def finish(
    nodes: list[onnx.NodeProto],
    weights: dict[str, np.ndarray],
    inputs: dict[str, Shape],
    outputs: dict[str, Shape],
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
