"""A video file, a camera or a stream, as FFmpeg opens it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import cast

import av
from av.container.input import InputContainer
from av.stream import Disposition
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from service.media.decoding import Cut, Damage, Recovery, decoded
from service.media.planes import picture_from_av
from service.media.source import Fate, Item, SourceError, SourceEvent
from service.media.timing import Timeline, TimestampGuess
from vision.frame import Frame

_USUAL_PERIOD = 1 / 25
"""Seconds between frames where the container states no rate."""
_NOT_VIDEO = frozenset({"tty"})
"""Demuxers that turn any text into pictures."""
_PERIODS_SHORT = 3.0
"""Periods of the declared duration that may be missing at the end before the input counts as cut off."""


class VideoSource:
    """Frames of the first video stream of an open container."""

    def __init__(
        self, seat: int, name: str, container: InputContainer, *, live: bool, cut_off: bool = False
    ) -> None:
        """Take over the container.

        Args:
            seat: 1..10
            name: for messages.
            container: read from its beginning.
            live: pictures come when they come.
            cut_off: the end is known to be missing, though the container would not say so.

        Raises:
            SourceError: it holds no video stream, or nothing in it can be decoded. The container is closed.
        """
        self.seat = seat
        self.name = name
        self.live = live
        self._container = container
        self._cut_off = cut_off
        try:
            self._stream = _video_stream(name, container)
            self.period = _period(self._stream)
            self.duration = None if live else _duration(container, self._stream)
            self._recovery = Recovery(self.period)
            counted = container.format.name == "avi"  # AVI holds no times, only an order
            self._guess = TimestampGuess(prefer_decoding=counted)
            origin = None if live or counted else _origin(container)
            self._times: Timeline[VideoFrame] = Timeline(self.period, origin)
            self._aspect = _aspect(self._stream)
            self._last: float | None = None
            self._stream.codec_context.thread_count = 1
            if self._stream.codec_context.name == "mjpeg":
                # Its pictures stand alone: one with a fault is better left out than shown half grey.
                self._stream.codec_context.options = {"err_detect": "explode"}
            self._items = self._read()
            self._first = self._next_items()
        except BaseException:
            container.close()
            raise

    @property
    def dropped(self) -> int:
        """Frames left out because their timestamp repeated or stepped back."""
        return self._times.dropped

    def __iter__(self) -> Iterator[Item]:
        yield from self._first
        self._first = []
        yield from self._items

    def close(self) -> None:
        """Close the container."""
        self._container.close()

    def _next_items(self) -> list[Item]:
        """Everything up to the first frame, so that an input without any is refused when it is opened."""
        items: list[Item] = []
        for item in self._items:
            items.append(item)
            if isinstance(item, Frame):
                return items
        reason = items[-1].reason if items and isinstance(items[-1], SourceEvent) else "no picture"
        raise SourceError(
            f"no picture can be decoded: {self.name}: {reason}; check that the file is whole and is a video"
        )

    def _read(self) -> Iterator[Item]:
        cut: Cut | None = None
        for piece in decoded(self._container, self._stream):
            if isinstance(piece, Cut):
                cut = piece
            elif isinstance(piece, Damage):
                self._recovery.damage()
            elif self._recovery.trust(key=piece.key_frame, corrupt=piece.is_corrupt):
                yield from self._emit(self._times.put(*self._stamp(piece), piece))
        yield from self._emit(self._times.flush())
        if self._recovery.damaged:
            yield self._corrupt(None)
        yield self._end(cut)

    def _stamp(self, frame: VideoFrame) -> tuple[float | None, float | None]:
        base = frame.time_base or self._stream.time_base or Fraction(1, 90_000)
        stamp = self._guess.pick(frame.pts, frame.dts)
        seconds = None if stamp is None else float(stamp * base)
        return seconds, float(frame.duration * base) if frame.duration else None

    def _emit(self, placed: list[tuple[float, VideoFrame]]) -> Iterator[Item]:
        for t, frame in placed:
            if self._recovery.damaged:
                yield self._corrupt(t)
            self._last = t
            yield Frame(self.seat, t, picture_from_av(frame, self._aspect))

    def _corrupt(self, until: float | None) -> SourceEvent:
        lost = self._recovery.recovered()
        reason = f"{lost} frames or packets could not be decoded"
        return SourceEvent(self.seat, Fate.CORRUPT, self._last or 0.0, until, lost, reason)

    def _end(self, cut: Cut | None) -> SourceEvent:
        end = self._last or 0.0
        if cut is not None:
            return SourceEvent(self.seat, Fate.BROKEN, end, reason=cut.reason)
        if self._cut_off:
            return SourceEvent(self.seat, Fate.BROKEN, end, reason="cut off")
        missing = 0.0 if self.duration is None else self.duration - end
        if missing > max(_PERIODS_SHORT * self.period, 0.25):
            reason = f"cut off at {end:.2f} s of {self.duration:.2f} s"
            return SourceEvent(self.seat, Fate.BROKEN, end, reason=reason)
        return SourceEvent(self.seat, Fate.ENDED, end, reason="end of the input")


def _video_stream(name: str, container: InputContainer) -> VideoStream:
    """The first stream of moving pictures; a cover picture of a piece of music is none."""
    if container.format.name not in _NOT_VIDEO:
        for stream in container.streams.video:
            if not stream.disposition & Disposition.attached_pic:
                return stream
    kinds = sorted({str(stream.type) for stream in container.streams})
    found = "text" if container.format.name in _NOT_VIDEO else " and ".join(kinds) or "nothing"
    raise SourceError(f"no video in it: {name} holds {found} only; give a file or an address with pictures")


def _period(stream: VideoStream) -> float:
    rate = stream.average_rate or stream.guessed_rate
    return float(1 / rate) if rate else _USUAL_PERIOD


def _duration(container: InputContainer, stream: VideoStream) -> float | None:
    """Seconds from t = 0 to the end of the last frame, where the container says so about the pictures."""
    if stream.duration is not None and stream.time_base is not None:
        start = 0.0 if stream.start_time is None else float(stream.start_time * stream.time_base)
        return float(stream.duration * stream.time_base) + max(start - (_origin(container) or 0.0), 0.0)
    if container.duration is not None and len(container.streams) == 1:
        return container.duration / av.time_base
    return None


def _origin(container: InputContainer) -> float | None:
    """The container's own beginning, which players show as zero, in seconds of its timestamps."""
    start = cast("int | None", container.start_time)
    return None if start is None else start / av.time_base


def _aspect(stream: VideoStream) -> Fraction | None:
    return stream.sample_aspect_ratio or stream.codec_context.sample_aspect_ratio
