from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from models import manifest, runtime, store
from models.engines import EngineChoice, EngineError, auto
from models.engines.choice import Runtime
from models.engines.openvino_runtime import has_bf16
from models.errors import MissingModel
from tests.models.engine_graphs import cancelling, convolutions, doubling, padded


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty store that has made graphs in the place of two models."""
    monkeypatch.setenv(store.HOME_VARIABLE, str(tmp_path))
    monkeypatch.delenv(runtime.ENGINE_VARIABLE, raising=False)
    put("hand_full", convolutions(channels=128))
    put("palm_full", convolutions(channels=96))
    return tmp_path


def put(name: str, content: bytes) -> None:
    file = store.location(manifest.entry(name))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def test_auto_takes_the_measured_best(home: Path) -> None:
    engine = runtime.open_model("hand_full")
    verdict = runtime.verdict()
    assert engine.label == verdict.choice.label
    assert set(verdict.rivals[0].costs) == {"hand_full", "palm_full"}
    assert (home / "engines.json").is_file()
    assert engine.run(np.zeros((2, 12, 12, 3), np.float32))[0].shape == (2, 128)


def test_a_choice_is_obeyed(home: Path) -> None:
    assert runtime.open_model("hand_full", EngineChoice(Runtime.OPENVINO)).label == "openvino-cpu-f32"
    assert not (home / "engines.json").exists()


def test_the_environment_is_obeyed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(runtime.ENGINE_VARIABLE, "openvino-cpu-f32")
    assert runtime.open_model("hand_full").label == "openvino-cpu-f32"
    assert runtime.open_model("hand_full", EngineChoice()).label == "onnxruntime-cpu-f32"
    monkeypatch.setenv(runtime.ENGINE_VARIABLE, "fastest")
    with pytest.raises(EngineError, match="no engine is called 'fastest'"):
        runtime.open_model("hand_full")


def test_tiny_models_run_in_onnxruntime(home: Path) -> None:
    put("pose", doubling())
    assert runtime.open_model("pose", EngineChoice(Runtime.OPENVINO)).label == "onnxruntime-cpu-f32"


@pytest.mark.skipif(not has_bf16(), reason="this processor has no bf16 arithmetic")
def test_auto_leaves_bf16_to_the_models_that_bear_it(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put("pose", padded(cancelling()))
    # Which engine is fastest depends on the machine; what follows from bf16 being it does not.
    monkeypatch.setattr(auto.Rival, "weight", property(lambda rival: rival.choice != auto.BF16))
    assert runtime.open_model("hand_full").label == "openvino-cpu-bf16"
    assert runtime.open_model("pose").label == "openvino-cpu-f32"
    assert runtime.open_model("pose", auto.BF16).label == "openvino-cpu-bf16"


def test_a_missing_model_says_what_to_do(home: Path) -> None:
    with pytest.raises(MissingModel, match="consigliere models fetch"):
        runtime.open_model("selfie")


@pytest.mark.parametrize("forced", ["auto", "openvino-cpu-f32"])
def test_an_exact_model_runs_in_full_precision_whatever_is_forced(
    monkeypatch: pytest.MonkeyPatch, forced: str
) -> None:
    monkeypatch.setenv("CONSIGLIERE_ENGINE", forced)
    assert runtime.open_model("shapes").label == "onnxruntime-cpu-f32"
