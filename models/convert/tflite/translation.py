"""The state of one translation, and the registry of operators.

Four-dimensional activations stay NCHW inside, as ONNX convolutions want them; everything else, and the
graph's inputs and outputs, keeps TFLite's channels-last order. A value is transposed only where an
operator asks for the order it does not have, and each such transposition is made once.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

import numpy as np
import tflite
from numpy.typing import NDArray

from models.convert.builder import GraphBuilder
from models.convert.tflite.reader import Graph, Operator, Tensor
from models.errors import MalformedModel, UnsupportedOperator


class Order(Enum):
    """The order of a value's dimensions."""

    NATIVE = "as in the TFLite file"
    CHANNELS_FIRST = "N, C, H, W"


CHANNELS_FIRST = (0, 3, 1, 2)
"""NCHW from NHWC: entry i names the NHWC dimension that becomes dimension i."""
CHANNELS_LAST = (0, 2, 3, 1)
"""NHWC from NCHW; also the NCHW position of each NHWC dimension."""

Rule = Callable[["Translation", Operator], None]
RULES: dict[str, Rule] = {}


def rule(*names: str) -> Callable[[Rule], Rule]:
    """Register the decorated function as the translation of the named operators."""

    def register(function: Rule) -> Rule:
        RULES.update(dict.fromkeys(names, function))
        return function

    return register


class Translation:
    """What is known of each TFLite tensor while the operators are walked in order."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.builder = GraphBuilder()
        self._constants: dict[int, NDArray[Any]] = {
            tensor.index: tensor.data for tensor in graph.tensors if tensor.data is not None
        }
        self._values: dict[int, dict[Order, str]] = {}

    def tensor(self, index: int) -> Tensor:
        """The tensor of that index."""
        return self.graph.tensors[index]

    def shape(self, index: int) -> tuple[int, ...]:
        """Its shape in the TFLite file, where the batch is 1."""
        return self.graph.tensors[index].shape

    def unsupported(self, operator: Operator, what: str) -> UnsupportedOperator:
        """The error for a use of an operator that no model in use needs."""
        name = self.tensor(operator.outputs[0]).name
        return UnsupportedOperator(f"{self.graph.model}: {operator.name} of tensor '{name}': {what}")

    def is_constant(self, index: int) -> bool:
        """True where the tensor's values are known now."""
        return index in self._constants

    def constant(self, index: int) -> NDArray[Any]:
        """The values of a constant in TFLite's order.

        Raises:
            MalformedModel: it is computed, where the operators in use take constants only.
        """
        if index not in self._constants:
            raise MalformedModel(
                f"{self.graph.model}: tensor '{self.tensor(index).name}' has no stored values"
            )
        return self._constants[index]

    def set_constant(self, index: int, values: NDArray[Any]) -> None:
        """Record values that an operator made out of constants."""
        self._constants[index] = values

    def set_value(self, index: int, name: str, order: Order) -> None:
        """Record the ONNX value that stands for a tensor."""
        self._values[index] = {order: name}

    def order(self, index: int) -> Order:
        """The order that a computed tensor has now, NATIVE for a constant."""
        return next(iter(self._values[index])) if index in self._values else Order.NATIVE

    def value(self, index: int, order: Order) -> str:
        """The ONNX name of a tensor in the wanted order."""
        if index in self._constants:
            return self.builder.weight(_arranged(self._constants[index], order))
        if index not in self._values:
            raise MalformedModel(
                f"{self.graph.model}: tensor '{self.tensor(index).name}' is used before it is computed"
            )
        names = self._values[index]
        if order not in names:
            perm = CHANNELS_FIRST if order is Order.CHANNELS_FIRST else CHANNELS_LAST
            names[order] = self.builder.emit("Transpose", [next(iter(names.values()))], perm=list(perm))
        return names[order]

    def spatial(self, index: int) -> str:
        """The ONNX name of a four-dimensional tensor as NCHW."""
        if len(self.shape(index)) != 4:
            raise MalformedModel(
                f"{self.graph.model}: tensor '{self.tensor(index).name}' has {len(self.shape(index))} "
                "dimensions where an image operator needs 4"
            )
        return self.value(index, Order.CHANNELS_FIRST)

    def activated(self, name: str, code: int, operator: Operator) -> str:
        """Append a fused activation."""
        kinds = tflite.ActivationFunctionType
        if code == kinds.NONE:
            return name
        if code == kinds.RELU:
            return self.builder.emit("Relu", [name])
        if code == kinds.RELU6:
            low, high = (self.builder.weight(np.array(limit, np.float32)) for limit in (0, 6))
            return self.builder.emit("Clip", [name, low, high])
        raise self.unsupported(operator, f"fused activation number {code} is not supported")


def _arranged(values: NDArray[Any], order: Order) -> NDArray[Any]:
    """A constant so that it broadcasts against values of that order."""
    if order is Order.NATIVE or values.size == 1:
        return values
    if values.ndim == 4:
        return values.transpose(CHANNELS_FIRST)
    # Trailing dimensions are (H, W, C), (W, C) or (C): fill up to (H, W, C), then bring C forward.
    filled = values.reshape((1,) * (3 - values.ndim) + values.shape)
    return filled.transpose(2, 0, 1)
