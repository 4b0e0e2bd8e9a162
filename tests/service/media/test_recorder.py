"""Recordings that play however they ended."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import av
import numpy as np
import pytest
from av.video.frame import VideoFrame

from service.media.recorder import Recorder
from tests.media_files import number_in, numbered
from vision.picture import UInt8Array

WRITER = """
import os, resource, signal, sys
from pathlib import Path
from service.media.recorder import Recorder
from tests.media_files import numbered
path, frames, limit, end = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
if limit:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
recorder = Recorder(path, lambda line: print(line, flush=True))
other = Recorder(path.with_name("other.mp4"), lambda line: print(line, flush=True))
for index in range(frames):
    recorder.write(numbered(index, 320, 240), index / 25)
    if index < 10:
        other.write(numbered(index, 64, 48), index / 25)
if end == "kill":
    os.kill(os.getpid(), signal.SIGKILL)
if end == "interrupt":
    try:
        os.kill(os.getpid(), signal.SIGINT)
    except KeyboardInterrupt:
        pass
recorder.close()
other.close()
"""


def rgb(frame: VideoFrame) -> UInt8Array:
    return np.asarray(frame.to_ndarray(format="rgb24"), dtype=np.uint8)


def watch(path: Path) -> tuple[list[float], list[int]]:
    with av.open(str(path)) as container:
        frames = list(container.decode(video=0))
    return [float(frame.time) for frame in frames], [number_in(rgb(frame)) for frame in frames]


def spawn(path: Path, frames: int, limit: int = 0, end: str = "close") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WRITER, str(path), str(frames), str(limit), end],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def fail(line: str) -> None:
    raise AssertionError(line)


@pytest.mark.parametrize("encoder", [None, "mpeg4"])
@pytest.mark.parametrize("size", [(160, 120), (161, 121)])
def test_frames_at_their_own_instants(tmp_path: Path, encoder: str | None, size: tuple[int, int]) -> None:
    times = [0.5, 0.533, 0.6, 1.9, 1.94, 7.0]
    with Recorder(tmp_path / "a.mp4", fail, encoder) as recorder:
        for index, t in enumerate(times):
            assert recorder.write(numbered(index, *size), t)
    seen, numbers = watch(tmp_path / "a.mp4")
    assert seen == pytest.approx(times, abs=1e-4)
    assert numbers == list(range(6))
    with av.open(str(tmp_path / "a.mp4")) as container:
        stream = container.streams.video[0]
        assert (stream.width % 2, stream.height % 2, stream.pix_fmt) == (0, 0, "yuv420p")
        assert stream.codec_context.name == ("mpeg4" if encoder else "h264")


def test_colours_come_back(tmp_path: Path) -> None:
    colour = (200, 60, 90)
    with Recorder(tmp_path / "a.mp4", fail) as recorder:
        recorder.write(np.full((120, 160, 3), colour, dtype=np.uint8), 0.0)
    with av.open(str(tmp_path / "a.mp4")) as container:
        frame = next(container.decode(video=0))
        shown = rgb(frame).reshape(-1, 3).mean(axis=0)
    assert (frame.colorspace, frame.color_range) == (6, 1)
    assert np.abs(shown - colour).max() < 5


def test_a_frame_that_is_not_later_is_left_out(tmp_path: Path) -> None:
    with Recorder(tmp_path / "a.mp4", fail) as recorder:
        assert recorder.write(numbered(0, 64, 48), 1.0)
        assert not recorder.write(numbered(1, 64, 48), 1.0)
        assert not recorder.write(numbered(2, 64, 48), 0.5)
        assert recorder.write(numbered(3, 64, 48), 1.1)
    assert watch(tmp_path / "a.mp4")[1] == [0, 3]


def test_another_size_is_fitted_in(tmp_path: Path) -> None:
    with Recorder(tmp_path / "a.mp4", fail) as recorder:
        for index, size in enumerate([(160, 120), (320, 240), (120, 160), (4, 3)]):
            assert recorder.write(numbered(index, *size), index / 10)
    assert len(watch(tmp_path / "a.mp4")[0]) == 4


@pytest.mark.parametrize("end", ["close", "interrupt"])
def test_an_orderly_end_keeps_everything(tmp_path: Path, end: str) -> None:
    assert spawn(tmp_path / "a.mp4", 60, end=end).returncode == 0
    assert watch(tmp_path / "a.mp4")[1] == list(range(60))


def test_a_kill_costs_the_last_second_at_most(tmp_path: Path) -> None:
    assert spawn(tmp_path / "a.mp4", 110, end="kill").returncode == -9
    numbers = watch(tmp_path / "a.mp4")[1]
    assert numbers == list(range(len(numbers)))
    assert len(numbers) >= 110 - 26


@pytest.mark.skipif(sys.platform == "win32", reason="no limits on the size of a file there")
def test_a_full_disk_ends_one_recording_with_one_line(tmp_path: Path) -> None:
    whole = spawn(tmp_path / "whole.mp4", 110)
    assert whole.returncode == 0
    done = spawn(tmp_path / "a.mp4", 110, limit=(tmp_path / "whole.mp4").stat().st_size // 2)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1
    assert str(tmp_path / "a.mp4") in done.stdout
    numbers = watch(tmp_path / "a.mp4")[1]
    assert numbers == list(range(len(numbers)))
    assert len(numbers) >= 25
    assert watch(tmp_path / "other.mp4")[1] == list(range(10))


@pytest.mark.skipif(sys.platform == "win32", reason="no limits on the size of a file there")
def test_a_disk_full_from_the_start_leaves_no_empty_film(tmp_path: Path) -> None:
    done = spawn(tmp_path / "a.mp4", 60, limit=1000)
    assert done.returncode == 0, done.stderr
    assert "recording stopped" in done.stdout
    assert not (tmp_path / "a.mp4").exists()


@pytest.mark.parametrize(("name", "encoder"), [("no/such/folder/a.mp4", None), ("a.mp4", "no_such_encoder")])
def test_what_cannot_begin_is_told_once(tmp_path: Path, name: str, encoder: str | None) -> None:
    told: list[str] = []
    with Recorder(tmp_path / name, told.append, encoder) as recorder:
        assert not recorder.write(numbered(0, 64, 48), 0.0)
        assert not recorder.write(numbered(1, 64, 48), 0.1)
    assert len(told) == 1
    assert name in told[0]
    assert recorder.failed
    assert not (tmp_path / name).exists()


def test_nothing_written_no_file(tmp_path: Path) -> None:
    Recorder(tmp_path / "a.mp4", fail).close()
    assert list(tmp_path.iterdir()) == []
