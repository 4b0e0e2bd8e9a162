"""The motion model as an ONNX graph: features of a window in, probabilities out.

Every window is judged as it is and mirrored, and the two votes are averaged: a mirrored picture cannot
change the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from datasets.motion.network import KERNEL, PLACES, STRIDE, Network, Standard
from datasets.perceptron import Array
from datasets.shapes_graph import IR_VERSION, OPSET
from vision.motion.features import CHANNELS, FEATURES, MIRROR
from vision.motion.trail import STEPS
from vision.motion.vocabulary import MOTIONS


def motion_model(
    networks: Sequence[Network], standard: Standard, temperature: float, metadata: Mapping[str, str]
) -> onnx.ModelProto:
    """`features` (N, FEATURES) float32 to `probabilities` (N, len(MOTIONS)) float32.

    Args:
        networks: their logits are averaged.
        standard: of the channels at training.
        temperature: divides the logits (Guo et al., arXiv 1706.04599).
        metadata: written into the model.
    """
    nodes: list[onnx.NodeProto] = []
    constants: list[onnx.TensorProto] = []

    def constant(value: NDArray[np.generic]) -> str:
        name = f"c{len(constants)}"
        constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def add(operator: str, *inputs: str, output: str = "", **attributes: object) -> str:
        name = output or f"v{len(nodes)}"
        nodes.append(helper.make_node(operator, list(inputs), [name], **attributes))
        return name

    # Both sides of the mirror go through a network as one batch of twice the size.
    both = add("Concat", "features", add("Mul", "features", constant(MIRROR)), axis=0)
    windows = add("Reshape", both, constant(np.array([-1, STEPS, CHANNELS], dtype=np.int64)))
    windows = add("Transpose", windows, perm=[0, 2, 1])
    votes = [_network(add, constant, network, standard, windows) for network in networks]
    total = add("Sum", *votes)
    sides = add("Reshape", total, constant(np.array([2, -1, len(MOTIONS)], dtype=np.int64)))
    added = add("ReduceSum", sides, constant(np.array([0], dtype=np.int64)), keepdims=0)
    share = constant(np.array([1 / (2 * len(votes) * temperature)], dtype=np.float32))
    add("Softmax", add("Mul", added, share), output="probabilities", axis=1)
    graph = helper.make_graph(
        nodes,
        "motion",
        [helper.make_tensor_value_info("features", TensorProto.FLOAT, ["N", FEATURES])],
        [helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, ["N", len(MOTIONS)])],
        constants,
    )
    model = helper.make_model(
        graph,
        producer_name="consigliere",
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=IR_VERSION,
    )
    helper.set_model_props(model, dict(metadata))
    onnx.checker.check_model(model, full_check=True)
    return model


def _network(
    add: Callable[..., str],
    constant: Callable[[Array], str],
    network: Network,
    standard: Standard,
    windows: str,
) -> str:
    """The nodes of one network; returns the name of its logits."""
    scale, mean = np.tile(standard.scale, KERNEL), np.tile(standard.mean, KERNEL)
    first = network.weights[0] / scale[:, None]
    kernels = (_kernels(first), _kernels(network.weights[1]))
    biases = (network.biases[0] - mean @ first, network.biases[1])
    value = windows
    for kernel, bias in zip(kernels, biases, strict=True):
        value = add("Conv", value, constant(kernel), constant(bias), strides=[STRIDE])
        value = add("Relu", value)
    value = add("Flatten", value, axis=1)
    # Flattened channel by channel here, place by place at training.
    places = network.weights[2].reshape(PLACES, -1, network.weights[2].shape[1])
    dense = places.transpose(1, 0, 2).reshape(network.weights[2].shape)
    value = add("Relu", add("Gemm", value, constant(dense), constant(network.biases[2])))
    return add("Gemm", value, constant(network.weights[3]), constant(network.biases[3]))


def _kernels(weights: Array) -> Array:
    """(KERNEL * inputs, outputs) to the (outputs, inputs, KERNEL) of ONNX."""
    return np.asarray(weights.reshape(KERNEL, -1, weights.shape[1]).transpose(2, 1, 0), dtype=np.float32)
