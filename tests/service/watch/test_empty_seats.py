"""How long a seat was empty, to the frame, on encoded films.

Real: encoder, decoder, media clock, ticks, camera health, sampling, fusion, state machines, log, referee.
Recorded: what the detectors say (`tests.vision.recorded`), for the films are hours of frames in all.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.service.watch.films import CLOCK, Shot, absences, film, kinds, number, steady, watched

RATES = (8, 15, 25, 30, 60)
LEAD = 2.4  # seconds with a person at first: then the seat is looked at twice a second
EPS = 1e-5  # seconds; events are rounded to a microsecond


def constant(gap: int, fps: int) -> list[Shot]:
    """The person is last seen in one frame and next in the last one that is at most `gap` ticks later."""
    step = CLOCK // fps
    last = round(LEAD * fps)
    back = last + gap // step
    return [
        Shot(k * step, "empty" if last < k < back else "person") for k in range(back + round(1.2 * fps) + 1)
    ]


def variable(gap: int, fps: int) -> list[Shot]:
    """The same with frames half to one and a half periods apart, and the person back after just `gap`."""
    rng = np.random.default_rng(fps)
    shots, t, step = [], 0, CLOCK // fps

    def run(until: int, what: str) -> None:
        nonlocal t
        while t < until:
            shots.append(Shot(t, what))
            t += int(rng.integers(step // 2, step * 3 // 2))

    run(round(LEAD * CLOCK), "person")
    left = shots[-1].ticks
    run(left + gap - step // 4, "empty")
    t = left + gap
    run(t + round(1.3 * CLOCK), "person")
    return shots


@pytest.mark.parametrize("fps", RATES)
@pytest.mark.parametrize("rhythm", [constant, variable])
@pytest.mark.parametrize("gap", ["14.9", "15", "15 and a frame", "20"])
def test_a_gap(tmp_path: Path, gap: str, rhythm: object, fps: int) -> None:
    length = 15 * CLOCK + CLOCK // fps if "frame" in gap else round(float(gap) * CLOCK)
    shots = rhythm(length, fps)  # type: ignore[operator]
    events = watched(film(tmp_path / "seat.mp4", shots))
    empty = [k for k, shot in enumerate(shots) if shot.what == "empty"]
    left, back = shots[empty[0] - 1].t, shots[empty[-1] + 1].t
    times = [shot.t for shot in shots]
    wanted = [
        ("started", min(t for t in times if t - left >= 1.0 - EPS)),
        ("warned", min(t for t in times if t - left >= 10.0 - EPS)),
        ("exceeded", min((t for t in times if t - left > 15.0 + EPS), default=0.0)),
        ("ended", min(t for t in times if t - back >= 0.5 - EPS)),
    ]
    if gap in ("14.9", "15"):
        del wanted[2]
    assert kinds(events) == [kind for kind, _ in wanted]
    assert [event.t for event in absences(events)] == pytest.approx([t for _, t in wanted], abs=EPS)
    for event in absences(events):
        assert number(event, "since") == pytest.approx(left, abs=EPS)
    ended = absences(events)[-1]
    assert number(ended, "until") == pytest.approx(back, abs=EPS)
    assert number(ended, "duration") == pytest.approx(back - left, abs=EPS)
    assert [e.type for e in events].count("grounds.raised") == (1 if "exceeded" in kinds(events) else 0)


@pytest.mark.parametrize("fps", [8, 30])
def test_absences_do_not_add_up(tmp_path: Path, fps: int) -> None:
    parts = [(2.0, "person"), (10.0, "empty"), (1.0, "person"), (10.0, "empty"), (1.5, "person")]
    events = watched(film(tmp_path / "seat.mp4", steady(parts, fps)))
    assert kinds(events) == ["started", "warned", "ended"] * 2
    assert [number(e, "since") for e in absences(events)[::3]] == pytest.approx(
        [2.0 - 1 / fps, 13.0 - 1 / fps], abs=EPS
    )
    assert [number(e, "until") for e in absences(events)[2::3]] == pytest.approx([12.0, 23.0], abs=EPS)


@pytest.mark.parametrize("at", [0.4, 4.0, 9.95, 14.95])
def test_one_frame_that_shows_somebody_neither_ends_nor_restarts(tmp_path: Path, at: float) -> None:
    shots = steady([(2.0, "person"), (16.0, "empty"), (1.5, "person")], 15)
    wrong = round((2.0 + at) * 15)
    shots[wrong] = Shot(shots[wrong].ticks, "person")
    events = watched(film(tmp_path / "seat.mp4", shots))
    assert kinds(events) == ["started", "warned", "exceeded", "ended"]
    assert {round(number(e, "since"), 4) for e in absences(events)} == {round(2.0 - 1 / 15, 4)}
    assert number(absences(events)[-1], "duration") == pytest.approx(16 + 1 / 15, abs=EPS)


@pytest.mark.parametrize("frames", [1, 5])
def test_a_moment_in_which_nobody_is_seen_is_no_absence(tmp_path: Path, frames: int) -> None:
    shots = steady([(20.0, "person")], 15)
    for k in range(40, len(shots), 45):
        shots[k : k + frames] = [Shot(shot.ticks, "empty") for shot in shots[k : k + frames]]
    assert absences(watched(film(tmp_path / "seat.mp4", shots))) == []
