"""The converted TFLite models say what LiteRT says.

Two relative differences are held down, each over all pictures of an output together: the Euclidean norm of
the difference by the norm of what LiteRT says, and the largest single difference by the output's range: the
manifest's for probabilities, else largest less smallest value of what LiteRT says.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from ai_edge_litert.interpreter import Interpreter
from numpy.typing import NDArray

from models import manifest
from models.engines.quiet_onnxruntime import onnxruntime
from tests.models.pictures import noise, scene

MODELS = [name for name, entry in manifest.entries().items() if entry.converter == "tflite"]
TOLERANCE = 1e-4
WORST = {"selfie": 5e-4}
"""Where one value in a million may differ by more: on the steep edge of a mask ONNX Runtime differs by 1.5e-4
from itself with its optimisations off, and OpenVINO by 1e-4 from either. A level of 8 bits is 4e-3."""

Outputs = dict[str, NDArray[np.float32]]


def _pictures(name: str) -> NDArray[np.float32]:
    """(8, H, W, 3) float32 over the model's input range: four of noise, four scenes."""
    port = manifest.entry(name).inputs[0]
    size = int(port.shape[1])
    low, high = port.range or (0.0, 1.0)
    unit = np.stack([noise(seed, size, size) for seed in range(4)] + [scene(seed, size) for seed in range(4)])
    return (low + unit * (high - low)).astype(np.float32)


def _litert(source: bytes, pictures: NDArray[np.float32]) -> Outputs:
    interpreter = Interpreter(model_content=source, num_threads=1)
    interpreter.allocate_tensors()
    details = interpreter.get_output_details()
    collected: dict[str, list[NDArray[np.float32]]] = {}
    for picture in pictures:
        interpreter.set_tensor(interpreter.get_input_details()[0]["index"], picture[None])
        interpreter.invoke()
        for detail in details:
            collected.setdefault(detail["name"], []).append(interpreter.get_tensor(detail["index"]).copy())
    return {name: np.concatenate(rows) for name, rows in collected.items()}


def _session(file: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(file.read_bytes(), options, providers=["CPUExecutionProvider"])


@pytest.mark.parametrize("name", MODELS)
def test_a_batch_of_eight_agrees_with_litert_and_with_eight_singles(
    name: str, fetched: Callable[[str], Path], sources: Callable[[str], list[bytes]]
) -> None:
    entry = manifest.entry(name)
    pictures = _pictures(name)
    session = _session(fetched(name))
    wanted = [port.name for port in entry.outputs]

    batch = session.run(wanted, {entry.inputs[0].name: pictures})
    singles = [session.run(wanted, {entry.inputs[0].name: picture[None]}) for picture in pictures]
    reference = _litert(sources(name)[0], pictures)

    for index, port in enumerate(entry.outputs):
        truth = reference[port.tensor]
        scale = np.ptp(truth if port.range is None else port.range)
        assert batch[index].shape == truth.shape
        difference = batch[index] - truth
        assert np.linalg.norm(difference) / np.linalg.norm(truth) <= TOLERANCE, port.name
        assert np.abs(difference).max() / scale <= WORST.get(name, TOLERANCE), port.name
        assert np.abs(batch[index] - np.concatenate([one[index] for one in singles])).max() / scale <= 1e-5
