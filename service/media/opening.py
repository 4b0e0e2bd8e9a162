"""From what the user named to a source."""

from __future__ import annotations

import math
import re
from pathlib import Path

import av
from av.container.input import InputContainer

from service.media.cameras import device
from service.media.folder import FolderSource, pictures_in
from service.media.gif import cut_off
from service.media.source import Source, SourceError
from service.media.stills import SUFFIXES
from service.media.video import VideoSource

PICTURES_PER_SECOND = 1.0
"""How fast a folder of pictures is shown unless told otherwise."""
_OPEN_TIMEOUT, _READ_TIMEOUT = 10.0, 10.0
"""Seconds an input may keep silent."""
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]+:", re.IGNORECASE)
"""The beginning of an address; two letters at least, so that `C:` stays a drive."""
_STREAMED = frozenset({"rtmp", "rtmps", "rtp", "rtsp", "rtsps", "srt", "tcp", "udp"})
"""Schemes whose pictures come when they come."""
_ANIMATED = frozenset({".gif"})
_CONTAINERS = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,flv,ogg,ivf,h264,hevc,m4v,mjpeg,mpjpeg"
"""FFmpeg's names of what may come from strangers: each file stands alone. A playlist would name others."""


def open_source(seat: int, spec: str, *, pictures_per_second: float = PICTURES_PER_SECOND) -> Source:
    """Open an input and decode its first picture.

    Args:
        seat: 1..10
        spec: a video file, a still picture, a folder of pictures (natural order), a camera index such as `0`,
            or an address that FFmpeg opens. A file of that name comes before a camera index. A folder with
            videos in it is refused.
        pictures_per_second: the rate of a folder.

    Raises:
        SourceError: it cannot be opened or shows no picture.
    """
    path = Path(spec)
    try:
        exists, folder = path.exists(), path.is_dir()
    except OSError as error:
        raise SourceError(_explain(spec, error)) from error
    if folder:
        return FolderSource(seat, spec, pictures_in(path), pictures_per_second)
    if spec.isdecimal() and not exists:
        return _open_camera(seat, int(spec))
    if _SCHEME.match(spec) and not exists:
        return _open_address(seat, spec)
    if path.suffix.lower() in SUFFIXES - _ANIMATED:
        return FolderSource(seat, spec, [path])
    return _open_file(seat, spec, path)


def open_foreign(seat: int, path: Path, name: str, most_pixels: int) -> Source:
    """Open a video that a stranger sent, whatever its name says; nothing but the file itself is read.

    Args:
        seat: 1..10
        path: where it lies; it may be deleted once it is open.
        name: what messages call it.
        most_pixels: of one picture.

    Raises:
        SourceError: it is no video of a usual kind, its pictures are larger, or nothing in it can be decoded.
    """
    options = {"protocol_whitelist": "file", "format_whitelist": _CONTAINERS}
    try:
        if path.stat().st_size == 0:
            raise SourceError(f"empty file: {name}; give a video with pictures in it")
        container = av.open(f"file:{path}", options=options, timeout=(_OPEN_TIMEOUT, _READ_TIMEOUT))
    except (OSError, ValueError, av.FFmpegError) as error:
        raise SourceError(f"not a video: {name}; give MP4, WebM, Matroska, AVI or MPEG") from error
    for stream in container.streams.video:
        if stream.width * stream.height > most_pixels:
            container.close()
            size = f"{stream.width} x {stream.height}"
            raise SourceError(f"pictures too large: {name} has {size}, {most_pixels} pixels are the limit")
        # The size may change on the way; coded sizes are rounded up.
        stream.codec_context.options = {"max_pixels": str(2 * most_pixels)}
    return VideoSource(seat, name, container, live=False)


def _open_file(seat: int, spec: str, path: Path) -> Source:
    try:
        if path.stat().st_size == 0 and path.is_file():
            raise SourceError(f"empty file: {spec}; give a video with pictures in it")
        broken = path.is_file() and cut_off(path)
        # A local playlist may name addresses, or wait for ever for what it does not yet name.
        container = av.open(
            f"file:{path}",
            options={"protocol_whitelist": "file,crypto,data"},
            timeout=(_OPEN_TIMEOUT, _READ_TIMEOUT),
        )
    except (OSError, ValueError, av.FFmpegError) as error:
        raise SourceError(_explain(spec, error)) from error
    return VideoSource(seat, spec, container, live=False, cut_off=broken)


def _open_camera(seat: int, index: int) -> Source:
    camera = device(index)
    try:
        container = _capture(camera.file, camera.format, camera.options)
    except (OSError, ValueError, av.FFmpegError) as error:
        raise SourceError(
            f"camera {index} cannot be opened: {error}; is another program using it?"
        ) from error
    return VideoSource(seat, f"camera {index}", container, live=True)


def _capture(file: str, form: str, options: dict[str, str]) -> InputContainer:
    timeout = (_OPEN_TIMEOUT, _READ_TIMEOUT)
    try:
        return av.open(file, "r", format=form, options=options, timeout=timeout)
    except av.error.ArgumentError:
        return av.open(file, "r", format=form, timeout=timeout)  # the size or the rate is not among its modes


def _open_address(seat: int, spec: str) -> Source:
    try:
        container = av.open(spec, "r", timeout=(_OPEN_TIMEOUT, _READ_TIMEOUT))
    except (OSError, ValueError, av.FFmpegError) as error:
        raise SourceError(
            f"cannot be opened: {_without_secret(spec)}: {_text(error)}; check the address"
        ) from error
    scheme = spec.partition(":")[0].lower()
    endless = scheme in ("http", "https") and not _finite(container)
    return VideoSource(seat, _without_secret(spec), container, live=scheme in _STREAMED or endless)


def _finite(container: InputContainer) -> bool:
    return container.duration is not None and math.isfinite(container.duration) and container.duration > 0


def _without_secret(address: str) -> str:
    """The address without user name and password: it goes into messages."""
    return re.sub(r"//[^/@]*@", "//", address)


def _explain(spec: str, error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return f"no such file: {spec}; check the path"
    if isinstance(error, PermissionError):
        return f"not allowed to read: {spec}; check its permissions"
    if isinstance(error, ValueError):
        return f"not a video: {spec}: {_text(error)}; the file is of another kind or cut off before its index"
    return f"cannot be read: {spec}: {_text(error)}; check the file"


def _text(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error)
