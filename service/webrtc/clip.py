"""A video file as an endless track of encoded packets, cheap enough to send ten of at once."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Literal, cast

import av
from aiortc import MediaStreamTrack
from aiortc.mediastreams import MediaStreamError
from av.packet import Packet
from av.video.codeccontext import VideoCodecContext
from av.video.frame import PictureType, VideoFrame
from av.video.stream import VideoStream

Codec = Literal["H264", "VP8"]
KEYFRAME_EVERY = 1.0
"""Seconds: who asks for a keyframe in a later round waits no longer than that."""
_TIME_BASE = Fraction(1, 90_000)
_ENCODERS = {
    "H264": ("libx264", {"preset": "superfast", "tune": "zerolatency", "crf": "24", "profile": "baseline"}),
    "VP8": ("libvpx", {"deadline": "realtime", "cpu-used": "8", "lag-in-frames": "0", "crf": "14"}),
}
_VP8_RATE = 900_000


@dataclass(frozen=True, slots=True)
class _Encoded:
    data: bytes
    t: float
    """Seconds since the clip's beginning."""


class Clip:
    """Encodes a file while it is sent for the first time, and repeats what it encoded from then on."""

    def __init__(self, path: Path, codec: Codec, *, loop: bool) -> None:
        """Open a file.

        Args:
            path: anything that FFmpeg reads.
            codec: to send.
            loop: whether it begins anew at its end.
        """
        self._container = av.open(str(path))
        self._codec = codec
        self._loop = loop
        self._key_wanted = False
        self._lock = threading.Lock()
        self._closed = False
        self._packets = self._rounds()
        stream = self._container.streams.video[0]
        stream.codec_context.thread_count = 1
        rate = stream.average_rate or stream.guessed_rate or Fraction(30)
        self.period = float(1 / rate)

    def ask_keyframe(self) -> None:
        """Somebody lost pictures; heeded while the file is encoded for the first time."""
        self._key_wanted = True

    def read(self) -> _Encoded | None:
        """The next encoded frame, times rising through all rounds; None at the end. From any thread."""
        with self._lock:
            return None if self._closed else next(self._packets, None)

    def close(self) -> None:
        """Let go of the file, as soon as nobody reads it."""
        with self._lock:
            self._closed = True
            self._container.close()

    def _rounds(self) -> Iterator[_Encoded]:
        kept: list[_Encoded] = []
        for encoded in self._encode():
            if self._loop:
                kept.append(encoded)
            yield encoded
        length = kept[-1].t + self.period if kept else 0.0
        begun = length
        while kept:
            yield from (_Encoded(one.data, begun + one.t) for one in kept)
            begun += length

    def _encode(self) -> Iterator[_Encoded]:
        encoder: VideoCodecContext | None = None
        zero, last_key = None, 0.0
        for frame in self._container.decode(video=0):
            t = float(frame.time or 0.0)
            zero = t if zero is None else zero
            t -= zero
            encoder = encoder or self._encoder(frame)
            plain = frame.reformat(format="yuv420p")
            plain.pts, plain.time_base = round(t * 90_000), _TIME_BASE
            key = self._key_wanted or t - last_key >= KEYFRAME_EVERY
            plain.pict_type = PictureType.I if key else PictureType.NONE
            self._key_wanted, last_key = False, t if key else last_key
            data = b"".join(bytes(packet) for packet in encoder.encode(plain))
            if data:
                yield _Encoded(data, t)

    def _encoder(self, frame: VideoFrame) -> VideoCodecContext:
        name, options = _ENCODERS[self._codec]
        encoder = cast("VideoCodecContext", av.CodecContext.create(name, "w"))
        encoder.width, encoder.height = frame.width & ~1, frame.height & ~1
        encoder.pix_fmt, encoder.time_base = "yuv420p", _TIME_BASE
        encoder.framerate = Fraction(round(1 / self.period), 1)
        encoder.thread_count = 1
        encoder.gop_size = 100_000
        encoder.options = dict(options)
        if self._codec == "VP8":
            encoder.bit_rate = _VP8_RATE
        return encoder


class ClipTrack(MediaStreamTrack):
    """The clip at its own pace."""

    kind = "video"

    def __init__(self, clip: Clip) -> None:
        super().__init__()
        self._clip = clip
        self.begun: float | None = None
        """When the first picture was due, as `time.monotonic` has it."""
        self.started = asyncio.Event()

    async def recv(self) -> Packet[VideoStream]:
        """The next encoded frame, when its time has come."""
        encoded = await asyncio.to_thread(self._clip.read)
        if encoded is None:
            self.stop()
            raise MediaStreamError
        now = time.monotonic()
        if self.begun is None:
            self.begun = now - encoded.t
            self.started.set()
        await asyncio.sleep(max(self.begun + encoded.t - now, 0.0))
        packet = cast("Packet[VideoStream]", Packet(encoded.data))
        packet.pts, packet.time_base = round(encoded.t * 90_000), _TIME_BASE
        return packet
