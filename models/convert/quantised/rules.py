"""One rule for each operator of an int8 detector. Activations stay uint8 and N, H, W, C.

Three operators are ONNX Runtime's own (domain com.microsoft): its convolution and its pooling for
channels last, which spare two transpositions an operator. So these graphs run in ONNX Runtime only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import tflite
from onnx import TensorProto

from models.convert.builder import GraphBuilder
from models.convert.quantised.arithmetic import (
    Scale,
    addition,
    clamps_nothing,
    logistic_table,
    nearest_rows,
)
from models.convert.quantised.classes import Selection
from models.convert.tflite.padding import pads
from models.convert.tflite.reader import Graph, Operator
from models.errors import MalformedModel, UnsupportedOperator

ORT_DOMAIN = "com.microsoft"

_LIMITS = {
    tflite.ActivationFunctionType.NONE: (-np.inf, np.inf),
    tflite.ActivationFunctionType.RELU: (0.0, np.inf),
    tflite.ActivationFunctionType.RELU6: (0.0, 6.0),
}


class Walk:
    """What is known while the operators are walked in order."""

    def __init__(self, graph: Graph, selection: Selection) -> None:
        self.graph = graph
        self.selection = selection
        self.builder = GraphBuilder()
        self.names: dict[int, str] = {}
        """The ONNX value that stands for each tensor computed so far."""

    def unsupported(self, operator: Operator, what: str) -> UnsupportedOperator:
        """The error for a use of an operator that no model in use needs."""
        name = self.graph.tensors[operator.outputs[0]].name
        return UnsupportedOperator(f"{self.graph.model}: {operator.name} of tensor '{name}': {what}")

    def value(self, index: int) -> str:
        """The ONNX name of a computed tensor."""
        if index not in self.names:
            name = self.graph.tensors[index].name
            raise MalformedModel(f"{self.graph.model}: tensor '{name}' is used before it is computed")
        return self.names[index]

    def shape(self, index: int) -> tuple[int, ...]:
        """The shape in the TFLite file, where the batch is 1."""
        return self.graph.tensors[index].shape

    def constant(self, index: int) -> Any:
        """The stored values of a tensor."""
        tensor = self.graph.tensors[index]
        if tensor.data is None:
            raise MalformedModel(f"{self.graph.model}: tensor '{tensor.name}' has no stored values")
        return tensor.data

    def scale(self, index: int) -> Scale:
        """The quantisation of an activation, as uint8."""
        tensor = self.graph.tensors[index]
        quantisation = tensor.quantisation
        if quantisation is None or quantisation.scale.size != 1 or tensor.dtype not in ("int8", "uint8"):
            raise UnsupportedOperator(
                f"{self.graph.model}: tensor '{tensor.name}' is not int8 with one scale, but {tensor.dtype}"
            )
        zero = int(quantisation.zero_point[0]) + (128 if tensor.dtype == "int8" else 0)
        return Scale(np.float32(quantisation.scale[0]), zero)

    def scale_inputs(self, index: int) -> list[str]:
        """`scale` as the two inputs that ONNX's quantised operators take."""
        scale = self.scale(index)
        return [
            self.builder.weight(np.array(scale.step)),
            self.builder.weight(np.array(scale.zero, np.uint8)),
        ]

    def same_scale(self, operator: Operator) -> None:
        """Check that an operator only moves values.

        Raises:
            UnsupportedOperator: where inputs and output are quantised differently.
        """
        if len({self.scale(index) for index in (*_data_inputs(operator), operator.outputs[0])}) != 1:
            raise self.unsupported(operator, "input and output are quantised differently")

    def no_activation(self, operator: Operator, code: int) -> None:
        """Check that a fused activation changes nothing, because the output cannot hold more anyway.

        Raises:
            UnsupportedOperator: where it would.
        """
        limits = _LIMITS.get(code)
        if limits is None or not clamps_nothing(*limits, self.scale(operator.outputs[0])):
            raise self.unsupported(operator, f"fused activation number {code} would have to clamp")


def _data_inputs(operator: Operator) -> tuple[int, ...]:
    return operator.inputs if operator.name == "CONCATENATION" else operator.inputs[:1]


