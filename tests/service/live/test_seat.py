"""A live seat: the newest picture, never a late one, and one track at a time."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from service.live.seat import LATE, WINDOW, Seat, SeatInput
from service.media.source import Fate
from vision.picture import Layout, Picture

PICTURE = Picture(Layout.GRAY, (np.zeros((2, 2), dtype=np.uint8),))


@dataclass
class Chair:
    """A seat and its clock."""

    now: float = 5.0
    seat: Seat = field(init=False)

    def __post_init__(self) -> None:
        self.seat = Seat(3, lambda: self.now, threading.Condition())


def test_the_newest_picture_is_given_and_the_others_are_counted() -> None:
    chair = Chair()
    track = chair.seat.join("whip")
    for index in range(3):
        chair.now = 5.0 + index * 0.1
        track.put(PICTURE, index * 0.1)
    letters = chair.seat.take()
    assert letters.frame is not None
    assert letters.frame.seat == 3
    assert letters.frame.t == pytest.approx(5.2)
    assert chair.seat.take().frame is None
    counts = chair.seat.counts
    assert (counts.received, counts.judged, counts.replaced, counts.late) == (3, 1, 2, 0)


def test_a_picture_that_had_to_wait_is_not_judged() -> None:
    chair = Chair()
    track = chair.seat.join("whip")
    track.put(PICTURE, 0.0)
    chair.now += LATE + 0.01
    assert chair.seat.take().frame is None
    assert chair.seat.counts.late == 1


def test_a_picture_that_was_long_on_its_way_is_not_judged_and_the_next_is() -> None:
    chair = Chair()
    track = chair.seat.join("whip")
    judged = []
    for stamp, arrival in ((0.0, 5.0), (0.1, 5.1), (0.2, 6.0), (1.1, 6.1)):
        chair.now = arrival
        track.put(PICTURE, stamp)
        frame = chair.seat.take().frame
        judged.append(None if frame is None else round(frame.t, 3))
    assert judged == [5.0, 5.1, None, 6.1]


def test_the_age_is_that_of_the_newest_judged_picture() -> None:
    chair = Chair()
    assert chair.seat.age is None
    track = chair.seat.join("whip")
    assert chair.seat.age is None
    track.put(PICTURE, 0.0)
    chair.seat.take()
    chair.now += 0.3
    assert chair.seat.age == pytest.approx(0.3, abs=1e-3)
    assert chair.seat.take().age == pytest.approx(0.3, abs=1e-3)
    track.end()
    assert chair.seat.age is None


def test_the_rate_is_that_of_judged_pictures() -> None:
    chair = Chair()
    track = chair.seat.join("whip")
    for index in range(40):
        chair.now = 5.0 + index * 0.1
        track.put(PICTURE, index * 0.1)
        chair.seat.take()
    assert chair.seat.fps == pytest.approx(10.0, abs=0.5)
    chair.now += WINDOW
    assert chair.seat.fps == 0.0


def test_who_joins_takes_the_seat_and_the_one_before_is_told_once() -> None:
    chair, told = Chair(), list[str]()
    first = chair.seat.join("whip", lambda: told.append("first"))
    first.put(PICTURE, 0.0)
    second = chair.seat.join("file", lambda: told.append("second"))
    assert (told, first.current, second.current) == (["first"], False, True)
    chair.now += 0.1
    first.put(PICTURE, 0.1)
    first.corrupt("late word")
    first.end("late word")
    assert second.current
    assert chair.seat.counts.received == 1
    assert chair.seat.take().events == ()


def test_a_seat_that_is_taken_over_is_no_gap_and_time_goes_on() -> None:
    chair = Chair()
    chair.seat.join("whip").put(PICTURE, 100.0)
    before = chair.seat.take().frame
    chair.now += 0.1
    chair.seat.join("whip").put(PICTURE, 7.0)
    after = chair.seat.take()
    assert before is not None
    assert after.frame is not None
    assert after.frame.t > before.t
    assert after.events == ()


@pytest.mark.parametrize(("reason", "fate"), [("", Fate.ENDED), ("cut", Fate.BROKEN)])
def test_the_end_of_a_track_is_told_and_what_it_left_is_not_judged(reason: str, fate: Fate) -> None:
    chair = Chair()
    track = chair.seat.join("whip")
    track.put(PICTURE, 0.0)
    track.end(reason)
    letters = chair.seat.take()
    assert letters.frame is None
    assert [(event.kind, event.reason) for event in letters.events] == [(fate, reason)]
    assert chair.seat.input is None


def test_a_flood_of_faults_is_one_for_each_look() -> None:
    chair = Chair()
    track = chair.seat.join("pictures")
    for _ in range(1000):
        track.corrupt("broken")
    assert len(chair.seat.take().events) == 1
    assert chair.seat.counts.broken == 1000
    track.corrupt("broken")
    assert len(chair.seat.take().events) == 1
    assert track.current


def test_a_muted_seat_gives_nothing_but_its_time() -> None:
    chair = Chair()
    track = chair.seat.join("whip")
    track.put(PICTURE, 0.0)
    chair.seat.take()
    chair.seat.mute(True)
    chair.now += 0.1
    track.put(PICTURE, 0.1)
    letters = chair.seat.take()
    assert letters.frame is None
    assert letters.muted == pytest.approx(5.1)
    chair.seat.mute(False)
    chair.now += 0.1
    track.put(PICTURE, 0.2)
    letters = chair.seat.take()
    assert letters.frame is not None
    assert letters.muted is None


class Tracks(RuleBasedStateMachine):
    """Tracks come, send, fail and go in any order, while the eye looks when it likes."""

    def __init__(self) -> None:
        super().__init__()
        self.chair = Chair()
        self.tracks: list[SeatInput] = []
        self.told: list[int] = []
        self.stamp = 0.0
        self.last = 0.0

    @rule(seconds=st.floats(0.0, 3.0))
    def wait(self, seconds: float) -> None:
        self.chair.now += seconds

    @rule()
    def join(self) -> None:
        number = len(self.tracks)
        self.tracks.append(self.chair.seat.join(str(number), lambda: self.told.append(number)))

    @precondition(lambda self: self.tracks)
    @rule(data=st.data(), step=st.floats(-3.0, 15.0))
    def put(self, data: st.DataObject, step: float) -> None:
        self.stamp += step
        data.draw(st.sampled_from(self.tracks)).put(PICTURE, self.stamp)

    @precondition(lambda self: self.tracks)
    @rule(data=st.data(), word=st.sampled_from(("corrupt", "end", "fail")))
    def stop(self, data: st.DataObject, word: str) -> None:
        track = data.draw(st.sampled_from(self.tracks))
        if word == "corrupt":
            track.corrupt("broken")
        else:
            track.end("cut" if word == "fail" else "")

    @rule(muted=st.booleans())
    def mute(self, muted: bool) -> None:
        self.chair.seat.mute(muted)

    @rule()
    def look(self) -> None:
        letters = self.chair.seat.take()
        assert letters.age is None or letters.age >= 0.0
        if letters.frame is not None:
            assert letters.frame.t > self.last
            assert not self.chair.seat.muted
            assert self.chair.seat.input is not None
            self.last = letters.frame.t
        if letters.muted is not None:
            assert letters.muted >= self.last

    @invariant()
    def one_track_at_most_has_the_seat(self) -> None:
        assert sum(track.current for track in self.tracks) <= 1
        assert len(self.told) == len(set(self.told))

    @invariant()
    def every_picture_is_accounted_for(self) -> None:
        counts = self.chair.seat.counts
        assert counts.judged + counts.late + counts.refused <= counts.received
        assert counts.joins == len(self.tracks)


TestTracks = Tracks.TestCase
TestTracks.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)


@pytest.mark.parametrize("reason", ["", "the line was cut"])
def test_the_last_picture_is_forgotten_with_its_track(reason: str) -> None:
    seat = Seat(3, lambda: 1.0, threading.Condition())
    track = seat.join("film")
    track.put(PICTURE, 0.0)
    seat.take()
    assert seat.newest is not None
    track.end(reason)
    assert seat.newest is None
