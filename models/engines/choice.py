"""Which engine to use: runtime, device and precision, as in `openvino-cpu-bf16`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from models.errors import ModelError


class EngineError(ModelError):
    """An engine that was asked for and cannot be had here, or a batch that it cannot take."""


class Runtime(Enum):
    """The library that runs the graph."""

    ONNXRUNTIME = "onnxruntime"
    OPENVINO = "openvino"


class Device(Enum):
    """What the graph runs on; for ONNX Runtime also through which execution provider."""

    CPU = "cpu"
    CUDA = "cuda"
    TENSORRT = "tensorrt"


class Precision(Enum):
    """The arithmetic inside the graph. Inputs and outputs are float32 in any case."""

    F32 = "f32"
    BF16 = "bf16"


@dataclass(frozen=True, slots=True)
class EngineChoice:
    """One way to run a model."""

    runtime: Runtime = Runtime.ONNXRUNTIME
    device: Device = Device.CPU
    precision: Precision = Precision.F32

    def __post_init__(self) -> None:
        if self.runtime is Runtime.OPENVINO and self.device is not Device.CPU:
            raise EngineError(f"OpenVINO runs here on the cpu only, not on {self.device.value}")
        if self.runtime is Runtime.ONNXRUNTIME and self.precision is not Precision.F32:
            raise EngineError(f"ONNX Runtime runs here in f32 only, not in {self.precision.value}")

    @property
    def label(self) -> str:
        """The text that `parse` reads back, as in `onnxruntime-cuda-f32`."""
        return f"{self.runtime.value}-{self.device.value}-{self.precision.value}"

    @classmethod
    def parse(cls, text: str) -> EngineChoice | None:
        """Read a choice as given on a command line.

        Args:
            text: `auto`, or runtime, device and precision with dashes between; what is left out at the
                end is `cpu` and `f32`.

        Returns:
            None for `auto`.

        Raises:
            EngineError: for anything else, with the texts that are possible.
        """
        cleaned = text.strip().lower()
        if cleaned in ("", "auto"):
            return None
        parts = cleaned.split("-")
        try:
            if len(parts) > 3:
                raise ValueError(cleaned)
            runtime = Runtime(parts[0])
            device = Device(parts[1]) if len(parts) > 1 else Device.CPU
            precision = Precision(parts[2]) if len(parts) > 2 else Precision.F32
        except ValueError:
            raise EngineError(f"no engine is called {text!r}; possible are auto, {', '.join(ALL)}") from None
        return cls(runtime, device, precision)


ALL: tuple[str, ...] = (
    "onnxruntime-cpu-f32",
    "onnxruntime-cuda-f32",
    "onnxruntime-tensorrt-f32",
    "openvino-cpu-f32",
    "openvino-cpu-bf16",
)
"""Every label there can be; which of them this machine has is another question."""
