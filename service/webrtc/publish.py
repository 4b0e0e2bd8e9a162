"""Sends a video file to a seat by WHIP, as a player's browser would send a camera."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import httpx
from aioice import Connection
from aiortc import RTCConfiguration, RTCPeerConnection, RTCRtpSender, RTCSessionDescription
from aiortc.codecs import get_capabilities

from service.webrtc.clip import Clip, ClipTrack, Codec

_WITHIN = 10.0
_CONNECT = 20.0
_HERE = ("127.0.0.1", "localhost", "::1")


class PublishError(Exception):
    """The seat could not be joined. The message is one line."""


class Publisher:
    """One session from one file."""

    def __init__(
        self, url: str, token: str, path: Path, *, codec: Codec = "H264", loop: bool = False
    ) -> None:
        """Prepare.

        Args:
            url: the seat's, `http://HOST/v1/tables/TABLE/seats/SEAT/whip`.
            token: of the role `seat` or `platform`.
            path: anything that FFmpeg reads.
            codec: `H264` or `VP8`.
            loop: whether the file begins anew at its end.
        """
        self.session_url = ""
        self.etag = ""
        self.ended = asyncio.Event()
        """Set when the file has ended or the other side has closed."""
        self._url = url
        self._headers = {"Authorization": f"Bearer {token}"}
        self._clip = Clip(path, codec, loop=loop)
        self._codec = codec
        self._track = ClipTrack(self._clip)
        self.connection = RTCPeerConnection(RTCConfiguration(iceServers=[]))

    @property
    def begun(self) -> float | None:
        """When the file's first picture was sent, as `time.monotonic` has it; None before."""
        return self._track.begun

    async def start(self) -> None:
        """Join the seat.

        Raises:
            PublishError: it was refused, or could not be reached.
        """
        answer = await self.offer()
        await self.connection.setRemoteDescription(RTCSessionDescription(answer, "answer"))

    async def sending(self) -> None:
        """Wait until the file's first picture was sent.

        Raises:
            PublishError: no connection came about.
        """
        try:
            async with asyncio.timeout(_CONNECT):
                await self._track.started.wait()
        except TimeoutError as error:
            raise PublishError(f"{self._url}: not connected within {_CONNECT:.0f} s") from error

    async def offer(self) -> str:
        """Ask to join; the answer, which is still to be heeded.

        Raises:
            PublishError: it was refused, or could not be reached.
        """
        transceiver = self.connection.addTransceiver(self._track, direction="sendonly")
        codecs = get_capabilities("video").codecs
        wanted = (f"video/{self._codec}", "video/rtx")
        transceiver.setCodecPreferences([codec for codec in codecs if codec.mimeType in wanted])
        # aiortc tells its own encoder of lost pictures; this clip encodes for itself.
        sender: RTCRtpSender = transceiver.sender
        sender._send_keyframe = self._clip.ask_keyframe  # type: ignore[method-assign]
        if urlsplit(self._url).hostname in _HERE:
            _stay_here(sender.transport.transport._connection)
        self._track.on("ended", self.ended.set)
        self.connection.on("connectionstatechange", self._changed)
        await self.connection.setLocalDescription(await self.connection.createOffer())
        return await self._post(self.connection.localDescription.sdp)

    async def stop(self) -> None:
        """Leave the seat."""
        if self.session_url:
            with contextlib.suppress(httpx.HTTPError):
                async with httpx.AsyncClient(timeout=_WITHIN) as client:
                    await client.delete(self.session_url, headers=self._headers)
        self._track.stop()
        await self.connection.close()
        await asyncio.to_thread(self._clip.close)

    def _changed(self) -> None:
        if self.connection.connectionState in ("closed", "failed"):
            self.ended.set()

    async def _post(self, offer: str) -> str:
        headers = {**self._headers, "Content-Type": "application/sdp"}
        try:
            async with httpx.AsyncClient(timeout=_WITHIN) as client:
                response = await client.post(self._url, content=offer, headers=headers)
        except httpx.HTTPError as error:
            raise PublishError(f"{self._url}: {error}") from error
        if response.status_code != 201:
            raise PublishError(f"{self._url}: {response.status_code} {response.text[:200]}")
        self.session_url = urljoin(self._url, response.headers["location"])
        self.etag = response.headers["etag"]
        return response.text


def _stay_here(connection: Connection) -> None:
    """Let ICE use the loopback alone: a machine without a network can still show itself the demo."""

    async def gather() -> None:
        connection._local_candidates += await connection.get_component_candidates(1, ["127.0.0.1"])
        connection._local_candidates_end = True

    connection.gather_candidates = gather  # type: ignore[method-assign]


async def publish(url: str, token: str, path: Path, *, codec: Codec = "H264", loop: bool = False) -> None:
    """Send a file until it ends, the other side closes, or this is cancelled; then leave the seat.

    Args:
        url: as of `Publisher`.
        token: as of `Publisher`.
        path: anything that FFmpeg reads.
        codec: `H264` or `VP8`.
        loop: whether the file begins anew at its end.

    Raises:
        PublishError: the seat could not be joined.
    """
    publisher = Publisher(url, token, path, codec=codec, loop=loop)
    try:
        await publisher.start()
        await publisher.sending()
        await publisher.ended.wait()
    finally:
        await publisher.stop()
