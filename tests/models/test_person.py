"""The converted person detector says what LiteRT says, to the last bit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest
from ai_edge_litert.interpreter import Interpreter

from models import manifest
from models.convert.quantised import convert
from models.convert.quantised.graph import translate
from models.convert.tflite.reader import Graph, Operator, Quantisation, read
from models.engine import FloatArray
from models.engines import EngineChoice, open_onnx
from models.engines.integers import clamps_products, make_weights_unsigned
from models.errors import MalformedModel, UnsupportedOperator
from tests.models.pictures import noise, scene

Sources = Callable[[str], list[bytes]]
SCORES, BOXES = "StatefulPartitionedCall:1", "StatefulPartitionedCall:0"


@pytest.fixture(scope="module")
def source(sources: Sources) -> bytes:
    return sources("person")[0]


@pytest.fixture(scope="module")
def graph(source: bytes) -> Graph:
    return read(source, "person")


@pytest.fixture(scope="module")
def pictures() -> FloatArray:
    """(8, 320, 320, 3) float32, whole numbers 0..255: four of noise, four scenes."""
    unit = [noise(seed, 320, 320) for seed in range(4)] + [scene(seed, 320) for seed in range(4)]
    return np.rint(np.stack(unit) * 255).astype(np.float32)


@pytest.fixture(scope="module")
def truth(source: bytes, pictures: FloatArray) -> dict[str, FloatArray]:
    """What LiteRT says, with XNNPACK as by default."""
    interpreter = Interpreter(model_content=source, num_threads=1)
    interpreter.allocate_tensors()
    collected: dict[str, list[FloatArray]] = {}
    for picture in pictures.astype(np.uint8):
        interpreter.set_tensor(interpreter.get_input_details()[0]["index"], picture[None])
        interpreter.invoke()
        for detail in interpreter.get_output_details():
            collected.setdefault(detail["name"], []).append(interpreter.get_tensor(detail["index"]).copy())
    return {name: np.concatenate(rows) for name, rows in collected.items()}


def run(model: onnx.ModelProto | bytes, pictures: FloatArray) -> dict[str, FloatArray]:
    content = model if isinstance(model, bytes) else model.SerializeToString()
    names = [port.name for port in onnx.load_from_string(content).graph.output]
    return dict(zip(names, open_onnx(content, EngineChoice()).run(pictures), strict=True))


def test_the_stored_model_equals_litert(
    fetched: Callable[[str], Path], pictures: FloatArray, truth: dict[str, FloatArray]
) -> None:
    found = run(fetched("person").read_bytes(), pictures)
    for port in manifest.entry("person").outputs:
        wanted = truth[port.tensor]
        np.testing.assert_array_equal(found[port.name], wanted[..., : found[port.name].shape[-1]])
    assert np.ptp(found["scores"]) > 0.05
    assert found["scores"].shape == (8, 19206, 1)


def test_all_classes_equal_litert(source: bytes, pictures: FloatArray, truth: dict[str, FloatArray]) -> None:
    found = run(convert(source, classes=None), pictures[::4])
    assert found[SCORES].shape == (2, 19206, 90)
    np.testing.assert_array_equal(found[SCORES], truth[SCORES][::4])
    np.testing.assert_array_equal(found[BOXES], truth[BOXES][::4])


def test_classes_come_in_the_order_asked_for(
    graph: Graph, pictures: FloatArray, truth: dict[str, FloatArray]
) -> None:
    found = run(translate(graph, (16, 0, 3)), pictures[:1])
    np.testing.assert_array_equal(found[SCORES], truth[SCORES][:1][..., [16, 0, 3]])
    np.testing.assert_array_equal(found[BOXES], truth[BOXES][:1])


def test_a_batch_of_eight_is_eight_singles(graph: Graph, pictures: FloatArray) -> None:
    engine = open_onnx(translate(graph).SerializeToString(), EngineChoice())
    together = engine.run(pictures)
    alone = [engine.run(picture[None]) for picture in pictures]
    for number, whole in enumerate(together):
        np.testing.assert_array_equal(whole, np.concatenate([outputs[number] for outputs in alone]))


def test_unsigned_weights_give_the_same(
    graph: Graph, pictures: FloatArray, truth: dict[str, FloatArray]
) -> None:
    model = translate(graph)
    assert make_weights_unsigned(model) == 182
    assert make_weights_unsigned(model) == 0
    stored = {tensor.name: tensor for tensor in model.graph.initializer}
    weights = [stored[node.input[3]] for node in model.graph.node if node.op_type == "QLinearConv"]
    assert {tensor.data_type for tensor in weights} == {onnx.TensorProto.UINT8}
    found = run(model, pictures[:1])
    np.testing.assert_array_equal(found[SCORES], truth[SCORES][:1, :, :1])
    np.testing.assert_array_equal(found[BOXES], truth[BOXES][:1])


@pytest.mark.parametrize(
    ("architecture", "flags", "wanted"),
    [
        ("x86_64", "flags : sse2 avx2 avx512f avx512_vnni", False),
        ("AMD64", "flags : sse2 avx2 avx_vnni", False),
        ("x86_64", "flags : sse2 avx2 avx512f", True),
        ("x86_64", None, True),
        ("aarch64", "Features : fp asimd", False),
    ],
)
def test_knows_which_processors_clamp(
    tmp_path: Path, architecture: str, flags: str | None, wanted: bool
) -> None:
    file = tmp_path / "cpuinfo"
    if flags is not None:
        file.write_text(f"processor : 0\n{flags}\n")
    assert clamps_products(file, architecture) == wanted


def test_the_same_file_gives_the_same_bytes(source: bytes) -> None:
    assert convert(source).SerializeToString() == convert(source).SerializeToString()


def _tensor(graph: Graph, operator: Operator, **changes: object) -> Graph:
    """The graph with the output tensor of one operator changed."""
    index = operator.outputs[0]
    tensors = list(graph.tensors)
    tensors[index] = replace(tensors[index], **changes)  # type: ignore[arg-type]
    return replace(graph, tensors=tuple(tensors))


def _scaled(graph: Graph, operator: Operator, factor: float) -> Graph:
    before = graph.tensors[operator.outputs[0]].quantisation
    assert before is not None
    scale = (before.scale * factor).astype(np.float32)
    return _tensor(graph, operator, quantisation=Quantisation(scale, before.zero_point, before.axis))


def _first(graph: Graph, name: str) -> Operator:
    return next(operator for operator in graph.operators if operator.name == name)


def _renamed(graph: Graph, old: str, new: str) -> Graph:
    changed = _first(graph, old)
    operators = tuple(replace(each, name=new) if each is changed else each for each in graph.operators)
    return replace(graph, operators=operators)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda g: _renamed(g, "ADD", "MUL"), "MUL of tensor .* is not supported in int8"),
        (lambda g: _scaled(g, _first(g, "MAX_POOL_2D"), 2), "MAX_POOL_2D .*quantised differently"),
        (lambda g: _scaled(g, _first(g, "QUANTIZE"), 2), "QUANTIZE .*without a new scale"),
        (lambda g: _scaled(g, _first(g, "ADD"), 1e-6), "ADD .*outside 2"),
        (lambda g: _scaled(g, _first(g, "CONV_2D"), 2), "CONV_2D .*would have to clamp"),
        (lambda g: _tensor(g, _first(g, "ADD"), quantisation=None), "is not int8 with one scale"),
        (lambda g: _tensor(g, _first(g, "CONV_2D"), dtype=np.dtype(np.float32)), "but float32"),
        (lambda g: _renamed(g, "LOGISTIC", "TANH"), "0 logistic functions"),
        (lambda g: _tensor(g, _first(g, "LOGISTIC"), shape=()), "damaged"),
    ],
)
def test_what_it_does_not_know_is_refused(graph: Graph, change: Callable[[Graph], Graph], words: str) -> None:
    with pytest.raises((UnsupportedOperator, MalformedModel), match=f"^person: .*{words}"):
        translate(change(graph))


def test_a_class_that_is_not_there_is_refused(graph: Graph) -> None:
    with pytest.raises(UnsupportedOperator, match=r"classes \[90\] of 90"):
        translate(graph, (90,))


def test_a_float_model_is_refused(sources: Sources) -> None:
    with pytest.raises(UnsupportedOperator, match=r"^face: "):
        convert(sources("face_short")[0], "face", classes=None)
