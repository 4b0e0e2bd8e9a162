"""TensorFlow graph models as TensorFlow.js stores them: protobuf nodes written as JSON."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray

from models.convert.builder import BATCH, GraphBuilder
from models.convert.tfjs.nodes import activation, average_pool, convolution
from models.convert.tfjs.weights import Weights
from models.errors import MalformedModel, UnsupportedOperator


def convert(topology: dict[str, Any], weights: Weights, model: str) -> onnx.ModelProto:
    """Translate a model with one image input and one vector output; ports keep their nodes' names.

    Raises:
        UnsupportedOperator: names the node and the model.
    """
    translation = _Translation(weights, model)
    for node in topology["node"]:
        translation.add(_Node(node))
    return translation.build(topology["node"][-1]["name"])


class _Node:
    """Typed access to a node's fields."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.name: str = table["name"]
        self.op: str = table["op"]
        self.inputs: list[str] = [source.partition(":")[0] for source in table.get("input", [])]
        self._attributes: dict[str, Any] = table.get("attr", {})

    def text(self, key: str, default: str) -> str:
        attribute = self._attributes.get(key)
        return default if attribute is None else base64.b64decode(attribute["s"]).decode()

    def texts(self, key: str) -> list[str]:
        return [base64.b64decode(text).decode() for text in self._attributes[key]["list"]["s"]]

    def integers(self, key: str) -> list[int]:
        return [int(number) for number in self._attributes[key]["list"]["i"]]

    def flag(self, key: str) -> bool:
        return bool(self._attributes.get(key, {}).get("b", False))

    def shape(self) -> list[int]:
        return [int(dim["size"]) for dim in self._attributes["shape"]["shape"]["dim"]]


class _Translation:
    """Values by node name: images NCHW, vectors as they are. Images have 3 channels only at the input."""

    def __init__(self, weights: Weights, model: str) -> None:
        self._weights = weights
        self._model = model
        self._builder = GraphBuilder()
        self._values: dict[str, str] = {}
        self._inputs: list[tuple[str, list[int | str]]] = []
        self._width = 0

    def add(self, node: _Node) -> None:
        if node.op == "Const":
            return
        if node.text("data_format", "NHWC") != "NHWC":
            raise UnsupportedOperator(f"{self._where(node)}: only NHWC is supported")
        if node.op not in _RULES:
            raise UnsupportedOperator(f"{self._where(node)} is not supported")
        self._values[node.name] = _RULES[node.op](self, node)

    def build(self, output: str) -> onnx.ModelProto:
        return self._builder.build(
            self._model, self._inputs, [(self._values[output], output, [BATCH, self._width])]
        )

    def _where(self, node: _Node) -> str:
        return f"{self._model}: operator {node.op} '{node.name}'"

    def _weight(self, name: str) -> NDArray[np.float32]:
        if name not in self._weights:
            raise MalformedModel(f"{self._model}: weight '{name}' is missing")
        return self._weights[name]

    def _operand(self, node: _Node, name: str) -> str:
        if name in self._values:
            return self._values[name]
        values = self._weight(name)
        if values.size != 1:
            raise UnsupportedOperator(f"{self._where(node)}: only scalar constants are supported")
        return self._builder.weight(values)

    def _fused(self, node: _Node) -> str:
        """The activation of a fused operator."""
        first, *rest = node.texts("fused_ops")
        if first != "BiasAdd" or len(rest) > 1:
            raise UnsupportedOperator(f"{self._where(node)}: fused {first}, {rest} is not supported")
        return rest[0] if rest else "linear"

    def placeholder(self, node: _Node) -> str:
        self._inputs.append((node.name, [BATCH, *node.shape()[1:]]))
        return self._builder.emit("Transpose", [node.name], perm=[0, 3, 1, 2])

    def conv(self, node: _Node) -> str:
        if node.integers("dilations") != [1, 1, 1, 1]:
            raise UnsupportedOperator(f"{self._where(node)}: dilation is not supported")
        source, kernel, bias = node.inputs
        result = convolution(
            self._builder,
            self._values[source],
            self._weight(kernel),
            self._weight(bias),
            node.integers("strides")[1:3],
            node.text("padding", "VALID"),
            depthwise=node.op == "FusedDepthwiseConv2dNative",
        )
        return activation(self._builder, result, self._fused(node), self._where(node))

    def binary(self, node: _Node) -> str:
        op_type = {"AddV2": "Add", "Mul": "Mul", "Sub": "Sub"}[node.op]
        return self._builder.emit(op_type, [self._operand(node, name) for name in node.inputs])

    def average(self, node: _Node) -> str:
        window, strides = node.integers("ksize")[1:3], node.integers("strides")[1:3]
        return average_pool(
            self._builder, self._values[node.inputs[0]], window, strides, node.text("padding", "VALID")
        )

    def squeeze(self, node: _Node) -> str:
        if node.integers("squeeze_dims") != [1, 2]:
            raise UnsupportedOperator(f"{self._where(node)}: only height and width are squeezed")
        axes = self._builder.integers([2, 3])
        return self._builder.emit("Squeeze", [self._values[node.inputs[0]], axes])

    def dense(self, node: _Node) -> str:
        if node.flag("transpose_a") or node.flag("transpose_b"):
            raise UnsupportedOperator(f"{self._where(node)}: transposed operands are not supported")
        source, kernel, bias = node.inputs
        self._width = int(self._weight(kernel).shape[1])
        weights = [self._builder.weight(self._weight(name)) for name in (kernel, bias)]
        result = self._builder.emit("Gemm", [self._values[source], *weights])
        return activation(self._builder, result, self._fused(node), self._where(node))

    def softmax(self, node: _Node) -> str:
        return activation(self._builder, self._values[node.inputs[0]], "softmax", self._where(node))

    def identity(self, node: _Node) -> str:
        return self._values[node.inputs[0]]


_RULES: dict[str, Callable[[_Translation, _Node], str]] = {
    "Placeholder": _Translation.placeholder,
    "_FusedConv2D": _Translation.conv,
    "FusedDepthwiseConv2dNative": _Translation.conv,
    "AddV2": _Translation.binary,
    "Mul": _Translation.binary,
    "Sub": _Translation.binary,
    "AvgPool": _Translation.average,
    "Squeeze": _Translation.squeeze,
    "_FusedMatMul": _Translation.dense,
    "Softmax": _Translation.softmax,
    "Identity": _Translation.identity,
}
