"""The decoder's thread: sound pictures only, turned as the camera was, and never a long queue."""

from __future__ import annotations

import threading
from fractions import Fraction

import numpy as np
import pytest
from aiortc.codecs.vpx import Vp8Encoder, vp8_depayload
from av.video.frame import VideoFrame

from service.webrtc.decoding import LAG, Decoder, DecoderThread, Undecodable
from service.webrtc.jitter import EncodedFrame
from vision.picture import Picture


def encoded(
    count: int, *, keys: tuple[int, ...] = (0,), size: tuple[int, int] = (64, 48)
) -> list[EncodedFrame]:
    encoder, frames = Vp8Encoder(), []
    for index in range(count):
        image = np.full((size[1], size[0], 3), 20 + 10 * index, np.uint8)
        frame = VideoFrame.from_ndarray(image, format="rgb24").reformat(format="yuv420p")
        frame.pts, frame.time_base = index * 3000, Fraction(1, 90_000)
        payloads, stamp = encoder.encode(frame, index in keys)
        data = b"".join(vp8_depayload(payload) for payload in payloads)
        frames.append(EncodedFrame(stamp, data, index in keys, codec="VP8"))
    return frames


def test_stamps_are_the_senders() -> None:
    decoder = Decoder()
    stamps = [stamp for frame in encoded(3) for _, stamp in decoder.decode(frame)]
    assert stamps == pytest.approx([0, 1 / 30, 2 / 30], abs=1e-4)


def test_a_turn_holds_until_another_one_is_told() -> None:
    decoder = Decoder()
    turns = [90, None, 0]
    sizes = []
    for frame, turn in zip(encoded(3), turns, strict=True):
        turned = EncodedFrame(frame.timestamp, frame.data, frame.key, turn, "VP8")
        sizes += [picture.size for picture, _ in decoder.decode(turned)]
    assert sizes == [(48, 64), (48, 64), (64, 48)]


@pytest.mark.parametrize(
    "frame",
    [
        EncodedFrame(0, b"\x10\x00\x00junk", True, codec="VP8"),
        EncodedFrame(0, b"junk", True, codec="H264"),
        EncodedFrame(0, b"\0\0\0\1\x65\x88\x84", True, codec="H264"),
    ],
)
def test_junk_is_told(frame: EncodedFrame) -> None:
    with pytest.raises(Undecodable):
        decoder_that_is_given(frame)


def decoder_that_is_given(frame: EncodedFrame) -> None:
    if not Decoder().decode(frame):
        raise Undecodable("nothing came of it")


def test_a_picture_too_big_is_refused() -> None:
    (frame,) = encoded(1, size=(4096, 2304))
    with pytest.raises(Undecodable):
        Decoder().decode(frame)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Taken:
    """Pictures and failures; a picture may be made to wait until it is let go on."""

    def __init__(self) -> None:
        self.stamps: list[float] = []
        self.failures: list[str] = []
        self.came = threading.Condition()
        self.gate = threading.Event()
        self.gate.set()

    def picture(self, picture: Picture, stamp: float) -> None:
        with self.came:
            self.stamps.append(stamp)
            self.came.notify_all()
        assert self.gate.wait(30)

    def failure(self, reason: str) -> None:
        with self.came:
            self.failures.append(reason)
            self.came.notify_all()

    def until(self, stamps: int, failures: int = 0) -> None:
        with self.came:
            assert self.came.wait_for(
                lambda: (len(self.stamps), len(self.failures)) >= (stamps, failures), 30
            )


def test_what_depends_on_damage_is_not_shown_until_a_keyframe() -> None:
    taken, frames = Taken(), encoded(6, keys=(0, 4))
    thread = DecoderThread(taken.picture, taken.failure)
    broken = EncodedFrame(frames[2].timestamp, b"\x10\x00\x00junk", True, codec="VP8")
    thread.push([*frames[:2], broken, *frames[3:]])
    taken.until(4, 1)
    thread.close()
    assert thread.join(30)
    assert [round(stamp * 30) for stamp in taken.stamps] == [0, 1, 4, 5]
    assert len(taken.failures) == 1


def test_a_decoder_that_lags_drops_up_to_the_next_keyframe() -> None:
    clock, taken, frames = Clock(), Taken(), encoded(8, keys=(0, 5))
    thread = DecoderThread(taken.picture, taken.failure, clock)
    taken.gate.clear()
    thread.push(frames[:1])
    taken.until(1)
    thread.push(frames[1:])
    clock.now = LAG + 0.1
    taken.gate.set()
    taken.until(4)
    thread.close()
    assert thread.join(30)
    assert [round(stamp * 30) for stamp in taken.stamps] == [0, 5, 6, 7]
    assert thread.counts.dropped == 4
    assert len(taken.failures) == 1


def test_closing_does_not_wait_for_the_queue() -> None:
    taken, frames = Taken(), encoded(8)
    thread = DecoderThread(taken.picture, taken.failure)
    taken.gate.clear()
    thread.push(frames)
    taken.until(1)
    thread.close()
    taken.gate.set()
    assert thread.join(30)
    assert len(taken.stamps) == 1
