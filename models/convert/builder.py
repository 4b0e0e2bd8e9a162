"""Collects the nodes and weights of an ONNX graph under deterministic names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from models.errors import MalformedModel

OPSET = 17
IR_VERSION = 8
"""The oldest IR that carries opset 17, so that older runtimes load the models too."""

BATCH = "N"
"""The name of the free leading dimension."""


class GraphBuilder:
    """Nodes in topological order and deduplicated weights; the same calls give the same bytes."""

    def __init__(self) -> None:
        self._nodes: list[onnx.NodeProto] = []
        self._weights: dict[tuple[str, tuple[int, ...], bytes], onnx.TensorProto] = {}

    def emit(self, op_type: str, inputs: Sequence[str], **attributes: Any) -> str:
        """Append a node with one output and return that output's name."""
        output = f"{op_type.lower()}_{len(self._nodes)}"
        self._nodes.append(helper.make_node(op_type, list(inputs), [output], name=output, **attributes))
        return output

    def weight(self, values: NDArray[Any]) -> str:
        """Add a constant (equal ones once) and return its name."""
        contiguous = np.ascontiguousarray(values).reshape(values.shape)
        key = (contiguous.dtype.str, contiguous.shape, contiguous.tobytes())
        if key not in self._weights:
            self._weights[key] = numpy_helper.from_array(contiguous, f"weight_{len(self._weights)}")
        return str(self._weights[key].name)

    def integers(self, values: Sequence[int]) -> str:
        """Add a list of int64 (a shape, axes, pads) and return its name."""
        return self.weight(np.array(values, np.int64))

    def build(
        self,
        model: str,
        inputs: Sequence[tuple[str, Sequence[int | str]]],
        outputs: Sequence[tuple[str, str, Sequence[int | str]]],
        domains: Sequence[str] = (),
    ) -> onnx.ModelProto:
        """Close the graph.

        Args:
            model: its name, for messages.
            inputs: name and shape of each float32 graph input.
            outputs: inner name, public name and shape of each float32 graph output.
            domains: of operators that are not ONNX's own.

        Returns:
            A checked model of opset 17 with float32 inputs and outputs.

        Raises:
            MalformedModel: the nodes do not fit together, so the source file is damaged.
        """
        for inner, public, _ in outputs:
            self._nodes.append(helper.make_node("Identity", [inner], [public], name=public))
        graph = helper.make_graph(
            self._nodes,
            "graph",
            [helper.make_tensor_value_info(name, TensorProto.FLOAT, list(shape)) for name, shape in inputs],
            [
                helper.make_tensor_value_info(name, TensorProto.FLOAT, list(shape))
                for _, name, shape in outputs
            ],
            list(self._weights.values()),
        )
        opsets = [helper.make_opsetid("", OPSET), *(helper.make_opsetid(domain, 1) for domain in domains)]
        proto = helper.make_model(graph, opset_imports=opsets)
        proto.ir_version = IR_VERSION
        proto.producer_name = "consigliere"
        try:
            onnx.checker.check_model(proto, full_check=True)
        except (onnx.checker.ValidationError, onnx.shape_inference.InferenceError) as error:
            reason = " ".join(str(error).split())
            raise MalformedModel(f"{model}: the operators do not fit together ({reason})") from error
        return proto
