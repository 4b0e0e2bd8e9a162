"""A sender, a link that loses and delays, and our receiver up to the seat, all in virtual time.

Encoders, decoder and seat are the real ones; only sockets and encryption are left out.
"""

from __future__ import annotations

import heapq
import random
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count

import numpy as np
from aiortc.codecs.h264 import H264Encoder
from aiortc.codecs.vpx import Vp8Encoder
from aiortc.rtp import RtpPacket, wrap_rtx
from av.video.frame import VideoFrame

from service.live.seat import Letters, Seat
from service.media import Tick
from service.seeing import see
from service.webrtc.decoding import Decoder, Undecodable
from service.webrtc.jitter import EncodedFrame
from service.webrtc.reception import Outcome, Reception
from tests.vision.recorded import RecordedEye
from vision.picture import UInt8Array
from vision.policy import TablePolicy
from vision.signals.signal import Signal
from vision.table import TableState

MEDIA, REPEAT = 96, 97
SSRC, REPEAT_SSRC = 0x1234, 0x5678
HISTORY = 128
"""Packets that a sender keeps for repeating: aiortc's number, the smallest of those in use."""
HEARTBEAT = 0.1


@dataclass(frozen=True)
class Link:
    """One way; both ways are alike."""

    loss: float = 0.0
    """Part of the packets that get lost, each by itself."""
    jitter: float = 0.0
    """Seconds by which packets are delayed at most, each by itself, so that they overtake each other."""
    delay: float = 0.02
    blackouts: tuple[tuple[float, float], ...] = ()
    """Stretches of the time in which everything gets lost."""

    def arrival(self, now: float, dice: random.Random) -> float | None:
        if dice.random() < self.loss or any(begin <= now < end for begin, end in self.blackouts):
            return None
        return now + self.delay + dice.uniform(0, self.jitter)


@dataclass
class Look:
    """What the eye found at the seat."""

    at: float
    captured: float | None
    """When the picture that it got was taken; None where it got none."""
    age: float | None


@dataclass
class Run:
    """What came of it."""

    looks: list[Look] = field(default_factory=list)
    signals: list[Signal] = field(default_factory=list)
    """What the eye made of the seat; its detectors find a person where the picture's middle is bright."""
    sound: bool = True
    """Whether each judged picture is the one that the sender's own decoder makes."""
    reception: Reception | None = None
    seat: Seat | None = None

    @property
    def ages(self) -> list[float]:
        """Seconds between taking and judging of each judged picture."""
        return [look.at - look.captured for look in self.looks if look.captured is not None]

    def judged_after(self, t: float) -> float:
        """When the first picture that was taken after `t` was judged."""
        return min(
            (look.at for look in self.looks if look.captured is not None and look.captured > t),
            default=float("inf"),
        )

    def observed(self) -> float:
        """Part of the looks at which the seat's newest picture was at most 500 ms old."""
        good = [look.age is not None and look.age <= 0.5 for look in self.looks]
        return sum(good) / len(good)


class _Sender:
    def __init__(self, codec: str, fps: int, seed: int, empty_from: float) -> None:
        self._encoder = H264Encoder() if codec == "H264" else Vp8Encoder()
        self._reference = Decoder()
        self._codec = codec
        self._fps = fps
        self._empty_from = empty_from
        self._noise = np.random.default_rng(seed)
        self._still = self._noise.integers(160, 230, (15, 20, 3), dtype=np.uint8).repeat(8, 0).repeat(8, 1)
        self._number = 65_500
        self._repeat_number = 7
        self._history: dict[int, RtpPacket] = {}
        self.key_wanted = False
        self.pictures: dict[int, UInt8Array] = {}
        """Luma of each frame by its number, as decoded where nothing got lost."""

    def frame(self, index: int) -> list[RtpPacket]:
        image = self._still.copy()
        left = index * 7 % 140
        image[50:70, left : left + 20] = 255
        if index / self._fps >= self._empty_from:
            image //= 4
        image = np.clip(image + self._noise.integers(-6, 7, image.shape), 0, 255).astype(np.uint8)
        frame = VideoFrame.from_ndarray(image, format="rgb24").reformat(format="yuv420p")
        frame.pts, frame.time_base = index * 90_000 // self._fps, Fraction(1, 90_000)
        wanted, self.key_wanted = self.key_wanted, False
        payloads, timestamp = self._encoder.encode(frame, wanted)
        return [
            self._packet(payload, timestamp, part == len(payloads) - 1)
            for part, payload in enumerate(payloads)
        ]

    def _packet(self, payload: bytes, timestamp: int, last: bool) -> RtpPacket:
        packet = RtpPacket(
            MEDIA, int(last), self._number, (timestamp + 2**32 - 90_000) % 2**32, SSRC, payload
        )
        self._number = (self._number + 1) % 65_536
        self._history[packet.sequence_number % HISTORY] = packet
        return packet

    def repeat(self, number: int) -> RtpPacket | None:
        packet = self._history.get(number % HISTORY)
        if packet is None or packet.sequence_number != number:
            return None
        self._repeat_number += 1
        return wrap_rtx(packet, REPEAT, self._repeat_number % 65_536, REPEAT_SSRC)


