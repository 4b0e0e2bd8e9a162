"""Whatever is sent, nothing breaks: packets as they leave decryption, mutated and made up."""

from __future__ import annotations

import random

from aiortc.rtp import RtcpPacket, RtcpRtpfbPacket, RtcpSrPacket, RtpPacket, wrap_rtx
from hypothesis import given
from hypothesis import strategies as st

from service.webrtc.decoding import Decoder, Undecodable
from service.webrtc.header import ORIENTATION, SENT, ExtensionReader
from service.webrtc.jitter import MOST_PACKETS, EncodedFrame
from service.webrtc.reception import Reception
from service.webrtc.transport import READ_ERRORS
from tests.service.webrtc.link import MEDIA, REPEAT, REPEAT_SSRC, SSRC
from tests.service.webrtc.test_decoding import encoded

READER = ExtensionReader({ORIENTATION: 3, SENT: 4})


def stream() -> list[bytes]:
    """Packets of a short stream, each also as a retransmission."""
    sent = []
    for number in range(40):
        payload = bytes([0x10, number % 10 != 0]) + bytes(20)
        packet = RtpPacket(MEDIA, 1, number, number * 3000, SSRC, payload)
        sent += [packet.serialize(), wrap_rtx(packet, REPEAT, number, REPEAT_SSRC).serialize()]
    return sent


@given(st.integers(0, 2**32 - 1))
def test_mutated_packets(seed: int) -> None:
    dice = random.Random(seed)
    box, now = Reception({MEDIA: "VP8"}, {REPEAT: MEDIA}), 0.0
    for data in stream():
        now += dice.random() * 0.1
        changed = bytearray(data)
        for _ in range(dice.randint(0, 3)):
            changed[dice.randrange(len(changed))] = dice.randrange(256)
        try:
            packet = RtpPacket.parse(bytes(changed[: dice.randint(8, len(changed))]), READER)
        except READ_ERRORS:
            continue
        box.receive(packet, now)
        if box.due is not None and box.due <= now:
            box.tick(now)
    assert len(box) <= MOST_PACKETS


@given(st.binary(max_size=80))
def test_any_bytes_as_payload(payload: bytes) -> None:
    for codec in ("VP8", "H264"):
        box = Reception({MEDIA: codec}, {REPEAT: MEDIA})
        for kind in (MEDIA, REPEAT):
            box.receive(RtpPacket(kind, 1, 1, 3000, SSRC, payload), 0.0)


@given(st.integers(0, 2**32 - 1))
def test_mutated_reports(seed: int) -> None:
    dice = random.Random(seed)
    reports = [bytes(RtcpRtpfbPacket(1, 1, 2, [3, 4, 30]))]
    reports.append(b"\x80\xc8\0\6" + bytes(24))
    changed = bytearray(dice.choice(reports))
    for _ in range(dice.randint(1, 4)):
        changed[dice.randrange(len(changed))] = dice.randrange(256)
    try:
        packets = RtcpPacket.parse(bytes(changed))
    except READ_ERRORS:
        return
    assert all(packet.ssrc >= 0 for packet in packets if isinstance(packet, RtcpSrPacket))


@given(st.integers(0, 2**32 - 1))
def test_mutated_pictures(seed: int) -> None:
    dice, decoder = random.Random(seed), Decoder()
    for frame in encoded(3, keys=(0, 2)):
        data = bytearray(frame.data)
        for _ in range(dice.randint(0, 5)):
            data[dice.randrange(len(data))] = dice.randrange(256)
        try:
            pictures = decoder.decode(EncodedFrame(frame.timestamp, bytes(data), frame.key, None, "VP8"))
        except Undecodable:
            continue
        assert all(picture.size[0] * picture.size[1] <= 3840 * 2176 for picture, _ in pictures)
