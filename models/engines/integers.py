"""Keeps integer convolutions exact on x86 processors without VNNI.

There ONNX Runtime multiplies unsigned activations by signed weights with an instruction that clamps the
sum of two products to 16 bits: 2 * 255 * 127 does not fit, and results go wrong without a word. Unsigned
weights take another path that is exact everywhere but slower where VNNI is present. ONNX Runtime's
own remedy (`session.x64quantprecision`) does not know its convolution for channels last.
"""

from __future__ import annotations

import platform
import re
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

_VNNI = re.compile(r"\b(avx512_vnni|avx_vnni)\b")


def clamps_products(cpuinfo: Path = Path("/proc/cpuinfo"), architecture: str | None = None) -> bool:
    """Whether this processor has the fault; also where the system does not tell."""
    if (architecture or platform.machine()).lower() not in ("x86_64", "amd64", "i686"):
        return False
    try:
        return _VNNI.search(cpuinfo.read_text()) is None
    except OSError:
        return True


def make_weights_unsigned(model: onnx.ModelProto) -> int:
    """Give every integer convolution with constant int8 weights the same weights as uint8, in place.

    Returns:
        How many convolutions were changed.
    """
    constants = {tensor.name: tensor for tensor in model.graph.initializer}
    shifted: dict[str, str] = {}
    changed = 0
    for node in model.graph.node:
        if node.op_type != "QLinearConv" or not {node.input[3], node.input[5]} <= constants.keys():
            continue
        weights, zeros = constants[node.input[3]], constants[node.input[5]]
        if weights.data_type != onnx.TensorProto.INT8:
            continue
        for position, tensor in ((3, weights), (5, zeros)):
            if tensor.name not in shifted:
                values = numpy_helper.to_array(tensor).astype(np.int16) + 128
                unsigned = numpy_helper.from_array(values.astype(np.uint8), f"{tensor.name}/unsigned")
                model.graph.initializer.append(unsigned)
                shifted[tensor.name] = unsigned.name
            node.input[position] = shifted[tensor.name]
        changed += 1
    used = {name for node in model.graph.node for name in node.input}
    kept = [tensor for tensor in model.graph.initializer if tensor.name in used]
    del model.graph.initializer[:]
    model.graph.initializer.extend(kept)
    return changed