def quantize(walk: Walk, operator: Operator) -> None:
    """The graph's input: whole numbers 0..255 as float32 become uint8; int8 is the same less 128."""
    source, result = operator.inputs[0], operator.outputs[0]
    if source not in walk.graph.inputs or walk.scale(source) != walk.scale(result):
        raise walk.unsupported(operator, "only the input may be quantised, and without a new scale")
    one, zero = walk.builder.weight(np.array(1, np.float32)), walk.builder.weight(np.array(0, np.uint8))
    walk.names[result] = walk.builder.emit("QuantizeLinear", [walk.value(source), one, zero])


def convolution(walk: Walk, operator: Operator) -> None:
    """CONV_2D and DEPTHWISE_CONV_2D with one scale for each output channel."""
    depthwise = operator.name == "DEPTHWISE_CONV_2D"
    options = operator.options("DepthwiseConv2DOptions" if depthwise else "Conv2DOptions")
    source, result = operator.inputs[0], operator.outputs[0]
    weights = walk.graph.tensors[operator.inputs[1]]
    if weights.quantisation is None or weights.dtype != "int8" or np.any(weights.quantisation.zero_point):
        raise walk.unsupported(operator, "weights must be int8 with zero points of 0")
    if (options.DilationHFactor(), options.DilationWFactor()) != (1, 1):
        raise walk.unsupported(operator, "dilated kernels are not supported")
    walk.no_activation(operator, options.FusedActivationFunction())
    channels = walk.shape(source)[3]
    values, biases = walk.constant(operator.inputs[1]), walk.constant(operator.inputs[2])
    # TFLite's (out, h, w, in), for depthwise kernels (1, h, w, out), becomes (out, in, h, w).
    kernels = values.transpose(3, 0, 1, 2) if depthwise else values.transpose(0, 3, 1, 2)
    if depthwise and len(kernels) != channels:
        raise walk.unsupported(operator, "more than one kernel a channel is not supported")
    scales = np.broadcast_to(weights.quantisation.scale, len(kernels))
    kept = walk.selection.get(result)
    if kept is not None:
        kernels, biases, scales = kernels[kept], biases[kept], scales[kept]
    kernel, strides = values.shape[1:3], (options.StrideH(), options.StrideW())
    walk.names[result] = walk.builder.emit(
        "QLinearConv",
        [
            walk.value(source),
            *walk.scale_inputs(source),
            walk.builder.weight(kernels),
            walk.builder.weight(scales),
            walk.builder.weight(np.zeros(len(scales), np.int8)),
            *walk.scale_inputs(result),
            walk.builder.weight(biases),
        ],
        domain=ORT_DOMAIN,
        channels_last=1,
        group=channels if depthwise else 1,
        kernel_shape=list(kernel),
        strides=list(strides),
        pads=pads(options.Padding(), walk.shape(source), walk.shape(result), kernel, strides),
    )


def add(walk: Walk, operator: Operator) -> None:
    """Sum of two tensors, in int32 as `arithmetic.addition` says.

    ONNX Runtime's own QLinearAdd rounds in float32: faster by 2 ms a picture in all, but one value in
    50,000 is off by one, which the layers behind it turn into a box 0.06 off.
    """
    walk.no_activation(operator, operator.options("AddOptions").FusedActivationFunction())
    a, b, result = *operator.inputs, operator.outputs[0]
    if walk.shape(a) != walk.shape(b):
        raise walk.unsupported(operator, "the two sides have different shapes")
    try:
        by = addition(walk.scale(a), walk.scale(b), walk.scale(result))
    except ValueError as error:
        raise walk.unsupported(operator, str(error)) from error
    emit, weight = walk.builder.emit, walk.builder.weight
    first, second = (
        emit(
            "Mul",
            [emit("Cast", [walk.value(side)], to=TensorProto.INT32), weight(np.array(factor, np.int32))],
        )
        for side, factor in ((a, by.first), (b, by.second))
    )
    total = emit("Add", [emit("Add", [first, second]), weight(np.array(by.constant, np.int32))])
    limits = [weight(np.array(limit, np.int32)) for limit in (0, by.limit)]
    clipped = emit("Cast", [emit("Clip", [total, *limits])], to=TensorProto.UINT32)
    shifted = emit("BitShift", [clipped, weight(np.array(by.shift, np.uint32))], direction="RIGHT")
    walk.names[result] = emit("Cast", [shifted], to=TensorProto.UINT8)


