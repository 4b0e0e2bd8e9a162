from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto
from onnx.reference import ReferenceEvaluator

from models.engine import Engine
from models.engines import EngineChoice, EngineError, open_onnx
from models.engines.choice import Device, Precision, Runtime
from models.engines.onnx_runtime import available_devices
from models.engines.openvino_runtime import has_bf16
from models.engines.prelu import rewrite_prelu
from models.engines.threads import thread_count
from tests.models.engine_graphs import convolutions, doubling

ONNXRUNTIME = EngineChoice()
OPENVINO = EngineChoice(Runtime.OPENVINO)
BF16 = EngineChoice(Runtime.OPENVINO, Device.CPU, Precision.BF16)

needs_bf16 = pytest.mark.skipif(not has_bf16(), reason="this processor has no bf16 arithmetic")
CHOICES = [
    pytest.param(ONNXRUNTIME, id="onnxruntime"),
    pytest.param(OPENVINO, id="openvino"),
    pytest.param(BF16, id="openvino-bf16", marks=needs_bf16),
]


@pytest.fixture(scope="module")
def graph() -> bytes:
    return convolutions()


@pytest.fixture(scope="module")
def engines(graph: bytes) -> dict[str, Engine]:
    choices = [ONNXRUNTIME, OPENVINO, *([BF16] if has_bf16() else [])]
    return {choice.label: open_onnx(graph, choice) for choice in choices}


def pictures(count: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).random((count, 12, 12, 3), np.float32)


@pytest.mark.parametrize(
    ("choice", "tolerance"),
    [(ONNXRUNTIME, 1e-5), (OPENVINO, 1e-5), pytest.param(BF16, 0.03, marks=needs_bf16)],
)
def test_computes_the_graph(
    graph: bytes, engines: dict[str, Engine], choice: EngineChoice, tolerance: float
) -> None:
    batch = pictures(3)
    wanted = ReferenceEvaluator(onnx.load_from_string(graph)).run(None, {"image": batch})
    found = engines[choice.label].run(batch)
    assert [output.shape for output in found] == [(3, 64), (3, 12, 12, 64)]
    for ours, theirs in zip(found, wanted, strict=True):
        assert ours.dtype == np.float32
        assert np.abs(ours - theirs).max() <= tolerance * np.abs(theirs).max()


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("count", [1, 2, thread_count() + 1, 8])
def test_a_result_does_not_depend_on_the_rest_of_the_batch(
    engines: dict[str, Engine], choice: EngineChoice, count: int
) -> None:
    engine, batch = engines[choice.label], pictures(count)
    together = engine.run(batch)
    alone = [engine.run(batch[index : index + 1]) for index in range(count)]
    for number, whole in enumerate(together):
        np.testing.assert_array_equal(whole, np.concatenate([outputs[number] for outputs in alone]))


@pytest.mark.parametrize("choice", CHOICES)
def test_outputs_belong_to_the_caller(engines: dict[str, Engine], choice: EngineChoice) -> None:
    engine = engines[choice.label]
    for count in (1, 4):
        first = engine.run(pictures(count))
        kept = [output.copy() for output in first]
        engine.run(pictures(count, seed=1))
        for output, copy in zip(first, kept, strict=True):
            np.testing.assert_array_equal(output, copy)
            output += 1  # writable


@pytest.mark.parametrize("choice", CHOICES)
def test_takes_an_empty_batch(engines: dict[str, Engine], choice: EngineChoice) -> None:
    assert [output.shape for output in engines[choice.label].run(pictures(0))] == [(0, 64), (0, 12, 12, 64)]


@pytest.mark.parametrize("choice", CHOICES)
def test_takes_a_batch_with_gaps_in_memory(engines: dict[str, Engine], choice: EngineChoice) -> None:
    batch = pictures(6)
    engine = engines[choice.label]
    np.testing.assert_array_equal(engine.run(batch[::2])[0], engine.run(batch[::2].copy())[0])


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize(
    "batch",
    [
        np.zeros((1, 12, 12, 3), np.float64),
        np.zeros((1, 12, 12, 4), np.float32),
        np.zeros((12, 12, 3), np.float32),
        np.zeros((), np.float32),
    ],
    ids=["float64", "four channels", "no batch", "a number"],
)
def test_refuses_other_batches(engines: dict[str, Engine], choice: EngineChoice, batch: np.ndarray) -> None:
    with pytest.raises(EngineError, match=r"takes float32 \(N, 12, 12, 3\)"):
        engines[choice.label].run(batch)


