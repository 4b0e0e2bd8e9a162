"""Unpacks the weights of a TensorFlow.js model."""

from __future__ import annotations

import base64
import binascii
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.errors import MalformedModel, UnsupportedOperator

Weights = dict[str, NDArray[np.float32]]

_STORED: dict[str, np.dtype[Any]] = {
    "float32": np.dtype("<f4"),
    "uint8": np.dtype("u1"),
    "uint16": np.dtype("<u2"),
}


def weights(manifest: Sequence[dict[str, Any]], shards: Sequence[str], model: str) -> Weights:
    """The float32 weights by name.

    Args:
        manifest: `weightsManifest` of the model.
        shards: the base64 text of each shard, in order.
        model: the model's name, for messages.

    A quantised value v stands for v * scale + min, computed in double precision and rounded once, as
    `decodeWeights` of TensorFlow.js does. Integer tensors (shapes, axes) are left out.

    Raises:
        MalformedModel: more or less bytes than the weights need.
        UnsupportedOperator: a storage type that no model in use needs.
    """
    try:
        content = b"".join(base64.b64decode(shard, validate=True) for shard in shards)
    except (binascii.Error, TypeError) as error:
        raise MalformedModel(f"{model}: a weight file is damaged ({error})") from error
    result: Weights = {}
    offset = 0
    for spec in (spec for group in manifest for spec in group["weights"]):
        quantisation = spec.get("quantization")
        stored = (quantisation or spec)["dtype"]
        is_integer = spec["dtype"] == "int32"
        if not is_integer and stored not in _STORED:
            raise UnsupportedOperator(f"{model}: weight '{spec['name']}' is stored as {stored}")
        dtype: np.dtype[Any] = _STORED.get(stored, np.dtype("<i4"))
        count = math.prod(spec["shape"])
        if offset + count * dtype.itemsize > len(content):
            raise MalformedModel(f"{model}: the weight files are cut short at '{spec['name']}'")
        values = np.frombuffer(content, dtype, count, offset).reshape(spec["shape"])
        offset += count * dtype.itemsize
        if not is_integer:
            result[spec["name"]] = _dequantised(values, quantisation)
    if offset != len(content):
        raise MalformedModel(f"{model}: the weight files hold {len(content)} bytes, the model uses {offset}")
    return result


def _dequantised(values: NDArray[Any], quantisation: dict[str, Any] | None) -> NDArray[np.float32]:
    if quantisation is None:
        return values.astype(np.float32)
    scale, least = float(quantisation["scale"]), float(quantisation["min"])
    return (values.astype(np.float64) * scale + least).astype(np.float32)