def max_pool(walk: Walk, operator: Operator) -> None:
    """Largest value of each window."""
    options = operator.options("Pool2DOptions")
    walk.same_scale(operator)
    walk.no_activation(operator, options.FusedActivationFunction())
    source, result = operator.inputs[0], operator.outputs[0]
    kernel = (options.FilterHeight(), options.FilterWidth())
    strides = (options.StrideH(), options.StrideW())
    walk.names[result] = walk.builder.emit(
        "NhwcMaxPool",
        [walk.value(source)],
        domain=ORT_DOMAIN,
        kernel_shape=list(kernel),
        strides=list(strides),
        pads=pads(options.Padding(), walk.shape(source), walk.shape(result), kernel, strides),
    )


def resize_nearest(walk: Walk, operator: Operator) -> None:
    """Enlargement by copying rows, then columns."""
    options = operator.options("ResizeNearestNeighborOptions")
    if options.AlignCorners():
        raise walk.unsupported(operator, "aligned corners are not supported")
    walk.same_scale(operator)
    source, result = operator.inputs[0], operator.outputs[0]
    name = walk.value(source)
    for axis in (1, 2):
        rows = nearest_rows(
            walk.shape(source)[axis], walk.shape(result)[axis], half_pixel=options.HalfPixelCenters()
        )
        name = walk.builder.emit("Gather", [name, walk.builder.weight(rows)], axis=axis)
    walk.names[result] = name


def reshape(walk: Walk, operator: Operator) -> None:
    """(N, h, w, anchors * values) to (N, h * w * anchors, values)."""
    walk.same_scale(operator)
    source, result = operator.inputs[0], operator.outputs[0]
    if len(walk.shape(result)) != 3:
        raise walk.unsupported(operator, f"the new shape {walk.shape(result)} is not (1, anchors, values)")
    kept = walk.selection.get(result)
    last = walk.shape(result)[2] if kept is None else len(kept)
    shape = walk.builder.integers([0, -1, last])
    walk.names[result] = walk.builder.emit("Reshape", [walk.value(source), shape])


def concatenation(walk: Walk, operator: Operator) -> None:
    """The anchors of all levels, one after the other."""
    walk.same_scale(operator)
    if operator.options("ConcatenationOptions").Axis() not in (1, -2):
        raise walk.unsupported(operator, "only anchors can be joined")
    names = [walk.value(index) for index in operator.inputs]
    walk.names[operator.outputs[0]] = walk.builder.emit("Concat", names, axis=1)


def logistic(walk: Walk, operator: Operator) -> None:
    """Looked up in a table of its 256 values."""
    source, result = operator.inputs[0], operator.outputs[0]
    table = walk.builder.weight(logistic_table(walk.scale(source), walk.scale(result)))
    index = walk.builder.emit("Cast", [walk.value(source)], to=TensorProto.INT32)
    walk.names[result] = walk.builder.emit("Gather", [table, index], axis=0)


def dequantize(walk: Walk, operator: Operator) -> None:
    """To float32."""
    source, result = operator.inputs[0], operator.outputs[0]
    scale = walk.scale_inputs(source)
    walk.names[result] = walk.builder.emit("DequantizeLinear", [walk.value(source), *scale])


RULES: dict[str, Callable[[Walk, Operator], None]] = {
    "ADD": add,
    "CONCATENATION": concatenation,
    "CONV_2D": convolution,
    "DEPTHWISE_CONV_2D": convolution,
    "DEQUANTIZE": dequantize,
    "LOGISTIC": logistic,
    "MAX_POOL_2D": max_pool,
    "QUANTIZE": quantize,
    "RESHAPE": reshape,
    "RESIZE_NEAREST_NEIGHBOR": resize_nearest,
}
