"""TensorFlow.js files that are broken or hold something unknown."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from models.convert.tfjs import convert
from models.convert.tfjs.module import exported
from models.engines.quiet_onnxruntime import onnxruntime
from models.errors import MalformedModel, UnsupportedOperator


def _bundle(literal: str) -> bytes:
    before, after = (
        "!function(e){e()}(function(){return r}({1:[function(e,a,n){a.exports=",
        "},{}]},{},[1])(1)});",
    )
    return f"{before}{literal}{after}".encode()


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        ('{a:!0,b:!1,"c":null}', {"a": True, "b": False, "c": None}),
        ("{n:[.5,-.25,1e3,-0,7,1.5e-7]}", {"n": [0.5, -0.25, 1000.0, 0, 7, 1.5e-7]}),
        ('{s:"a:b,!0 {x:.5}"}', {"s": "a:b,!0 {x:.5}"}),
        (r'{s:"a \" b:1"}', {"s": 'a " b:1'}),
        ('"AAEC"', "AAEC"),
    ],
)
def test_a_minified_literal_is_read(literal: str, value: object) -> None:
    assert exported(_bundle(literal), "probe") == value


@pytest.mark.parametrize(
    "content", [b"", b"module.exports = 1", _bundle("{a:[1,")[:-30], _bundle("{a:f(1)}")]
)
def test_a_file_that_exports_no_data_is_refused(content: bytes) -> None:
    with pytest.raises(MalformedModel, match=r"^probe: "):
        exported(content, "probe")


WEIGHTS = np.array([[1, 2], [3, 4], [5, 6]], np.float32)


def _layers(**changes: Any) -> dict[str, Any]:
    """A model of one dense layer on a picture of 1 x 1 pixel."""
    layers: list[dict[str, Any]] = [
        {"class_name": "InputLayer", "name": "in", "config": {"batch_input_shape": [None, 1, 1, 3]}},
        {"class_name": "Flatten", "name": "flat", "config": {}, "inbound_nodes": [[["in", 0, 0, {}]]]},
        {
            "class_name": "Dense",
            "name": "out",
            "config": {"use_bias": False, "activation": "linear"},
            "inbound_nodes": [[["flat", 0, 0, {}]]],
        },
    ]
    layers[2] = {**layers[2], **changes}
    return {
        "modelTopology": {"model_config": {"config": {"layers": layers, "output_layers": [["out", 0, 0]]}}},
        "weightsManifest": [{"weights": [{"name": "out/kernel", "shape": [3, 2], "dtype": "float32"}]}],
    }


def _sources(model: dict[str, Any], content: bytes = WEIGHTS.tobytes()) -> list[bytes]:
    return [_bundle(json.dumps(model)), _bundle(f'"{base64.b64encode(content).decode()}"')]


def test_the_small_model_of_these_tests_is_right() -> None:
    session = onnxruntime.InferenceSession(convert(_sources(_layers()), "probe").SerializeToString())
    pictures = np.array([[[[1, 0, 0]]], [[[0, 1, 1]]]], np.float32)
    assert session.run(["out"], {"in": pictures})[0].tolist() == [[1, 2], [8, 10]]


def _dense(**config: Any) -> dict[str, Any]:
    return _layers(config={"use_bias": False, "activation": "linear", **config})


Model = Callable[[], list[bytes]]


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (
            lambda: _sources(_layers(class_name="GRU")),
            UnsupportedOperator,
            "layer GRU 'out' is not supported",
        ),
        (
            lambda: _sources(_dense(activation="elu")),
            UnsupportedOperator,
            "layer Dense 'out': activation elu",
        ),
        (lambda: _sources(_dense(data_format="channels_first")), UnsupportedOperator, "only channels_last"),
        (lambda: _sources(_dense(use_bias=True)), MalformedModel, "weight 'out/bias' is missing"),
        (lambda: _sources(_layers(), WEIGHTS.tobytes()[:-1]), MalformedModel, "cut short at 'out/kernel'"),
        (
            lambda: _sources(_layers(), WEIGHTS.tobytes() + b"0"),
            MalformedModel,
            "hold 25 bytes, the model uses 24",
        ),
        (lambda: _sources({"format": "graph-model"}), MalformedModel, "lacks something .*modelTopology"),
        (
            lambda: _sources(
                {"modelTopology": {"node": [{"name": "a", "op": "Erf"}]}, "weightsManifest": []}, b""
            ),
            UnsupportedOperator,
            "operator Erf 'a' is not supported",
        ),
        (lambda: [_sources(_layers())[0], _bundle('"AA="')], MalformedModel, "a weight file is damaged"),
    ],
)
def test_what_is_unknown_or_broken_is_named(make: Model, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=rf"^probe: .*{words}"):
        convert(make(), "probe")
