"""The shape classifier as an ONNX graph: landmarks in, probabilities out, every normalisation inside.

The features are written here once, as a graph; training computes them by running that very graph.

Each hand is measured in its own palm: the mean distance, in space, from the wrist to three knuckles and
across them. Its features are
  * all 210 distances between landmarks in space and all 210 in the picture: they know no position, scale,
    side or turn;
  * y and z of each landmark relative to the wrist, and of each bone's direction: gravity and the view,
    which no mirror changes, since x is left out;
  * the cosines between neighbouring bones: how far each joint is bent.
So moving, scaling and mirroring cannot change the answer, and turning can.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from datasets.perceptron import Network

Array = NDArray[np.float32]

OPSET = 18
IR_VERSION = 10
PAIRS = tuple(itertools.combinations(range(21), 2))
PALM = ((0, 5), (0, 9), (0, 17), (5, 17))
"""Landmark pairs whose mean distance is the unit of length."""
BONES = tuple((0 if i % 4 == 1 else i - 1, i) for i in range(1, 21))
"""Pairs of landmarks joined by a bone, each chain from the wrist."""
JOINTS = tuple((i, i + 1) for i in range(19) if (i + 1) % 4)
"""Pairs of bones that meet in a joint, by index into `BONES`."""
FEATURES = 2 * len(PAIRS) + 2 * 21 + 2 * len(BONES) + len(JOINTS)


class _Graph:
    """Collects nodes and constants under fresh names."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def constant(self, value: NDArray[np.float32] | NDArray[np.int64]) -> str:
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def add(self, operator: str, *inputs: str, output: str = "", **attributes: object) -> str:
        name = output or f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, list(inputs), [name], **attributes))
        return name

    def axes(self, *axes: int) -> str:
        return self.constant(np.array(axes, dtype=np.int64))


def _differences(pairs: Sequence[tuple[int, int]]) -> Array:
    """(21, K) matrix that takes points to the differences `second - first` of each pair."""
    matrix = np.zeros((21, len(pairs)), dtype=np.float32)
    for column, (first, second) in enumerate(pairs):
        matrix[first, column] -= 1
        matrix[second, column] += 1
    return matrix


def _length(graph: _Graph, vectors: str) -> str:
    """(N, D, K) to (N, K)."""
    squares = graph.add("ReduceSum", graph.add("Mul", vectors, vectors), graph.axes(1), keepdims=0)
    return graph.add("Sqrt", squares)


def _rows(graph: _Graph, tensor: str, first: int, last: int) -> str:
    """Rows `first` to `last` of the axis of x, y and z."""
    return graph.add("Slice", tensor, graph.axes(first), graph.axes(last), graph.axes(1))


def _flat(graph: _Graph, tensor: str) -> str:
    return graph.add("Flatten", tensor, axis=1)


def _features(graph: _Graph, landmarks: str) -> str:
    """(N, 63) landmarks to (N, FEATURES)."""
    points = graph.add("Reshape", landmarks, graph.constant(np.array([-1, 21, 3], dtype=np.int64)))
    points = graph.add("Transpose", points, perm=[0, 2, 1])
    # From the wrist first: differences of raw pixels would lose digits far from the picture's corner.
    points = graph.add("Sub", points, graph.add("Slice", points, graph.axes(0), graph.axes(1), graph.axes(2)))
    across = _length(graph, graph.add("MatMul", points, graph.constant(_differences(PALM))))
    palm = graph.add("ReduceMean", across, graph.axes(1), keepdims=1)
    palm = graph.add("Max", palm, graph.constant(np.array([1e-6], dtype=np.float32)))
    points = graph.add("Div", points, graph.add("Unsqueeze", palm, graph.axes(2)))

    apart = graph.add("MatMul", points, graph.constant(_differences(PAIRS)))
    bones = graph.add("MatMul", points, graph.constant(_differences(BONES)))
    tiny = graph.constant(np.array([1e-6], dtype=np.float32))
    size = graph.add("Unsqueeze", graph.add("Max", _length(graph, bones), tiny), graph.axes(1))
    unit = graph.add("Div", bones, size)
    first, second = (
        graph.add("Gather", unit, graph.constant(np.array(side, dtype=np.int64)), axis=2)
        for side in zip(*JOINTS, strict=True)
    )
    bend = graph.add("ReduceSum", graph.add("Mul", first, second), graph.axes(1), keepdims=0)
    parts = [
        _length(graph, apart),
        _length(graph, _rows(graph, apart, 0, 2)),
        _flat(graph, _rows(graph, points, 1, 3)),
        _flat(graph, _rows(graph, unit, 1, 3)),
        bend,
    ]
    return graph.add("Concat", *parts, axis=1)


