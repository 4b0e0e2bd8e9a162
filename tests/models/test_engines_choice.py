from __future__ import annotations

import pytest

from models.engines import EngineChoice, EngineError
from models.engines.choice import ALL, Device, Precision, Runtime


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("auto", None),
        (" AUTO ", None),
        ("", None),
        ("onnxruntime", EngineChoice()),
        ("onnxruntime-cpu-f32", EngineChoice()),
        ("onnxruntime-cuda", EngineChoice(device=Device.CUDA)),
        ("openvino", EngineChoice(Runtime.OPENVINO)),
        ("OpenVINO-cpu-bf16", EngineChoice(Runtime.OPENVINO, Device.CPU, Precision.BF16)),
    ],
)
def test_reads_what_a_command_line_says(text: str, wanted: EngineChoice | None) -> None:
    assert EngineChoice.parse(text) == wanted


@pytest.mark.parametrize("label", ALL)
def test_a_label_reads_back(label: str) -> None:
    choice = EngineChoice.parse(label)
    assert choice is not None
    assert choice.label == label


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("tensorflow", "no engine is called 'tensorflow'"),
        ("openvino-cpu-f16", "openvino-cpu-bf16"),
        ("openvino-cpu-f32-fast", "no engine"),
        ("openvino-cuda", "cpu only"),
        ("onnxruntime-cpu-bf16", "f32 only"),
    ],
)
def test_refuses_what_cannot_be(text: str, words: str) -> None:
    with pytest.raises(EngineError, match=words):
        EngineChoice.parse(text)
