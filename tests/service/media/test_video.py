"""Real files of every kind, whole and broken."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from service.media import Fate, Item, SourceError, SourceEvent, open_source
from tests.media_files import cut, flip_bytes, join, number_in, numbered, write_sound, write_video
from vision.frame import Frame

ROUGH = {"qscale": "4"}


def read(path: Path) -> tuple[list[Frame], list[SourceEvent]]:
    source = open_source(3, str(path))
    items: list[Item] = list(source)
    source.close()
    frames = [item for item in items if isinstance(item, Frame)]
    events = [item for item in items if isinstance(item, SourceEvent)]
    assert isinstance(items[-1], SourceEvent)
    assert {item.seat for item in items} == {3}
    assert all(a.t < b.t for a, b in itertools.pairwise(frames))
    return frames, events


def numbers(frames: list[Frame]) -> list[int]:
    return [number_in(frame.picture.rgb()) for frame in frames]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("a.mp4", {}),
        ("a.mov", {}),
        ("a.mkv", {}),
        ("a.ts", {}),
        ("a.avi", {"codec": "mpeg4"}),
        ("b.avi", {"codec": "mjpeg", "pix_fmt": "yuvj422p"}),
        ("a.webm", {"codec": "libvpx"}),
        ("a.gif", {"codec": "gif", "pix_fmt": "rgb8"}),
        ("ffv1.mkv", {"codec": "ffv1", "pix_fmt": "yuv444p"}),
        ("grey.mkv", {"codec": "ffv1", "pix_fmt": "gray"}),
        ("odd.mkv", {"codec": "ffv1", "size": (161, 121)}),
        ("wide.mp4", {"size": (192, 108)}),
        ("bframes.mp4", {"options": {"bf": "3"}}),
        ("bframes.avi", {"codec": "mpeg4", "options": {"bf": "2"}}),
    ],
)
def test_every_frame_in_order_at_its_instant(tmp_path: Path, name: str, options: dict[str, Any]) -> None:
    frames, events = read(write_video(tmp_path / name, 24, **options))
    assert numbers(frames) == list(range(24))
    assert [frame.t for frame in frames] == pytest.approx([k / 25 for k in range(24)], abs=1e-3)
    assert {frame.picture.size for frame in frames} == {options.get("size", (160, 120))}
    assert [event.kind for event in events] == [Fate.ENDED]
    assert events[0].t == frames[-1].t


def test_says_beforehand_how_long_and_how_fast(tmp_path: Path) -> None:
    source = open_source(1, str(write_video(tmp_path / "a.mp4", 50)))
    assert source.duration == pytest.approx(2.0, abs=0.05)
    assert source.period == pytest.approx(0.04)
    assert not source.live
    source.close()


def test_variable_frame_rate(tmp_path: Path) -> None:
    times = [0.0, 0.03, 0.05, 0.4, 0.41, 1.9, 2.0, 2.5]
    frames, _ = read(write_video(tmp_path / "a.mp4", len(times), times=times))
    assert [frame.t for frame in frames] == pytest.approx(times, abs=1e-4)


def test_first_timestamp_is_not_zero(tmp_path: Path) -> None:
    times = [100 + k / 25 for k in range(8)]
    frames, _ = read(write_video(tmp_path / "a.ts", 8, times=times))
    assert [frame.t for frame in frames] == pytest.approx([k / 25 for k in range(8)], abs=1e-4)


def test_no_timestamps_at_all(tmp_path: Path) -> None:
    path = write_video(tmp_path / "a.h264", 20, form="h264", options={"bf": "2"})
    frames, _ = read(path)
    assert numbers(frames) == list(range(20))
    assert np.diff([frame.t for frame in frames]) == pytest.approx(0.04, abs=1e-3)


def test_clock_that_starts_anew_goes_on(tmp_path: Path) -> None:
    late = write_video(tmp_path / "late.ts", 12, times=[50 + k / 25 for k in range(12)])
    early = write_video(tmp_path / "early.ts", 12, times=[k / 25 for k in range(12)])
    frames, _ = read(join(tmp_path / "joined.ts", late, early))
    assert len(frames) >= 18
    assert frames[-1].t < 1.5


def test_size_changes_in_mid_stream(tmp_path: Path) -> None:
    small = write_video(tmp_path / "s.ts", 10, size=(160, 120))
    large = write_video(tmp_path / "l.ts", 10, size=(320, 176), times=[1 + k / 25 for k in range(10)])
    frames, _ = read(join(tmp_path / "joined.ts", small, large))
    sizes = [size for size, _ in itertools.groupby(frame.picture.size for frame in frames)]
    assert sizes == [(160, 120), (320, 176)]


@pytest.mark.parametrize("counter_clockwise", [0, 90, 180, -90])
def test_rotation_is_what_another_player_shows(tmp_path: Path, counter_clockwise: int) -> None:
    path = write_video(tmp_path / "a.mp4", 2, rotation=counter_clockwise)
    frames, _ = read(path)
    player = cv2.VideoCapture(str(path))
    assert player.isOpened()
    _, shown = player.read()
    player.release()
    ours = frames[0].picture.rgb()
    assert ours.shape == shown.shape
    assert np.abs(ours.astype(int) - shown[:, :, ::-1]).mean() < 4


def test_wide_pixels_become_square(tmp_path: Path) -> None:
    frames, _ = read(write_video(tmp_path / "a.mp4", 2, aspect=Fraction(4, 3)))
    assert frames[0].picture.size == (213, 120)
    assert numbers(frames) == [0, 1]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("a.mp4", {}),
        ("a.mkv", {}),
        ("a.ts", {}),
        ("a.avi", {"codec": "mjpeg", "pix_fmt": "yuvj420p"}),
    ],
)
def test_corrupt_middle_is_skipped_and_reported(tmp_path: Path, name: str, options: dict[str, Any]) -> None:
    whole = write_video(tmp_path / name, 96, gop=12, **options)
    frames, events = read(flip_bytes(whole, tmp_path / f"broken-{name}", 0.4, 0.5, every=17))
    kinds = [event.kind for event in events]
    assert kinds[:-1].count(Fate.CORRUPT) == len(kinds) - 1 >= 1
    assert frames[-1].t > 3.0
    instants = [frame.t for frame in frames]
    for event in events[:-1]:
        assert event.lost > 0
        assert event.until is not None
        assert event.t in instants or event.t == 0.0
        assert event.until in instants
        assert not [t for t in instants if event.t < t < event.until]
    for frame in frames:  # what is let through looks as it should
        index = number_in(frame.picture.rgb())
        assert abs(index - frame.t * 25) < (6 if name == "a.avi" else 0.5)  # AVI has no times, only counts
        assert np.abs(frame.picture.rgb().astype(int) - numbered(index, 160, 120)).mean() < 14


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("a.mkv", {}),
        ("a.webm", {"codec": "libvpx"}),
        ("a.mp4", {"container_options": {"movflags": "faststart"}}),
    ],
)
def test_truncated_file_breaks_at_its_end(tmp_path: Path, name: str, options: dict[str, Any]) -> None:
    whole = write_video(tmp_path / name, 96, **options)
    frames, events = read(cut(whole, tmp_path / f"cut-{name}", 0.6))
    assert events[-1].kind is Fate.BROKEN
    assert "cut off" in events[-1].reason
    assert events[-1].t == frames[-1].t
    assert 1.0 < frames[-1].t < 3.5


@pytest.fixture(scope="module")
def gif(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("gif") / "whole.gif"
    return write_video(path, 24, codec="gif", pix_fmt="rgb8")


@pytest.mark.parametrize("zeros", [0, 1, 200_000])
def test_a_gif_may_end_with_zeros(tmp_path: Path, gif: Path, zeros: int) -> None:
    padded = tmp_path / "a.gif"
    padded.write_bytes(gif.read_bytes() + bytes(zeros))
    frames, events = read(padded)
    assert len(frames) == 24
    assert [event.kind for event in events] == [Fate.ENDED]


@pytest.mark.parametrize("zeros", [0, 200_000])
@pytest.mark.parametrize("share", [0.3, 0.6, 0.9, None])
def test_a_gif_that_is_cut_off(tmp_path: Path, gif: Path, share: float | None, zeros: int) -> None:
    data = gif.read_bytes()
    kept = data[:-1] if share is None else data[: int(len(data) * share)]
    assert not kept.rstrip(b"\0").endswith(b"\x3b")
    (tmp_path / "a.gif").write_bytes(kept + bytes(zeros))
    frames, events = read(tmp_path / "a.gif")
    assert (events[-1].kind, events[-1].reason) == (Fate.BROKEN, "cut off")
    assert events[-1].t == frames[-1].t


Maker = Callable[[Path], Path]


def _text(folder: Path) -> Path:
    path = folder / "notes.txt"
    path.write_text("only words\n" * 50, encoding="utf-8")
    return path


def _noise(folder: Path) -> Path:
    path = folder / "noise.mp4"
    path.write_bytes(random.Random(0).randbytes(40_000))
    return path


def _empty(folder: Path) -> Path:
    (folder / "empty.mp4").touch()
    return folder / "empty.mp4"


def _without_index(folder: Path) -> Path:
    return cut(write_video(folder / "whole.mp4", 48), folder / "half.mp4", 0.5)


def _all_broken(folder: Path) -> Path:
    return flip_bytes(write_video(folder / "whole.mkv", 24), folder / "ruin.mkv", 0.2, 1.0, every=3)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (_text, "holds text only"),
        (_noise, "not a video"),
        (_empty, "empty file"),
        (_without_index, "cut off before its index"),
        (_all_broken, "no picture can be decoded"),
        (lambda folder: write_sound(folder / "sound.m4a"), "holds audio only"),
        (lambda folder: folder / "nowhere.mp4", "no such file"),
        (lambda folder: folder / "nowhere" / "a.mp4", "no such file"),
    ],
)
def test_what_is_no_video_is_refused_in_one_line(tmp_path: Path, make: Maker, message: str) -> None:
    path = make(tmp_path)
    with pytest.raises(SourceError, match=message) as refusal:
        open_source(1, str(path))
    assert str(path) in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "count", "size"),
    [
        ("mmaction_demo.mp4", 280, (427, 256)),
        ("mmaction_test.avi", 164, (320, 240)),
        ("hagriddyn_zoom.gif", 38, (779, 390)),
    ],
)
def test_real_clips(shared_data: Path, name: str, count: int, size: tuple[int, int]) -> None:
    frames, events = read(shared_data / "video" / name)
    assert len(frames) == count
    assert frames[0].picture.size == size
    assert [event.kind for event in events] == [Fate.ENDED]
