"""What the user named, and what it becomes."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from service.media import Fate, SourceError, SourceEvent, open_source
from service.media.cameras import device
from service.media.folder import natural_key
from tests.media_files import number_in, numbered, write_sound, write_video
from vision.frame import Frame


def picture(path: Path, number: int) -> None:
    Image.fromarray(numbered(number, 64, 48)).save(path)


@pytest.mark.parametrize("fps", [1.0, 4.0])
def test_folder_in_natural_order_at_the_rate_asked_for(tmp_path: Path, fps: float) -> None:
    for number in (10, 9, 1, 2):
        picture(tmp_path / f"shot{number}.png", number)
    (tmp_path / "notes.txt").write_text("no picture", encoding="utf-8")
    picture(tmp_path / ".hidden.png", 77)
    (tmp_path / "deeper.png").mkdir()
    source = open_source(2, str(tmp_path), pictures_per_second=fps)
    assert source.duration == 4 / fps
    items = list(source)
    frames = [item for item in items if isinstance(item, Frame)]
    assert [number_in(frame.picture.rgb()) for frame in frames] == [1, 2, 9, 10]
    assert [frame.t for frame in frames] == [k / fps for k in range(4)]
    assert isinstance(items[-1], SourceEvent)
    assert items[-1].kind is Fate.ENDED


def test_folder_with_a_broken_picture_goes_on(tmp_path: Path) -> None:
    picture(tmp_path / "0.png", 0)
    (tmp_path / "1.jpg").write_bytes(b"ruined")
    (tmp_path / "2.jpg").write_bytes(b"ruined")
    picture(tmp_path / "3.png", 3)
    (tmp_path / "4.jpg").write_bytes(b"ruined")
    items = list(open_source(1, str(tmp_path)))
    assert [item.t for item in items if isinstance(item, Frame)] == [0.0, 3.0]
    gaps = [item for item in items if isinstance(item, SourceEvent) and item.kind is Fate.CORRUPT]
    assert [(gap.t, gap.until, gap.lost) for gap in gaps] == [(0.0, 3.0, 2), (3.0, None, 1)]
    assert "1.jpg" in gaps[0].reason or "2.jpg" in gaps[0].reason


def test_a_still_picture_is_a_film_of_one_frame(tmp_path: Path) -> None:
    picture(tmp_path / "a.png", 42)
    frame, end = open_source(1, str(tmp_path / "a.png"))
    assert isinstance(frame, Frame)
    assert number_in(frame.picture.rgb()) == 42
    assert isinstance(end, SourceEvent)
    assert end.kind is Fate.ENDED


def test_strange_names_are_files_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("rtsp:a%03d.mp4", "7", "-i.mkv"):
        form = "matroska" if name != "rtsp:a%03d.mp4" else "mp4"
        write_video(tmp_path / "whole", 3, form=form)
        (tmp_path / "whole").rename(tmp_path / name)
        assert sum(isinstance(item, Frame) for item in open_source(1, name)) == 3


def test_a_local_playlist_cannot_reach_out(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"http://127.0.0.1:{server.getsockname()[1]}/a.ts"
        playlist = tmp_path / "list.m3u8"
        playlist.write_text(f"#EXTM3U\n#EXTINF:2,\n{address}\n#EXT-X-ENDLIST\n", encoding="utf-8")
        with pytest.raises(SourceError):
            open_source(1, str(playlist))
        server.setblocking(False)
        with pytest.raises(BlockingIOError):
            server.accept()


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("no/such/file.mp4", "no such file"),
        ("http://127.0.0.1:9/a.mp4", "check the address"),
        ("rtsp://user:secret@127.0.0.1:9/a", "check the address"),
        ("nonsense://x", "check the address"),
        ("x" * 5000, "cannot be read|no such file"),
    ],
)
def test_refusals(spec: str, message: str) -> None:
    with pytest.raises(SourceError, match=message) as refusal:
        open_source(1, spec)
    assert "secret" not in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_folders_without_a_readable_picture(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no pictures in the folder"):
        open_source(1, str(tmp_path))
    (tmp_path / "a.jpg").write_bytes(b"ruined")
    with pytest.raises(SourceError, match="no picture"):
        open_source(1, str(tmp_path))
    write_sound(tmp_path / "a.m4a")
    with pytest.raises(SourceError, match="no picture"):
        open_source(1, str(tmp_path))


def gif(path: Path, frames: int) -> None:
    first, *rest = (Image.fromarray(numbered(number, 64, 48)) for number in range(frames))
    first.save(path, save_all=True, append_images=rest)


@pytest.mark.parametrize(
    ("names", "what", "named"),
    [
        (["b.mp4", "A.MOV"], "only videos", "A.MOV"),
        (["moving.gif"], "only videos", "moving.gif"),
        (["1.png", "2.mkv"], "pictures and videos", "2.mkv"),
        (["1.png", "moving.gif", "still.gif"], "pictures and videos", "moving.gif"),
    ],
)
def test_a_folder_with_videos_is_refused_and_says_what_to_do(
    tmp_path: Path, names: list[str], what: str, named: str
) -> None:
    for name in names:
        if name.endswith("gif"):
            gif(tmp_path / name, 1 if name == "still.gif" else 3)
        elif name.endswith("png"):
            picture(tmp_path / name, 1)
        else:
            (tmp_path / name).write_bytes(b"whatever is in it")
    with pytest.raises(SourceError) as refusal:
        open_source(1, str(tmp_path))
    assert str(refusal.value).startswith(f"{what} in the folder: {tmp_path};")
    assert str(refusal.value).endswith(f"name each video instead, as in 1={tmp_path / named}")


def test_what_is_no_video_spoils_no_folder(tmp_path: Path) -> None:
    gif(tmp_path / "1.gif", 1)
    picture(tmp_path / "2.png", 2)
    (tmp_path / ".hidden.mp4").write_bytes(b"left out")
    (tmp_path / "deeper.mp4").mkdir()
    (tmp_path / "ruined.gif").write_bytes(b"GIF89a")
    frames = [item for item in open_source(1, str(tmp_path)) if isinstance(item, Frame)]
    assert [number_in(frame.picture.rgb()) for frame in frames] == [0, 2]


@pytest.mark.skipif(sys.platform == "win32", reason="permissions work differently there")
@pytest.mark.parametrize("name", ["a.mp4", "a.png", "folder"])
def test_without_permission(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.mkdir() if name == "folder" else write_video(path, 2) if name == "a.mp4" else picture(path, 1)
    path.chmod(0)
    program = (
        "import os, sys; from service.media import SourceError, open_source\n"
        "os.setuid(65534) if os.getuid() == 0 else None\n"
        "try: open_source(1, sys.argv[1])\n"
        "except SourceError as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True, cwd=Path.cwd()
    )
    path.chmod(0o700)
    assert done.stdout.startswith("not allowed to read"), done.stdout


def test_absent_camera_names_those_present() -> None:
    if not sys.platform.startswith("linux") or Path("/dev/video93").exists():
        pytest.skip("needs a Linux machine without a 94th camera")
    with pytest.raises(SourceError, match="no such camera: 93"):
        open_source(1, "93")


@pytest.mark.parametrize(("platform", "form", "file"), [("darwin", "avfoundation", "1:none")])
def test_cameras_elsewhere(platform: str, form: str, file: str) -> None:
    camera = device(1, platform)
    assert (camera.format, camera.file) == (form, file)


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["10.jpg", "9.jpg", "1.jpg"], ["1.jpg", "9.jpg", "10.jpg"]),
        (["b2", "B10", "a"], ["a", "b2", "B10"]),
        (["x", "1", "²"], ["1", "x", "²"]),
    ],
)
def test_natural_order(names: list[str], expected: list[str]) -> None:
    assert sorted(names, key=natural_key) == expected


def test_pipe_as_input(tmp_path: Path) -> None:
    video = write_video(tmp_path / "a.mkv", 5)
    program = (
        "from service.media import open_source; from vision.frame import Frame\n"
        "print(sum(isinstance(item, Frame) for item in open_source(1, 'pipe:0')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=video.read_bytes(),
        capture_output=True,
        check=True,
        cwd=Path.cwd(),
    )
    assert done.stdout.strip() == b"5"
