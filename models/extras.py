"""Weights of packages that an operator installs knowingly: never a dependency, never fetched, never imported.

They are read as files out of the installed package, so none of its code runs here.
"""

from __future__ import annotations

import hashlib
from importlib import metadata
from pathlib import Path

import onnx

from models.engine import Engine
from models.engines import open_onnx
from models.engines.auto import F32
from models.errors import DamagedModel

NUDENET = "nudenet"
NUDENET_VERSION = "3.4.2"
_FILE = "nudenet/320n.onnx"
_SHA256 = "c15d8273adad2d0a92f014cc69ab2d6c311a06777a55545f2c4eb46f51911f0f"


def installed_nudenet() -> Path | None:
    """The part detector's weights, None where the package is not installed in the version that we know.

    Raises:
        DamagedModel: where the file is missing or another than that version's.
    """
    try:
        found = metadata.distribution(NUDENET)
    except metadata.PackageNotFoundError:
        return None
    if found.version != NUDENET_VERSION:
        return None
    path = Path(str(found.locate_file(_FILE)))
    if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != _SHA256:
        raise DamagedModel(f"{path} is not the file of {NUDENET} {NUDENET_VERSION}; install it again")
    return path


def open_nudenet() -> Engine | None:
    """The part detector, None where it is not installed; errors as `installed_nudenet`."""
    path = installed_nudenet()
    return None if path is None else open_onnx(_sized(onnx.load(path)), F32)


def _sized(model: onnx.ModelProto) -> bytes:
    """The model with all but the batch fixed: pictures of 320 x 320 give 2100 places of 4 + 18 numbers."""
    ports = ((model.graph.input[0], _INPUT), (model.graph.output[0], _OUTPUT))
    for port, sizes in ports:
        for dimension, size in zip(port.type.tensor_type.shape.dim[1:], sizes, strict=True):
            dimension.dim_value = size
    return bytes(model.SerializeToString())


_INPUT, _OUTPUT = (3, 320, 320), (22, 2100)
