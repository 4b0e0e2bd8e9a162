"""A seat's clock: never back, late by what the way took longer, and undisturbed by what senders do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.live.seat_clock import AHEAD, DRIFT, SeatClock
from service.media.timing import REBASE

STEP = st.floats(0.0, 2.0)
"""Seconds."""
STAMP = st.one_of(st.floats(-1e9, 1e9), st.floats(-2.0, 2.0), st.floats(-12.0, 12.0), st.just(0.0))
WAYS = st.lists(st.floats(0.0, 0.8), min_size=2, max_size=60)


@given(st.lists(st.tuples(STEP, STAMP), max_size=60), st.floats(0.0, 100.0))
def test_media_time_only_rises_whatever_the_stamps_are(
    steps: list[tuple[float, float]], floor: float
) -> None:
    clock = SeatClock(floor=floor)
    arrival, stamp, last = floor + 1.0, 0.0, floor
    for pause, step in steps:
        arrival, stamp = arrival + pause, stamp + step
        t = clock.place(stamp, arrival)
        if t is None:
            continue
        assert last < t <= max(floor, arrival + AHEAD) + clock.period + 1e-6
        assert clock.now(arrival) >= t
        assert clock.late(t, arrival) >= 0.0
        last = t


@given(st.lists(st.tuples(STEP, STAMP), min_size=1, max_size=40), st.lists(STEP, min_size=1, max_size=10))
def test_between_pictures_the_clock_runs_on(steps: list[tuple[float, float]], pauses: list[float]) -> None:
    clock = SeatClock()
    arrival, stamp = 1.0, 0.0
    for pause, step in steps:
        arrival, stamp = arrival + pause, stamp + step
        clock.place(stamp, arrival)
    before = clock.now(arrival)
    for pause in pauses:
        arrival += pause
        now = clock.now(arrival)
        assert before <= now <= before + pause + 1e-6
        before = now


@given(WAYS, st.floats(0.02, 0.2), st.floats(-1e6, 1e6))
def test_a_picture_is_late_by_how_much_longer_it_was_on_its_way(
    ways: list[float], period: float, origin: float
) -> None:
    clock = SeatClock()
    swiftest = ways[0]
    arrivals = _in_order([index * period + way for index, way in enumerate(ways)])
    for index, arrival in enumerate(arrivals):
        t = clock.place(origin + index * period, 100.0 + arrival)
        assert t is not None
        swiftest = min(swiftest, arrival - index * period)
        expected = arrival - index * period - swiftest
        assert clock.late(t, 100.0 + arrival) == pytest.approx(expected, abs=len(ways) * DRIFT + 1e-6)


def _in_order(arrivals: list[float]) -> list[float]:
    """A picture waits for the one before it, as after a jitter buffer."""
    latest, found = 0.0, []
    for arrival in arrivals:
        latest = max(latest, arrival)
        found.append(latest)
    return found


@given(WAYS, st.floats(0.02, 0.2))
def test_media_time_keeps_the_distances_of_the_stamps(ways: list[float], period: float) -> None:
    clock = SeatClock()
    arrivals = _in_order([index * period + way for index, way in enumerate(ways)])
    placed = [clock.place(index * period, 50.0 + arrival) for index, arrival in enumerate(arrivals)]
    assert placed[0] == 50.0 + arrivals[0]
    for index, t in enumerate(placed):
        assert t == pytest.approx(50.0 + arrivals[0] + index * period)


@pytest.mark.parametrize(
    ("stamps", "expected"),
    [
        ([(0.0, 10.0), (0.1, 10.1)], [10.0, 10.1]),
        ([(5.0, 10.0), (5.1, 10.1), (5.05, 10.15)], [10.0, 10.1, None]),
        ([(5.0, 10.0), (5.0, 10.1)], [10.0, None]),
        ([(500.0, 10.0), (0.0, 10.1), (0.1, 10.2)], [10.0, 10.1, 10.2]),
        ([(0.0, 10.0), (1e6, 10.1), (1e6 + 0.1, 10.2)], [10.0, 10.1, 10.2]),
        ([(0.0, 10.0), (5.0, 10.1), (5.1, 10.2)], [10.0, 10.1, 10.2]),
        ([(0.0, 10.0), (20.0, 30.0)], [10.0, 30.0]),
        ([(0.0, 10.0), (20.0, 30.9)], [10.0, 30.0]),
    ],
    ids=[
        "even",
        "back a little",
        "twice",
        "set back",
        "set ahead",
        "set ahead a little",
        "a real gap",
        "a real gap, late",
    ],
)
def test_what_becomes_of_stamps(stamps: list[tuple[float, float]], expected: list[float | None]) -> None:
    clock = SeatClock()
    placed = [clock.place(stamp, arrival) for stamp, arrival in stamps]
    assert placed == [None if t is None else pytest.approx(t) for t in expected]


@pytest.mark.parametrize("speed", [1.05, 2.0, 3.0, 1000.0])
@pytest.mark.parametrize("fps", [5, 15, 60, 240])
def test_a_sender_whose_stamps_run_fast_does_not_shorten_anybodys_time(speed: float, fps: int) -> None:
    """As of one that counts thirty pictures a second where it takes fifteen."""
    clock = SeatClock()
    for index in range(60 * fps):
        now = 5.0 + index / fps
        t = clock.place(index / fps * speed, now)
        assert t is None or t <= now + AHEAD + clock.period + 1e-6
    assert clock.now(now) <= now + AHEAD + clock.period + 1e-6


def test_a_flood_of_tracks_does_not_shorten_it_either() -> None:
    floor = 5.0
    for _ in range(300):
        t = SeatClock(floor=floor).place(0.0, 5.0)
        floor = floor if t is None else t
    assert floor <= 5.0 + AHEAD + SeatClock().period


def test_a_new_track_stands_after_the_one_before() -> None:
    clock = SeatClock(floor=42.0)
    t = clock.place(0.0, 41.5)
    assert t is not None
    assert 42.0 < t < 42.0 + 0.1


def test_a_sender_whose_clock_runs_slow_is_not_late_for_it() -> None:
    clock, slow = SeatClock(), 1.0 - DRIFT / 2
    late = [
        clock.late(t, 5.0 + index * 0.1)
        for index in range(36_000)
        if (t := clock.place(index * 0.1 * slow, 5.0 + index * 0.1)) is not None
    ]
    assert len(late) == 36_000
    assert max(late) < 0.01


def test_a_picture_that_is_late_by_a_stall_is_known_to_be() -> None:
    clock = SeatClock()
    for index in range(20):
        clock.place(index * 0.1, 5.0 + index * 0.1)
    t = clock.place(2.0, 5.0 + 2.0 + REBASE)
    assert t is not None
    assert clock.late(t, 5.0 + 2.0 + REBASE) == pytest.approx(REBASE, abs=0.01)
