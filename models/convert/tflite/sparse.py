"""Unpacks TFLite's block-sparse weights.

Format: `SparsityParameters` of the TFLite schema, after the TACO storage format (Kjolstad et al., "The
Tensor Algebra Compiler", 2017): a tensor of rank r with b blocked dimensions is stored as one of rank
r + b, level by level in traversal order, each level dense or compressed (CSR).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import tflite
from numpy.typing import NDArray

_INDEX_VECTORS = {
    tflite.SparseIndexVector.Int32Vector: tflite.Int32Vector,
    tflite.SparseIndexVector.Uint16Vector: tflite.Uint16Vector,
    tflite.SparseIndexVector.Uint8Vector: tflite.Uint8Vector,
}


@dataclass(frozen=True, slots=True, eq=False)
class _Level:
    dimension: int
    """Which of the r + b dimensions this level walks."""
    size: int
    """Its length where the level is dense."""
    segments: NDArray[np.int64] | None
    """Where each parent's entries start in `indices`; None where the level is dense."""
    indices: NDArray[np.int64] | None


def densify(values: NDArray[Any], shape: tuple[int, ...], sparsity: Any) -> NDArray[Any]:
    """Return the dense tensor.

    Args:
        values: the stored values, flat, in storage order.
        shape: of the dense tensor.
        sparsity: the schema's SparsityParameters.

    Raises:
        ValueError: where the description does not fit the values.
    """
    levels = [_level(sparsity, i) for i in range(sparsity.DimMetadataLength())]
    coordinates = _walk(levels)
    if coordinates.shape[0] != values.size:
        raise ValueError(f"sparse tensor holds {values.size} values for {coordinates.shape[0]} places")
    dense_coordinates = _unblock(coordinates, levels, len(shape), sparsity)
    dense = np.zeros(shape, values.dtype)
    dense[tuple(dense_coordinates.T)] = values
    return dense


def _level(sparsity: Any, i: int) -> _Level:
    table = sparsity.DimMetadata(i)
    dimension = int(sparsity.TraversalOrder(i))
    if table.Format() == tflite.DimensionType.DENSE:
        return _Level(dimension, int(table.DenseSize()), None, None)
    segments = _index_vector(table.ArraySegmentsType(), table.ArraySegments())
    indices = _index_vector(table.ArrayIndicesType(), table.ArrayIndices())
    return _Level(dimension, int(table.DenseSize()), segments, indices)


def _index_vector(kind: int, table: Any) -> NDArray[np.int64]:
    if kind not in _INDEX_VECTORS:
        raise ValueError(f"sparse index vector of unknown kind {kind}")
    vector = _INDEX_VECTORS[kind]()
    vector.Init(table.Bytes, table.Pos)
    return np.array([vector.Values(i) for i in range(vector.ValuesLength())], np.int64)


def _walk(levels: list[_Level]) -> NDArray[np.int64]:
    """Coordinates of every stored value in storage order, (values, levels) int64, one column a level."""
    columns: list[NDArray[np.int64]] = []
    node = np.zeros(1, np.int64)  # position of each entry in its level's storage
    for level in levels:
        if level.segments is None or level.indices is None:
            parent = np.repeat(np.arange(node.size), level.size)
            index = np.tile(np.arange(level.size, dtype=np.int64), node.size)
            node = node[parent] * level.size + index
        else:
            starts, ends = level.segments[node], level.segments[node + 1]
            counts = ends - starts
            parent = np.repeat(np.arange(node.size), counts)
            first = np.cumsum(counts) - counts
            node = np.arange(counts.sum(), dtype=np.int64) - first[parent] + starts[parent]
            index = level.indices[node]
        columns = [column[parent] for column in columns] + [index]
    return np.stack(columns, axis=1)


def _unblock(
    coordinates: NDArray[np.int64], levels: list[_Level], rank: int, sparsity: Any
) -> NDArray[np.int64]:
    """Fold the block levels back into the dimensions they split: (values, rank) int64."""
    dense = np.zeros((coordinates.shape[0], rank), np.int64)
    for column, level in enumerate(levels[:rank]):
        dense[:, level.dimension] = coordinates[:, column]
    for column, level in enumerate(levels[rank:], start=rank):
        dimension = int(sparsity.BlockMap(level.dimension - rank))
        dense[:, dimension] = dense[:, dimension] * level.size + coordinates[:, column]
    return dense
