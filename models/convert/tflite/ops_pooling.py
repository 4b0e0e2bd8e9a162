"""Pooling, averaging and resizing of images."""

from __future__ import annotations

from typing import Any

import numpy as np

from models.convert.tflite.padding import pads
from models.convert.tflite.reader import Operator
from models.convert.tflite.translation import CHANNELS_LAST, Order, Translation, rule


@rule("MAX_POOL_2D")
def max_pool(t: Translation, operator: Operator) -> None:
    """Largest value of each window."""
    _pool(t, operator, "MaxPool")


@rule("AVERAGE_POOL_2D")
def average_pool(t: Translation, operator: Operator) -> None:
    """Mean of each window, padding not counted."""
    _pool(t, operator, "AveragePool", count_include_pad=0)


def _pool(t: Translation, operator: Operator, op_type: str, **attributes: Any) -> None:
    options = operator.options("Pool2DOptions")
    kernel = (options.FilterHeight(), options.FilterWidth())
    strides = (options.StrideH(), options.StrideW())
    in_shape, out_shape = t.shape(operator.inputs[0]), t.shape(operator.outputs[0])
    image = t.spatial(operator.inputs[0])
    if op_type == "AveragePool" and kernel == in_shape[1:3] and out_shape[1:3] == (1, 1):
        result = t.builder.emit("GlobalAveragePool", [image])
    else:
        zeros = pads(options.Padding(), in_shape, out_shape, kernel, strides)
        result = t.builder.emit(
            op_type, [image], kernel_shape=list(kernel), strides=list(strides), pads=zeros, **attributes
        )
    result = t.activated(result, options.FusedActivationFunction(), operator)
    t.set_value(operator.outputs[0], result, Order.CHANNELS_FIRST)


@rule("MEAN")
def mean(t: Translation, operator: Operator) -> None:
    """Mean over height and width."""
    rank = len(t.shape(operator.inputs[0]))
    axes = sorted(int(axis) % rank for axis in t.constant(operator.inputs[1]).reshape(-1))
    if rank != 4 or axes != [1, 2]:
        raise t.unsupported(operator, f"mean over dimensions {axes} of {rank} is not supported")
    keep = bool(operator.options("ReducerOptions").KeepDims())
    result = t.builder.emit(
        "ReduceMean",
        [t.spatial(operator.inputs[0])],
        axes=[CHANNELS_LAST[axis] for axis in axes],
        keepdims=int(keep),
    )
    t.set_value(operator.outputs[0], result, Order.CHANNELS_FIRST if keep else Order.NATIVE)


@rule("RESIZE_BILINEAR")
def resize_bilinear(t: Translation, operator: Operator) -> None:
    """Enlargement by a scale that float32 holds exactly, so that no rounding can change a size."""
    options = operator.options("ResizeBilinearOptions")
    in_shape, out_shape = t.shape(operator.inputs[0]), t.shape(operator.outputs[0])
    scales = [out_shape[axis] / in_shape[axis] for axis in (1, 2)]
    if any(float(np.float32(scale)) != scale for scale in scales):
        raise t.unsupported(operator, f"resizing {in_shape[1:3]} to {out_shape[1:3]} is not supported")
    if options.AlignCorners():
        mode = "align_corners"
    else:
        mode = "half_pixel" if options.HalfPixelCenters() else "asymmetric"
    result = t.builder.emit(
        "Resize",
        [t.spatial(operator.inputs[0]), "", t.builder.weight(np.array([1, 1, *scales], np.float32))],
        mode="linear",
        coordinate_transformation_mode=mode,
    )
    t.set_value(operator.outputs[0], result, Order.CHANNELS_FIRST)
