"""From the JavaScript modules of nsfwjs to ONNX."""

from __future__ import annotations

from collections.abc import Sequence

import onnx

from models.convert.tfjs import graph_model, layers_model
from models.convert.tfjs.module import exported
from models.convert.tfjs.weights import weights
from models.errors import MalformedModel


def convert(sources: Sequence[bytes], model: str) -> onnx.ModelProto:
    """Translate a model.

    Args:
        sources: the model's module, then its weight shards in order.
        model: its name, for messages.

    Returns:
        ONNX of opset 17 with a free batch "N": images (N, H, W, C) float32 in, a vector out.

    Raises:
        MalformedModel: a damaged file.
        UnsupportedOperator: names the layer or operator and the model.
    """
    description = exported(sources[0], model)
    shards = [exported(shard, model) for shard in sources[1:]]
    try:
        topology = description["modelTopology"]
        values = weights(description["weightsManifest"], shards, model)
        translate = graph_model.convert if "node" in topology else layers_model.convert
        return translate(topology, values, model)
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise MalformedModel(f"{model}: the model's description lacks something ({error!r})") from error
