"""Hands on the wire: what goes in comes out, and other bytes are refused."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from service.avatar.codec import HandPoints, Malformed, SeatHands, decode, encode, quantum
from vision.observations import Handedness

SCRIPT = Path(__file__).parent / "decode.mjs"
SHARPEST = 2.0**-16


def _hand(points: NDArray[np.float64], handedness: Handedness = "right", track: int = 5) -> HandPoints:
    return HandPoints(points, handedness, track)


@st.composite
def hands(draw: st.DrawFn) -> HandPoints:
    """Hands of any size in and around the picture."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    size = draw(st.floats(0.0, 0.9))
    corner = rng.uniform(-1.0, 1.0, 2)
    points = corner + size * rng.random((21, 2))
    return _hand(points, draw(st.sampled_from(("left", "right"))), draw(st.integers(0, 127)))


records = st.builds(
    SeatHands,
    st.integers(1, 10),
    st.floats(0, 4e6),
    st.floats(0.1, 10),
    st.lists(hands(), max_size=2).map(tuple),
)


@given(st.integers(0, 10**6), st.lists(records, min_size=1, max_size=10))
def test_what_is_sent_is_read(sequence: int, told: list[SeatHands]) -> None:
    read_sequence, read = decode(encode(sequence, told))
    assert read_sequence == sequence % 65536
    assert [record.seat for record in read] == [record.seat for record in told]
    for before, after in zip(told, read, strict=True):
        assert after.t == pytest.approx(before.t, abs=0.0005001)
        assert after.aspect == pytest.approx(before.aspect, abs=1 / 8190)
        assert len(after.hands) == len(before.hands)
        for hand, copy in zip(before.hands, after.hands, strict=True):
            assert (copy.handedness, copy.track) == (hand.handedness, hand.track)
            assert np.abs(copy.points - hand.points).max() <= quantum(hand) / 2 * (1 + 1e-9)


@given(hands())
def test_the_steps_are_as_fine_as_the_hand_allows(hand: HandPoints) -> None:
    span = float((hand.points.max(axis=0) - hand.points.min(axis=0)).max())
    assert SHARPEST <= quantum(hand) <= max((span + 1 / 1024) / 255 * 2 ** (1 / 16) * (1 + 1e-9), SHARPEST)


@given(st.binary(max_size=300) | st.binary(max_size=300).map(lambda tail: b"\x01\x00\x07\x11" + tail))
def test_any_bytes_are_read_or_refused(message: bytes) -> None:
    try:
        sequence, read = decode(message)
    except Malformed:
        return
    assert encode(sequence, read)[:3] == message[:3]


@given(st.lists(records, min_size=1, max_size=3), st.data())
def test_a_message_that_is_cut_off_is_refused_or_ends_at_a_record(
    told: list[SeatHands], data: st.DataObject
) -> None:
    message = encode(0, told)
    cut = data.draw(st.integers(0, len(message) - 1))
    try:
        _, read = decode(message[:cut])
    except Malformed:
        return
    assert len(read) < len(told)


@pytest.mark.parametrize("version", [0, 2, 255])
def test_another_version_is_refused(version: int) -> None:
    message = encode(0, [SeatHands(1, 0.0, 1.0, ())])
    with pytest.raises(Malformed, match="version"):
        decode(bytes([version]) + message[1:])


@pytest.mark.parametrize("value", [np.nan, np.inf, -2.1, 2.0, 1e9])
def test_a_hand_that_cannot_be_told_is_left_out(value: float) -> None:
    sound, broken = np.full((21, 2), 0.5), np.full((21, 2), 0.5)
    broken[3, 1] = value
    told = SeatHands(4, 1.0, 4 / 3, (_hand(broken, track=1), _hand(sound, track=2)))
    (read,) = decode(encode(0, [told]))[1]
    assert [hand.track for hand in read.hands] == [2]


@pytest.mark.parametrize(
    "told",
    [
        [],
        [SeatHands(1, 0.0, 1.0, ())] * 11,
        [SeatHands(0, 0.0, 1.0, ())],
        [SeatHands(11, 0.0, 1.0, ())],
        [SeatHands(1, -1.0, 1.0, ())],
        [SeatHands(1, float("nan"), 1.0, ())],
        [SeatHands(1, 5e6, 1.0, ())],
        [SeatHands(1, 0.0, 0.0, ())],
        [SeatHands(1, 0.0, 16.0, ())],
        [SeatHands(1, 0.0, 1.0, (_hand(np.full((21, 2), 0.5)),) * 3)],
    ],
)
def test_what_has_no_place_on_the_wire_is_refused(told: list[SeatHands]) -> None:
    with pytest.raises(ValueError, match=r"."):
        encode(0, told)


def test_two_hands_fit_the_budget() -> None:
    """28 bytes of SCTP, padded to four, 37 of DTLS, 28 of UDP and IPv4: at 30 a second 6 kB at most."""
    hand = _hand(np.random.default_rng(1).random((21, 2)))
    message = encode(65535, [SeatHands(10, 7200.0, 16 / 9, (hand, hand))])
    on_the_wire = -(-len(message) // 4) * 4 + 28 + 37 + 28
    assert 30 * on_the_wire <= 6000


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node, which runs the browser's decoder")
def test_the_browser_reads_the_same() -> None:
    """Both decoders on the same sound and broken messages."""
    messages = _messages()
    ran = subprocess.run(
        ["node", str(SCRIPT)], input="\n".join(m.hex() for m in messages), capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len(answers) == len(messages)
    refused = 0
    for message, answer in zip(messages, answers, strict=True):
        try:
            sequence, read = decode(message)
        except Malformed:
            refused += 1
            assert answer is None
            continue
        assert answer["sequence"] == sequence
        for record, other in zip(read, answer["records"], strict=True):
            assert (other["seat"], other["t"], other["aspect"]) == (record.seat, record.t, record.aspect)
            for hand, drawn in zip(record.hands, other["hands"], strict=True):
                assert (drawn["handedness"], drawn["track"]) == (hand.handedness, hand.track)
                np.testing.assert_allclose(drawn["points"], hand.points.ravel(), rtol=0, atol=1e-12)
    assert 20 < refused < len(messages) - 200


def _messages() -> list[bytes]:
    rng = np.random.default_rng(7)
    messages = []
    for number in range(400):
        told = []
        for seat in rng.choice(np.arange(1, 11), int(rng.integers(1, 11)), replace=False):
            own = tuple(
                _hand(
                    rng.uniform(-1, 1, 2) + rng.random() * 0.9 * rng.random((21, 2)),
                    "left" if rng.random() < 0.5 else "right",
                    int(rng.integers(128)),
                )
                for _ in range(int(rng.integers(3)))
            )
            told.append(SeatHands(int(seat), float(rng.uniform(0, 4e6)), float(rng.uniform(0.1, 10)), own))
        message = bytearray(encode(number, told))
        if number % 4 == 3:
            message = message[: int(rng.integers(len(message)))]
        elif number % 4 == 2:
            message[int(rng.integers(len(message)))] = int(rng.integers(256))
        messages.append(bytes(message))
    return messages
