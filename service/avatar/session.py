"""One viewer's connection with the data channel that brings the hands."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import replace
from typing import cast

from aiortc.rtcdatachannel import RTCDataChannel, RTCDataChannelParameters
from aiortc.rtcdtlstransport import RTCCertificate, RTCDtlsParameters, RTCDtlsTransport
from aiortc.rtcicetransport import RTCIceTransport
from aiortc.rtcsctptransport import RTCSctpTransport

from service.avatar.offer import ChannelOffer, answer, parse_offer
from service.webrtc.ice import IcePath, Network

CONNECT = 15.0
"""Seconds within which the viewer has to be connected."""
ROUND = 2.0
"""Seconds between two looks at whether the viewer is still there."""
WAITING = 4 * 1024
"""Bytes in the channel's own queue beyond which a message is dropped: late hands are worse than none."""
_LONGEST = 86_400.0
"""Seconds that any session may last."""
# Both sides open channel 0 by agreement, so that ours is lossy whatever the viewer's is.
_CHANNEL = RTCDataChannelParameters("avatar", None, 0, ordered=False, negotiated=True, id=0)
_log = logging.getLogger(__name__)


class _Path(IcePath):
    """A way to the viewer that knows whether it still leads there."""

    @property
    def alive(self) -> bool:
        """False once the viewer has not answered for half a minute (RFC 7675)."""
        return self._current is not None and bool(self._current._nominated)


class AvatarSession:
    """Lives until it is closed, or until its connection is dead. Belongs to the event loop's thread."""

    def __init__(self, network: Network, on_end: Callable[[], None], left: float) -> None:
        """Nothing is connected yet.

        Args:
            network: how this machine is reached.
            on_end: called once, when everything is let go of.
            left: seconds after which it ends by itself.
        """
        self._network = network
        self._on_end = on_end
        self._left = min(left, _LONGEST)
        self._path = _Path(network)
        # All that the transport asks of its ICE transport is its role and to send and receive.
        way = cast("RTCIceTransport", self._path)
        self._dtls = RTCDtlsTransport(way, [RTCCertificate.generateCertificate()])
        self._sctp = RTCSctpTransport(self._dtls)
        self._channel = RTCDataChannel(self._sctp, _CHANNEL, False)
        self._running: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None

    async def answer(self, text: str) -> str:
        """Answer an offer of a data channel.

        Its candidates are used only where a server of the network helps: else who watches finds our
        addresses, and no offer makes us send to addresses of its choice.

        Returns:
            An SDP with all candidates.

        Raises:
            service.webrtc.offer.BadOffer: it is no such offer.
        """
        offer = parse_offer(text)
        if not self._network.servers:
            offer = replace(offer, ice=replace(offer.ice, candidates=()))
        ice = await self._path.gather(controlling=offer.ice.lite)
        self._dtls._set_role(offer.role)
        self._running = asyncio.create_task(self._run(offer), name="avatar")
        return answer(offer, ice, self._dtls.getLocalParameters().fingerprints)

    def send(self, message: bytes) -> None:
        """Send a message, or drop it where the channel is not open or has not sent the last ones."""
        if self._channel.readyState == "open" and self._channel.bufferedAmount < WAITING:
            self._channel.send(message)

    async def close(self) -> None:
        """End it."""
        self._end()
        if self._closing is not None:
            await asyncio.shield(self._closing)

    async def _run(self, offer: ChannelOffer) -> None:
        """Connect, then look whether the viewer is there until they are not."""
        try:
            async with asyncio.timeout(self._left):
                async with asyncio.timeout(CONNECT):
                    await self._path.connect(offer.ice)
                    await self._dtls.start(RTCDtlsParameters(list(offer.fingerprints), offer.role))
                if self._dtls.state == "connected":
                    self._sctp.on("datachannel", self._second_channel)
                    await self._sctp.start(None, offer.port)
                while self._dtls.state == "connected" and self._path.alive:
                    await asyncio.sleep(ROUND)
        except (ConnectionError, TimeoutError):
            pass
        except Exception:
            _log.exception("an avatar session failed")
        self._end()

    def _second_channel(self, _channel: RTCDataChannel) -> None:
        """Nobody needs one, and each would take memory."""
        self._end()

    def _end(self) -> None:
        if self._closing is None:
            self._closing = asyncio.get_running_loop().create_task(self._let_go(), name="avatar end")

    async def _let_go(self) -> None:
        try:
            if self._running is not None and self._running is not asyncio.current_task():
                self._running.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await self._running
            pump = self._dtls._task
            with contextlib.suppress(ConnectionError):
                await self._sctp.stop()
            await self._dtls.stop()
            if pump is not None:
                with contextlib.suppress(asyncio.CancelledError, Exception):
                    await pump
            await self._path.close()
            self._dtls.remove_all_listeners()
        except Exception:
            _log.exception("an avatar session was not closed cleanly")
        finally:
            self._on_end()
