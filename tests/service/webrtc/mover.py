"""A publisher that changes its network: aiortc's sender and DTLS over a path that can restart ICE."""

from __future__ import annotations

from pathlib import Path
from typing import cast
from urllib.parse import urljoin

import httpx
from aiortc.rtcdtlstransport import RTCCertificate, RTCDtlsTransport
from aiortc.rtcicetransport import RTCIceTransport, candidate_to_aioice
from aiortc.rtcrtpparameters import RTCRtcpParameters, RTCRtpCodecParameters, RTCRtpSendParameters
from aiortc.rtcrtpsender import RTCRtpSender
from aiortc.sdp import SessionDescription

from service.webrtc.clip import Clip, ClipTrack
from service.webrtc.fragment import parse_fragment
from service.webrtc.ice import IcePath, LocalIce
from service.webrtc.offer import RemoteIce
from tests.service.webrtc.house import LOOPBACK
from tests.service.webrtc.offers import FINGERPRINT, PASSWORD, USER, VIDEO, sdp

VP8 = RTCRtpCodecParameters("video/VP8", 90_000, payloadType=96)


class Mover:
    def __init__(self, url: str, headers: dict[str, str], clip: Path, *, lying: bool = False) -> None:
        """`lying`: it offers the fingerprint of a certificate that it does not have."""
        self._lying = lying
        self._url = url
        self._headers = headers
        self._clip = Clip(clip, "VP8", loop=True)
        self._track = ClipTrack(self._clip)
        self._path = IcePath(LOOPBACK)
        self._dtls = RTCDtlsTransport(
            cast("RTCIceTransport", self._path), [RTCCertificate.generateCertificate()]
        )
        self._dtls._set_role("server")
        self._sender = RTCRtpSender(self._track, self._dtls)
        self.port = 0

    async def start(self, client: httpx.AsyncClient) -> None:
        ice = await self._gather()
        (own, *_) = self._dtls.getLocalParameters().fingerprints
        offer = sdp(VIDEO) if self._lying else sdp(VIDEO).replace(FINGERPRINT, f"sha-256 {own.value}")
        offer = offer.replace(f"ufrag:{USER}", f"ufrag:{ice.user}").replace(PASSWORD, ice.password)
        headers = {**self._headers, "Content-Type": "application/sdp"}
        made = await client.post(self._url, content=offer, headers=headers)
        self._session = urljoin(self._url, made.headers["location"])
        (media,) = SessionDescription.parse(made.text).media
        assert media.ice is not None
        assert media.dtls is not None
        candidates = tuple(candidate_to_aioice(one) for one in media.ice_candidates)
        remote = RemoteIce(media.ice.usernameFragment or "", media.ice.password or "", candidates)
        await self._path.connect(remote)
        await self._dtls.start(media.dtls)
        await self._sender.send(
            RTCRtpSendParameters(codecs=[VP8], muxId="1", rtcp=RTCRtcpParameters(cname="x"))
        )

    async def restart(self, client: httpx.AsyncClient) -> None:
        ice = await self._gather()
        headers = {**self._headers, "Content-Type": "application/trickle-ice-sdpfrag", "If-Match": "*"}
        fragment = f"a=ice-ufrag:{ice.user}\r\na=ice-pwd:{ice.password}\r\n"
        told = await client.patch(self._session, content=fragment, headers=headers)
        await self._path.connect(parse_fragment(told.text).ice())

    async def stop(self) -> None:
        await self._sender.stop()
        await self._dtls.stop()
        await self._path.close()
        self._track.stop()
        self._clip.close()

    async def _gather(self) -> LocalIce:
        ice = await self._path.gather(controlling=True)
        self.port = ice.candidates[0].port
        return ice
