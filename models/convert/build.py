"""From the files of an archive to the bytes of a ready ONNX model."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import onnx

from models.convert.ports import describe, name_ports
from models.manifest import ConverterName, Entry


def build(entry: Entry, sources: Sequence[bytes]) -> bytes:
    """Convert a model.

    Args:
        entry: what to make.
        sources: the content of each of the entry's members, in order.

    Returns:
        A serialised ONNX model with the manifest's ports; the same bytes on every machine.

    Raises:
        ConversionError: and its kinds MalformedModel and UnsupportedOperator.
    """
    model = _CONVERTERS[entry.converter](entry, sources)
    name_ports(model, entry)
    describe(model, entry)
    return bytes(model.SerializeToString(deterministic=True))


# Each converter is imported when it is first used: listing and verifying models need none of them.


def _tflite(entry: Entry, sources: Sequence[bytes]) -> onnx.ModelProto:
    from models.convert.tflite import convert

    return convert(sources[0], entry.name)


def _tflite_int8(entry: Entry, sources: Sequence[bytes]) -> onnx.ModelProto:
    from models.convert.quantised import convert

    return convert(sources[0], entry.name)


def _tfjs(entry: Entry, sources: Sequence[bytes]) -> onnx.ModelProto:
    from models.convert.tfjs import convert

    return convert(sources, entry.name)


def _onnx(entry: Entry, sources: Sequence[bytes]) -> onnx.ModelProto:
    from models.convert.rebatch import convert

    return convert(sources[0], entry.name)


_CONVERTERS: dict[ConverterName, Callable[[Entry, Sequence[bytes]], onnx.ModelProto]] = {
    "tflite": _tflite,
    "tflite_int8": _tflite_int8,
    "tfjs": _tfjs,
    "onnx": _onnx,
}
