"""A UDP relay that loses, delays and mixes up, for machines whose kernel has no netem."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from typing import cast

Address = tuple[str, int]


@dataclass
class Impairment:
    """What happens to each packet, either way."""

    loss: float = 0.0
    """Part of the packets that get lost."""
    jitter: float = 0.0
    """Seconds by which a packet is delayed at most, each by itself."""


class _End(asyncio.DatagramProtocol):
    """One of two sockets; what one gets, the other sends on."""

    def __init__(self, impairment: Impairment, dice: random.Random) -> None:
        self.peer: Address | None = None
        self.other: _End
        self.transport: asyncio.DatagramTransport
        self._impairment = impairment
        self._dice = dice

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.DatagramTransport", transport)

    def datagram_received(self, data: bytes, addr: Address) -> None:
        self.peer = addr
        if self._dice.random() >= self._impairment.loss:
            delay = self._dice.uniform(0, self._impairment.jitter)
            asyncio.get_running_loop().call_later(delay, self.other.send, data)

    def send(self, data: bytes) -> None:
        if self.peer is not None and not self.transport.is_closing():
            self.transport.sendto(data, self.peer)


class Relay:
    """Stands between a publisher and one address of a server."""

    def __init__(self, seed: int = 1) -> None:
        self.impairment = Impairment()
        self.port = 0
        """Where the publisher sends to, on the loopback."""
        self._dice = random.Random(seed)
        self._ends: list[_End] = []

    async def start(self, target: Address) -> None:
        """Open both sockets.

        Args:
            target: where the server listens.
        """
        loop = asyncio.get_running_loop()
        for _ in range(2):
            _, end = await loop.create_datagram_endpoint(
                lambda: _End(self.impairment, self._dice), local_addr=("127.0.0.1", 0)
            )
            self._ends.append(end)
        front, back = self._ends
        front.other, back.other = back, front
        back.peer = target
        self.port = front.transport.get_extra_info("sockname")[1]

    def close(self) -> None:
        """Close both sockets."""
        for end in self._ends:
            end.transport.close()
