from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.webrtc.jitter import HOLD, MOST_PACKETS, PATIENCE, EncodedFrame, JitterBuffer, Packet
from service.webrtc.repairs import Repairs


def stream(frames: list[int], keys: set[int], first: int = 100) -> list[list[Packet]]:
    """Frames of so many packets each; the frames in `keys` are keyframes."""
    made, number = [], first
    for index, size in enumerate(frames):
        made.append(
            [
                Packet(
                    number + part,
                    index * 3000,
                    part == size - 1,
                    b"%d.%d " % (index, part),
                    index in keys and part == 0,
                    codec="VP8",
                )
                for part in range(size)
            ]
        )
        number += size
    return made


def buffer() -> JitterBuffer:
    return JitterBuffer(Repairs())


def feed(box: JitterBuffer, packets: list[Packet], now: float = 0.0) -> list[EncodedFrame]:
    return [frame for packet in packets for frame in box.add(packet, now)]


def indices(frames: list[EncodedFrame]) -> list[int]:
    return [frame.timestamp // 3000 for frame in frames]


def whole(packets: list[Packet]) -> bytes:
    return b"".join(packet.data for packet in packets)


def test_frames_come_as_soon_as_they_are_whole() -> None:
    box, frames = buffer(), stream([2, 1, 3], {0})
    for frame in frames:
        assert feed(box, frame[:-1]) == []
        (made,) = feed(box, frame[-1:])
        assert made.data == whole(frame)
    assert len(box) == 0


def test_nothing_comes_before_a_keyframe() -> None:
    box, frames = buffer(), stream([1, 1, 2, 1], {2})
    assert indices(feed(box, [packet for frame in frames for packet in frame])) == [2, 3]


def test_a_missing_packet_holds_back_what_follows_until_it_comes() -> None:
    box, frames = buffer(), stream([1, 1, 1, 1], {0})
    assert indices(feed(box, frames[0] + frames[2] + frames[3])) == [0]
    assert 101 in box.repairs
    assert not box.stuck(PATIENCE / 2)
    assert box.stuck(PATIENCE)
    assert indices(box.add(frames[1][0], PATIENCE + 0.1)) == [1, 2, 3]
    assert not box.stuck(9.0)


def test_a_whole_keyframe_ends_the_wait() -> None:
    box, frames = buffer(), stream([1, 2, 1, 3, 1], {0, 3})
    assert indices(feed(box, frames[0] + frames[1][:1] + frames[2] + frames[3][:2])) == [0]
    assert indices(feed(box, frames[3][2:])) == [3]
    assert len(box.repairs) == 0
    assert indices(feed(box, frames[1][1:] + frames[4])) == [4]


def test_a_keyframe_with_a_hole_waits_for_it() -> None:
    box, frames = buffer(), stream([1, 1, 4, 1], {0, 2})
    key = frames[2]
    assert indices(feed(box, frames[0] + [key[0], key[1], key[3]] + frames[3])) == [0]
    assert indices(feed(box, [key[2]])) == [2, 3]


def test_parameter_sets_before_the_picture_are_part_of_the_keyframe() -> None:
    sets = Packet(7, 0, False, b"set ", begins_key=True)
    more = Packet(8, 0, False, b"more ")
    picture = Packet(9, 0, True, b"picture", begins_key=True)
    (frame,) = feed(buffer(), [sets, more, picture])
    assert frame.data == b"set more picture"


def test_what_waits_for_too_long_is_thrown_away() -> None:
    box, frames = buffer(), stream([1, 1, 1, 1, 1], {0, 4})
    feed(box, frames[0] + frames[2])
    assert box.expire(HOLD / 2) == []
    assert len(box) == 1
    assert box.expire(HOLD) == []
    assert len(box) == 0
    assert box.waiting
    assert box.skipped == 1
    assert feed(box, frames[1], HOLD) == []  # too late now
    assert indices(feed(box, frames[3] + frames[4], HOLD)) == [4]


@pytest.mark.parametrize("size", [129, 513, 2000])
def test_big_keyframes_survive_mixed_up(size: int) -> None:
    box, frames = buffer(), stream([size, 1], {0})
    packets = frames[0] + frames[1]
    first, rest = packets[0], packets[1:]
    random.Random(size).shuffle(rest)
    made = feed(box, [first, *rest])
    assert indices(made) == [0, 1]
    assert made[0].data == whole(frames[0])


def test_no_flood_fills_the_memory() -> None:
    box = buffer()
    for number in range(3 * MOST_PACKETS):
        box.add(Packet(number, 0, False, b"x", begins_key=number == 0), 0.0)
    assert len(box) <= MOST_PACKETS


def test_padding_is_no_frame() -> None:
    box, frames = buffer(), stream([1, 1], {0})
    padding = Packet(101, 0, False, b"")
    late = Packet(102, 3000, True, frames[1][0].data)
    assert indices(feed(box, frames[0] + [padding, late])) == [0, 1]


def test_the_camera_s_turn_goes_with_its_frame() -> None:
    first = Packet(1, 0, False, b"a", begins_key=True)
    last = Packet(2, 0, True, b"b", turn=90)
    assert [frame.turn for frame in feed(buffer(), [first, last])] == [90]


@st.composite
def arrivals(draw: st.DrawFn) -> tuple[list[list[Packet]], list[Packet], set[int]]:
    """A stream, its packets as they come, some twice, and the numbers of those that never do."""
    sizes = draw(st.lists(st.integers(1, 5), min_size=1, max_size=25))
    keys = draw(st.sets(st.integers(0, len(sizes) - 1))) | {0}
    frames = stream(sizes, keys)
    packets = [packet for frame in frames for packet in frame]
    lost = draw(st.sets(st.sampled_from([packet.number for packet in packets])))
    there = [packet for packet in packets if packet.number not in lost]
    dice = draw(st.randoms(use_true_random=False))
    reach = draw(st.integers(0, 8))
    order = sorted(there, key=lambda packet: packet.number + dice.uniform(0, reach))
    return frames, order + order[: draw(st.integers(0, 3))], lost


@given(arrivals())
def test_every_frame_that_comes_can_be_decoded(
    case: tuple[list[list[Packet]], list[Packet], set[int]],
) -> None:
    frames, order, lost = case
    box, now, made = buffer(), 0.0, []
    for packet in order:
        now += 0.01
        made += box.add(packet, now)
        made += box.expire(now)
    came = indices(made)
    assert came == sorted(set(came))
    for before, index in zip([None, *came], came, strict=False):
        assert not lost & {packet.number for packet in frames[index]}
        assert made[came.index(index)].data == whole(frames[index])
        assert made[came.index(index)].key or before == index - 1


@given(arrivals())
def test_without_loss_every_frame_from_the_first_key_on_comes(
    case: tuple[list[list[Packet]], list[Packet], set[int]],
) -> None:
    frames, _, _ = case
    packets = [packet for frame in frames for packet in frame]
    assert indices(feed(buffer(), packets)) == list(range(len(frames)))
