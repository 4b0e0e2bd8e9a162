"""Gives a converted model the manifest's port names, their order, and its provenance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import onnx

from models.errors import ConversionError
from models.manifest import Entry, Port


def name_ports(model: onnx.ModelProto, entry: Entry) -> None:
    """Rename inputs and outputs to the manifest's names and put them in its order, in place.

    Raises:
        ConversionError: the model's ports are not those of the manifest.
    """
    graph = model.graph
    renamed: dict[str, str] = {}
    for ports, values in ((entry.inputs, graph.input), (entry.outputs, graph.output)):
        ordered = _in_order(entry.name, ports, values)
        for port, value in zip(ports, ordered, strict=True):
            renamed[value.name] = port.name
            value.name = port.name
        del values[:]
        values.extend(ordered)
    for node in graph.node:
        _rename(node.input, renamed)
        _rename(node.output, renamed)
    onnx.checker.check_model(model)


def describe(model: onnx.ModelProto, entry: Entry) -> None:
    """Write name, source and licence into the model's metadata, in place."""
    archive = entry.archive.label if entry.archive else ""
    properties = {
        "model": entry.name,
        "source": f"{archive} {entry.members[0].path}",
        "source_sha256": entry.members[0].sha256,
        "licence": entry.licence,
    }
    del model.metadata_props[:]
    for key, value in properties.items():
        model.metadata_props.add(key=key, value=value)


def _in_order(model: str, ports: Sequence[Port], values: Sequence[Any]) -> list[Any]:
    by_name = {value.name: value for value in values}
    if sorted(by_name) != sorted(port.tensor for port in ports):
        raise ConversionError(
            f"{model}: the file's ports are {', '.join(sorted(by_name))}, the manifest's "
            f"{', '.join(sorted(port.tensor for port in ports))}"
        )
    ordered = []
    for port in ports:
        copy = onnx.ValueInfoProto()
        copy.CopyFrom(by_name[port.tensor])
        if _shape(copy) != port.shape:
            raise ConversionError(
                f"{model}: '{port.tensor}' has shape {_shape(copy)}, the manifest says {port.shape}"
            )
        ordered.append(copy)
    return ordered


def _shape(value: Any) -> tuple[int | str, ...]:
    return tuple(dim.dim_param or dim.dim_value for dim in value.type.tensor_type.shape.dim)


def _rename(names: Any, renamed: dict[str, str]) -> None:
    for position, name in enumerate(names):
        if name in renamed:
            names[position] = renamed[name]
