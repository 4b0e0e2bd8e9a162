"""Convolutions and fully connected layers."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.convert.tflite.padding import along, pads
from models.convert.tflite.reader import Operator
from models.convert.tflite.translation import Order, Translation, rule


def _bias(t: Translation, operator: Operator) -> list[str]:
    if len(operator.inputs) < 3 or operator.inputs[2] < 0:
        return []
    return [t.builder.weight(t.constant(operator.inputs[2]).reshape(-1).astype(np.float32))]


@rule("CONV_2D")
def convolution(t: Translation, operator: Operator) -> None:
    """Weights (out, H, W, in) become (out, in, H, W)."""
    options = operator.options("Conv2DOptions")
    weights = t.constant(operator.inputs[1])
    if weights.shape[3] != t.shape(operator.inputs[0])[3]:
        raise t.unsupported(operator, "grouped convolution is not supported")
    _convolve(t, operator, options, weights.transpose(0, 3, 1, 2), groups=1)


@rule("DEPTHWISE_CONV_2D")
def depthwise(t: Translation, operator: Operator) -> None:
    """Weights (1, H, W, channels) become (channels, 1, H, W), a group for each input channel."""
    options = operator.options("DepthwiseConv2DOptions")
    weights = t.constant(operator.inputs[1])
    groups = t.shape(operator.inputs[0])[3]
    _convolve(t, operator, options, weights.transpose(3, 0, 1, 2), groups=groups)


def _convolve(t: Translation, operator: Operator, options: Any, weights: NDArray[Any], groups: int) -> None:
    kernel = (int(weights.shape[2]), int(weights.shape[3]))
    strides = (options.StrideH(), options.StrideW())
    dilations = (options.DilationHFactor(), options.DilationWFactor())
    zeros = pads(
        options.Padding(),
        t.shape(operator.inputs[0]),
        t.shape(operator.outputs[0]),
        kernel,
        strides,
        dilations,
    )
    result = t.builder.emit(
        "Conv",
        [t.spatial(operator.inputs[0]), t.builder.weight(weights), *_bias(t, operator)],
        kernel_shape=list(kernel),
        strides=list(strides),
        dilations=list(dilations),
        pads=zeros,
        group=groups,
    )
    result = t.activated(result, options.FusedActivationFunction(), operator)
    t.set_value(operator.outputs[0], result, Order.CHANNELS_FIRST)


@rule("CUSTOM:Convolution2DTransposeBias")
def transposed_convolution(t: Translation, operator: Operator) -> None:
    """MediaPipe's transposed convolution with bias; weights (out, H, W, in).

    Source: `mediapipe/util/tflite/operations/transpose_conv_bias.cc`; its options are
    TfLiteTransposeConvParams: padding (1 SAME, 2 VALID), stride width, stride height, int32 each.
    """
    _, stride_w, stride_h = struct.unpack_from("<iii", operator.custom_options)
    weights = t.constant(operator.inputs[1])
    kernel, strides = weights.shape[1:3], (stride_h, stride_w)
    in_shape, out_shape = t.shape(operator.inputs[0]), t.shape(operator.outputs[0])
    # A transposed convolution is padded as the convolution from its output to its input would be.
    top, bottom = along(out_shape[1], in_shape[1], kernel[0], strides[0])
    left, right = along(out_shape[2], in_shape[2], kernel[1], strides[1])
    result = t.builder.emit(
        "ConvTranspose",
        [
            t.spatial(operator.inputs[0]),
            t.builder.weight(weights.transpose(3, 0, 1, 2)),
            *_bias(t, operator),
        ],
        kernel_shape=list(kernel),
        strides=list(strides),
        pads=[top, left, bottom, right],
    )
    t.set_value(operator.outputs[0], result, Order.CHANNELS_FIRST)


@rule("FULLY_CONNECTED")
def fully_connected(t: Translation, operator: Operator) -> None:
    """Weights (out, in) on a (batch, in) input."""
    options = operator.options("FullyConnectedOptions")
    weights = t.constant(operator.inputs[1])
    in_shape, out_shape = t.shape(operator.inputs[0]), t.shape(operator.outputs[0])
    rows = t.value(operator.inputs[0], Order.NATIVE)
    if len(out_shape) != 2 or in_shape[0] != 1:
        raise t.unsupported(operator, f"shapes {in_shape} to {out_shape} are not supported")
    if len(in_shape) != 2:
        rows = t.builder.emit("Flatten", [rows], axis=1)
    result = t.builder.emit("Gemm", [rows, t.builder.weight(weights), *_bias(t, operator)], transB=1)
    result = t.activated(result, options.FusedActivationFunction(), operator)
    t.set_value(operator.outputs[0], result, Order.NATIVE)
