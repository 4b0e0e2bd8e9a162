"""One publisher at one seat: from its offer until it leaves, falls silent, or is replaced."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Literal

from aioice import Candidate
from aiortc.rtcdtlstransport import RTCDtlsParameters
from aiortc.rtp import AnyRtcpPacket, RtpPacket

from service.live.seat import Seat, SeatInput
from service.webrtc.answer import answer, fragment
from service.webrtc.header import ExtensionReader
from service.webrtc.ice import IceAgent, IcePath, Network
from service.webrtc.offer import Offer, RemoteIce
from service.webrtc.receiver import VideoReceiver
from service.webrtc.transport import MediaTransport
from vision.picture import Picture

State = Literal["connecting", "connected", "closed"]
_log = logging.getLogger(__name__)


class Session:
    """Belongs to the event loop's thread.

    The seat is joined with the first frame, not before: whoever sat there goes on until then, so that one
    who comes back is never missed.
    """

    def __init__(
        self,
        seat: Seat,
        offer: Offer,
        network: Network,
        on_joined: Callable[[Session], None],
        on_closed: Callable[[Session], None],
    ) -> None:
        """Prepare; `open` begins.

        Args:
            seat: whose pictures these will be.
            offer: what is offered.
            network: how this machine is reached.
            on_joined: told when the first frame has come, so that the seat is taken.
            on_closed: told once, when everything is let go of.
        """
        self.id = secrets.token_urlsafe(16)
        self.seat = seat
        self.state: State = "connecting"
        self.created = time.monotonic()
        self.etag = ""
        """Of the ICE session, without quotes."""
        self._offer = offer
        self._on_joined = on_joined
        self._on_closed = on_closed
        self._input: SeatInput | None = None
        self._loop = asyncio.get_running_loop()
        self._running: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        self._restarting = asyncio.Lock()
        self._path = IcePath(network)
        self._transport = MediaTransport(
            self._path,
            role=offer.role,
            extensions=ExtensionReader(dict(offer.extensions)),
            on_packet=self._packet,
            on_report=self._report,
        )
        self.receiver = VideoReceiver(
            offer, self._transport.send_report, self._join, self._picture, self._lost, decoding=seat.decoding
        )

    @property
    def live(self) -> bool:
        """Whether its pictures are the seat's."""
        return self._input is not None and self._input.current

    @property
    def agent(self) -> IceAgent | None:
        """The ICE connection that carries the video; another one after a restart."""
        return self._path.agent

    @property
    def quiet(self) -> float:
        """Seconds since the newest packet of video, or since the beginning."""
        return time.monotonic() - (self.receiver.heard or self.created)

    async def open(self) -> str:
        """Open sockets and begin to connect; the answer."""
        ice = await self._path.gather(controlling=self._offer.ice.lite)
        self.etag = secrets.token_urlsafe(8)
        fingerprints = self._transport.getLocalParameters().fingerprints
        self._running = asyncio.create_task(self._run(), name=f"whip-{self.id}")
        return answer(self._offer, ice, fingerprints)

    async def add(self, candidates: Sequence[Candidate]) -> None:
        """Take in candidates for the ICE session that `etag` stands for."""
        await self._path.add(candidates)

    async def restart(self, remote: RemoteIce) -> str:
        """Begin a new ICE session below the same DTLS session; what the other side must know of it.

        Until it connects, the one before carries the video; where it never does, that one goes on.

        Raises:
            ConnectionError: the first ICE session has not connected yet, so there is nothing to restart.
        """
        async with self._restarting:
            if self.state != "connected":
                raise ConnectionError("the session has not connected yet")
            ice = await self._path.gather()
            self.etag = secrets.token_urlsafe(8)
            self._path.reconnect(remote)
            return fragment(ice)

    def close(self, reason: str = "") -> asyncio.Task[None]:
        """Let go of everything.

        Args:
            reason: one line for people where the publisher did not end it itself.
        """
        if self._closing is None:
            self.state = "closed"
            told = {"session": self.id, "seat": self.seat.number, "reason": reason or "the publisher left"}
            _log.info("a session ended", extra=told)
            self.receiver.close()
            if self._input is not None:
                self._input.end(reason)
            self._closing = asyncio.create_task(self._let_go(), name=f"whip-close-{self.id}")
        return self._closing

    async def _run(self) -> None:
        """Connect, then let the transport work until it is closed."""
        try:
            await self._path.connect(self._offer.ice)
            closed = asyncio.Event()
            self._transport.on("statechange", lambda: self._changed(closed))
            await self._transport.start(RTCDtlsParameters(list(self._offer.fingerprints), self._offer.role))
            if self._transport.state != "connected":
                self.close("the DTLS handshake failed")
                return
            self.state = "connected"
            await closed.wait()
        except ConnectionError as error:
            self.close(f"no connection: {error}")
        except Exception:
            _log.exception("a session failed", extra={"session": self.id})
            self.close("an error of ours")
        else:
            self.close()

    def _changed(self, closed: asyncio.Event) -> None:
        if self._transport.state == "closed":
            closed.set()

    async def _let_go(self) -> None:
        try:
            running = self._running
            if running is not None and running is not asyncio.current_task():
                running.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await running
            pump = self._transport._task
            await self._transport.stop()
            if pump is not None:
                with contextlib.suppress(asyncio.CancelledError, Exception):
                    await pump
            await self._path.close()
            self._transport.remove_all_listeners()
            await asyncio.to_thread(self.receiver.decoder.join, 2.0)
        except Exception:
            _log.exception("a session was not closed cleanly", extra={"session": self.id})
        finally:
            self._on_closed(self)

    def _packet(self, packet: RtpPacket, arrival_ms: int) -> None:
        self.receiver.packet(packet, arrival_ms)

    def _report(self, packet: AnyRtcpPacket) -> None:
        self.receiver.report(packet)

    def _join(self) -> None:
        self._input = self.seat.join("whip", self._replaced)
        _log.info("a seat was joined", extra={"session": self.id, "seat": self.seat.number})
        self._on_joined(self)

    def _replaced(self) -> None:
        """Another track has taken the seat, or the table was closed; told on any thread."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.close, "replaced")

    def _picture(self, picture: Picture, stamp: float, waited: float) -> None:
        if self._input is not None:
            self._input.put(picture, stamp, waited)

    def _lost(self, reason: str) -> None:
        if self._input is not None:
            self._input.corrupt(reason)
