"""The demo's shipped clips: what they claim is in them, and they are what they claim."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.demo import CLIPS, shipped
from datasets.demo.film import PEOPLE
from datasets.demo.script import RATE, SCRIPTS, SECONDS, Script
from service.media.planes import picture_from_av

Luma = NDArray[np.float32]

README = (CLIPS.parent / "README.md").read_text(encoding="utf-8")
by_seat = pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: f"seat{script.seat}")


def frames(script: Script) -> Iterator[av.VideoFrame]:
    with av.open(str(CLIPS / f"seat{script.seat:02}.mp4")) as container:
        yield from container.decode(video=0)


def luma(frame: av.VideoFrame) -> Luma:
    return np.asarray(frame.to_ndarray(format="gray"), dtype=np.float32)


@by_seat
def test_a_clip_has_the_stated_length_size_and_rotation(script: Script) -> None:
    times, sizes, rotations = [], set(), set()
    for frame in frames(script):
        times.append(frame.time)
        sizes.add((frame.width, frame.height))
        rotations.add(picture_from_av(frame).rotation)
    assert times == pytest.approx(np.arange(SECONDS * RATE) / RATE, abs=1e-3)
    assert sizes == {script.size}
    assert rotations == {script.rotation}


@by_seat
def test_the_picture_lives_but_for_the_faults(script: Script) -> None:
    frozen = [fault for fault in script.faults if fault.kind == "frozen"]
    before: Luma | None = None
    changes = {"live": [], "frozen": []}  # type: dict[str, list[float]]
    for frame in frames(script):
        now = luma(frame)
        if before is not None and frame.time is not None:
            still = any(fault.start + 1 / RATE < frame.time < fault.end for fault in frozen)
            changes["frozen" if still else "live"].append(float(np.abs(now - before).mean()))
        before = now
    assert np.mean(changes["live"]) > 0.2
    assert all(np.mean(changes["frozen"]) < 0.02 for _ in frozen)


@pytest.mark.parametrize(("kind", "brightest", "contrast"), [("black", 24.0, 4.0), ("covered", 90.0, 12.0)])
def test_a_broken_lens_shows_nothing(kind: str, brightest: float, contrast: float) -> None:
    script = next(s for s in SCRIPTS if any(f.kind == kind for f in s.faults))
    fault = next(f for f in script.faults if f.kind == kind)
    for frame in frames(script):
        if frame.time is not None and fault.start + 0.2 <= frame.time < fault.end - 0.2:
            planes = picture_from_av(frame).luma
            assert np.percentile(planes, 99) < brightest
            assert planes.std() < contrast


def test_the_one_who_leaves_is_gone_for_more_than_fifteen_seconds() -> None:
    script = next(s for s in SCRIPTS if s.sitter is not None and s.sitter.away is not None)
    pictures = {round(frame.time or 0.0, 3): luma(frame) for frame in frames(script)}

    def differs(a: float, b: float) -> float:
        return float((np.abs(pictures[a] - pictures[b]) > 24).mean())

    assert differs(1.0, 4.6) > 0.15
    assert differs(4.2, 19.6) < 0.01
    assert differs(19.6, 21.0) > 0.15


def test_every_clip_and_portrait_is_small_and_accounted_for() -> None:
    files = [*CLIPS.iterdir(), *PEOPLE.iterdir()]
    assert sum(file.stat().st_size for file in files) < 4_000_000
    unnamed = [file.name for file in files if file.name not in README]
    assert unnamed == []


def test_every_seat_says_where_it_comes_from() -> None:
    seats = shipped()
    assert [seat.seat for seat in seats] == list(range(2, 11))
    for seat in seats:
        assert seat.path.is_file()
        assert len(seat.origin.split("; ")) == len(seat.licence.split("; "))
        assert seat.title


def test_the_forbidden_gesture_is_made_by_nobody_in_person() -> None:
    shown = [script for script in SCRIPTS if "middle_finger" in script.shapes]
    assert [script.shapes.count("middle_finger") for script in shown] == [1]
    assert all(script.sitter is None and script.backdrop is None for script in shown)


@pytest.mark.parametrize("name", ["collins.webp", "hopper.webp", "cameraman.webp"])
def test_portraits_are_named_with_their_licence(name: str) -> None:
    line = next(line for line in README.splitlines() if f"people/{name}" in line)
    assert "public domain" in line or "CC0" in line
    assert Path(PEOPLE / name).stat().st_size < 40_000
