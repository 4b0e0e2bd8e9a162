"""One video stream: RTP packets in; encoded frames, and what to tell the sender, out.

Pure: time is a parameter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from aiortc.rtp import RtpPacket, unwrap_rtx

from service.live.seat import LATE
from service.webrtc.counting import Unwrapper
from service.webrtc.header import Extensions
from service.webrtc.jitter import HOLD, PATIENCE, EncodedFrame, JitterBuffer, Packet
from service.webrtc.payload import fragment_of
from service.webrtc.repairs import Repairs
from service.webrtc.transit import Transit

CLOCK_RATE = 90_000
"""Of all video over RTP."""
KEYFRAME_PAUSE = 0.5
"""Seconds between two requests for a keyframe: it takes about that long to come, and costs ten frames."""
LEAP = 3000
"""A sequence number that far from the newest one begins a new stream (as RFC 3550 appendix A.1)."""
_TAKEOVER = 1.0
"""Seconds of silence of one source after which another one may take its place."""


@dataclass(slots=True)
class Outcome:
    """What a packet, or time, brought."""

    frames: list[EncodedFrame] = field(default_factory=list)
    """To decode, in order."""
    ask: list[int] = field(default_factory=list)
    """Sequence numbers to ask for again, 16 bits each."""
    ask_keyframe: bool = False
    lost: str = ""
    """Why pictures stopped for longer than one may be old; empty where they did not. Told once a stretch."""


@dataclass(slots=True)
class ReceptionCounts:
    """Since the session began."""

    packets: int = 0
    repaired: int = 0
    """Packets that came by retransmission."""
    malformed: int = 0
    asked: int = 0
    keyframes_asked: int = 0
    stretches_lost: int = 0


class Reception:
    """The video of one session."""

    def __init__(self, codecs: Mapping[int, str], repeats: Mapping[int, int]) -> None:
        """Begin.

        Args:
            codecs: payload type -> `VP8` or `H264`.
            repeats: payload type of retransmissions (RFC 4588) -> the one that is repeated.
        """
        self.source: int | None = None
        """SSRC of the stream."""
        self.counts = ReceptionCounts()
        self._codecs = dict(codecs)
        self._repeats = dict(repeats)
        self._heard = 0.0
        self._stuck = False
        self._told = False
        self._keyframe_asked: float | None = None
        self._begin()

    def __len__(self) -> int:
        """Packets that wait for others."""
        return len(self._buffer)

    @property
    def due(self) -> float | None:
        """When `tick` has something to do, None for not before another packet."""
        oldest = self._repairs.oldest
        times = [self._repairs.due]
        if oldest is not None:
            settled = self._told or self._buffer.waiting
            times.append(oldest + (HOLD if settled else LATE if self._stuck else PATIENCE))
        if self._blind:
            times.append(max(self._keyframe_asked or 0.0, self._heard) + KEYFRAME_PAUSE)
        return min((time for time in times if time is not None), default=None)

    def receive(self, packet: RtpPacket, now: float) -> Outcome:
        """Take in a packet as it arrives; one of another kind or source changes nothing."""
        repeated = self._repeats.get(packet.payload_type)
        if repeated is not None:
            if self.source is None or len(packet.payload) < 2:
                return Outcome()
            packet = unwrap_rtx(packet, payload_type=repeated, ssrc=self.source)
        codec = self._codecs.get(packet.payload_type)
        if codec is None or not self._ours(packet, now, is_repeat=repeated is not None):
            return Outcome()
        self.counts.packets += 1
        self.counts.repaired += repeated is not None
        try:
            fragment = fragment_of(codec, packet.payload)
        except (ValueError, IndexError):
            self.counts.malformed += 1
            return Outcome()
        number = self._numbers.unwrap(packet.sequence_number)
        timestamp = self._stamps.unwrap(packet.timestamp)
        if repeated is None:
            self._transit.packet(number, timestamp / CLOCK_RATE, now)
        turn = packet.extensions.turn if isinstance(packet.extensions, Extensions) else None
        frames = self._buffer.add(
            Packet(
                number,
                timestamp,
                bool(packet.marker),
                fragment.data,
                fragment.begins_key,
                turn,
                codec,
                repeated is not None,
            ),
            now,
        )
        return self._conclude(frames, now)

    def tick(self, now: float) -> Outcome:
        """Let time pass."""
        return self._conclude(self._buffer.expire(now), now)

    def waited(self, stamp: float, now: float) -> float:
        """How old a picture is that is handed on now, as far as can be known here.

        The time that it lost against the swiftest packet, and half of the shortest round trip, which is what
        the swiftest packet took.

        Args:
            stamp: of the picture, seconds on the sender's clock.
            now: as everywhere.
        """
        return self._transit.waited(stamp, now) + (self._repairs.least_round_trip or 0.0) / 2

    def refused(self, now: float) -> Outcome:
        """The decoder could not use what it was given: it needs a keyframe."""
        return Outcome(ask_keyframe=self._may_ask_keyframe(now))

    @property
    def _blind(self) -> bool:
        """Whether only a keyframe helps."""
        return self._stuck or (self._buffer.waiting and self.source is not None)

    def _begin(self) -> None:
        self._numbers, self._stamps = Unwrapper(16), Unwrapper(32)
        self._newest: int | None = None
        self._transit = Transit()
        self._repairs = Repairs()
        self._buffer = JitterBuffer(self._repairs)

    def _ours(self, packet: RtpPacket, now: float, *, is_repeat: bool) -> bool:
        """Whether the packet is of the stream; a new one begins where the old one went silent or leapt."""
        if self.source is None or (packet.ssrc != self.source and now - self._heard > _TAKEOVER):
            self.source, self._newest = packet.ssrc, None
            self._begin()
        if packet.ssrc != self.source:
            return False
        if self._newest is not None:
            ahead = (packet.sequence_number - self._newest) % 65536
            if LEAP <= ahead <= 65536 - LEAP:
                if is_repeat:
                    return False
                self._begin()
            elif ahead > LEAP:
                return True
        self._newest = packet.sequence_number
        self._heard = now
        return True

    def _conclude(self, frames: list[EncodedFrame], now: float) -> Outcome:
        outcome = Outcome(frames)
        outcome.ask = [number % 65536 for number in self._repairs.ask(now)]
        self.counts.asked += len(outcome.ask)
        if frames:
            self._stuck = self._told = False
        if not self._buffer.waiting and self._buffer.stuck(now):
            self._stuck = True
            if not self._told and self._buffer.stuck(now, LATE):
                self._told = True
                self.counts.stretches_lost += 1
                outcome.lost = "packets were lost on the way"
        coming = self._buffer.promising and not self._buffer.stuck(now)
        if self._blind and not (coming and now - self._heard < KEYFRAME_PAUSE):
            outcome.ask_keyframe = self._may_ask_keyframe(now)
        return outcome

    def _may_ask_keyframe(self, now: float) -> bool:
        if self._keyframe_asked is not None and now - self._keyframe_asked < KEYFRAME_PAUSE:
            return False
        self._keyframe_asked = now
        self.counts.keyframes_asked += 1
        return True
