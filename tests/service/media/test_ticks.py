"""Seats merged by media time, or by arrival where they are live."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.media import Fate, Item, Mailbox, SourceEvent, open_source, ticks
from tests.media_files import flip_bytes, write_video
from vision.frame import Frame
from vision.picture import Layout, Picture

PICTURE = Picture(Layout.GRAY, (np.zeros((2, 2), dtype=np.uint8),), full_range=True)


class Script:
    """A source that plays what it is given, and may fail or wait on the way."""

    def __init__(
        self,
        seat: int,
        times: Sequence[float],
        period: float = 0.04,
        *,
        live: bool = False,
        fails: bool = False,
        gates: dict[int, threading.Event] | None = None,
    ) -> None:
        self.seat = seat
        self.name = f"script {seat}"
        self.live = live
        self.duration = None
        self.period = period
        self.closed = 0
        self.read = 0
        self._times = times
        self._fails = fails
        self._gates = gates or {}

    def __iter__(self) -> Iterator[Item]:
        last = 0.0
        for index, t in enumerate(self._times):
            if index in self._gates:
                self._gates[index].wait(10)
            last = t
            self.read += 1
            yield Frame(self.seat, t, PICTURE)
        if self._fails:
            raise RuntimeError("the driver died")
        yield SourceEvent(self.seat, Fate.ENDED, last)

    def close(self) -> None:
        self.closed += 1


def test_seats_of_different_rates_meet_in_ticks() -> None:
    fast = Script(1, [k / 30 for k in range(30)], 1 / 30)
    slow = Script(2, [k / 10 for k in range(10)], 1 / 10)
    seen = [([frame.seat for frame in tick.frames], tick.t) for tick in ticks([slow, fast])]
    together = [t for seats, t in seen if seats == [1, 2]]
    assert together == pytest.approx([k / 10 for k in range(10)])
    assert sum(1 in seats for seats, _ in seen) == 30


def test_frames_half_a_period_apart_share_a_tick() -> None:
    first = Script(1, [k / 25 for k in range(20)])
    late = Script(2, [k / 25 + 0.019 for k in range(20)])
    seats = [[frame.seat for frame in tick.frames] for tick in ticks([first, late]) if tick.frames]
    assert seats == [[1, 2]] * 20


@given(
    st.lists(
        st.lists(st.floats(0.001, 3.0), max_size=30).map(lambda steps: list(itertools.accumulate(steps))),
        min_size=1,
        max_size=10,
    ),
    st.sampled_from([1 / 60, 1 / 25, 1.0]),
)
def test_no_frame_is_lost_and_time_goes_forward(seats: list[list[float]], period: float) -> None:
    sources = [Script(seat + 1, times, period) for seat, times in enumerate(seats)]
    all_ticks = list(ticks(sources))
    for seat, times in enumerate(seats):
        assert [f.t for tick in all_ticks for f in tick.frames if f.seat == seat + 1] == times
    assert all(a.t <= b.t for a, b in itertools.pairwise(all_ticks))
    for tick in all_ticks:
        assert len({frame.seat for frame in tick.frames}) == len(tick.frames)
        assert all(tick.t <= frame.t <= tick.t + period / 2 for frame in tick.frames)
        assert all(age >= 0 for age in tick.ages.values())
    assert sum(len(tick.events) for tick in all_ticks) == len(sources)
    assert all(source.closed == 1 for source in sources)


def test_age_of_a_seat_that_is_silent_while_others_go_on() -> None:
    gap = Script(1, [0.0, 2.0])
    steady = Script(2, [k / 10 for k in range(31)], 1 / 10)
    ages = {round(tick.t, 1): tick.ages.get(1) for tick in ticks([gap, steady]) if tick.frames}
    assert ages[1.0] == pytest.approx(1.0)
    assert ages[2.0] == pytest.approx(0.0)
    assert ages[2.5] is None


def test_one_broken_file_does_not_end_the_others(tmp_path: Path) -> None:
    whole = write_video(tmp_path / "a.mkv", 60)
    broken = flip_bytes(write_video(tmp_path / "b.mkv", 60), tmp_path / "c.mkv", 0.5, 1.0, every=11)
    found = list(ticks([open_source(1, str(whole)), open_source(7, str(broken))]))
    assert sum(frame.seat == 1 for tick in found for frame in tick.frames) == 60
    kinds = [event.kind for tick in found for event in tick.events if event.seat == 7]
    assert kinds[-1] in (Fate.BROKEN, Fate.ENDED)
    assert Fate.CORRUPT in kinds


def test_same_files_same_ticks(tmp_path: Path) -> None:
    paths = [
        write_video(tmp_path / "a.mp4", 30, fps=25),
        write_video(tmp_path / "b.avi", 20, fps=15, codec="mpeg4"),
    ]

    def run() -> list[tuple[float, list[tuple[int, float, bytes]]]]:
        sources = [open_source(seat + 1, str(path)) for seat, path in enumerate(paths)]
        return [
            (tick.t, [(f.seat, f.t, f.picture.luma.tobytes()) for f in tick.frames])
            for tick in ticks(sources)
        ]

    assert run() == run()


def test_sources_are_closed_when_nobody_wants_more() -> None:
    source = Script(1, [0.0, 0.1, 0.2])
    merged = ticks([source])
    next(merged)
    merged.close()
    assert source.closed == 1


def test_no_sources_no_ticks() -> None:
    assert list(ticks([])) == []


def test_mailbox_keeps_the_newest_frame_and_every_event() -> None:
    box = Mailbox()
    for t in (0.0, 0.1, 0.2):
        box.put(Frame(4, t, PICTURE))
    box.put(SourceEvent(4, Fate.CORRUPT, 0.2))
    box.put(SourceEvent(4, Fate.ENDED, 0.2))
    before = box.finished
    letters = box.take()
    assert (before, box.finished) == (False, True)
    assert letters.frame is not None
    assert letters.frame.t == 0.2
    assert [event.kind for event in letters.events] == [Fate.CORRUPT, Fate.ENDED]
    assert box.replaced == 2
    assert box.take().frame is None


def test_live_seat_is_skipped_ahead_not_queued() -> None:
    gate = threading.Event()
    source = Script(1, [k / 30 for k in range(90)], live=True, gates={80: gate})
    merged = ticks([source], clock=lambda: 0.0)
    first = next(merged)
    for _ in range(10_000):
        if source.read == 80:
            break
        threading.Event().wait(0.001)
    gate.set()
    rest = list(merged)
    shown = sum(len(tick.frames) for tick in [first, *rest])
    replaced = rest[-1].replaced[1]
    assert shown + replaced == 90
    assert replaced > 0
    assert [event.kind for event in rest[-1].events] == [Fate.ENDED]


def test_live_ticks_go_on_while_a_seat_is_silent() -> None:
    gate = threading.Event()
    now = itertools.count()
    source = Script(1, [0.0, 0.04], live=True, gates={1: gate})
    merged = ticks([source], clock=lambda: float(next(now)), heartbeat=0.001)
    silent = next(tick for tick in merged if not tick.frames and tick.ages[1] > 3)
    assert silent.events == ()
    gate.set()
    assert [tick.events[0].kind for tick in merged if tick.events] == [Fate.ENDED]


def test_a_driver_that_dies_is_an_event() -> None:
    sources = [Script(1, [0.0, 0.1], live=True, fails=True), Script(2, [0.0], live=True)]
    events = [event for tick in ticks(sources) for event in tick.events]
    assert {event.seat: event.kind for event in events} == {1: Fate.BROKEN, 2: Fate.ENDED}
    assert "the driver died" in next(event.reason for event in events if event.seat == 1)
    assert all(source.closed == 1 for source in sources)


def test_real_speed_holds_a_file_back_to_its_clock() -> None:
    """The clock stands at 0.25 s: frames up to there come, the rest would wait."""
    source = Script(1, [0.0, 0.1, 0.2, 50.0])
    merged = ticks([source], "real", clock=iter([0.0] + [0.25] * 10_000).__next__, heartbeat=0.001)
    seen: list[float] = []
    for tick in itertools.islice(merged, 40):
        seen += [frame.t for frame in tick.frames]
    merged.close()
    assert seen[-1] == 0.2
    assert 50.0 not in seen
