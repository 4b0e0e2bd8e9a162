"""From one session's RTP to pictures at a seat: receives, asks again, decodes, and reports to the sender."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import nullcontext

from aiortc.rate import RemoteBitrateEstimator
from aiortc.rtcrtpreceiver import StreamStatistics
from aiortc.rtp import (
    RTCP_PSFB_APP,
    RTCP_PSFB_PLI,
    RTCP_RTPFB_NACK,
    AnyRtcpPacket,
    RtcpPsfbPacket,
    RtcpReceiverInfo,
    RtcpRrPacket,
    RtcpRtpfbPacket,
    RtcpSrPacket,
    RtpPacket,
    pack_remb_fci,
)
from aiortc.utils import random32

from service.webrtc.decoding import DecoderThread
from service.webrtc.offer import Offer
from service.webrtc.reception import CLOCK_RATE, Outcome, Reception
from vision.picture import Picture
from vision.table import Probe

REPORT = 1.0
"""Seconds between two receiver reports."""
_SOONEST = 0.002


class VideoReceiver:
    """All of its methods belong to the event loop's thread; pictures come on the decoder's."""

    def __init__(
        self,
        offer: Offer,
        send: Callable[[bytes], None],
        on_media: Callable[[], None],
        on_picture: Callable[[Picture, float, float], None],
        on_lost: Callable[[str], None],
        now: Callable[[], float] = time.monotonic,
        *,
        decoding: Probe = lambda _: nullcontext(),
    ) -> None:
        """Begin to receive.

        Args:
            offer: what was agreed on.
            send: sends an RTCP packet.
            on_media: told before the first frame is decoded.
            on_picture: given each picture, its stamp in seconds and the seconds by which it is late, on the
                decoder's thread.
            on_lost: told why a stretch was lost, on either thread.
            now: seconds that only rise.
            decoding: entered around each decoding with the codec's name.
        """
        self.reception = Reception(offer.names, offer.repeats)
        self.heard: float | None = None
        """When the newest packet of the video came."""
        self._send = send
        self._on_media = on_media
        self._on_lost = on_lost
        self._on_picture = on_picture
        self._now = now
        self._ssrc = random32()
        self._started = False
        self._closed = False
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._timer_due = 0.0
        self._report_due = now() + REPORT
        self._statistics: StreamStatistics | None = None
        self._sender_report: tuple[int, float] | None = None
        self._rate = RemoteBitrateEstimator()
        self.decoder = DecoderThread(self._decoded, self._undecodable, now, decoding)

    def packet(self, packet: RtpPacket, arrival_ms: int) -> None:
        """Take in an RTP packet."""
        if self._closed:
            return
        now = self._now()
        before, source = self.reception.counts.packets, self.reception.source
        outcome = self.reception.receive(packet, now)
        if self.reception.counts.packets > before:
            self.heard = now
            self._measure(packet, arrival_ms, begun=self.reception.source != source)
        self._follow(outcome, now)

    def report(self, packet: AnyRtcpPacket) -> None:
        """Take in an RTCP packet."""
        if isinstance(packet, RtcpSrPacket) and packet.ssrc == self.reception.source:
            self._sender_report = packet.sender_info.ntp_timestamp >> 16 & 0xFFFFFFFF, self._now()

    def close(self) -> None:
        """Stop; the thread ends after the frame that it is at."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        self.decoder.close()

    def _follow(self, outcome: Outcome, now: float) -> None:
        if outcome.lost:
            self._on_lost(outcome.lost)
        if outcome.frames:
            if not self._started:
                self._started = True
                self._on_media()
            self.decoder.push(outcome.frames)
        source = self.reception.source
        if source is not None and outcome.ask:
            request = RtcpRtpfbPacket(RTCP_RTPFB_NACK, self._ssrc, source, sorted(outcome.ask))
            self._send(bytes(request))
        if source is not None and outcome.ask_keyframe:
            self._send(bytes(RtcpPsfbPacket(RTCP_PSFB_PLI, self._ssrc, source)))
        self._schedule(now)

    def _schedule(self, now: float) -> None:
        due = min(self._report_due, self.reception.due or self._report_due)
        if self._timer is not None:
            if now < self._timer_due <= due:
                return
            self._timer.cancel()
        self._timer_due = max(due, now + _SOONEST)
        self._timer = self._loop.call_later(self._timer_due - now, self._tick)

    def _tick(self) -> None:
        self._timer = None
        if self._closed:
            return
        now = self._now()
        if now >= self._report_due:
            self._report_due = now + REPORT
            self._tell_reception(now)
        self._follow(self.reception.tick(now), now)

    def _decoded(self, picture: Picture, stamp: float) -> None:
        self._on_picture(picture, stamp, self.reception.waited(stamp, self._now()))

    def _undecodable(self, reason: str) -> None:
        """The decoder's thread cannot go on without a keyframe."""
        self._on_lost(reason)
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._ask_keyframe)

    def _ask_keyframe(self) -> None:
        if not self._closed:
            now = self._now()
            self._follow(self.reception.refused(now), now)

    def _measure(self, packet: RtpPacket, arrival_ms: int, *, begun: bool) -> None:
        """Count for reports, and estimate the bit rate that the way bears."""
        if packet.ssrc == self.reception.source:
            if begun or self._statistics is None:
                self._statistics = StreamStatistics(CLOCK_RATE)
            self._statistics.add(packet)
        sent = packet.extensions.abs_send_time
        if sent is None:
            return
        size = len(packet.payload) + packet.padding_size
        estimate = self._rate.add(
            arrival_time_ms=arrival_ms, abs_send_time=sent, payload_size=size, ssrc=packet.ssrc
        )
        if estimate is not None:
            self._send(bytes(RtcpPsfbPacket(RTCP_PSFB_APP, self._ssrc, 0, pack_remb_fci(*estimate))))

    def _tell_reception(self, now: float) -> None:
        """A receiver report (RFC 3550 section 6.4.2)."""
        source, stream = self.reception.source, self._statistics
        if source is None or stream is None or stream.max_seq is None:
            return
        last, delay = 0, 0.0
        if self._sender_report is not None:
            last, delay = self._sender_report[0], min(now - self._sender_report[1], 65535.0)
        block = RtcpReceiverInfo(
            ssrc=source,
            fraction_lost=min(stream.fraction_lost, 255),
            packets_lost=stream.packets_lost,
            highest_sequence=(stream.cycles + stream.max_seq) & 0xFFFFFFFF,
            jitter=stream.jitter & 0xFFFFFFFF,
            lsr=last,
            dlsr=int(delay * 65536),
        )
        self._send(bytes(RtcpRrPacket(self._ssrc, [block])))
