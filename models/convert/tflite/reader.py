"""Reads a TFLite flatbuffer into plain values.

Format: the FlatBuffers schema of TensorFlow Lite, version 3 (`tensorflow/lite/schema/schema.fbs`).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any

import numpy as np
import tflite
from numpy.typing import NDArray

from models.convert.tflite.sparse import densify
from models.errors import MalformedModel, UnsupportedOperator

_FILE_IDENTIFIER = b"TFL3"

# What reading nonsense out of a damaged file can raise.
DAMAGE = (struct.error, IndexError, ValueError, TypeError, AttributeError, OverflowError, ZeroDivisionError)

_DTYPES: dict[int, type[np.generic]] = {
    tflite.TensorType.FLOAT32: np.float32,
    tflite.TensorType.FLOAT16: np.float16,
    tflite.TensorType.INT32: np.int32,
    tflite.TensorType.INT64: np.int64,
    tflite.TensorType.INT8: np.int8,
    tflite.TensorType.UINT8: np.uint8,
    tflite.TensorType.BOOL: np.bool_,
}

_OPERATOR_NAMES: dict[int, str] = {
    value: name for name, value in vars(tflite.BuiltinOperator).items() if isinstance(value, int)
}


@dataclass(frozen=True, slots=True, eq=False)
class Quantisation:
    """real = scale * (stored - zero_point), one pair for the tensor or one for each index of `axis`."""

    scale: NDArray[np.float32]
    zero_point: NDArray[np.int64]
    axis: int


@dataclass(frozen=True, slots=True, eq=False)
class Tensor:
    """A tensor of the graph; `data` is None unless it is constant."""

    index: int
    name: str
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    data: NDArray[Any] | None
    quantisation: Quantisation | None


@dataclass(frozen=True, slots=True, eq=False)
class Operator:
    """One operation; inputs and outputs are tensor indices, -1 where an optional input is left out."""

    name: str
    """The schema's name, as CONV_2D; `CUSTOM:<code>` for custom ones."""
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    options_table: Any
    custom_options: bytes

    def options(self, kind: str) -> Any:
        """The options as the schema's table `kind`, for example Conv2DOptions."""
        table = getattr(tflite, kind)()
        table.Init(self.options_table.Bytes, self.options_table.Pos)
        return table


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """The only subgraph of a model; inputs and outputs are tensor indices."""

    model: str
    tensors: tuple[Tensor, ...]
    operators: tuple[Operator, ...]
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]


def read(data: bytes, model: str) -> Graph:
    """Parse a TFLite file.

    Args:
        data: the file's bytes.
        model: its name, for messages.

    Raises:
        MalformedModel: not a TFLite file, or cut short, or inconsistent.
        UnsupportedOperator: a tensor type or storage that no model in use needs.
    """
    if data[4:8] != _FILE_IDENTIFIER:
        raise MalformedModel(f"{model}: not a TFLite file: its bytes 4 to 8 are not 'TFL3'")
    try:
        graph = _graph(data, model)
        _require_consistent(graph)
    except DAMAGE as error:
        raise MalformedModel(f"{model}: the TFLite file is damaged or cut short ({error})") from error
    return graph


def _require_consistent(graph: Graph) -> None:
    count = len(graph.tensors)
    outputs = [index for operator in graph.operators for index in operator.outputs]
    inputs = [index for operator in graph.operators for index in operator.inputs if index != -1]
    if not all(0 <= index < count for index in (*graph.inputs, *graph.outputs, *outputs, *inputs)):
        raise ValueError("an operator names a tensor that does not exist")
    if not all(operator.outputs for operator in graph.operators):
        raise ValueError("an operator has no output")


def _graph(data: bytes, model: str) -> Graph:
    root = tflite.Model.GetRootAsModel(data, 0)
    if root.SubgraphsLength() != 1:
        raise UnsupportedOperator(f"{model}: {root.SubgraphsLength()} subgraphs, only 1 is supported")
    subgraph = root.Subgraphs(0)
    return Graph(
        model=model,
        tensors=tuple(_tensor(root, subgraph, i, model) for i in range(subgraph.TensorsLength())),
        operators=tuple(_operator(root, subgraph.Operators(i)) for i in range(subgraph.OperatorsLength())),
        inputs=tuple(subgraph.Inputs(i) for i in range(subgraph.InputsLength())),
        outputs=tuple(subgraph.Outputs(i) for i in range(subgraph.OutputsLength())),
    )


def _tensor(root: Any, subgraph: Any, index: int, model: str) -> Tensor:
    table = subgraph.Tensors(index)
    name = table.Name().decode("utf-8", "replace")
    if table.Type() not in _DTYPES:
        raise UnsupportedOperator(f"{model}: tensor '{name}' has the unsupported type code {table.Type()}")
    dtype = np.dtype(_DTYPES[table.Type()])
    shape = tuple(int(table.Shape(i)) for i in range(table.ShapeLength()))
    return Tensor(
        index=index,
        name=name,
        shape=shape,
        dtype=dtype,
        data=_data(root.Buffers(table.Buffer()), table, shape, dtype),
        quantisation=_quantisation(table.Quantization()),
    )


def _data(buffer: Any, table: Any, shape: tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any] | None:
    if buffer.DataLength() == 0:
        return None
    flat = np.frombuffer(buffer.DataAsNumpy().tobytes(), dtype)
    sparsity = table.Sparsity()
    return flat.reshape(shape) if sparsity is None else densify(flat, shape, sparsity)


def _quantisation(table: Any) -> Quantisation | None:
    if table is None or table.ScaleLength() == 0:
        return None
    count = table.ScaleLength()
    zero_points = [table.ZeroPoint(i) for i in range(table.ZeroPointLength())] or [0] * count
    return Quantisation(
        scale=np.array([table.Scale(i) for i in range(count)], np.float32),
        zero_point=np.array(zero_points, np.int64),
        axis=int(table.QuantizedDimension()),
    )


def _operator(root: Any, table: Any) -> Operator:
    code = root.OperatorCodes(table.OpcodeIndex())
    # Old writers fill only the 8-bit field, new ones both where the code fits.
    number = max(code.BuiltinCode(), code.DeprecatedBuiltinCode())
    name = _OPERATOR_NAMES.get(number, f"number {number}")
    if name == "CUSTOM":
        name = f"CUSTOM:{(code.CustomCode() or b'').decode('utf-8', 'replace')}"
    custom = table.CustomOptionsAsNumpy().tobytes() if table.CustomOptionsLength() else b""
    return Operator(
        name=name,
        inputs=tuple(table.Inputs(i) for i in range(table.InputsLength())),
        outputs=tuple(table.Outputs(i) for i in range(table.OutputsLength())),
        options_table=table.BuiltinOptions(),
        custom_options=custom,
    )
