"""Picks the engine that suits this machine, by measurement, and can say why."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import onnx

from models.engine import Engine
from models.engines.choice import Device, EngineChoice, EngineError, Precision, Runtime
from models.engines.memory import Memory
from models.engines.onnx_runtime import SMALL_WEIGHTS, available_devices, weight_bytes
from models.engines.opening import open_onnx
from models.engines.sample import sample_batch
from models.engines.trial import BATCH_SIZES, Cost, costs, deviation

F32 = EngineChoice()
BF16 = EngineChoice(Runtime.OPENVINO, Device.CPU, Precision.BF16)

_INTEGER_OPERATORS = {"QuantizeLinear", "DequantizeLinear", "QLinearConv", "ConvInteger", "MatMulInteger"}


@dataclass(frozen=True, slots=True)
class Rival:
    """One engine that was looked at."""

    choice: EngineChoice
    costs: Mapping[str, Cost]
    """By model name."""
    deviation: float
    """The largest over the models, as `trial.deviation`, against ONNX Runtime in f32."""

    @property
    def weight(self) -> float:
        """What it is ranked by; infinite where it strays too far."""
        return sum(cost.weight for cost in self.costs.values()) if self.deviation <= 1 else math.inf

    def __str__(self) -> str:
        if math.isinf(self.deviation):
            return f"{self.choice.label}: does not work here"
        figures = ", ".join(f"{name} {cost.processor_ms:.1f} ms" for name, cost in self.costs.items())
        if self.deviation > 1:
            figures += f", but strays {self.deviation:.1f} times as far from f32 as is allowed"
        return f"{self.choice.label}: {figures}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Which engine is best here, and the figures behind it."""

    rivals: tuple[Rival, ...]
    """The best one first."""
    measured_now: bool
    """False where all figures were remembered."""
    file: Path | None
    """Where they are remembered; None where they could not be written."""

    @property
    def choice(self) -> EngineChoice:
        """The best engine."""
        return self.rivals[0].choice

    def __str__(self) -> str:
        figures = "; ".join(map(str, self.rivals))
        when = "measured just now" if self.measured_now else "measured before"
        where = f"remembered in {self.file}" if self.file else "not remembered"
        return f"{figures} (processor time a picture); {when}, {where}"


class Chooser:
    """Measures engines once and remembers the outcome."""

    def __init__(self, file: Path) -> None:
        """Use that file to remember; its folder is made when needed."""
        self._memory = Memory(file)

    def verdict(self, models: Mapping[str, bytes], choices: Sequence[EngineChoice] | None = None) -> Verdict:
        """Rank the engines by the cost of some models.

        Args:
            models: name and ONNX content of one or more float models.
            choices: what to compare; None takes all that this machine has.
        """
        rivals = available() if choices is None else choices
        keys = {name: _checksum(content) for name, content in models.items()}
        wanted = [_key(keys[name], choice, what) for name in models for choice in rivals for what in _WHATS]
        missing = any(self._memory.get(key) is None for key in wanted)
        written = True
        if missing:
            fresh: dict[str, float] = {}
            for name, content in models.items():
                fresh |= _measure(keys[name], content, rivals)
            written = self._memory.remember(fresh)
        ranked = sorted((self._rival(keys, choice) for choice in rivals), key=lambda rival: rival.weight)
        return Verdict(tuple(ranked), missing, self._memory.file if written else None)

    def precise(self, content: bytes, choice: EngineChoice, span: tuple[float, float] = (0.0, 1.0)) -> bool:
        """Whether a model may run in bf16: its outputs on a drawn picture stray from
        f32 by no more than `trial.deviation` allows.

        Args:
            content: the ONNX model.
            choice: the engine that is to run it; anything but bf16 is precise without a look.
            span: the values that stand for black and white in the model's input.
        """
        if choice.precision is Precision.F32:
            return True
        key = _key(_checksum(content), choice, "deviation")
        known = self._memory.get(key)
        if known is None:
            batch = sample_batch(max(BATCH_SIZES), input_shape(content), span)
            known = deviation(open_onnx(content, F32).run(batch), open_onnx(content, choice).run(batch))
            self._memory.remember({key: known})
        return bool(known <= 1)

    def _rival(self, keys: Mapping[str, str], choice: EngineChoice) -> Rival:
        def number(name: str, what: str) -> float:
            value = self._memory.get(_key(keys[name], choice, what))
            return math.inf if value is None else value

        return Rival(
            choice,
            {name: Cost(number(name, "processor_ms"), number(name, "wall_ms")) for name in keys},
            max(number(name, "deviation") for name in keys),
        )


_WHATS = ("processor_ms", "wall_ms", "deviation")


def available() -> tuple[EngineChoice, ...]:
    """The engines that `auto` compares here.

    TensorRT is not among them: it spends minutes on building its own form of a model.
    """
    choices = [EngineChoice(device=device) for device in available_devices() if device is not Device.TENSORRT]
    try:
        from models.engines.openvino_runtime import has_bf16
    except ImportError:
        return tuple(choices)
    choices.append(EngineChoice(Runtime.OPENVINO))
    return (*choices, BF16) if has_bf16() else tuple(choices)


def made_for_onnxruntime(content: bytes) -> bool:
    """Whether a model runs best in ONNX Runtime whatever the machine: integer graphs and tiny ones."""
    model = onnx.load_from_string(content)
    if any(node.op_type in _INTEGER_OPERATORS for node in model.graph.node):
        return True
    return weight_bytes(model) < SMALL_WEIGHTS


def input_shape(content: bytes) -> tuple[int, ...]:
    """The shape of a model's input without the batch."""
    dimensions = onnx.load_from_string(content).graph.input[0].type.tensor_type.shape.dim
    return tuple(int(size.dim_value) for size in dimensions[1:])


def _measure(checksum: str, content: bytes, choices: Sequence[EngineChoice]) -> dict[str, float]:
    """Cost and deviation of one model in every engine; an engine that does not start costs infinitely."""
    batch = sample_batch(max(BATCH_SIZES), input_shape(content))
    engines: dict[EngineChoice, Engine] = {}
    numbers = {_key(checksum, choice, what): math.inf for choice in choices for what in _WHATS}
    for choice in choices:
        try:
            engines[choice] = open_onnx(content, choice)
        except EngineError:
            continue
    reference = (engines.get(F32) or open_onnx(content, F32)).run(batch)
    for (choice, engine), cost in zip(engines.items(), costs(list(engines.values()), batch), strict=True):
        numbers[_key(checksum, choice, "processor_ms")] = cost.processor_ms
        numbers[_key(checksum, choice, "wall_ms")] = cost.wall_ms
        numbers[_key(checksum, choice, "deviation")] = deviation(reference, engine.run(batch))
    return numbers


def _key(checksum: str, choice: EngineChoice, what: str) -> str:
    return f"{checksum[:16]} {choice.label} {what}"


def _checksum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
