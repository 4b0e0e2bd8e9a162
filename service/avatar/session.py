"""One viewer's WebRTC connection with the data channel that brings the hands."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable

from aiortc import RTCConfiguration, RTCDataChannel, RTCPeerConnection, RTCSessionDescription

CONNECT = 15.0
"""Seconds within which the viewer has to be connected."""
WAITING = 4 * 1024
"""Bytes in the channel's own queue beyond which a message is dropped: late hands are worse than none."""
_LONGEST = 86_400.0
"""Seconds that any session may last."""
_DEAD = ("failed", "closed", "disconnected")
_SECTION = re.compile(r"^m=(\S+)", re.MULTILINE)
_FINGERPRINT = re.compile(r"^a=fingerprint:\S+ \S", re.MULTILINE)
_CANDIDATE = re.compile(r"^a=(candidate:|end-of-candidates).*(\r?\n|$)", re.MULTILINE)


class BadOffer(ValueError):
    """The offer cannot be answered. The message says why."""


class AvatarSession:
    """Lives until it is closed, or until its connection is dead."""

    def __init__(self, on_end: Callable[[], None], left: float) -> None:
        """Nothing is connected yet.

        Args:
            on_end: called once, whoever ends it.
            left: seconds after which it ends by itself.
        """
        self._on_end = on_end
        self._left = min(left, _LONGEST)
        # No servers: nobody outside is asked anything.
        self._peer = RTCPeerConnection(RTCConfiguration(iceServers=[]))
        self._ended = False
        self._timers: list[asyncio.TimerHandle] = []
        self._closing: asyncio.Task[None] | None = None
        self._peer.on("connectionstatechange", self._state_changed)
        self._peer.on("datachannel", self._second_channel)

    async def answer(self, offer: str) -> str:
        """Answer an offer of a data channel.

        Args:
            offer: an SDP with one section, `m=application`. Its candidates are not used: who watches checks
                our addresses, so that no offer makes us send to addresses of its choice.

        Returns:
            The answer, an SDP with all candidates.

        Raises:
            BadOffer: it is no such offer.
        """
        if _SECTION.findall(offer) != ["application"]:
            raise BadOffer("an offer of one data channel is needed, and nothing besides")
        if not _FINGERPRINT.search(offer):
            raise BadOffer("an offer needs the fingerprint of a certificate")
        try:
            await self._peer.setRemoteDescription(RTCSessionDescription(_CANDIDATE.sub("", offer), "offer"))
            # Both sides open channel 0 by agreement, so that ours is lossy whatever the viewer's is.
            self._channel = self._peer.createDataChannel(
                "avatar", negotiated=True, id=0, ordered=False, maxRetransmits=0
            )
            await self._peer.setLocalDescription(await self._peer.createAnswer())
        except Exception as error:  # aiortc raises whatever its parser stumbles over
            raise BadOffer(f"the offer cannot be answered: {type(error).__name__}: {error}") from error
        loop = asyncio.get_running_loop()
        self._timers = [loop.call_later(CONNECT, self._late), loop.call_later(self._left, self._end)]
        return self._peer.localDescription.sdp

    def send(self, message: bytes) -> None:
        """Send a message, or drop it where the channel is not open or has not sent the last ones."""
        if self._channel.readyState == "open" and self._channel.bufferedAmount < WAITING:
            self._channel.send(message)

    async def close(self) -> None:
        """End it."""
        self._end()
        if self._closing is not None:
            await self._closing

    def _state_changed(self) -> None:
        if self._peer.connectionState in _DEAD:
            self._end()

    def _second_channel(self, _channel: RTCDataChannel) -> None:
        """Nobody needs one, and each would take memory."""
        self._end()

    def _late(self) -> None:
        if self._peer.connectionState != "connected":
            self._end()

    def _end(self) -> None:
        if self._ended:
            return
        self._ended = True
        for timer in self._timers:
            timer.cancel()
        self._closing = asyncio.get_running_loop().create_task(self._peer.close())
        self._on_end()
