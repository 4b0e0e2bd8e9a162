"""The motion model as an ONNX graph: features of a window in, probabilities out.

Every window is judged as it is and mirrored, and the two votes are averaged: a mirrored picture cannot
change the answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from datasets.perceptron import Array, Network
from datasets.shapes_graph import IR_VERSION, OPSET
from vision.motion.features import FEATURES, MIRROR
from vision.motion.vocabulary import MOTIONS


def motion_model(
    networks: Sequence[Network], mean: Array, scale: Array, temperature: float, metadata: Mapping[str, str]
) -> onnx.ModelProto:
    """`features` (N, FEATURES) float32 to `probabilities` (N, len(MOTIONS)) float32.

    Args:
        networks: their logits are averaged.
        mean: (FEATURES,) of the features at training.
        scale: (FEATURES,) their standard deviation.
        temperature: divides the logits (Guo et al., arXiv 1706.04599).
        metadata: written into the model.
    """
    nodes: list[onnx.NodeProto] = []
    constants: list[onnx.TensorProto] = []

    def constant(value: NDArray[np.float32]) -> str:
        name = f"c{len(constants)}"
        constants.append(numpy_helper.from_array(np.ascontiguousarray(value, dtype=np.float32), name))
        return name

    def add(operator: str, *inputs: str, output: str = "", **attributes: object) -> str:
        name = output or f"v{len(nodes)}"
        nodes.append(helper.make_node(operator, list(inputs), [name], **attributes))
        return name

    votes: list[str] = []
    sides = ("features", add("Mul", "features", constant(MIRROR)))
    for network in networks:
        # The scale of the features is folded into the first layer.
        first = network.weights[0] / scale[:, None]
        bias = network.biases[0] - mean @ first
        layers = [(first, bias), *zip(network.weights[1:], network.biases[1:], strict=True)]
        named = [(constant(weight), constant(offset)) for weight, offset in layers]
        for value in sides:
            for number, (weight, offset) in enumerate(named):
                value = add("Gemm", value, weight, offset)
                if number < len(named) - 1:
                    value = add("Relu", value)
            votes.append(value)
    share = constant(np.array([1 / (len(votes) * temperature)], dtype=np.float32))
    add("Softmax", add("Mul", add("Sum", *votes), share), output="probabilities", axis=1)
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
