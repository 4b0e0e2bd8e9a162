"""A video a seat, playable however the program ends."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Self, cast

import av
import cv2
import numpy as np
from av.container.output import OutputContainer
from av.video.frame import PictureType, VideoFrame
from av.video.stream import VideoStream

from service.media.diskfile import DiskFile
from vision.picture import UInt8Array

TIME_BASE = Fraction(1, 60_000)
"""Divides the periods of 24, 25, 30, 50 and 60 frames a second, and fits MPEG-4's 16 bits."""
_FRAGMENT = 1.0
"""Seconds of media time between key frames, each of which begins a fragment: what a kill can cost."""
_ENCODERS: tuple[tuple[str, dict[str, str]], ...] = (
    ("libx264", {"preset": "superfast", "tune": "zerolatency", "crf": "24", "forced-idr": "1"}),
    ("libopenh264", {}),
    ("h264_videotoolbox", {"realtime": "1"}),
    ("mpeg4", {}),
)
_MPEG4_BITS_A_PIXEL = 6.0
_BT601, _LIMITED_RANGE = 6, 1


class Recorder:
    """Writes pictures at their media time into an MP4 file: H.264 where an encoder is there, else MPEG-4.

    The file is fragmented while it grows, so after a kill or a full disk it plays to its last whole second,
    and it becomes an ordinary MP4 when it is closed. Frames keep their own instants: nothing is repeated or
    resampled. Odd sizes grow by one pixel; a picture of another size than the first is fitted into it.
    """

    def __init__(self, path: Path, on_failure: Callable[[str], None], encoder: str | None = None) -> None:
        """Name the file; it is made when the first picture comes.

        Args:
            path: ends in `.mp4`.
            on_failure: told once, in one line, when the recording had to stop; the program goes on.
            encoder: an FFmpeg encoder to use rather than the best one present.
        """
        self.path = path
        self.failed = False
        self._on_failure = on_failure
        self._encoder = encoder
        self._file: DiskFile | None = None
        self._container: OutputContainer | None = None
        self._stream: VideoStream | None = None
        self._last = -1
        self._next_key = 0

    def write(self, picture: UInt8Array, t: float) -> bool:
        """Append a picture.

        Args:
            picture: (H, W, 3) RGB uint8.
            t: media time in seconds; a picture not later than the one before is left out.

        Returns:
            False where it was left out or the recording has failed.
        """
        stamp = round(t / TIME_BASE)
        if self.failed or stamp <= self._last:
            return False
        try:
            stream = self._stream or self._open(picture)
            frame = _frame(picture, stream.width, stream.height)
            frame.pts, frame.time_base = stamp, TIME_BASE
            if stamp >= self._next_key:
                frame.pict_type = PictureType.I
                self._next_key = stamp + round(_FRAGMENT / TIME_BASE)
            self._mux(stream, frame)
        except (OSError, av.FFmpegError) as error:
            self._fail(error)
            return False
        self._last = stamp
        return not self.failed

    def close(self) -> None:
        """Finish the file. Safe to call twice."""
        if self._stream is not None and not self.failed:
            try:
                self._mux(self._stream, None)
            except (OSError, av.FFmpegError) as error:
                self._fail(error)
        self._shut()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _open(self, picture: UInt8Array) -> VideoStream:
        height, width = picture.shape[:2]
        self._file = DiskFile(self.path)
        options = {"movflags": "hybrid_fragmented+delay_moov", "flush_packets": "1"}
        self._container = av.open(self._file, "w", format="mp4", options=options)
        self._stream = _add_stream(self._container, self._encoder, width + width % 2, height + height % 2)
        return self._stream

    def _mux(self, stream: VideoStream, frame: VideoFrame | None) -> None:
        assert self._container is not None
        for packet in stream.encode(frame):
            self._container.mux(packet)
        if self._file is not None and self._file.error is not None:
            self._fail(self._file.error)

    def _fail(self, error: Exception) -> None:
        if self.failed:
            return
        self.failed = True
        if self._file is not None and self._file.error is None:
            self._file.error = OSError(str(error))
        self._shut()
        reason = getattr(error, "strerror", None) or str(error)
        self._on_failure(f"recording stopped: {self.path}: {reason}; what was written before it plays")

    def _shut(self) -> None:
        container, self._container, self._stream = self._container, None, None
        failure: Exception | None = None
        if container is not None:
            try:
                container.close()
            except (OSError, av.FFmpegError) as error:
                failure = error
        disk, self._file = self._file, None
        if disk is not None:
            failure = disk.error or failure
            disk.close()
        if failure is not None:
            self._fail(failure)


def _add_stream(container: OutputContainer, encoder: str | None, width: int, height: int) -> VideoStream:
    """The video stream with the first encoder that this FFmpeg has, opened."""
    options = dict(_ENCODERS)
    names = [encoder] if encoder else [name for name, _ in _ENCODERS]
    name = next((name for name in names if name in av.codecs_available and _can_encode(name)), None)
    if name is None:
        raise OSError(f"no video encoder among {', '.join(names)}")
    stream = cast(VideoStream, container.add_stream(name, options=options.get(name, {})))
    stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
    context = stream.codec_context
    context.time_base = TIME_BASE
    context.thread_count = 1
    context.gop_size = 100_000  # key frames are set by media time, not by count
    context.colorspace, context.color_range = _BT601, _LIMITED_RANGE
    if name == "mpeg4":
        context.bit_rate = int(width * height * _MPEG4_BITS_A_PIXEL)
    return stream


def _can_encode(name: str) -> bool:
    try:
        av.Codec(name, "w")
    except (ValueError, av.FFmpegError):
        return False
    return True


def _frame(picture: UInt8Array, width: int, height: int) -> VideoFrame:
    rows, columns = picture.shape[:2]
    if (columns + columns % 2, rows + rows % 2) != (width, height):
        picture = _fit(picture, width, height)
    elif (columns, rows) != (width, height):
        picture = np.asarray(
            cv2.copyMakeBorder(picture, 0, height - rows, 0, width - columns, cv2.BORDER_REPLICATE), np.uint8
        )
    yuv = np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2YUV_I420), dtype=np.uint8)
    return VideoFrame.from_ndarray(yuv, format="yuv420p")


def _fit(picture: UInt8Array, width: int, height: int) -> UInt8Array:
    """Scaled to lie whole and centred in a black field."""
    rows, columns = picture.shape[:2]
    scale = min(width / columns, height / rows)
    inner = (max(round(columns * scale), 1), max(round(rows * scale), 1))
    scaled = cv2.resize(picture, inner, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    field = np.zeros((height, width, 3), dtype=np.uint8)
    left, top = (width - inner[0]) // 2, (height - inner[1]) // 2
    field[top : top + inner[1], left : left + inner[0]] = scaled
    return field
