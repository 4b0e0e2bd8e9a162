"""Small real media, made when a test needs them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import cast

import av
import cv2
import numpy as np
from av.video.frame import PictureType, VideoFrame
from av.video.stream import VideoStream

from vision.picture import UInt8Array

Paint = Callable[[int, int, int], UInt8Array]
"""(index, width, height) -> (height, width, 3) RGB uint8."""

_BITS = 8
_TIME_BASE = Fraction(1, 90_000)


def numbered(index: int, width: int, height: int) -> UInt8Array:
    """A picture that carries its number as eight bright or dark blocks along the top, over texture."""
    picture = np.random.default_rng(7).integers(40, 90, (height, width, 3)).astype(np.uint8)
    picture = np.asarray(cv2.blur(picture, (5, 5)), dtype=np.uint8)
    across = index * 5 % max(width - width // 5, 1)
    picture[height // 2 :, across : across + width // 5] = (190, 120, 60)
    for bit in range(_BITS):
        left, right = bit * width // _BITS, (bit + 1) * width // _BITS
        picture[: height // 3, left:right] = 215 if index >> bit & 1 else 35
    return picture


def number_in(picture: UInt8Array) -> int:
    """The number that `numbered` put into a picture, which may have been compressed and scaled since."""
    height, width = picture.shape[:2]
    middles = [(2 * bit + 1) * width // (2 * _BITS) for bit in range(_BITS)]
    return sum(int(picture[height // 6, x].mean() > 125) << bit for bit, x in enumerate(middles))


def flat(colour: tuple[int, int, int]) -> Paint:
    """Pictures of one colour."""

    def paint(index: int, width: int, height: int) -> UInt8Array:
        return np.full((height, width, 3), colour, dtype=np.uint8)

    return paint


def write_video(
    path: Path,
    frames: int = 24,
    *,
    size: tuple[int, int] = (160, 120),
    fps: int = 25,
    codec: str = "libx264",
    pix_fmt: str = "yuv420p",
    times: Sequence[float] | None = None,
    gop: int = 12,
    rotation: int = 0,
    aspect: Fraction | None = None,
    options: dict[str, str] | None = None,
    container_options: dict[str, str] | None = None,
    form: str | None = None,
    paint: Paint = numbered,
) -> Path:
    """Encode pictures.

    Args:
        path: its ending chooses the container unless `form` does.
        frames: how many.
        size: width and height in pixels.
        fps: frames a second; where `times` is given, only what the header states.
        codec: an FFmpeg encoder.
        pix_fmt: an FFmpeg pixel format of that encoder.
        times: the instant of each frame in seconds; None is a steady rate.
        gop: frames from one key frame to the next.
        rotation: degrees counter-clockwise that a player is told to turn the picture by.
        aspect: width of a pixel by its height.
        options: of the encoder.
        container_options: of the muxer.
        form: an FFmpeg muxer.
        paint: what is on the pictures.
    """
    with av.open(str(path), "w", format=form, options=container_options) as container:
        stream = cast(VideoStream, container.add_stream(codec, rate=fps, options=options))
        stream.width, stream.height, stream.pix_fmt = *size, pix_fmt
        stream.codec_context.gop_size = gop
        stream.codec_context.thread_count = 1
        if times is not None:
            stream.codec_context.time_base = _TIME_BASE
        if aspect is not None:
            stream.codec_context.sample_aspect_ratio = aspect
        if rotation:
            stream.set_display_rotation(rotation)
        for index in range(frames):
            frame = VideoFrame.from_ndarray(paint(index, *size), format="rgb24").reformat(format=pix_fmt)
            if times is not None:
                frame.time_base, frame.pts = _TIME_BASE, round(times[index] / _TIME_BASE)
            else:
                frame.time_base, frame.pts = Fraction(1, fps), index
            if index % gop == 0:
                frame.pict_type = PictureType.I
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


def write_sound(path: Path) -> Path:
    """Half a second of silence without pictures."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("aac", rate=44_100)
        for index in range(20):
            silence = np.zeros((1, 1024), dtype=np.float32)
            frame = av.AudioFrame.from_ndarray(silence, format="fltp", layout="mono")
            frame.sample_rate, frame.pts = 44_100, index * 1024
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


def flip_bytes(source: Path, target: Path, first: float, last: float, every: int = 40) -> Path:
    """A copy with every so-manieth byte inverted between two shares of its length."""
    data = bytearray(source.read_bytes())
    for index in range(int(len(data) * first), int(len(data) * last), every):
        data[index] ^= 0xFF
    target.write_bytes(data)
    return target


def cut(source: Path, target: Path, share: float) -> Path:
    """A copy of the first part of a file."""
    data = source.read_bytes()
    target.write_bytes(data[: int(len(data) * share)])
    return target


def join(target: Path, *parts: Path) -> Path:
    """Files end to end, as MPEG transport streams and elementary streams may be joined."""
    target.write_bytes(b"".join(part.read_bytes() for part in parts))
    return target
