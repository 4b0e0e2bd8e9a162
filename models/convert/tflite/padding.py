"""Where TFLite's SAME and VALID padding puts its zeros."""

from __future__ import annotations

import tflite


def along(size: int, out: int, kernel: int, stride: int, dilation: int = 1) -> tuple[int, int]:
    """Zeros before and after one dimension under SAME padding.

    Source: `ComputePaddingWithOffset` of TensorFlow Lite (`kernels/padding.h`): the odd zero goes after.
    """
    total = max((out - 1) * stride + (kernel - 1) * dilation + 1 - size, 0)
    return total // 2, total - total // 2


def pads(
    mode: int,
    in_shape: tuple[int, ...],
    out_shape: tuple[int, ...],
    kernel: tuple[int, int],
    strides: tuple[int, int],
    dilations: tuple[int, int] = (1, 1),
) -> list[int]:
    """ONNX pads (top, left, bottom, right) for NHWC shapes; kernel, strides, dilations are (H, W)."""
    if mode == tflite.Padding.VALID:
        return [0, 0, 0, 0]
    top, bottom = along(in_shape[1], out_shape[1], kernel[0], strides[0], dilations[0])
    left, right = along(in_shape[2], out_shape[2], kernel[1], strides[1], dilations[1])
    return [top, left, bottom, right]