def features_model() -> onnx.ModelProto:
    """The features alone: `landmarks` (N, 63) float32 to `features` (N, FEATURES) float32."""
    graph = _Graph()
    graph.add("Identity", _features(graph, "landmarks"), output="features")
    return _model(graph, "features", FEATURES, {})


def classifier_model(
    networks: Sequence[Network],
    mean: Array,
    axes: Array,
    temperature: float,
    columns: Sequence[int],
    classes: int,
    metadata: Mapping[str, str],
) -> onnx.ModelProto:
    """The whole classifier: `landmarks` (N, 63) float32 to `probabilities` (N, classes) float32.

    Args:
        networks: of two hidden layers and one size; their logits are averaged.
        mean: (FEATURES,) of the features at training.
        axes: (FEATURES, K) takes features less their mean to what the networks take.
        temperature: divides the logits, so that probabilities are honest (Guo et al., arXiv 1706.04599).
        columns: for each output of the networks its place among the classes; the others are never named.
        classes: how many outputs the model has.
        metadata: written into the model.
    """
    graph = _Graph()
    features = _features(graph, "landmarks")
    components = graph.add("Gemm", features, graph.constant(axes), graph.constant(-mean @ axes))
    place = np.zeros((len(columns), classes), dtype=np.float32)
    place[np.arange(len(columns)), list(columns)] = 1 / (temperature * len(networks))
    never = np.full(classes, -80.0, dtype=np.float32)
    never[list(columns)] = 0
    hidden = _hidden(graph, components, networks)
    # The last layers are linear: one product votes, averages, scales and puts in place.
    votes = np.concatenate([network.weights[2] @ place for network in networks])
    shift = np.sum([network.biases[2] @ place for network in networks], axis=0, dtype=np.float32) + never
    logits = graph.add("Gemm", hidden, graph.constant(votes), graph.constant(shift))
    graph.add("Softmax", logits, output="probabilities", axis=1)
    return _model(graph, "probabilities", classes, metadata)


def _hidden(graph: _Graph, components: str, networks: Sequence[Network]) -> str:
    """The second hidden layers of all networks side by side: as few and as large products as can be."""
    first = np.concatenate([network.weights[0] for network in networks], axis=1)
    shift = np.concatenate([network.biases[0] for network in networks])
    value = graph.add("Relu", graph.add("Gemm", components, graph.constant(first), graph.constant(shift)))
    value = graph.add("Reshape", value, _whole(graph, -1, len(networks), first.shape[1] // len(networks)))
    value = graph.add("Transpose", value, perm=[1, 0, 2])
    second = np.stack([network.weights[1] for network in networks])
    shifts = np.stack([network.biases[1] for network in networks])[:, None]
    value = graph.add("MatMul", value, graph.constant(second))
    value = graph.add("Relu", graph.add("Add", value, graph.constant(shifts)))
    value = graph.add("Transpose", value, perm=[1, 0, 2])
    return graph.add("Reshape", value, _whole(graph, -1, second.shape[0] * second.shape[2]))


def _whole(graph: _Graph, *sizes: int) -> str:
    return graph.constant(np.array(sizes, dtype=np.int64))


def _model(graph: _Graph, output: str, width: int, metadata: Mapping[str, str]) -> onnx.ModelProto:
    wanted = helper.make_graph(
        graph.nodes,
        "shapes",
        [helper.make_tensor_value_info("landmarks", TensorProto.FLOAT, ["N", 63])],
        [helper.make_tensor_value_info(output, TensorProto.FLOAT, ["N", width])],
        graph.constants,
    )
    opsets = [helper.make_opsetid("", OPSET)]
    model = helper.make_model(
        wanted, producer_name="consigliere", opset_imports=opsets, ir_version=IR_VERSION
    )
    helper.set_model_props(model, dict(metadata))
    onnx.checker.check_model(model, full_check=True)
    return model
