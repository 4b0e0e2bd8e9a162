"""Packets in, whole frames out, in order and never late for long. Pure: time is a parameter.

A frame is released when all its packets are there and all frames before it were released. Where a packet is
missing, the frames behind it wait: they were predicted from what it held. Two things end the wait: the packet
comes after all, or a whole keyframe does, which needs nothing before it. What is older than `HOLD` is thrown
away, so the buffer is bounded in time, and in packets, too.
"""

from __future__ import annotations

from dataclasses import dataclass

from service.webrtc.repairs import Repairs

PATIENCE = 0.22
"""Seconds for which a missing packet is waited for before a keyframe is asked for. With the time of decoding
and looking, a picture that waited so long is still younger than 500 ms."""
HOLD = 1.0
"""Seconds for which a missing packet may still come and be used, while no keyframe has."""
MOST_PACKETS = 4096
"""Held at once: a keyframe of 4 MB."""


@dataclass(frozen=True, slots=True)
class Packet:
    """One RTP packet, as far as frames are made of it."""

    number: int
    """Unwrapped sequence number."""
    timestamp: int
    """Unwrapped, in 1/90000 s."""
    marker: bool
    """Whether it is its frame's last."""
    data: bytes
    begins_key: bool = False
    turn: int | None = None
    """Degrees clockwise by which the picture is to be turned; None where the packet does not say."""
    codec: str = ""
    repeated: bool = False
    """Whether it came because it was asked for."""


@dataclass(frozen=True, slots=True)
class EncodedFrame:
    """One frame as the encoder made it."""

    timestamp: int
    """Unwrapped, in 1/90000 s."""
    data: bytes
    key: bool
    turn: int | None = None
    codec: str = ""


class JitterBuffer:
    """The packets of one stream that no frame could be made of yet."""

    def __init__(self, repairs: Repairs) -> None:
        """Begin; nothing is released before a keyframe.

        Args:
            repairs: told of every hole, and of its end.
        """
        self.repairs = repairs
        self.skipped = 0
        """Packets that came and were never used."""
        self._packets: dict[int, tuple[Packet, float]] = {}
        self._keys: set[int] = set()
        self._next: int | None = None
        self._floor: int | None = None
        self._highest: int | None = None
        self._reached: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._packets)

    @property
    def waiting(self) -> bool:
        """Whether only a keyframe helps on."""
        return self._next is None

    @property
    def promising(self) -> bool:
        """Whether a keyframe has begun to arrive."""
        return bool(self._keys)

    def stuck(self, now: float, seconds: float = PATIENCE) -> bool:
        """Whether frames have waited for so long for a packet."""
        oldest = self.repairs.oldest
        return oldest is not None and now - oldest >= seconds

    def add(self, packet: Packet, now: float) -> list[EncodedFrame]:
        """Take in a packet; the frames that can be decoded now, in order."""
        number = packet.number
        self.repairs.arrived(number, now, repeated=packet.repeated)
        if number in self._packets or (self._floor is not None and number < self._floor):
            return []
        if self._highest is not None and number > self._highest + 1:
            self.repairs.missing(self._highest + 1, number - 1, now)
        self._highest = number if self._highest is None else max(self._highest, number)
        if len(self._packets) >= MOST_PACKETS:
            self._drop_below(self._highest)
            self._next = None
        self._packets[number] = packet, now
        if packet.begins_key:
            self._keys.add(number)
        return self._release()

    def expire(self, now: float) -> list[EncodedFrame]:
        """Throw away what waited for too long; the frames that can be decoded without it."""
        horizon = now - HOLD
        hole = self.repairs.older_than(horizon)
        if hole is not None:
            self._drop_below(hole + 1)
            self._next = None
        if self._next is None:
            old = [number for number, (_, arrival) in self._packets.items() if arrival <= horizon]
            if old:
                self._drop_below(max(old) + 1)
        return self._release()

    def _release(self) -> list[EncodedFrame]:
        frames: list[EncodedFrame] = []
        while True:
            start = self._next
            end = None if start is None else self._end(start)
            if end is None:
                start, end = self._whole_key()
            if start is None or end is None:
                return frames
            frame = self._frame(start, end)
            self._drop_below(end + 1, used=end + 1 - start)
            self._next = end + 1
            if frame.data:
                frames.append(frame)

    def _whole_key(self) -> tuple[int | None, int | None]:
        """The newest keyframe all of whose packets are there."""
        earliest: dict[int, int] = {}
        for start in sorted(self._keys):
            earliest.setdefault(self._packets[start][0].timestamp, start)
        for start in sorted(earliest.values(), reverse=True):
            end = self._end(start)
            if end is not None:
                return start, end
        return None, None

    def _end(self, start: int) -> int | None:
        """The last packet of the frame that begins there, None where one is missing."""
        first = self._packets.get(start)
        if first is None:
            return None
        at = self._reached.get(start, start)
        while (held := self._packets.get(at)) is not None:
            if held[0].timestamp != first[0].timestamp:
                return at - 1
            if held[0].marker:
                return at
            at += 1
        self._reached[start] = at
        return None

    def _frame(self, start: int, end: int) -> EncodedFrame:
        packets = [self._packets[number][0] for number in range(start, end + 1)]
        turns = [packet.turn for packet in packets if packet.turn is not None]
        return EncodedFrame(
            packets[0].timestamp,
            b"".join(packet.data for packet in packets),
            any(packet.begins_key for packet in packets),
            turns[-1] if turns else None,
            packets[0].codec,
        )

    def _drop_below(self, number: int, used: int = 0) -> None:
        gone = [held for held in self._packets if held < number]
        for held in gone:
            del self._packets[held]
            self._reached.pop(held, None)
        self._keys = {key for key in self._keys if key >= number}
        self._floor = number
        self.skipped += len(gone) - used
        self.repairs.forget(number)
