"""The thread that looks: tables do not disturb each other, nor those that bore their names before."""

from __future__ import annotations

import queue
import threading
from collections.abc import Collection, Iterator, Mapping

import numpy as np
import pytest

from service.live.eye import Eye, Seen
from service.live.phases import PhaseTimeline
from service.live.seat import Seat
from service.media.live import Clock
from tests.vision.recorded import RecordedEye
from vision.picture import Layout, Picture
from vision.policy import TablePolicy

PICTURE = Picture(Layout.RGB, (np.full((48, 64, 3), 90, dtype=np.uint8),))


def _five() -> float:
    return 5.0


class Watched:
    """A table as the eye knows it."""

    def __init__(self, eye: Eye, clock: Clock = _five, name: str = "t") -> None:
        self.name = name
        self.clock = clock
        self.policy = TablePolicy()
        self.phases = PhaseTimeline()
        self.resting: Collection[int] = ()
        self.seen: queue.Queue[Seen] = queue.Queue()
        self.seats: Mapping[int, Seat] = {3: Seat(3, _five, eye.arrival)}

    def deliver(self, seen: Seen) -> None:
        self.seen.put(seen)

    def next(self) -> Seen:
        """The next look."""
        return self.seen.get(timeout=30.0)


@pytest.fixture
def eye(default_models: None) -> Iterator[Eye]:
    looking = Eye(RecordedEye().models)
    yield looking
    looking.close()
    assert not looking.alive


def test_a_picture_is_looked_at_and_silence_too(eye: Eye) -> None:
    table = Watched(eye)
    table.seats[3].join("whip").put(PICTURE, 0.0)
    eye.watch(table)
    seen = table.next()
    assert [frame.seat for frame in seen.tick.frames] == [3]
    assert [observation.seat for observation in seen.step.observations] == [3]
    assert table.next().tick.frames == ()


def test_a_table_that_is_left_is_looked_at_no_more(eye: Eye) -> None:
    table, other = Watched(eye), Watched(eye, name="other")
    eye.watch(table)
    table.next()
    eye.leave("t")
    eye.watch(other)
    for _ in range(3):
        other.next()
    while not table.seen.empty():
        table.next()
    other.next()
    other.next()
    assert table.seen.empty()


def test_a_look_that_fails_does_not_end_the_others(eye: Eye) -> None:
    def failing() -> float:
        raise RuntimeError("no clock")

    broken, sound = Watched(eye, failing, "broken"), Watched(eye, name="sound")
    eye.watch(broken)
    eye.watch(sound)
    for _ in range(3):
        sound.next()
    assert eye.failures >= 2
    assert eye.alive
    assert broken.seen.empty()


def test_what_was_seen_of_a_table_is_nothing_to_the_next_of_its_name(eye: Eye) -> None:
    entered, gate = threading.Event(), threading.Event()

    def slow() -> float:
        entered.set()
        gate.wait(30.0)
        return 5.0

    before, after = Watched(eye, slow), Watched(eye)
    before.seats[3].join("whip").put(PICTURE, 0.0)
    eye.watch(before)
    assert entered.wait(30.0)
    eye.leave("t")
    eye.watch(after)
    gate.set()
    assert 3 in before.next().state.camera
    assert 3 not in after.next().state.camera
