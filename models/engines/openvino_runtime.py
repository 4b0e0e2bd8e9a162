"""The OpenVINO engine, f32 or bf16, on the processor.

A model is compiled for one picture and as many streams as there are threads: each picture of a batch
runs on one thread. Measured on two cores in bf16, wall / processor milliseconds a picture:

                                       hand landmarks full    palm full
    one picture on one stream          5.2 / 5.3              7.2 / 7.2
    one picture on both threads        3.1 / 5.6              4.1 / 8.2
    four pictures on two streams       2.4 / 4.6              3.0 / 5.8
    four as a batch of fixed size      2.3 / 4.5              3.0 / 6.0
    four as a batch of any size        2.6 / 4.7              3.2 / 6.3

Sharing a picture between threads is quicker by milliseconds that nobody sees and costs processor time
that a full table does not have. A batch of any size costs a tenth more, and 20 to 260 ms more whenever a
size is met for the first time; a fixed larger batch gains nothing. And on streams a picture's result
does not depend on what else is in the batch.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from models.engine import FloatArray
from models.engines.batches import Signature, fixed
from models.engines.choice import EngineChoice, EngineError, Precision
from models.engines.quiet_openvino import openvino
from models.engines.threads import thread_count

# Flags of /proc/cpuinfo that mean arithmetic on bf16 in hardware, on x86 and on Arm.
_BF16_FLAGS = re.compile(r"\b(avx512_bf16|amx_bf16|avx_ne_convert|svebf16|bf16)\b")

MAX_STREAMS = 16
"""A stream needs memory of its own, and a table hardly ever has more hands than this in one tick."""


class OpenVinoEngine:
    """One ONNX model in OpenVINO; see `models.engine.Engine`."""

    def __init__(self, content: bytes, choice: EngineChoice) -> None:
        """Compile a model with one float32 input; the first dimension of input and outputs is the batch.

        Raises:
            EngineError: where bf16 is asked for and the processor has none, or OpenVINO refuses the graph.
        """
        if choice.precision is Precision.BF16 and not has_bf16():
            raise EngineError("this processor has no bf16 arithmetic; OpenVINO would emulate it slowly")
        self._choice = choice
        try:
            model = _core().read_model(content)
            self._signature = _signature(model)
            model.reshape([1, *self._signature.input_shape])
            streams = min(thread_count(), MAX_STREAMS)
            compiled = _compile(model, choice.precision, streams)
        except RuntimeError as error:
            raise EngineError(f"OpenVINO refuses the model: {str(error).strip().splitlines()[-1]}") from error
        self._requests = [compiled.create_infer_request() for _ in range(streams)]

    @property
    def label(self) -> str:
        """As in `openvino-cpu-bf16`."""
        return self._choice.label

    def run(self, batch: FloatArray) -> tuple[FloatArray, ...]:
        """See `models.engine.Engine.run`; an empty batch gives empty outputs.

        Raises:
            EngineError: where the batch is not float32 of the model's shape.
        """
        batch = self._signature.check(batch)
        count = len(batch)
        outputs = self._signature.empty(count)
        streams = len(self._requests)
        for index in range(count):
            request = self._requests[index % streams]
            if index >= streams:
                _collect(request, outputs, index - streams)
            request.start_async({0: batch[index : index + 1]}, share_inputs=True)
        for index in range(max(0, count - streams), count):
            _collect(self._requests[index % streams], outputs, index)
        return outputs


@cache
def has_bf16() -> bool:
    """Whether the processor computes in bf16.

    OpenVINO names BF16 among its capabilities on any AVX-512 processor and emulates it where it is
    missing (`precision_support.cpp`), so the processor's own flags are asked too where Linux shows them.
    """
    if "BF16" not in _core().get_property("CPU", "OPTIMIZATION_CAPABILITIES"):
        return False
    try:
        return _BF16_FLAGS.search(Path("/proc/cpuinfo").read_text()) is not None
    except OSError:
        return True


@cache
def _core() -> Any:
    return openvino.Core()


def _compile(model: Any, precision: Precision, streams: int) -> Any:
    return _core().compile_model(
        model,
        "CPU",
        {
            "INFERENCE_PRECISION_HINT": precision.value,
            "INFERENCE_NUM_THREADS": str(streams),
            "NUM_STREAMS": str(streams),
            # Pinned threads of several models would all sit on the same first processors.
            "ENABLE_CPU_PINNING": "NO",
        },
    )


def _signature(model: Any) -> Signature:
    ports = (*model.inputs, *model.outputs)
    if len(model.inputs) != 1 or any(port.element_type != openvino.Type.f32 for port in ports):
        raise EngineError("an engine runs graphs with one float32 input and float32 outputs only")
    shapes = [
        fixed([size.get_length() if size.is_static else None for size in port.partial_shape], str(port))
        for port in ports
    ]
    return Signature(shapes[0], tuple(shapes[1:]))


def _collect(request: Any, outputs: tuple[FloatArray, ...], index: int) -> None:
    """Wait for a picture's results and copy them: the request's next run overwrites its own tensors."""
    request.wait()
    for number, whole in enumerate(outputs):
        np.copyto(whole[index], request.get_output_tensor(number).data[0])
