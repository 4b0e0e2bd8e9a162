"""Operators that move values without changing them."""

from __future__ import annotations

import numpy as np

from models.convert.tflite.reader import Operator
from models.convert.tflite.translation import CHANNELS_FIRST, CHANNELS_LAST, Order, Translation, rule


@rule("PAD")
def pad(t: Translation, operator: Operator) -> None:
    """Zeros around an image or behind its channels."""
    amounts = t.constant(operator.inputs[1]).astype(np.int64)
    if amounts.shape != (4, 2) or amounts[0].any():
        raise t.unsupported(operator, "only images are padded, and not along the batch")
    arranged = amounts[list(CHANNELS_FIRST)]
    widths = t.builder.integers([*arranged[:, 0], *arranged[:, 1]])
    result = t.builder.emit("Pad", [t.spatial(operator.inputs[0]), widths], mode="constant")
    t.set_value(operator.outputs[0], result, Order.CHANNELS_FIRST)


@rule("RESHAPE")
def reshape(t: Translation, operator: Operator) -> None:
    """A new shape whose first dimension stays the batch."""
    source, target = t.shape(operator.inputs[0]), t.shape(operator.outputs[0])
    if not source or not target or source[0] != 1 or target[0] != 1:
        raise t.unsupported(operator, f"reshaping {source} to {target} would mix the batch")
    shape = t.builder.integers([-1, *target[1:]])
    result = t.builder.emit("Reshape", [t.value(operator.inputs[0], Order.NATIVE), shape])
    t.set_value(operator.outputs[0], result, Order.NATIVE)


@rule("CONCATENATION")
def concatenation(t: Translation, operator: Operator) -> None:
    """One after the other along a dimension other than the batch."""
    options = operator.options("ConcatenationOptions")
    rank = len(t.shape(operator.outputs[0]))
    axis, order = options.Axis() % rank, Order.NATIVE
    if axis == 0:
        raise t.unsupported(operator, "concatenating along the batch is not supported")
    if rank == 4:
        axis, order = CHANNELS_LAST.index(axis), Order.CHANNELS_FIRST
    result = t.builder.emit("Concat", [t.value(index, order) for index in operator.inputs], axis=axis)
    result = t.activated(result, options.FusedActivationFunction(), operator)
    t.set_value(operator.outputs[0], result, order)


@rule("DEPTH_TO_SPACE")
def depth_to_space(t: Translation, operator: Operator) -> None:
    """Blocks of channels become pixels, depth-column-row as TFLite lays them."""
    block = operator.options("DepthToSpaceOptions").BlockSize()
    image = t.spatial(operator.inputs[0])
    result = t.builder.emit("DepthToSpace", [image], blocksize=block, mode="DCR")
    t.set_value(operator.outputs[0], result, Order.CHANNELS_FIRST)
