"""The OpenVINO engine, f32 or bf16, on the processor.

A model is compiled twice, both for one picture: *wide*, where all threads share the picture, for the
lowest latency of a single one; and in *streams*, one thread a picture, for more than one. Measured on
two cores in bf16, wall / processor milliseconds a picture:

                          hand landmarks full    palm full
    one: wide             3.1 / 5.6              4.1 / 8.2
    one: a stream         5.2 / 5.3              7.2 / 7.2
    four: streams         2.4 / 4.6              3.0 / 5.8
    four: fixed batch     2.3 / 4.5              3.0 / 6.0
    four: free batch      2.6 / 4.7              3.2 / 6.3

A free batch size is as easy and costs a tenth more, plus 20 to 260 ms whenever a size is met for the
first time; a fixed larger batch gains nothing over streams. Streams also make a picture's result
independent of what else is in the batch: wide and stream agree bit for bit.
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
            threads = thread_count()
            self._wide = _compile(model, choice.precision, threads, 1).create_infer_request()
            streams = _compile(model, choice.precision, threads, threads) if threads > 1 else None
        except RuntimeError as error:
            raise EngineError(f"OpenVINO refuses the model: {str(error).strip().splitlines()[-1]}") from error
        self._streams = [streams.create_infer_request() for _ in range(threads)] if streams else []

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
        # The last picture of an odd batch would leave the other processors idle on a stream.
        streams = len(self._streams)
        streamed = 0 if streams == 0 else count - 1 if count % streams == 1 else count
        for index in range(streamed):
            request = self._streams[index % streams]
            if index >= streams:
                request.wait()
                _collect(request, outputs, index - streams)
            request.start_async({0: batch[index : index + 1]}, share_inputs=True)
        for index in range(max(0, streamed - streams), streamed):
            request = self._streams[index % streams]
            request.wait()
            _collect(request, outputs, index)
        for index in range(streamed, count):
            self._wide.infer({0: batch[index : index + 1]}, share_inputs=True, share_outputs=True)
            _collect(self._wide, outputs, index)
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


def _compile(model: Any, precision: Precision, threads: int, streams: int) -> Any:
    return _core().compile_model(
        model,
        "CPU",
        {
            "INFERENCE_PRECISION_HINT": precision.value,
            "INFERENCE_NUM_THREADS": str(threads),
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
    """Copy a picture's results: the request's own tensors are overwritten by its next run."""
    for number, whole in enumerate(outputs):
        np.copyto(whole[index], request.get_output_tensor(number).data[0])
