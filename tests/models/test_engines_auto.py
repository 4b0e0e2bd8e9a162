from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from models.engines import EngineChoice, open_onnx
from models.engines import auto as auto_module
from models.engines.auto import BF16, Chooser, available, made_for_onnxruntime
from models.engines.choice import Device, Runtime
from models.engines.memory import Memory
from models.engines.openvino_runtime import has_bf16
from models.engines.sample import sample_batch
from models.engines.trial import deviation
from tests.models.engine_graphs import cancelling, convolutions, doubling

MODELS = {"made": convolutions()}


def test_measures_once_and_remembers(tmp_path: Path) -> None:
    file = tmp_path / "home" / "engines.json"
    first = Chooser(file).verdict(MODELS)
    second = Chooser(file).verdict(MODELS)
    assert first.measured_now
    assert not second.measured_now
    assert first.rivals == second.rivals
    assert {rival.choice for rival in first.rivals} == set(available())
    assert [rival.weight for rival in first.rivals] == sorted(rival.weight for rival in first.rivals)


def test_says_why(tmp_path: Path) -> None:
    file = tmp_path / "engines.json"
    verdict = Chooser(file).verdict(MODELS)
    text = str(verdict)
    best = verdict.rivals[0]
    assert text.startswith(f"{verdict.choice.label}: made {best.costs['made'].processor_ms:.1f} ms")
    assert all(choice.label in text for choice in available())
    assert "measured just now" in text
    assert f"remembered in {file}" in text


def test_the_choice_can_be_opened(tmp_path: Path) -> None:
    choice = Chooser(tmp_path / "engines.json").verdict(MODELS).choice
    assert open_onnx(MODELS["made"], choice).label == choice.label


def test_another_model_is_measured_again(tmp_path: Path) -> None:
    file = tmp_path / "engines.json"
    Chooser(file).verdict(MODELS)
    assert Chooser(file).verdict({"made": convolutions(channels=48)}).measured_now
    assert not Chooser(file).verdict(MODELS).measured_now


def test_another_machine_is_measured_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "engines.json"
    Chooser(file).verdict(MODELS)
    with monkeypatch.context() as patch:
        patch.setattr("models.engines.machine.describe", lambda: {"processor": "another"})
        assert Chooser(file).verdict(MODELS).measured_now
    assert not Chooser(file).verdict(MODELS).measured_now


def _wrong_types(text: str) -> str:
    content = json.loads(text)
    for record in content["machines"].values():
        record["numbers"] = dict.fromkeys(record["numbers"], "fast")
    return json.dumps(content)


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[: len(text) // 2],
        lambda text: "",
        lambda text: "[1, 2]",
        lambda text: text.replace('"format": 1', '"format": 99'),
        lambda text: json.dumps({"format": 1, "machines": [3]}),
        _wrong_types,
        lambda text: "[" * 100_000,
    ],
    ids=["cut off", "empty", "a list", "another format", "no table", "wrong types", "deep"],
)
def test_a_damaged_memory_is_measured_again(tmp_path: Path, damage: Callable[[str], str]) -> None:
    file = tmp_path / "engines.json"
    Chooser(file).verdict(MODELS)
    file.write_text(damage(file.read_text()))
    assert Chooser(file).verdict(MODELS).measured_now
    assert not Chooser(file).verdict(MODELS).measured_now


def test_an_unwritable_folder_is_a_warning(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with caplog.at_level(logging.WARNING):
        verdict = Chooser(blocked / "engines.json").verdict(MODELS)
    assert verdict.measured_now
    assert verdict.file is None
    assert "not remembered" in str(verdict)
    assert "cannot remember" in caplog.text


def test_an_engine_that_does_not_start_loses(tmp_path: Path) -> None:
    missing = EngineChoice(device=Device.TENSORRT)
    verdict = Chooser(tmp_path / "engines.json").verdict(MODELS, [missing, EngineChoice()])
    assert verdict.choice == EngineChoice()
    assert "onnxruntime-tensorrt-f32: does not work here" in str(verdict)


def test_two_processes_keep_each_others_numbers(tmp_path: Path) -> None:
    file = tmp_path / "engines.json"
    ours, theirs = Memory(file), Memory(file)
    ours.remember({"a": 1.0})
    theirs.remember({"b": 2.0})
    assert (Memory(file).get("a"), Memory(file).get("b")) == (1.0, 2.0)


@pytest.mark.skipif(not has_bf16(), reason="this processor has no bf16 arithmetic")
def test_bf16_only_where_it_is_precise(tmp_path: Path) -> None:
    chooser = Chooser(tmp_path / "engines.json")
    assert chooser.precise(MODELS["made"], BF16)
    assert not chooser.precise(cancelling(), BF16)
    assert chooser.precise(cancelling(), EngineChoice(Runtime.OPENVINO))
    ranked = chooser.verdict({"made": cancelling()})
    assert ranked.rivals[-1].choice == BF16
    assert "as is allowed" in str(ranked)


def test_precision_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not has_bf16():
        pytest.skip("this processor has no bf16 arithmetic")
    file = tmp_path / "engines.json"
    assert Chooser(file).precise(MODELS["made"], BF16)
    monkeypatch.setattr(auto_module, "open_onnx", None)  # a second look would fail
    assert Chooser(file).precise(MODELS["made"], BF16)


@pytest.mark.parametrize(
    ("reference", "found", "wanted"),
    [
        ([[100.0, -100.0]], [[101.0, -101.0]], 1 / 3.1),
        ([[0.0, 0.0]], [[0.1, 0.1]], 1.0),
        ([[1.0], [1.0]], [[1.0], [np.nan]], np.inf),
        ([[1.0], [2.0]], [[1.0], [2.0]], 0.0),
        ([[]], [[]], 0.0),
    ],
)
def test_deviation(reference: list[list[float]], found: list[list[float]], wanted: float) -> None:
    arrays = [[np.array(values, np.float32) for values in side] for side in (reference, found)]
    assert deviation(*arrays) == pytest.approx(wanted, rel=1e-5)


def test_tiny_models_stay_in_onnxruntime() -> None:
    assert made_for_onnxruntime(doubling())
    assert not made_for_onnxruntime(convolutions(channels=128))


def test_the_drawn_picture_is_the_same_every_time() -> None:
    first, second = sample_batch(3, (32, 24, 3)), sample_batch(3, (32, 24, 3))
    np.testing.assert_array_equal(first, second)
    assert first.shape == (3, 32, 24, 3)
    assert first.dtype == np.float32
    assert 0 <= first.min() < first.max() <= 1
    assert not np.array_equal(first[0], first[1])
    wide = sample_batch(3, (32, 24, 3), (-1.0, 1.0))
    np.testing.assert_allclose(wide, 2 * first - 1, atol=1e-6)
