"""DTLS and SRTP over a path: aiortc's, with packets handed on as they are decrypted."""

from __future__ import annotations

from collections.abc import Callable
from struct import error as StructError
from typing import cast

from aiortc.rtcdtlstransport import RTCCertificate, RTCDtlsTransport
from aiortc.rtcicetransport import RTCIceTransport
from aiortc.rtp import AnyRtcpPacket, HeaderExtensionsMap, RtcpPacket, RtpPacket

from service.webrtc.ice import IcePath

READ_ERRORS = (ValueError, IndexError, StructError)
"""What reading a malformed packet raises."""


class MediaTransport(RTCDtlsTransport):
    """Decrypts for one receiver; no task, no queue between the socket and it."""

    def __init__(
        self,
        path: IcePath,
        *,
        role: str,
        extensions: HeaderExtensionsMap,
        on_packet: Callable[[RtpPacket, int], None],
        on_report: Callable[[AnyRtcpPacket], None],
    ) -> None:
        """Prepare.

        Args:
            path: where datagrams come from and go to.
            role: `client` or `server` of DTLS.
            extensions: reads the headers' extensions.
            on_packet: given each RTP packet and the milliseconds at which it was decrypted.
            on_report: given each RTCP packet.
        """
        # All that the transport asks of its ICE transport is its role and to send and receive.
        super().__init__(cast("RTCIceTransport", path), [RTCCertificate.generateCertificate()])
        self._path = path
        self._extensions = extensions
        self._on_packet = on_packet
        self._on_report = on_report
        self.malformed = 0
        """Packets that were decrypted and could not be read."""
        self._set_role(role)

    def send_report(self, data: bytes) -> None:
        """Encrypt RTCP and send it; dropped while there is no connection."""
        if self.state == "connected":
            try:
                self._path.send(self._tx_srtp.protect_rtcp(data))
            except ConnectionError:
                return

    async def _handle_rtp_data(self, data: bytes, arrival_time_ms: int) -> None:
        try:
            packet = RtpPacket.parse(data, self._extensions)
        except READ_ERRORS:
            self.malformed += 1
            return
        self._on_packet(packet, arrival_time_ms)

    async def _handle_rtcp_data(self, data: bytes) -> None:
        try:
            packets = RtcpPacket.parse(data)
        except READ_ERRORS:
            self.malformed += 1
            return
        for packet in packets:
            self._on_report(packet)
