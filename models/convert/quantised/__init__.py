"""Turns an int8 TFLite detector into an integer ONNX graph with the same bits in every tensor.

`graph` walks over the operators, `rules` translates each, `arithmetic` holds the integer formulas and
`classes` cuts the heads down to the classes that are wanted.
"""

from models.convert.quantised.graph import convert

__all__ = ["convert"]
