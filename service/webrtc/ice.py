"""The way that packets take: one ICE connection (RFC 8445), replaced by another one where ICE is restarted.

DTLS runs over the path and does not notice the change, as RFC 8842 section 5.5 asks for.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from aioice import Candidate, Connection
from aioice.ice import StunProtocol, get_host_addresses
from aioice.stun import Message
from aiortc import RTCIceServer
from aiortc.rtcicetransport import connection_kwargs

from service.webrtc.offer import RemoteIce

MOST_CANDIDATES = 32
"""Of a remote peer, for one ICE session."""
RECONNECT = 15.0
"""Seconds that a restarted ICE session may take before the one of before is kept for good."""
MOST_DATAGRAMS = 4096
"""That wait to be decrypted; more are dropped as a full socket would."""


@dataclass(frozen=True, slots=True)
class IceServer:
    """A STUN or TURN server (RFC 7064, RFC 7065)."""

    url: str
    """As `turn:turn.example.net?transport=udp`."""
    username: str = ""
    credential: str = ""

    def link(self) -> str:
        """As a Link header names it (RFC 9725 section 4.6)."""
        parts = [f"<{self.url}>", 'rel="ice-server"']
        if self.username:
            parts += [f'username="{self.username}"', f'credential="{self.credential}"']
            parts.append('credential-type="password"')
        return "; ".join(parts)


@dataclass(frozen=True, slots=True)
class Network:
    """How this machine is reached."""

    hosts: tuple[str, ...] = ()
    """Local addresses to take video at; none given: all of the machine, or else the loopback."""
    servers: tuple[IceServer, ...] = ()
    """Asked for ways around address translation, and named to publishers."""

    def rtc_servers(self) -> list[RTCIceServer]:
        """The servers as aiortc knows them."""
        return [RTCIceServer(one.url, one.username or None, one.credential or None) for one in self.servers]


@dataclass(frozen=True, slots=True)
class LocalIce:
    """What the other side must know to reach us."""

    user: str
    password: str
    candidates: tuple[Candidate, ...]


class IceAgent(Connection):
    """An ICE connection on chosen addresses, which hands datagrams on as they come."""

    def __init__(self, network: Network, sink: Callable[[bytes], None], *, controlling: bool) -> None:
        """Prepare.

        Args:
            network: where to listen, and who helps.
            sink: given each datagram that is not ICE's.
            controlling: whether the other side is only an ICE-lite one.
        """
        super().__init__(ice_controlling=controlling, **connection_kwargs(network.rtc_servers()))
        self._hosts = list(network.hosts)
        self._sink = sink
        self._given = 0

    async def gather_candidates(self) -> None:
        """Open a socket at each address."""
        hosts = self._hosts or get_host_addresses(use_ipv4=True, use_ipv6=True) or ["127.0.0.1"]
        self._local_candidates_start = True
        self._local_candidates += await self.get_component_candidates(1, hosts)
        self._local_candidates_end = True

    def data_received(self, data: bytes, component: int) -> None:
        """Hand a datagram on."""
        self._sink(data)

    def check_incoming(self, message: Message, addr: tuple[str, int], protocol: StunProtocol) -> None:
        """Answer to a check from an address that is known, or is one of not too many."""
        known = any((one._network_host, one.port) == addr for one in self._remote_candidates)
        if known or len(self._remote_candidates) < 2 * MOST_CANDIDATES:
            super().check_incoming(message, addr, protocol)

    async def add(self, candidates: Sequence[Candidate]) -> None:
        """Take in what the other side names; passes over what cannot be used, and what is too much.

        Names of the local network (mDNS) are not looked up: a peer that hides its addresses finds ours.
        """
        for candidate in candidates:
            usable = candidate.transport.lower() == "udp" and not candidate.host.endswith(".local")
            usable = usable and candidate.component == 1 and 0 < candidate.port < 65536
            if usable and self._given < MOST_CANDIDATES:
                self._given += 1
                await self.add_remote_candidate(candidate)


class IcePath:
    """What a DTLS transport takes for its ICE transport."""

    def __init__(self, network: Network) -> None:
        """No connection yet."""
        self.role = "controlled"
        self._network = network
        self._inbox: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_DATAGRAMS)
        self._current: IceAgent | None = None
        self._next: IceAgent | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def agent(self) -> IceAgent | None:
        """The connection that packets go by; None before the first."""
        return self._current

    async def gather(self, *, controlling: bool = False) -> LocalIce:
        """Open sockets for an ICE session that begins; one that had begun and not connected is dropped."""
        await self._drop_next()
        agent = IceAgent(self._network, self._received, controlling=controlling)
        self._next = agent
        await agent.gather_candidates()
        return LocalIce(agent.local_username, agent.local_password, tuple(agent.local_candidates))

    async def connect(self, remote: RemoteIce) -> None:
        """Find a way to the other side; from then on packets go that way.

        Raises:
            ConnectionError: there is none, or the path was closed.
        """
        agent = self._next
        if agent is None:
            raise ConnectionError("no ICE session has begun")
        agent.remote_username, agent.remote_password = remote.user, remote.password
        agent.remote_is_lite = remote.lite
        await agent.add(remote.candidates)
        await agent.connect()
        if agent is not self._next or self._closed:
            raise ConnectionError("a newer ICE session has begun")
        before, self._current, self._next = self._current, agent, None
        if before is not None:
            await before.close()

    def reconnect(self, remote: RemoteIce) -> None:
        """As `connect`, while the connection of before goes on; where it fails, that one stays."""

        async def change() -> None:
            with contextlib.suppress(ConnectionError, TimeoutError):
                async with asyncio.timeout(RECONNECT):
                    await self.connect(remote)

        self._connecting = asyncio.create_task(change())

    async def add(self, candidates: Sequence[Candidate]) -> None:
        """Take in candidates for the newest ICE session."""
        agent = self._next or self._current
        if agent is not None:
            await agent.add(candidates)

    async def close(self) -> None:
        """Close all sockets."""
        self._closed = True
        await self._drop_next()
        if self._current is not None:
            await self._current.close()
            self._current = None
        while not self._inbox.empty():
            self._inbox.get_nowait()
        self._inbox.put_nowait(None)

    def send(self, data: bytes) -> None:
        """Send a datagram.

        Raises:
            ConnectionError: there is no way to the other side.
        """
        pair = None if self._current is None else self._current._nominated.get(1)
        if pair is None:
            raise ConnectionError("no way to the other side")
        pair.protocol.transport.sendto(data, pair.remote_addr)

    async def _send(self, data: bytes) -> None:
        self.send(data)

    async def _recv(self) -> bytes:
        data = await self._inbox.get()
        if data is None:
            raise ConnectionError("closed")
        return data

    def _received(self, data: bytes) -> None:
        with contextlib.suppress(asyncio.QueueFull):
            self._inbox.put_nowait(data)

    async def _drop_next(self) -> None:
        agent, self._next = self._next, None
        if self._connecting is not None:
            self._connecting.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._connecting
            self._connecting = None
        if agent is not None:
            await agent.close()