class Wire:
    """Runs one sender against one receiver."""

    def __init__(
        self, codec: str, fps: int, link: Link, seed: int = 1, empty_from: float = float("inf")
    ) -> None:
        self.now = 0.0
        self._link = link
        self._dice = random.Random(seed)
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()
        self._fps = fps
        self._sender = _Sender(codec, fps, seed, empty_from)
        self._sound = _Whole(codec)
        self.reception = Reception({MEDIA: codec}, {REPEAT: MEDIA})
        self._decoder = Decoder()
        self._needs_key = True
        self._seat = Seat(1, lambda: self.now, threading.Condition())
        self._input = self._seat.join("whip")
        self.run = Run(reception=self.reception, seat=self._seat)
        self._ticking = float("inf")
        self._state = TableState()
        self._models = RecordedEye().models

    def play(self, seconds: float) -> Run:
        for index in range(int(seconds * self._fps)):
            self._at(index / self._fps, lambda index=index: self._capture(index))  # type: ignore[misc]
        for beat in range(int(seconds / HEARTBEAT)):
            self._at(beat * HEARTBEAT, self._look)
        while self._events and self._events[0][0] <= seconds:
            self.now, _, happen = heapq.heappop(self._events)
            happen()
        return self.run

    def _at(self, time: float, happen: Callable[[], None]) -> None:
        heapq.heappush(self._events, (time, next(self._order), happen))

    def _capture(self, index: int) -> None:
        packets = self._sender.frame(index)
        self._sound.frame(packets, index)
        for packet in packets:
            self._to_receiver(packet)

    def _to_receiver(self, packet: RtpPacket) -> None:
        arrival = self._link.arrival(self.now, self._dice)
        if arrival is not None:
            self._at(arrival, lambda: self._follow(self.reception.receive(packet, self.now)))

    def _to_sender(self, happen: Callable[[], None]) -> None:
        arrival = self._link.arrival(self.now, self._dice)
        if arrival is not None:
            self._at(arrival, happen)

    def _repeat(self, numbers: list[int]) -> None:
        for number in numbers:
            packet = self._sender.repeat(number)
            if packet is not None:
                self._to_receiver(packet)

    def _want_key(self) -> None:
        self._sender.key_wanted = True

    def _follow(self, outcome: Outcome) -> None:
        if outcome.ask:
            self._to_sender(lambda: self._repeat(outcome.ask))
        if outcome.ask_keyframe:
            self._to_sender(self._want_key)
        if outcome.lost:
            self._input.corrupt(outcome.lost)
        for frame in outcome.frames:
            self._decode(frame)
        if outcome.frames:
            self._look()
        due = self.reception.due
        if due is not None and not self.now < self._ticking <= due:
            self._ticking = max(due, self.now + 0.001)
            self._at(self._ticking, self._tick)

    def _tick(self) -> None:
        self._ticking = float("inf")
        self._follow(self.reception.tick(self.now))

    def _decode(self, frame: EncodedFrame) -> None:
        if self._needs_key and not frame.key:
            return
        try:
            pictures = self._decoder.decode(frame)
        except Undecodable:
            self._needs_key = True
            self._follow(self.reception.refused(self.now))
            return
        self._needs_key = False
        for picture, stamp in pictures:
            index = round((stamp + 1 - 2**32 / 90_000) * self._fps)
            self.run.sound &= np.array_equal(picture.planes[0], self._sound.luma[index])
            self._input.put(picture, stamp, self.reception.waited(stamp, self.now))

    def _look(self) -> None:
        letters = self._seat.take()
        captured = None
        self._see(letters)
        if letters.frame is not None:
            captured = self._sound.when(letters.frame.picture.planes[0]) / self._fps
        self.run.looks.append(Look(self.now, captured, letters.age))

    def _see(self, letters: Letters) -> None:
        frames = () if letters.frame is None else (letters.frame,)
        ages = {} if letters.age is None else {1: letters.age}
        tick = Tick(self.now, frames, letters.events, ages, {})
        self._state, _, signals = see(self._state, tick, self._models, TablePolicy())
        self.run.signals += signals


class _Whole:
    """What a decoder makes of the stream where nothing gets lost."""

    def __init__(self, codec: str) -> None:
        self._reception = Reception({MEDIA: codec}, {})
        self._decoder = Decoder()
        self.luma: dict[int, UInt8Array] = {}
        self._index: dict[bytes, int] = {}

    def frame(self, packets: list[RtpPacket], index: int) -> None:
        for packet in packets:
            for frame in self._reception.receive(packet, 0.0).frames:
                for picture, _ in self._decoder.decode(frame):
                    self.luma[index] = picture.planes[0].copy()
                    self._index[picture.planes[0].tobytes()] = index

    def when(self, luma: UInt8Array) -> int:
        return self._index[luma.tobytes()]
