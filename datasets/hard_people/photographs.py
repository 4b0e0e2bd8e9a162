"""The photographs that hard pictures are made of, each with its origin and licence.

Some lie in the repository or in packages of the registry; a folder of people with an `index.csv` may add
more. What is made of the latter is for measuring only, never for training and never shipped.
"""

from __future__ import annotations

import csv
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.demo.film import PEOPLE
from datasets.demo.origins import PORTRAITS
from models import store
from models.archives import read_members
from models.manifest import Archive, Member
from models.registries import download

UInt8Array = NDArray[np.uint8]

ARCHIVE = Archive(
    name="scikit_image",
    registry="pypi",
    package="scikit-image",
    version="0.26.0",
    file="scikit_image-0.26.0-cp311-cp311-manylinux_2_24_x86_64.manylinux_2_28_x86_64.whl",
    size=13_711_217,
    sha256="74aa5518ccea28121f57a95374581d3b979839adc25bb03f289b1bc9b99c58af",
)
CAT = Member("skimage/data/chelsea.png", "596aa1e7cb875eb79f437e310381d26b338a81c2da23439704a73c4651e8c4bb")
TABLE = Member("skimage/data/coffee.png", "cc02f8ca188b167c775a7101b5d767d1e71792cf762c33d6fa15a4599b5a8de7")
GARAGE = Member(
    "skimage/data/motorcycle_left.png", "db18e9c4157617403c3537a6ba355dfeafe9a7eabb6b9b94cb33f6525dd49179"
)
_LICENCES = {
    CAT.path: "CC0 (Stefan van der Walt)",
    TABLE.path: "CC0 (Rachel Michetti)",
    GARAGE.path: "Middlebury 2014 stereo benchmark; as distributed with scikit-image",
}


@dataclass(frozen=True, slots=True, eq=False)
class Photograph:
    """One picture and where it comes from."""

    name: str
    pixels: UInt8Array
    """(H, W, 3) RGB."""
    source: str
    licence: str


def of_the_repository() -> list[Photograph]:
    """The demo's portraits, cut out before neutral grey where they are."""
    found = []
    for name, origin in PORTRAITS.items():
        stored = cv2.imread(str(PEOPLE / name), cv2.IMREAD_UNCHANGED)
        if stored is None:
            raise ValueError(f"{name}: cannot be decoded")
        pixels = np.asarray(stored[..., 2::-1], dtype=np.uint8)
        if stored.shape[2] == 4:
            alpha = stored[..., 3:].astype(np.float32) / 255
            pixels = np.asarray(pixels * alpha + 150 * (1 - alpha), dtype=np.uint8)
        found.append(Photograph(Path(name).stem, pixels, f"demo:{origin.title}", origin.licence))
    return found


def of_packages(members: Iterable[Member] = (CAT, TABLE, GARAGE)) -> list[Photograph]:
    """Pictures out of scikit-image's package; it is fetched once and not installed.

    Raises:
        FetchError: the package cannot be had.
    """
    kept = store.folder() / "pictures"
    members = list(members)
    if not all((kept / member.stored_name).is_file() for member in members):
        kept.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=kept) as work:
            archive = download(ARCHIVE, Path(work), lambda _: None, threading.Event())
            contents = read_members(ARCHIVE, archive, members)
            for member in members:
                (kept / member.stored_name).write_bytes(contents[member.path])
    return [
        Photograph(
            Path(member.path).stem,
            _read(kept / member.stored_name),
            f"PyPI {ARCHIVE.label}",
            _LICENCES[member.path],
        )
        for member in members
    ]


def of_people(folder: Path) -> list[tuple[Photograph, str]]:
    """The photographs of a folder like `shared/data/people`, each with its label `person_present`.

    Raises:
        OSError: there is no such folder or index.
        ValueError: a picture cannot be decoded.
    """
    with (folder / "index.csv").open(newline="", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    return [
        (
            Photograph(Path(row["file"]).stem, _read(folder / row["file"]), row["source"], row["licence"]),
            row["person_present"],
        )
        for row in rows
    ]


def _read(path: Path) -> UInt8Array:
    stored = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if stored is None:
        raise ValueError(f"{path}: cannot be decoded")
    return np.asarray(cv2.cvtColor(stored, cv2.COLOR_BGR2RGB), dtype=np.uint8)
