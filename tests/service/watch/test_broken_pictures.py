"""No accusation comes out of a broken picture, and none is lost behind one. As in `test_empty_seats`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

import pytest

from service.events import Event
from service.media import Fate, SourceEvent, Tick
from tests.media_files import join
from tests.service.watch.films import (
    SEAT,
    Shot,
    absences,
    film,
    kinds,
    number,
    picture,
    steady,
    told,
    watched,
)
from vision.frame import Frame
from vision.picture import Layout, Picture

FPS = 15
ALL = ["started", "warned", "exceeded", "ended"]


def reasons(events: Sequence[Event]) -> list[str]:
    return [str(event.data["reason"]) for event in events if event.type == "camera.unobservable"][:-1]


@pytest.mark.parametrize(
    ("broken", "reason"),
    [("black", "black"), ("cover", "covered"), ("empty!", "frozen"), ("person!", "frozen")],
)
@pytest.mark.parametrize("empty", [4.0, 6.0])
def test_a_broken_picture_stops_the_clock(tmp_path: Path, broken: str, reason: str, empty: float) -> None:
    """Ten seconds empty, twelve broken, and again four or six empty: 14 s or 16 s on the clock."""
    first = [(2.0, "person"), (10.0, "empty")]
    if broken == "person!":  # the seat is taken when the picture freezes: only the time after counts
        first = [(12.0, "person")]
        empty += 10.0
    shots = steady([*first, (12.0, broken), (empty, "empty"), (1.5, "person")], FPS)
    events = watched(film(tmp_path / "seat.mp4", shots))
    assert reasons(events) == [reason]
    assert kinds(events) == [kind for kind in ALL if kind != "exceeded" or empty in (6.0, 16.0)]
    ended = absences(events)[-1]
    on_clock = number(ended, "duration")
    # A frozen picture has to live for a moment anew before it is believed: that much is missing on the clock.
    slack = 0.4 if reason == "frozen" else 0.0
    seen = empty + (0 if broken == "person!" else 10)
    assert seen - slack - 0.5 / FPS <= on_clock <= seen + 0.5 / FPS
    assert number(ended, "since") == pytest.approx((12.0 if broken == "person!" else 2.0) - 1 / FPS, abs=1e-5)
    assert number(ended, "until") == pytest.approx(24.0 + empty, abs=0.5 / FPS)
    assert not [e for e in absences(events) if 12.6 <= e.t < 24.0]
    if broken != "person!":
        assert number(ended, "unobservable") == pytest.approx(12.0, abs=slack + 1.5 / FPS)
        because = ended.data["unobservable_because"]
        assert isinstance(because, dict)
        assert reason in because


@pytest.mark.parametrize("broken", ["black", "cover", "empty!"])
def test_a_broken_picture_alone_accuses_nobody(tmp_path: Path, broken: str) -> None:
    shots = steady([(2.0, "person"), (0.2, "empty"), (40.0, broken)], FPS)
    events = watched(film(tmp_path / "seat.mp4", shots))
    assert {"exceeded", "warned"}.isdisjoint(kinds(events))
    assert "grounds.raised" not in [event.type for event in events]


def frames(shots: Sequence[Shot], later: float = 0.0) -> list[Frame]:
    """Shots as decoded frames, without a codec."""
    return [
        Frame(SEAT, shot.t + later, Picture(Layout.RGB, (picture(shot.what, index),)))
        for index, shot in enumerate(shots)
    ]


def live(shown: Sequence[Frame], ages: Sequence[float] = ()) -> Iterator[Tick]:
    """One tick a frame, then one for each age at which nothing newer has come."""
    for frame in shown:
        yield Tick(frame.t, (frame,), (), {SEAT: 0.0}, {})
    for age in ages:
        yield Tick(shown[-1].t + age, (), (), {SEAT: age}, {})


def test_a_stall_of_13_seconds_that_catches_up(tmp_path: Path) -> None:
    """The person left 8 s before the stall; the late frames show that he came back after 14 s."""
    shown = frames(steady([(2.0, "person"), (14.0, "empty"), (2.0, "person")], FPS))
    cut = 10 * FPS
    stall = [0.25 * k for k in range(3, 53)]
    events = told(chain(live(shown[:cut], stall), live(shown[cut:])))
    assert [str(e.data["reason"]) for e in events if e.type == "camera.unobservable"] == ["stalled"]
    assert [e.type for e in events if e.type.startswith("camera")] == [
        "camera.unobservable",
        "camera.restored",
    ]
    assert kinds(events) == ["started", "warned", "ended"]
    ended = absences(events)[-1]
    assert number(ended, "duration") == pytest.approx(14 + 1 / FPS, abs=1e-5)
    assert number(ended, "until") == pytest.approx(16.0, abs=1e-5)


@pytest.mark.parametrize("empty", [6.0, 8.0])
def test_a_stall_whose_frames_are_lost(empty: float) -> None:
    """Eight seconds empty, 13 s without any frame, six or eight more: 14 s or 16 s were seen."""
    before = frames(steady([(2.0, "person"), (8.0, "empty")], FPS))
    after = frames(steady([(empty, "empty"), (1.5, "person")], FPS), later=23.0)
    events = told(chain(live(before, [0.25 * k for k in range(3, 52)]), live(after)))
    assert kinds(events) == [kind for kind in ALL if kind != "exceeded" or empty == 8.0]
    because = absences(events)[-1].data["unobservable_because"]
    assert isinstance(because, dict)
    assert because == {"stalled": pytest.approx(13.0, abs=1.5 / FPS)}


@pytest.mark.parametrize("kind", [Fate.ENDED, Fate.BROKEN, Fate.CORRUPT])
@pytest.mark.parametrize("again", [0.0, 40.0])
def test_a_track_that_ends_and_returns_inside_an_absence(kind: Fate, again: float) -> None:
    """A new track counts from 0, or a cut-off one goes on 30 s later: what lies between counts for nobody."""
    before = frames(steady([(2.0, "person"), (8.0, "empty")], FPS))
    after = frames(steady([(6.5, "empty"), (1.5, "person")], FPS), later=again)
    gone = Tick(10.0, (), (SourceEvent(SEAT, kind, before[-1].t, reason="unplugged"),), {}, {})
    events = told(chain(live(before), [gone], live(after)))
    assert kinds(events) == ["started", "warned", "ended"]
    assert number(absences(events)[-1], "duration") == pytest.approx(14.5, abs=1.5 / FPS)
    wanted = "corrupt" if kind is Fate.CORRUPT else "ended"
    assert [str(e.data["reason"]) for e in events if e.type == "camera.unobservable"] == [wanted]
    assert [e.type for e in events][-1] in ("absence.ended", "camera.restored")


@pytest.mark.parametrize("jump", [3600.0, -3600.0])
def test_timestamps_that_jump_by_an_hour(tmp_path: Path, jump: float) -> None:
    """Two streams end to end, as a device delivers them whose clock is set: nine and five seconds empty."""
    start = 4000.0
    one = steady([(2.0, "person"), (9.0, "empty")], FPS, start)
    two = steady([(5.0, "empty"), (1.5, "person")], FPS, start + 11.0 + jump)
    parts = [film(tmp_path / f"{k}.ts", shots, form="mpegts", gop=FPS) for k, shots in enumerate((one, two))]
    events = watched(join(tmp_path / "seat.ts", *parts))
    assert kinds(events) == ["started", "warned", "ended"]
    assert 12.5 <= number(absences(events)[-1], "duration") <= 14.1
    assert "grounds.raised" not in [event.type for event in events]
