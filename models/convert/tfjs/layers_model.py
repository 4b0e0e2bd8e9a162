"""Keras layers models as TensorFlow.js stores them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray

from models.convert.builder import BATCH, GraphBuilder
from models.convert.tfjs.nodes import activation, average_pool, convolution
from models.convert.tfjs.weights import Weights
from models.errors import MalformedModel, UnsupportedOperator

_CHANNELS_FIRST, _CHANNELS_LAST = [0, 3, 1, 2], [0, 2, 3, 1]


def convert(topology: dict[str, Any], weights: Weights, model: str) -> onnx.ModelProto:
    """Translate a model with one image input and one vector output; ports keep their layers' names.

    Raises:
        UnsupportedOperator: names the layer and the model.
    """
    config = topology["model_config"]["config"]
    translation = _Translation(weights, model)
    for layer in config["layers"]:
        translation.add(layer)
    output = config["output_layers"][0][0]
    return translation.build(output)


class _Translation:
    """Values by layer name: images NCHW, vectors as they are."""

    def __init__(self, weights: Weights, model: str) -> None:
        self._weights = weights
        self._model = model
        self._builder = GraphBuilder()
        self._values: dict[str, str] = {}
        self._inputs: list[tuple[str, list[int | str]]] = []
        self._width = 0

    def add(self, layer: dict[str, Any]) -> None:
        kind, name, config = layer["class_name"], layer["name"], layer["config"]
        if config.get("data_format", "channels_last") != "channels_last":
            raise UnsupportedOperator(f"{self._where(layer)}: only channels_last is supported")
        if kind == "InputLayer":
            self._inputs.append((name, [BATCH, *config["batch_input_shape"][1:]]))
            self._values[name] = self._builder.emit("Transpose", [name], perm=_CHANNELS_FIRST)
            return
        if kind not in _RULES:
            raise UnsupportedOperator(f"{self._where(layer)} is not supported")
        sources = [self._values[inbound[0]] for inbound in layer["inbound_nodes"][0]]
        self._values[name] = _RULES[kind](self, layer, sources)

    def build(self, output: str) -> onnx.ModelProto:
        return self._builder.build(
            self._model, self._inputs, [(self._values[output], output, [BATCH, self._width])]
        )

    def _where(self, layer: dict[str, Any]) -> str:
        return f"{self._model}: layer {layer['class_name']} '{layer['name']}'"

    def _weight(self, layer: dict[str, Any], part: str) -> NDArray[np.float32]:
        name = f"{layer['name']}/{part}"
        if name not in self._weights:
            raise MalformedModel(f"{self._model}: weight '{name}' is missing")
        return self._weights[name]

    def _activated(self, layer: dict[str, Any], value: str) -> str:
        name = layer["config"].get("activation", "linear")
        return activation(self._builder, value, name, self._where(layer))

    def conv(self, layer: dict[str, Any], sources: list[str]) -> str:
        config = layer["config"]
        depthwise = layer["class_name"] == "DepthwiseConv2D"
        if config["dilation_rate"] != [1, 1]:
            raise UnsupportedOperator(f"{self._where(layer)}: dilation is not supported")
        kernel = self._weight(layer, "depthwise_kernel" if depthwise else "kernel")
        bias = self._weight(layer, "bias") if config["use_bias"] else None
        result = convolution(
            self._builder,
            sources[0],
            kernel,
            bias,
            config["strides"],
            config["padding"],
            depthwise=depthwise,
        )
        return self._activated(layer, result)

    def batch_norm(self, layer: dict[str, Any], sources: list[str]) -> str:
        parts = ("gamma", "beta", "moving_mean", "moving_variance")
        inputs = [self._builder.weight(self._weight(layer, part)) for part in parts]
        epsilon = layer["config"]["epsilon"]
        return self._builder.emit("BatchNormalization", [sources[0], *inputs], epsilon=epsilon)

    def relu(self, layer: dict[str, Any], sources: list[str]) -> str:
        config = layer["config"]
        if config["negative_slope"] or config["threshold"] or config["max_value"] not in (None, 6):
            raise UnsupportedOperator(f"{self._where(layer)}: only ReLU and ReLU6 are supported")
        name = "relu" if config["max_value"] is None else "relu6"
        return activation(self._builder, sources[0], name, self._where(layer))

    def add_values(self, layer: dict[str, Any], sources: list[str]) -> str:
        if len(sources) != 2:
            raise UnsupportedOperator(f"{self._where(layer)}: only two values are added")
        return self._builder.emit("Add", sources)

    def pad(self, layer: dict[str, Any], sources: list[str]) -> str:
        (top, bottom), (left, right) = layer["config"]["padding"]
        widths = self._builder.integers([0, 0, top, left, 0, 0, bottom, right])
        return self._builder.emit("Pad", [sources[0], widths])

    def average(self, layer: dict[str, Any], sources: list[str]) -> str:
        config = layer["config"]
        return average_pool(
            self._builder, sources[0], config["pool_size"], config["strides"], config["padding"]
        )

    def flatten(self, layer: dict[str, Any], sources: list[str]) -> str:
        image = self._builder.emit("Transpose", sources, perm=_CHANNELS_LAST)
        return self._builder.emit("Flatten", [image])

    def dropout(self, layer: dict[str, Any], sources: list[str]) -> str:
        return sources[0]  # only acts in training

    def dense(self, layer: dict[str, Any], sources: list[str]) -> str:
        kernel = self._weight(layer, "kernel")
        self._width = int(kernel.shape[1])
        inputs = [sources[0], self._builder.weight(kernel)]
        if layer["config"]["use_bias"]:
            inputs.append(self._builder.weight(self._weight(layer, "bias")))
        return self._activated(layer, self._builder.emit("Gemm", inputs))


_RULES: dict[str, Callable[[_Translation, dict[str, Any], list[str]], str]] = {
    "Conv2D": _Translation.conv,
    "DepthwiseConv2D": _Translation.conv,
    "BatchNormalization": _Translation.batch_norm,
    "ReLU": _Translation.relu,
    "Add": _Translation.add_values,
    "ZeroPadding2D": _Translation.pad,
    "AveragePooling2D": _Translation.average,
    "Flatten": _Translation.flatten,
    "Dropout": _Translation.dropout,
    "Dense": _Translation.dense,
}
