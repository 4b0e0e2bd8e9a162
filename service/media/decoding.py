"""From the packets of a container to frames that can be believed, whatever is broken in between."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import av
from av.container.input import InputContainer
from av.packet import Packet
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

_PATIENCE = 200
"""Unreadable packets in a row after which a container is given up."""


@dataclass(frozen=True, slots=True)
class Damage:
    """A packet that could not be read or decoded."""


@dataclass(frozen=True, slots=True)
class Cut:
    """The input failed for good."""

    reason: str


def decoded(container: InputContainer, stream: VideoStream) -> Iterator[VideoFrame | Damage | Cut]:
    """All that the decoder makes of a stream, in presentation order. A `Cut`, if any, comes last."""
    for packet in _packets(container, stream):
        if isinstance(packet, (Damage, Cut)):
            yield packet
            continue
        if packet is not None and packet.is_corrupt:
            yield Damage()
        try:
            yield from stream.decode(packet)
        except av.error.EOFError:
            return
        except (av.error.MemoryError, av.error.ExitError) as error:
            yield Cut(str(error.strerror))
            return
        except av.FFmpegError:
            yield Damage()


def _packets(
    container: InputContainer, stream: VideoStream
) -> Iterator[Packet[VideoStream] | Damage | Cut | None]:
    """What the demuxer reads; an empty packet or None asks the decoder for the frames it still holds."""
    packets = container.demux(stream)
    failures = 0
    while True:
        try:
            packet = next(packets)
        except StopIteration:
            return
        except IndexError:  # PyAV 18.1 trips at the end where a damaged stream seemed to contain another one
            yield None
            return
        except (av.error.InvalidDataError, av.error.PatchWelcomeError) as error:
            failures += 1
            if failures > _PATIENCE:
                yield Cut(f"nothing readable follows ({error.strerror})")
                return
            yield Damage()
            packets = container.demux(stream)
        except av.FFmpegError as error:
            yield Cut(str(error.strerror or error))
            return
        else:
            failures = 0
            yield packet


@dataclass(slots=True)
class Recovery:
    """After damage, from which frame on pictures can be trusted again.

    Pictures predicted from a broken one look broken too and no decoder says so, so trust begins with the next
    key frame. Streams that have none (intra refresh) are trusted after `settle` seconds without new damage.
    """

    period: float
    """Seconds between frames."""
    settle: float = 2.0
    lost: int = 0
    """Packets and frames that could not be used since the damage began."""
    _damaged: bool = False
    _sound: int = 0

    @property
    def damaged(self) -> bool:
        """True from the damage on until a frame is trusted."""
        return self._damaged

    def damage(self) -> None:
        """A packet was lost."""
        self._damaged = True
        self._sound = 0
        self.lost += 1

    def trust(self, *, key: bool, corrupt: bool) -> bool:
        """Judge the next frame. True: it is sound; `damaged` stays True until `recovered` is called."""
        if corrupt:
            self.damage()
            return False
        if not self._damaged:
            return True
        self._sound += 1
        if key or self._sound * self.period >= self.settle:
            return True
        self.lost += 1
        return False

    def recovered(self) -> int:
        """Begin anew after a sound frame; returns how much was lost."""
        lost, self.lost, self._damaged, self._sound = self.lost, 0, False, 0
        return lost
