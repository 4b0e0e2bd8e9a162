"""Still pictures shown one after another as if they were a film."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from service.media.source import Fate, Item, SourceError, SourceEvent
from service.media.stills import SUFFIXES, animated, read_picture
from vision.frame import Frame

VIDEO_SUFFIXES = frozenset(
    {".3gp", ".asf", ".avi", ".flv", ".m2ts", ".m4v", ".mkv", ".mov", ".mp4"}
    | {".mpeg", ".mpg", ".mts", ".mxf", ".ogv", ".ts", ".webm", ".wmv", ".y4m"}
)
"""Lower-case endings of the names of video files."""


def pictures_in(folder: Path) -> list[Path]:
    """The picture files of a folder in natural order (`2.jpg` before `10.jpg`), hidden ones left out.

    Raises:
        SourceError: the folder cannot be listed, or it holds videos, which are no still pictures to be shown
            one after another: nobody means that some of a folder is left out in silence.
    """
    known = SUFFIXES | VIDEO_SUFFIXES
    try:
        found = [path for path in folder.iterdir() if path.suffix.lower() in known and path.name[0] != "."]
        files = sorted((path for path in found if path.is_file()), key=lambda path: natural_key(path.name))
    except PermissionError as error:
        raise SourceError(f"not allowed to read: {folder}; check its permissions") from error
    videos = [path for path in files if _moves(path)]
    if videos:
        what = "only videos" if len(videos) == len(files) else "pictures and videos"
        raise SourceError(
            f"{what} in the folder: {folder}; a folder is shown as pictures in order:"
            f" name each video instead, as in 1={videos[0]}"
        )
    return files


def _moves(path: Path) -> bool:
    """A video, or a GIF that is one."""
    suffix = path.suffix.lower()
    return suffix in VIDEO_SUFFIXES or (suffix == ".gif" and animated(path))


def natural_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """A sort key that takes runs of digits for numbers and upper case for lower case."""
    parts = re.findall(r"\d+|\D+", name)
    return tuple((0, int(part), part) if part.isdecimal() else (1, 0, part.casefold()) for part in parts)


class FolderSource:
    """Frame k shows picture k at t = k / fps. A picture that cannot be read is passed over and reported."""

    live = False
    note: str
    """How several pictures are shown, one line for people; empty for a single one."""

    def __init__(self, seat: int, name: str, paths: Sequence[Path], fps: float = 1.0) -> None:
        """Take the files in the order given.

        Raises:
            SourceError: there are none, or not one of them can be read.
        """
        if not paths:
            raise SourceError(f"no pictures in the folder: {name}; it needs files such as .jpg or .png")
        self.seat = seat
        self.name = name
        self.period = 1.0 / fps
        self.duration: float | None = len(paths) * self.period
        several = f"{name}: {len(paths)} pictures in the order of their names, {fps:g} a second"
        self.note = several if len(paths) > 1 else ""
        self._paths = paths
        _require_one(paths)

    def __iter__(self) -> Iterator[Item]:
        last, lost, reason = 0.0, 0, ""
        for index, path in enumerate(self._paths):
            t = index * self.period
            try:
                picture = read_picture(path)
            except SourceError as error:
                lost, reason = lost + 1, str(error)
                continue
            if lost:
                yield SourceEvent(self.seat, Fate.CORRUPT, last, t, lost, reason)
            last, lost = t, 0
            yield Frame(self.seat, t, picture)
        if lost:
            yield SourceEvent(self.seat, Fate.CORRUPT, last, None, lost, reason)
        yield SourceEvent(self.seat, Fate.ENDED, last, reason="end of the input")

    def close(self) -> None:
        """Nothing is held open between pictures."""


def _require_one(paths: Sequence[Path]) -> None:
    error: SourceError | None = None
    for path in paths:
        try:
            read_picture(path)
        except SourceError as reason:
            error = error or reason
        else:
            return
    if error is not None:
        raise error
