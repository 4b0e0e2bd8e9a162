"""`consigliere watch` as a user runs it, on small real files."""

from __future__ import annotations

import resource
import signal
import subprocess
import time
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image

from tests.media_files import cut, flat, write_video
from tests.network_jail import available as jail_available
from tests.service.watch.command import ROOT, command, consigliere, lines, seat_types
from vision.picture import UInt8Array

pytestmark = pytest.mark.usefixtures("default_models")


def playable(path: Path) -> int:
    """How many frames of a video can be decoded."""
    with av.open(str(path)) as container:
        return sum(1 for _ in container.decode(video=0))


@pytest.fixture(scope="module")
def clips(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("clips")
    whole = write_video(folder / "room.mp4", 60)
    return {
        "room": whole,
        "black": write_video(folder / "black.mp4", 60, paint=flat((0, 0, 0))),
        "cut": cut(write_video(folder / "long.mkv", 100), folder / "cut.mkv", 0.6),
        "text": ROOT / "LICENSE",
        "folder": folder,
    }


def test_events_are_ordered_repeatable_and_stay_off_the_network(
    clips: dict[str, Path], tmp_path: Path
) -> None:
    inputs = (f"1={clips['room']}", f"7={clips['black']}")
    first = consigliere("watch", *inputs, "--jsonl", "-", "--annotate", tmp_path, jailed=jail_available())
    assert first.returncode == 0, first.stderr
    events = lines(first.stdout)
    assert [event["t"] for event in events] == sorted(event["t"] for event in events)
    assert [event["id"] for event in events] == [f"table-{n:06d}" for n in range(1, len(events) + 1)]
    black = next(event for event in events if event["seat"] == 7)
    assert (black["type"], black["data"]["reason"]) == ("camera.unobservable", "black")
    assert playable(tmp_path / "seat-1.mp4") == 60
    assert (tmp_path / "contact-sheet.png").stat().st_size > 1000
    assert consigliere("watch", *inputs, "--jsonl", "-").stdout == first.stdout


def test_an_input_that_breaks_is_told_and_ends_nobody_else(clips: dict[str, Path]) -> None:
    done = consigliere("watch", f"3={clips['cut']}", f"4={clips['room']}", "--jsonl", "-")
    assert done.returncode == 0, done.stderr
    events = lines(done.stdout)
    assert "camera.unobservable" in seat_types(events, 3)
    last = {event["seat"]: event for event in events if event["type"] == "camera.unobservable"}
    assert last[4]["data"] == {"reason": "ended", "since": last[4]["t"]}
    assert "cut off" in last[3]["data"]["detail"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nothing.mp4"], "seat 1: no such file"),
        (["12={room}"], "seat 12"),
        (["{room}", "{text}"], "seat 2"),
        (["4={folder}"], "seat 4: only videos in the folder"),
        (["{room}", "--ruleset", "{text}"], "is no TOML"),
        (["{room}", "--jsonl", "/nowhere/events.jsonl"], "/nowhere/events.jsonl"),
        ([], "no input"),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(
    clips: dict[str, Path], arguments: list[str], complaint: str
) -> None:
    done = consigliere("watch", *(argument.format(**clips) for argument in arguments))
    assert done.returncode == 2
    assert complaint in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr


def test_a_folder_says_how_it_is_shown(tmp_path: Path) -> None:
    for number in range(3):
        Image.new("RGB", (64, 48), (0, 40 * number, 0)).save(tmp_path / f"{number}.png")
    done = consigliere("watch", f"2={tmp_path}")
    assert done.returncode == 0, done.stderr
    assert f"seat 2: {tmp_path}: 3 pictures in the order of their names, 1 a second" in done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_leaves_whole_lines_and_a_playable_video(
    clips: dict[str, Path], tmp_path: Path, number: signal.Signals
) -> None:
    log = tmp_path / "events.jsonl"
    arguments = ("watch", clips["black"], "--speed", "real", "--jsonl", log, "--annotate", tmp_path)
    running = subprocess.Popen(
        command(*arguments), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    video = tmp_path / "seat-1.mp4"
    deadline = time.monotonic() + 120
    while not (video.exists() and video.stat().st_size) and time.monotonic() < deadline:
        assert running.poll() is None, running.communicate()[1]
        time.sleep(0.02)
    running.send_signal(number)
    _, error = running.communicate(timeout=60)
    assert running.returncode == 0, error
    assert playable(video) > 0
    lines(log.read_text())


def test_a_full_disk_is_told_and_leaves_what_was_written(clips: dict[str, Path], tmp_path: Path) -> None:
    """Files may not grow beyond 2 MB, which a video of noise soon does."""
    log = tmp_path / "events.jsonl"
    noisy = write_video(tmp_path / "noisy.mp4", 150, size=(320, 240), paint=noise)
    done = subprocess.run(
        command("watch", noisy, "--jsonl", log, "--annotate", tmp_path / "out"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, 2_000_000)),
    )
    assert done.returncode == 1, done.stderr
    assert "recording stopped" in done.stderr
    assert "Traceback" not in done.stderr
    assert playable(tmp_path / "out" / "seat-1.mp4") > 0
    assert lines(log.read_text())[-1]["data"]["reason"] == "ended"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device that is always full")
@pytest.mark.parametrize(
    ("arguments", "stdout", "name"),
    [
        (("--jsonl", "/dev/full"), None, "/dev/full"),
        (("--jsonl", "-"), "/dev/full", "standard output"),
        ((), "/dev/full", "standard output"),
    ],
    ids=["file", "lines on standard output", "words"],
)
def test_events_that_cannot_be_written_are_not_done(
    clips: dict[str, Path], tmp_path: Path, arguments: tuple[str, ...], stdout: str | None, name: str
) -> None:
    with Path(stdout or tmp_path / "words").open("w") as out:
        done = subprocess.run(
            command("watch", clips["black"], *arguments, "--annotate", tmp_path),
            cwd=ROOT,
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1, done.stderr
    assert done.stderr.count("event lines stopped") == 1
    assert f"event lines stopped: {name}: No space left on device" in done.stderr
    assert "Traceback" not in done.stderr
    assert playable(tmp_path / "seat-1.mp4") == 60
    if stdout is None:
        assert "camera black" in (tmp_path / "words").read_text()


def noise(index: int, width: int, height: int) -> UInt8Array:
    return np.random.default_rng(index).integers(0, 255, (height, width, 3)).astype(np.uint8)


@pytest.mark.parametrize(
    "arguments", [("--jsonl", "{video}"), ("--annotate", "{folder}")], ids=["jsonl", "annotate"]
)
def test_an_input_is_never_written_over(
    clips: dict[str, Path], tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    video = tmp_path / "seat-4.mp4"
    video.write_bytes(clips["room"].read_bytes())
    named = (argument.format(video=video, folder=tmp_path) for argument in arguments)
    done = consigliere("watch", f"4={video}", *named)
    assert done.returncode == 2
    assert "is the input" in done.stderr
    assert video.read_bytes() == clips["room"].read_bytes()


def test_videos_are_never_put_among_the_pictures_of_a_seat(tmp_path: Path) -> None:
    Image.fromarray(noise(1, 64, 48)).save(tmp_path / "a.png")
    done = consigliere("watch", tmp_path, "--annotate", tmp_path)
    assert done.returncode == 2
    assert "is the input" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]


@pytest.mark.parametrize("jsonl", ["{folder}/events.jsonl", "-"], ids=["words", "lines"])
def test_a_reader_that_leaves_ends_only_what_it_read(
    clips: dict[str, Path], tmp_path: Path, jsonl: str
) -> None:
    running = subprocess.Popen(
        command("watch", clips["black"], "--jsonl", jsonl.format(folder=tmp_path)),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stdout is not None
    running.stdout.close()
    assert running.stderr is not None
    error = running.stderr.read()
    assert running.wait(timeout=120) == 0, error
    assert "nobody reads it any more" in error
    if jsonl != "-":
        assert lines((tmp_path / "events.jsonl").read_text())[-1]["data"]["reason"] == "ended"
    running.stderr.close()


@pytest.mark.parametrize(
    "arguments", [("bogus",), ("watch", "--bogus"), ("watch", "a", "--speed", "fast"), ("classify",)]
)
def test_a_wrong_command_line_is_one_line(arguments: tuple[str, ...]) -> None:
    done = consigliere(*arguments)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert not done.stdout
