"""The models by name: purpose, source, licence, ports, checksums. The data is in `manifest.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from models.errors import UnknownModel

Registry = Literal["pypi", "npm"]
ConverterName = Literal["tflite", "tflite_int8", "tfjs", "onnx", "none"]

_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Archive:
    """A package of a registry, one exact file."""

    name: str
    registry: Registry
    package: str
    version: str
    file: str
    """The archive's own file name."""
    size: int
    """Bytes."""
    sha256: str

    @property
    def label(self) -> str:
        """As in `mediapipe==0.10.21`, or `nsfwjs@4.3.0` for npm."""
        return f"{self.package}{'==' if self.registry == 'pypi' else '@'}{self.version}"


@dataclass(frozen=True, slots=True)
class Member:
    """A file inside an archive."""

    path: str
    sha256: str

    @property
    def stored_name(self) -> str:
        """Its name in the store, unique by content."""
        return f"{self.sha256[:12]}-{self.path.rpartition('/')[2]}"


@dataclass(frozen=True, slots=True)
class Port:
    """An input or output of a model."""

    name: str
    tensor: str
    """Its name in the source file."""
    shape: tuple[int | str, ...]
    """"N" stands for the free batch."""
    meaning: str
    """Units and layout."""
    range: tuple[float, float] | None = None
    """The least and largest value it takes, None where it is not bounded."""
    dtype: str = "float32"


@dataclass(frozen=True, slots=True)
class Entry:
    """A model: either made from members of an archive or, with `file`, part of this repository."""

    name: str
    purpose: str
    default: bool
    """Whether `watch` needs it, and so whether a plain fetch gets it."""
    licence: str
    """SPDX expression."""
    licence_note: str
    """Where the licence is stated."""
    converter: ConverterName
    archive: Archive | None
    members: tuple[Member, ...]
    file: str | None
    """Relative to this package."""
    onnx_sha256: str | None
    """Of the converted model; the conversion gives the same bytes everywhere."""
    exact: bool
    """True where its answers change with fewer than 32-bit floats, so that it runs in no other precision."""
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]

    @property
    def source(self) -> str:
        """Where it comes from, for people."""
        return "this repository" if self.archive is None else self.archive.label

    @property
    def own_file(self) -> Path | None:
        """The file in this repository, for our own models."""
        return None if self.file is None else _FOLDER / self.file

    @property
    def stored_name(self) -> str:
        """Its file name in the store: with the checksum, so that two versions can live side by side."""
        if self.converter == "none":
            return self.members[0].stored_name
        return f"{self.name}-{(self.onnx_sha256 or 'unpinned')[:12]}.onnx"


@dataclass(frozen=True, slots=True)
class NpmLender:
    """The Python package that carries npm for machines that have none."""

    package: str
    version: str
    sha256: tuple[str, ...]
    """One for each platform's wheel."""


@cache
def npm_lender() -> NpmLender:
    """The package to borrow npm from."""
    table = _tables()["npm_lender"]
    return NpmLender(table["package"], table["version"], tuple(table["sha256"]))


@cache
def entries() -> dict[str, Entry]:
    """All models by name, in the manifest's order."""
    tables = _tables()
    archives = {name: Archive(name=name, **table) for name, table in tables["archives"].items()}
    return {name: _entry(name, table, archives) for name, table in tables["models"].items()}


def entry(name: str) -> Entry:
    """The model of that name.

    Raises:
        UnknownModel: names the ones that exist.
    """
    known = entries()
    if name not in known:
        raise UnknownModel(f"no model is called '{name}'; there are {', '.join(known)}")
    return known[name]


def select(names: Iterable[str] = (), *, everything: bool = False) -> list[Entry]:
    """The named models; without names those that `watch` needs, or every one.

    Raises:
        UnknownModel: for a name that is not in the manifest.
    """
    chosen = [entry(name) for name in dict.fromkeys(names)]
    return chosen or [candidate for candidate in entries().values() if everything or candidate.default]


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads((_FOLDER / "manifest.toml").read_text(encoding="utf-8"))


def _entry(name: str, table: dict[str, Any], archives: dict[str, Archive]) -> Entry:
    return Entry(
        name=name,
        purpose=table["purpose"],
        default=table.get("default", False),
        licence=table["licence"],
        licence_note=table["licence_note"],
        converter=table["converter"],
        archive=archives[table["archive"]] if "archive" in table else None,
        members=tuple(Member(**member) for member in table.get("members", ())),
        file=table.get("file"),
        onnx_sha256=table.get("onnx_sha256") or None,
        exact=table.get("exact", False),
        inputs=tuple(_port(port) for port in table.get("inputs", ())),
        outputs=tuple(_port(port) for port in table.get("outputs", ())),
    )


def _port(table: dict[str, Any]) -> Port:
    bounds = tuple(table["range"]) if "range" in table else None
    return Port(**{**table, "shape": tuple(table["shape"]), "range": bounds})
