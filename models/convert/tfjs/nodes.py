"""The operations that layers models and graph models share, on NCHW values."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from models.convert.builder import GraphBuilder
from models.errors import UnsupportedOperator

_AUTO_PAD = {"same": "SAME_UPPER", "valid": "VALID"}
"""TensorFlow's SAME puts the odd zero after, as SAME_UPPER does."""


def convolution(
    builder: GraphBuilder,
    source: str,
    kernel: NDArray[np.float32],
    bias: NDArray[np.float32] | None,
    strides: Sequence[int],
    padding: str,
    *,
    depthwise: bool,
) -> str:
    """A convolution with a kernel (H, W, in, out), or (H, W, in, multiplier) where depthwise."""
    height, width, channels, outputs = kernel.shape
    if depthwise:
        kernel = kernel.reshape(height, width, 1, channels * outputs)
    inputs = [source, builder.weight(kernel.transpose(3, 2, 0, 1))]
    if bias is not None:
        inputs.append(builder.weight(bias))
    return builder.emit(
        "Conv",
        inputs,
        kernel_shape=[height, width],
        strides=list(strides),
        auto_pad=_AUTO_PAD[padding.lower()],
        group=channels if depthwise else 1,
    )


def average_pool(
    builder: GraphBuilder, source: str, window: Sequence[int], strides: Sequence[int], padding: str
) -> str:
    """The mean of each window, padding not counted."""
    return builder.emit(
        "AveragePool",
        [source],
        kernel_shape=list(window),
        strides=list(strides),
        auto_pad=_AUTO_PAD[padding.lower()],
        count_include_pad=0,
    )


def activation(builder: GraphBuilder, source: str, name: str, where: str) -> str:
    """An activation by its TensorFlow name.

    Raises:
        UnsupportedOperator: another one; `where` says which layer of which model.
    """
    kind = name.lower()
    if kind == "linear":
        return source
    if kind == "relu":
        return builder.emit("Relu", [source])
    if kind == "relu6":
        low, high = (builder.weight(np.array(limit, np.float32)) for limit in (0, 6))
        return builder.emit("Clip", [source, low, high])
    if kind == "softmax":
        return builder.emit("Softmax", [source], axis=-1)
    raise UnsupportedOperator(f"{where}: activation {name} is not supported")
