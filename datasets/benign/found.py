"""Harmless pictures that lie somewhere: photographs, frames of clips, what installed packages bring along."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from service.media import SourceError, open_source, read_picture
from service.media.folder import VIDEO_SUFFIXES, natural_key
from service.media.stills import SUFFIXES
from vision.frame import Frame
from vision.picture import Picture

EVERY = 0.5
"""Seconds between the frames of a clip that are judged."""
_ANIMATED = ".gif"
_PACKAGES = {"matplotlib": "mpl-data/sample_data", "sklearn": "datasets/images", "skimage": "data"}
"""Where packages that this project may have installed keep photographs."""


def package_folders() -> list[Path]:
    """The folders of photographs in the packages that are installed."""
    folders = []
    for name, inside in _PACKAGES.items():
        spec = find_spec(name)
        if spec is not None and spec.origin is not None:
            folders.append(Path(spec.origin).parent / inside)
    return [folder for folder in folders if folder.is_dir()]


def files_below(folders: Sequence[Path]) -> tuple[list[Path], list[Path]]:
    """Pictures and clips in the folders and below, in natural order."""
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    files.sort(key=lambda path: [natural_key(part) for part in path.parts])
    clips = [path for path in files if path.suffix.lower() in VIDEO_SUFFIXES | {_ANIMATED}]
    pictures = [path for path in files if path.suffix.lower() in SUFFIXES - {_ANIMATED}]
    return pictures, clips


def picture_of(path: Path) -> Picture | None:
    """The picture, None where the file is none that can be shown."""
    try:
        return read_picture(path)
    except SourceError:
        return None


def frames_of(path: Path) -> Iterator[Frame]:
    """Frames of a clip, two a second; none where it is no clip."""
    try:
        source = open_source(1, str(path))
    except SourceError:
        return
    last: float | None = None
    try:
        for item in source:
            if isinstance(item, Frame) and (last is None or item.t - last >= EVERY):
                last = item.t
                yield item
    finally:
        source.close()
