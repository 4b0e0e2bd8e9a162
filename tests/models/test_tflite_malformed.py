"""TFLite files that are broken or hold something unknown: one clear error, never a wrong model."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
import tflite
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.convert.tflite import convert
from models.convert.tflite.reader import read
from models.errors import ConversionError, MalformedModel, UnsupportedOperator

Sources = Callable[[str], list[bytes]]


@pytest.fixture(scope="module")
def face(sources: Sources) -> bytes:
    """The smallest model in use."""
    return sources("face_short")[0]


@pytest.mark.parametrize("content", [b"", b"TFL3", b"\x1c\0\0\0TFL", b"PK\x03\x04" * 10, b"\x1c\0\0\0TFL3"])
def test_what_is_no_tflite_file_is_refused(content: bytes) -> None:
    with pytest.raises(MalformedModel, match=r"^probe: .*TFLite file"):
        convert(content, "probe")


@pytest.mark.parametrize("keep", [0.01, 0.2, 0.5, 0.9, 0.999])
def test_a_file_cut_short_is_refused(face: bytes, keep: float) -> None:
    with pytest.raises(MalformedModel, match="probe: the TFLite file is damaged or cut short"):
        convert(face[: int(len(face) * keep)], "probe")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_altered_bytes_never_give_another_error(face: bytes, data: st.DataObject) -> None:
    # The tables lie behind the weights, at the end of the file.
    altered = bytearray(face)
    for _ in range(data.draw(st.integers(1, 8))):
        position = data.draw(st.integers(0, 40) | st.integers(len(face) - 22_000, len(face) - 1))
        altered[position] = data.draw(st.integers(0, 255))
    with suppress(ConversionError):
        model = convert(bytes(altered), "probe")
        assert [value.type.tensor_type.elem_type for value in model.graph.output] == [1, 1]


def _with_operator(content: bytes, old: str, new: str) -> bytes:
    """The file with one operator code replaced by another."""
    codes = tflite.BuiltinOperator
    root = tflite.Model.GetRootAsModel(content, 0)
    altered = bytearray(content)
    for index in range(root.OperatorCodesLength()):
        table = root.OperatorCodes(index)._tab
        for slot, width in ((4, 1), (10, 4)):  # deprecated_builtin_code, builtin_code
            offset = table.Offset(slot)
            place = slice(table.Pos + offset, table.Pos + offset + width)
            if offset and int.from_bytes(altered[place], "little") == getattr(codes, old):
                altered[place] = getattr(codes, new).to_bytes(width, "little")
    assert altered != content
    return bytes(altered)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("RELU", "FLOOR", "operator FLOOR of tensor '.+' is not supported"),
        ("RELU", "LSTM", "operator LSTM of tensor '.+' is not supported"),
        ("CONCATENATION", "CUSTOM", "operator CUSTOM: of tensor '.+' is not supported"),
    ],
)
def test_an_unknown_operator_is_named_with_its_tensor_and_model(
    face: bytes, old: str, new: str, words: str
) -> None:
    with pytest.raises(UnsupportedOperator, match=rf"^probe: {words}"):
        convert(_with_operator(face, old, new), "probe")


def test_an_integer_model_is_sent_to_the_exact_converter(sources: Sources) -> None:
    with pytest.raises(UnsupportedOperator, match=r"^probe: port 'serving_default_images:0' is uint8"):
        convert(sources("person")[0], "probe")


def test_sparse_weights_are_unpacked(sources: Sources) -> None:
    graph = read(sources("face_full")[0], "probe")
    sparse = [
        graph.tensors[operator.inputs[0]].data for operator in graph.operators if operator.name == "DENSIFY"
    ]
    assert len(sparse) == 46
    shares = [float((values == 0).mean()) for values in sparse if values is not None]
    assert len(shares) == len(sparse)
    assert min(shares) > 0.3
    assert max(shares) < 0.98