@pytest.mark.parametrize("choice", [ONNXRUNTIME, OPENVINO])
@pytest.mark.parametrize(
    "model",
    [b"no model", doubling(TensorProto.DOUBLE), doubling(inputs=2)],
    ids=["not onnx", "float64", "two inputs"],
)
def test_refuses_other_models(choice: EngineChoice, model: bytes) -> None:
    with pytest.raises(EngineError):
        open_onnx(model, choice)


def test_opens_a_file(tmp_path: Path, graph: bytes) -> None:
    file = tmp_path / "model.onnx"
    file.write_bytes(graph)
    assert open_onnx(file, ONNXRUNTIME).label == "onnxruntime-cpu-f32"
    with pytest.raises(FileNotFoundError):
        open_onnx(tmp_path / "other.onnx", ONNXRUNTIME)


@pytest.mark.skipif(Device.CUDA in available_devices(), reason="this ONNX Runtime has CUDA")
def test_a_missing_provider_is_named(graph: bytes) -> None:
    with pytest.raises(EngineError, match=r"no CUDAExecutionProvider \(it has: cpu\)"):
        open_onnx(graph, EngineChoice(device=Device.CUDA))


@pytest.mark.skipif(has_bf16(), reason="this processor has bf16 arithmetic")
def test_bf16_is_not_emulated(graph: bytes) -> None:
    with pytest.raises(EngineError, match="no bf16"):
        open_onnx(graph, BF16)


@pytest.mark.parametrize(
    ("slope_shape", "replaced"),
    [((64, 1, 1), 1), ((1, 64, 1, 1), 1), ((1, 1, 1), 0), ((64, 12, 12), 0), ((12,), 0)],
)
def test_prelu_as_convolutions_computes_the_same(slope_shape: tuple[int, ...], replaced: int) -> None:
    model = onnx.load_from_string(convolutions(slope_shape=slope_shape))
    batch = pictures(2)
    wanted = ReferenceEvaluator(model).run(None, {"image": batch})
    assert rewrite_prelu(model) == replaced
    onnx.checker.check_model(model, full_check=True)
    assert ("PRelu" in [node.op_type for node in model.graph.node]) == (replaced == 0)
    for ours, theirs in zip(ReferenceEvaluator(model).run(None, {"image": batch}), wanted, strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-6 * np.abs(theirs).max())


SILENCE = """
import sys

reached = []


def watch(event, arguments):
    # OpenVINO's reporter forks a process to send from.
    if event.startswith("socket.") or event in ("os.fork", "os.posix_spawn", "subprocess.Popen"):
        reached.append((event, arguments))


sys.addaudithook(watch)
from models.engines import EngineChoice, open_onnx
from tests.models.engine_graphs import doubling
import numpy as np

for text in ("onnxruntime", "openvino"):
    open_onnx(doubling(), EngineChoice.parse(text)).run(np.zeros((2, 4), np.float32))
import concurrent.futures.thread as pools

pools._python_exit()  # waits for what was sent in the background
assert not reached, reached
assert not [name for name in sys.modules if name.startswith("openvino_telemetry.")]
"""


ROOT = Path(__file__).resolve().parents[2]


def test_no_engine_reports_to_its_maker_or_prepares_to(tmp_path: Path) -> None:
    """ONNX Runtime reports from a thread that no hook sees, but names the machine in a file beforehand."""
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", SILENCE],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "ORT_DISABLE_TELEMETRY": "0", **home},
    )
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.rglob("*")) == []


@pytest.mark.parametrize("engine", ["onnxruntime", "openvino"])
def test_engines_are_imported_through_their_quiet_module_only(engine: str) -> None:
    plain = re.compile(rf"^\s*(import|from) {engine}\b", re.MULTILINE)
    folders = ("vision", "models", "rules", "service", "datasets", "benchmarks", "tests")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    found = [path.name for path in files if plain.search(path.read_text(encoding="utf-8"))]
    assert found == [f"quiet_{engine}.py"]
