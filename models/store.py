"""Where fetched models lie, and whether what lies there is right. Never touches the network.

The folder is `models` in the user's cache folder for `consigliere`, or in CONSIGLIERE_HOME where that is
set. It holds `<name>-<checksum>.onnx` for each converted model and, in `sources`, the files they were made
from.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import platformdirs

from models import manifest
from models.errors import DamagedModel, MissingModel
from models.manifest import Entry, Member

HOME_VARIABLE = "CONSIGLIERE_HOME"


def folder() -> Path:
    """The store's folder; it may not exist yet."""
    home = os.environ.get(HOME_VARIABLE)
    base = Path(home).expanduser() if home else platformdirs.user_cache_path("consigliere")
    return base / "models"


def location(entry: Entry) -> Path:
    """Where the model lies or will lie."""
    if entry.own_file is not None:
        return entry.own_file
    return folder() / ("sources" if entry.converter == "none" else "") / entry.stored_name


def source_location(member: Member) -> Path:
    """Where a file out of an archive lies or will lie."""
    return folder() / "sources" / member.stored_name


def path(name: str) -> Path:
    """The file of a model that is ready for use.

    Raises:
        UnknownModel: no such name.
        MissingModel: not fetched yet; the message says how to.
    """
    entry = manifest.entry(name)
    file = location(entry)
    if not file.is_file():
        raise MissingModel(_missing(entry, file))
    return file


def verify(name: str) -> Path:
    """As `path`, after comparing the content with the manifest's checksum.

    Raises:
        UnknownModel, MissingModel: as `path`.
        DamagedModel: the content differs, or cannot be read.
    """
    file, entry = path(name), manifest.entry(name)
    wanted = entry.members[0].sha256 if entry.converter == "none" and entry.members else entry.onnx_sha256
    try:
        found = sha256(file.read_bytes())
    except OSError as error:
        raise DamagedModel(f"{name}: cannot read {file} ({error.strerror}); make it readable") from error
    if wanted is not None and found != wanted:
        raise DamagedModel(
            f"{name}: {file} is damaged (sha256 {found[:12]}…, not {wanted[:12]}…); "
            f"run: consigliere models fetch {name}"
        )
    return file


def sha256(data: bytes) -> str:
    """The checksum as hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def _missing(entry: Entry, file: Path) -> str:
    if entry.archive is None:
        return f"{entry.name}: {file} is missing from this installation; check out or install it again"
    return f"{entry.name}: not in {file.parent}; run: consigliere models fetch {entry.name}"
