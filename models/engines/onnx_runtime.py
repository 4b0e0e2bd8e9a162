"""The ONNX Runtime engine.

On a processor every session has one thread, and the pictures of a batch are spread over the process's
own pool (`threads.spread`). Measured on two cores, processor milliseconds a picture, batch of 4 (of 1):

    one-thread sessions, our pool     hand landmarks full  8.1 (8.3)   palm full 15.8 (15.6)
    two threads a session, no spin                         8.5 (10.5)            17.5 (18.2)
    ONNX Runtime's global pool                             9.1 (12.8)            24.0 (35.9)

(palm before its PRelu was rewritten, see `prelu`). The global pool cannot be told from Python not to
spin, which is where its processor time goes. One thread a picture also makes a picture's result
independent of what else is in the batch.

CUDA and TensorRT take a batch as a whole; their code has not met a GPU yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import onnx

from models.engine import FloatArray
from models.engines.batches import Signature, fixed
from models.engines.choice import Device, EngineChoice, EngineError
from models.engines.integers import clamps_products, make_weights_unsigned
from models.engines.prelu import rewrite_prelu
from models.engines.quiet_onnxruntime import onnxruntime
from models.engines.threads import spread

PROVIDERS: dict[Device, tuple[str, ...]] = {
    Device.CPU: ("CPUExecutionProvider",),
    Device.CUDA: ("CUDAExecutionProvider", "CPUExecutionProvider"),
    Device.TENSORRT: ("TensorrtExecutionProvider", "CUDAExecutionProvider", "CPUExecutionProvider"),
}
# What a TF32 product keeps is 10 bits of mantissa: that would not be the f32 the label promises.
_CUDA_OPTIONS = {"use_tf32": "0"}

SMALL_WEIGHTS = 256 * 1024
"""Bytes of weights below which a model runs faster in one call than spread over threads.

So does a model of vectors, whatever its size: its batch is one product of matrices, which reads the weights
once. On two cores a batch of ten takes a fifth of the processor time, and gives each row's bytes as alone.
"""


class OnnxRuntimeEngine:
    """One ONNX model in ONNX Runtime; see `models.engine.Engine`."""

    def __init__(self, model: onnx.ModelProto, choice: EngineChoice) -> None:
        """Load a model with one float32 input; the first dimension of input and outputs is the batch.

        Raises:
            EngineError: where the device is not there, or ONNX Runtime refuses the graph.
        """
        self._choice = choice
        heavy = weight_bytes(model) >= SMALL_WEIGHTS
        if choice.device is Device.CPU:
            rewrite_prelu(model)
            if clamps_products():
                make_weights_unsigned(model)
        self._session = _session(model.SerializeToString(), choice.device)
        inputs, outputs = self._session.get_inputs(), self._session.get_outputs()
        if len(inputs) != 1 or any(port.type != "tensor(float)" for port in (*inputs, *outputs)):
            raise EngineError("an engine runs graphs with one float32 input and float32 outputs only")
        self._input = str(inputs[0].name)
        self._signature = Signature(
            fixed(inputs[0].shape, "the input"),
            tuple(fixed(port.shape, f"output {port.name}") for port in outputs),
        )
        of_vectors = len(self._signature.input_shape) == 1
        self._spreads = choice.device is Device.CPU and heavy and not of_vectors

    @property
    def label(self) -> str:
        """As in `onnxruntime-cpu-f32`."""
        return self._choice.label

    def run(self, batch: FloatArray) -> tuple[FloatArray, ...]:
        """See `models.engine.Engine.run`; an empty batch gives empty outputs.

        Raises:
            EngineError: where the batch is not float32 of the model's shape.
        """
        batch = self._signature.check(batch)
        count = len(batch)
        if count == 0:
            return self._signature.empty(0)
        if not self._spreads or count == 1:
            return tuple(self._session.run(None, {self._input: batch}))
        outputs = self._signature.empty(count)

        def one(index: int) -> None:
            results: Sequence[FloatArray] = self._session.run(None, {self._input: batch[index : index + 1]})
            for whole, part in zip(outputs, results, strict=True):
                whole[index] = part[0]

        spread(one, count)
        return outputs


def weight_bytes(model: onnx.ModelProto) -> int:
    """The size of a model's weights."""
    return int(sum(tensor.ByteSize() for tensor in model.graph.initializer))


def available_devices() -> tuple[Device, ...]:
    """The devices that the installed ONNX Runtime has a provider for."""
    present = set(onnxruntime.get_available_providers())
    return tuple(device for device, providers in PROVIDERS.items() if providers[0] in present)


def _session(content: bytes, device: Device) -> Any:
    if device not in available_devices():
        present = ", ".join(found.value for found in available_devices())
        raise EngineError(
            f"the installed ONNX Runtime has no {PROVIDERS[device][0]} (it has: {present}); "
            "another build of onnxruntime brings it"
        )
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    providers = [(name, _CUDA_OPTIONS if name.startswith("CUDA") else {}) for name in PROVIDERS[device]]
    try:
        session = onnxruntime.InferenceSession(content, options, providers=providers)
    except Exception as error:  # the binding raises a dozen unrelated classes
        raise EngineError(f"ONNX Runtime refuses the model: {_first_line(error)}") from error
    used = session.get_providers()[0]
    if used != PROVIDERS[device][0]:
        raise EngineError(f"{PROVIDERS[device][0]} does not start here; ONNX Runtime fell back to {used}")
    return session


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
