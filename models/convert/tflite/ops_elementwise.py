"""Operators that work on each value alone."""

from __future__ import annotations

from models.convert.tflite.reader import Operator
from models.convert.tflite.translation import Order, Translation, rule

_UNARY = {"RELU": "Relu", "LOGISTIC": "Sigmoid", "HARD_SWISH": "HardSwish"}
_BINARY = {"ADD": ("Add", "AddOptions"), "MUL": ("Mul", "MulOptions")}


@rule(*_UNARY)
def unary(t: Translation, operator: Operator) -> None:
    """One input; keeps the order it comes in."""
    source, target = operator.inputs[0], operator.outputs[0]
    order = t.order(source)
    t.set_value(target, t.builder.emit(_UNARY[operator.name], [t.value(source, order)]), order)


@rule(*_BINARY)
def binary(t: Translation, operator: Operator) -> None:
    """Two inputs that broadcast."""
    op_type, table = _BINARY[operator.name]
    order = Order.CHANNELS_FIRST if len(t.shape(operator.outputs[0])) == 4 else Order.NATIVE
    for index in operator.inputs:
        if not t.is_constant(index) and len(t.shape(index)) != len(t.shape(operator.outputs[0])):
            raise t.unsupported(operator, "broadcasting computed tensors of different rank is not supported")
    result = t.builder.emit(op_type, [t.value(index, order) for index in operator.inputs])
    result = t.activated(result, operator.options(table).FusedActivationFunction(), operator)
    t.set_value(operator.outputs[0], result, order)


@rule("PRELU")
def prelu(t: Translation, operator: Operator) -> None:
    """x where positive, slope * x elsewhere; the slope broadcasts."""
    source, slope = operator.inputs
    order = Order.CHANNELS_FIRST if len(t.shape(source)) == 4 else Order.NATIVE
    result = t.builder.emit("PRelu", [t.value(source, order), t.value(slope, order)])
    t.set_value(operator.outputs[0], result, order)
