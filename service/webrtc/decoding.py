"""The thread that decodes the frames of one session and leaves each picture at its seat."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from fractions import Fraction

import av
from av.video.codeccontext import VideoCodecContext
from av.video.frame import VideoFrame

from service.media.planes import picture_from_av
from service.webrtc.jitter import EncodedFrame
from service.webrtc.reception import CLOCK_RATE
from vision.picture import Picture
from vision.table import Probe

LAG = 0.3
"""Seconds that a frame may wait for its turn; then everything up to the next keyframe is dropped."""
MOST_WAITING = 256
MOST_PIXELS = 3840 * 2176
"""Of a picture: 4K, with the rows that encoders add."""
_CODECS = {"VP8": "vp8", "H264": "h264"}
_TIME_BASE = Fraction(1, CLOCK_RATE)


@dataclass(slots=True)
class DecoderCounts:
    """Since the session began."""

    decoded: int = 0
    dropped: int = 0
    """Frames that were not decoded: the decoder lagged, or what they need was lost."""
    failures: int = 0


class Undecodable(Exception):
    """A frame could not be decoded soundly."""


class Decoder:
    """Frames in, pictures out. Not thread-safe."""

    def __init__(self) -> None:
        self._name = ""
        self._context: VideoCodecContext | None = None
        self._turn = 0

    def decode(self, frame: EncodedFrame) -> list[tuple[Picture, float]]:
        """Decode a frame that depends on nothing but those before it.

        Returns:
            Pictures with their stamps, seconds on the sender's clock.

        Raises:
            Undecodable: it, or what it was predicted from, is damaged.
        """
        if frame.turn is not None:
            self._turn = frame.turn
        context = self._for(frame.codec)
        packet = av.Packet(frame.data)
        packet.pts = frame.timestamp
        packet.time_base = _TIME_BASE
        try:
            decoded = context.decode(packet)
        except (av.FFmpegError, ValueError) as error:
            raise Undecodable(str(error)) from error
        if any(picture.is_corrupt for picture in decoded):
            raise Undecodable("the decoder had to guess parts of the picture")
        return [self._picture(picture) for picture in decoded if picture.pts is not None]

    def _for(self, codec: str) -> VideoCodecContext:
        if self._context is None or codec != self._name:
            context = av.CodecContext.create(_CODECS[codec], "r")
            assert isinstance(context, VideoCodecContext)
            context.thread_count = 1
            context.options = {"max_pixels": str(MOST_PIXELS)}
            self._name, self._context = codec, context
        return self._context

    def _picture(self, frame: VideoFrame) -> tuple[Picture, float]:
        picture = picture_from_av(frame)
        if self._turn:
            picture = replace(picture, rotation=(picture.rotation + self._turn) % 360)
        return picture, (frame.pts or 0) / CLOCK_RATE


class DecoderThread:
    """Decodes until it is closed. `push` and `close` may come from any thread."""

    def __init__(
        self,
        on_picture: Callable[[Picture, float], None],
        on_failure: Callable[[str], None],
        now: Callable[[], float] = time.monotonic,
        decoding: Probe = lambda _: nullcontext(),
    ) -> None:
        """Start.

        Args:
            on_picture: given each picture and its stamp in seconds, on this thread.
            on_failure: told, on this thread, why nothing follows before a keyframe.
            now: seconds that only rise.
            decoding: entered around each decoding with the codec's name, in small letters.
        """
        self._decoding = decoding
        self.counts = DecoderCounts()
        self._on_picture = on_picture
        self._on_failure = on_failure
        self._now = now
        self._arrival = threading.Condition()
        self._waiting: deque[tuple[EncodedFrame, float]] = deque()
        self._closing = False
        self._needs_key = True
        self._decoder = Decoder()
        self._thread = threading.Thread(target=self._run, name="whip-decoder", daemon=True)
        self._thread.start()

    def push(self, frames: Sequence[EncodedFrame]) -> None:
        """Have these decoded."""
        now = self._now()
        with self._arrival:
            self._waiting.extend((frame, now) for frame in frames)
            self._arrival.notify()

    def close(self) -> None:
        """End the thread after the frame that it is at; does not wait for it."""
        with self._arrival:
            self._closing = True
            self._waiting.clear()
            self._arrival.notify()

    def join(self, seconds: float) -> bool:
        """Wait for the thread's end; whether it came."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while True:
            with self._arrival:
                self._arrival.wait_for(lambda: self._closing or self._waiting)
                if self._closing:
                    return
                lagging = self._shed()
                frame = self._waiting.popleft()[0] if self._waiting else None
            if lagging:
                self._fail("decoding cannot keep up")
            if frame is not None:
                self._take(frame)

    def _shed(self) -> bool:
        """Drop what waited for too long, up to the newest keyframe; whether anything was dropped.

        What stays is given its time anew.
        """
        now = self._now()
        late = now - self._waiting[0][1] > LAG or len(self._waiting) > MOST_WAITING
        if not late:
            return False
        keys = [at for at, (frame, _) in enumerate(self._waiting) if frame.key]
        dropped = keys[-1] if keys else len(self._waiting)
        for _ in range(dropped):
            self._waiting.popleft()
        self._waiting = deque((frame, now) for frame, _ in self._waiting)
        self.counts.dropped += dropped
        return dropped > 0

    def _take(self, frame: EncodedFrame) -> None:
        if self._needs_key and not frame.key:
            self.counts.dropped += 1
            return
        try:
            with self._decoding(frame.codec.lower()):
                pictures = self._decoder.decode(frame)
        except Undecodable as error:
            self.counts.failures += 1
            self._fail(str(error))
            return
        self._needs_key = False
        self.counts.decoded += len(pictures)
        for picture, stamp in pictures:
            self._on_picture(picture, stamp)

    def _fail(self, reason: str) -> None:
        if not self._needs_key:
            self._needs_key = True
            self._on_failure(reason)
