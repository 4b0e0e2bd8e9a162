from __future__ import annotations

from itertools import pairwise

import pytest
from aiortc.rtp import RtpPacket, wrap_rtx

from service.live.seat import LATE
from service.webrtc.header import ORIENTATION, SENT, ExtensionReader
from service.webrtc.jitter import HOLD, PATIENCE
from service.webrtc.reception import KEYFRAME_PAUSE, Reception
from tests.service.webrtc.link import MEDIA, REPEAT, REPEAT_SSRC, SSRC

KEY, DELTA = b"\x10\x00key", b"\x10\x01delta"


def packet(number: int, payload: bytes = DELTA, *, source: int = SSRC, stamp: int | None = None) -> RtpPacket:
    return RtpPacket(
        MEDIA, 1, number % 65_536, (stamp if stamp is not None else number * 3000) % 2**32, source, payload
    )


def reception() -> Reception:
    return Reception({MEDIA: "VP8"}, {REPEAT: MEDIA})


def test_a_stream_that_is_joined_midway_asks_for_a_keyframe_and_not_too_often() -> None:
    box = reception()
    asked = [box.receive(packet(number), number * 0.1).ask_keyframe for number in range(20)]
    assert asked[0]
    assert 2 <= sum(asked) <= 2 / KEYFRAME_PAUSE
    outcome = box.receive(packet(20, KEY), 2.0)
    assert [frame.data for frame in outcome.frames] == [KEY[1:]]
    assert not outcome.ask_keyframe


def test_a_stretch_is_lost_once_and_found_again() -> None:
    box = reception()
    box.receive(packet(1, KEY), 0.0)
    box.receive(packet(3), 0.1)
    assert box.due is not None
    first = box.tick(box.due)
    assert first.ask == [2]
    assert not first.lost
    stuck = box.tick(0.1 + PATIENCE + 0.001)
    assert stuck.ask_keyframe
    assert not stuck.lost  # its pictures may still be young enough when they come
    assert box.tick(0.1 + LATE + 0.001).lost
    assert not box.tick(0.1 + LATE + 0.05).lost
    repeated = wrap_rtx(packet(2), REPEAT, 7, REPEAT_SSRC)
    assert len(box.receive(repeated, 0.1 + LATE + 0.1).frames) == 2
    assert box.counts.repaired == 1
    assert box.due is None


@pytest.mark.parametrize("first", [65_530, 0, 30_000])
def test_numbers_and_stamps_wrap_around(first: int) -> None:
    box, stamps = reception(), []
    for step in range(20):
        payload = DELTA if step else KEY
        frames = box.receive(
            packet(first + step, payload, stamp=2**32 - 15_000 + step * 3000), step / 30
        ).frames
        stamps += [frame.timestamp for frame in frames]
    assert [after - before for before, after in pairwise(stamps)] == [3000] * 19


def test_a_sender_that_begins_anew_is_followed() -> None:
    box = reception()
    box.receive(packet(1000, KEY), 0.0)
    assert box.receive(packet(20_000, DELTA), 0.1).ask_keyframe
    assert len(box.receive(packet(20_001, KEY), 0.2).frames) == 1


def test_another_source_takes_over_only_after_silence() -> None:
    box = reception()
    box.receive(packet(1, KEY), 0.0)
    assert box.receive(packet(9, KEY, source=99), 0.1).frames == []
    assert len(box.receive(packet(2), 0.2).frames) == 1
    assert len(box.receive(packet(9, KEY, source=99), 2.0).frames) == 1
    assert box.source == 99


@pytest.mark.parametrize(
    "strange",
    [
        RtpPacket(0, 1, 2, 6000, SSRC, b"audio"),
        RtpPacket(MEDIA, 1, 2, 6000, SSRC, b"\x90"),
        RtpPacket(REPEAT, 1, 2, 6000, REPEAT_SSRC, b"\0"),
        RtpPacket(REPEAT, 1, 2, 6000, REPEAT_SSRC, b"\xf0\xf0" + DELTA),
    ],
)
def test_what_is_not_the_video_changes_nothing(strange: RtpPacket) -> None:
    box = reception()
    box.receive(packet(1, KEY), 0.0)
    outcome = box.receive(strange, 0.1)
    assert (outcome.frames, outcome.ask, outcome.ask_keyframe, outcome.lost) == ([], [], False, "")
    assert len(box.receive(packet(2), 0.2).frames) == 1


def test_time_alone_ends_every_wait() -> None:
    """Whoever ticks when something is due is not called for ever while nothing comes."""
    box = reception()
    box.receive(packet(1, KEY), 0.0)
    box.receive(packet(9), 0.1)
    now, ticks = 0.1, 0
    while (due := box.due) is not None and due < HOLD + 5:
        now = max(due, now + 1e-6)
        box.tick(now)
        ticks += 1
    assert ticks < 120
    assert box.counts.keyframes_asked <= 6 / KEYFRAME_PAUSE


@pytest.mark.parametrize(
    ("profile", "value", "turn", "sent"),
    [
        (0xBEDE, b"\x30\x01\0\0", 90, None),
        (0xBEDE, b"\x30\x0b\0\0", 270, None),  # the camera's side and a flip are not a turn
        (0xBEDE, b"\x42\x01\x02\x03\x30\x02\0\0", 180, 0x010203),
        (0x1000, b"\x03\x01\x03\0", 270, None),
        (0xBEDE, b"\x3f\x01\0\0", None, None),  # truncated
        (0xBEDE, b"\x31\x01\x01\0", None, None),  # of another length
        (0xBEDE, b"\x10\x01\0\0", None, None),  # not negotiated
        (0x1234, b"\x30\x01\0\0", None, None),
    ],
)
def test_header_extensions(profile: int, value: bytes, turn: int | None, sent: int | None) -> None:
    values = ExtensionReader({ORIENTATION: 3, SENT: 4}).get(profile, value)
    assert (getattr(values, "turn", None), values.abs_send_time) == (turn, sent)


def test_a_turned_camera() -> None:
    reader = ExtensionReader({ORIENTATION: 3})
    header = bytes([0x90, 0x80 | MEDIA]) + (1).to_bytes(2) + (0).to_bytes(4) + SSRC.to_bytes(4)
    read = RtpPacket.parse(header + b"\xbe\xde\0\1\x30\x01\0\0" + KEY, reader)
    assert [frame.turn for frame in reception().receive(read, 0.0).frames] == [90]
