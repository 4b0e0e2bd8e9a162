"""Every still picture that can be read is read; the others say why not."""

from __future__ import annotations

import contextlib
import os
import resource
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from service.media import SourceError, read_picture
from service.media.stills import MAX_PIXELS
from tests.media_files import numbered
from vision.picture import UInt8Array

COLOUR = (200, 90, 40)


def sample(width: int = 96, height: int = 64) -> UInt8Array:
    """A picture of which no two quarters are alike."""
    picture = np.full((height, width, 3), COLOUR, dtype=np.uint8)
    picture[: height // 2, : width // 2] = (20, 160, 220)
    return picture


def save(path: Path, mode: str = "RGB", **options: Any) -> Path:
    Image.fromarray(sample()).convert(mode).save(path, **options)
    return path


@pytest.mark.parametrize(
    ("name", "mode", "options", "tolerance"),
    [
        ("a.jpg", "RGB", {"quality": 95}, 6),
        ("progressive.jpg", "RGB", {"quality": 95, "progressive": True}, 6),
        ("cmyk.jpg", "CMYK", {"quality": 95}, 8),
        ("a.png", "RGB", {}, 0),
        ("palette.png", "P", {}, 26),
        ("a.webp", "RGB", {"lossless": True}, 0),
        ("a.bmp", "RGB", {}, 0),
        ("a.tiff", "RGB", {}, 0),
        ("a.gif", "RGB", {}, 26),
        ("a.ppm", "RGB", {}, 0),
    ],
)
def test_formats(tmp_path: Path, name: str, mode: str, options: dict[str, Any], tolerance: int) -> None:
    picture = read_picture(save(tmp_path / name, mode, **options))
    assert picture.size == (96, 64)
    assert np.abs(picture.rgb()[::9, ::9].astype(int) - sample()[::9, ::9]).mean() <= tolerance


@pytest.mark.parametrize("mode", ["L", "1", "I;16", "I", "F", "LA"])
@pytest.mark.parametrize("level", [0, 255])
def test_grey_of_any_depth(tmp_path: Path, mode: str, level: int) -> None:
    samples = np.tile(np.linspace(0, 255, 64).astype(np.uint8), (8, 1))
    samples[:, :4] = level
    image = Image.fromarray(samples)
    if mode == "I;16":
        image = Image.fromarray(samples.astype(np.uint16) * 257)
    elif mode != "L":
        image = image.convert(mode)
        if mode == "I":
            image = Image.fromarray(samples.astype(np.int32) * 257)
    path = tmp_path / ("grey.tiff" if mode in ("F", "I") else "grey.png")
    image.save(path)
    assert np.abs(read_picture(path).rgb()[:, :3].astype(int) - level).max() <= 1


def test_sixteen_bit_colour(tmp_path: Path) -> None:
    deep = sample().astype(np.uint16) * 257
    path = tmp_path / "deep.png"
    assert cv2.imwrite(str(path), deep[:, :, ::-1])
    assert np.abs(read_picture(path).rgb().astype(int) - sample()).max() <= 1


def test_transparency_shows_neutral_grey(tmp_path: Path) -> None:
    rgba = np.dstack([sample(), np.full((64, 96), 255, dtype=np.uint8)])
    rgba[:, :32, 3] = 0
    rgba[:, 32:48, 3] = 128
    path = tmp_path / "a.png"
    Image.fromarray(rgba).save(path)
    rgb = read_picture(path).rgb().astype(int)
    assert np.abs(rgb[:, :32] - 128).max() == 0
    assert np.abs(rgb[:, 32:48] - (sample()[:, 32:48].astype(int) + 128) / 2).max() <= 1
    assert np.abs(rgb[:, 48:] - sample()[:, 48:]).max() == 0


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.webp"])
def test_orientation_is_what_another_reader_shows(tmp_path: Path, orientation: int, name: str) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    path = tmp_path / name
    Image.fromarray(sample()).save(path, exif=exif, quality=95)
    shown = cv2.imread(str(path), cv2.IMREAD_COLOR_RGB)
    assert shown is not None
    picture = read_picture(path)
    assert picture.size == (shown.shape[1], shown.shape[0])
    assert np.abs(picture.rgb().astype(int) - shown).mean() < 3


@pytest.mark.parametrize("name", ["a.gif", "a.webp"])
def test_first_frame_of_an_animation(tmp_path: Path, name: str) -> None:
    frames = [Image.new("RGB", (40, 30), colour) for colour in ((250, 0, 0), (0, 0, 250))]
    frames[0].save(tmp_path / name, save_all=True, append_images=frames[1:], duration=100, lossless=True)
    assert np.abs(read_picture(tmp_path / name).rgb().reshape(-1, 3).mean(axis=0) - (250, 0, 0)).max() < 6


def test_one_pixel(tmp_path: Path) -> None:
    Image.new("RGB", (1, 1), COLOUR).save(tmp_path / "dot.png")
    picture = read_picture(tmp_path / "dot.png")
    assert picture.size == (1, 1)
    assert tuple(picture.rgb()[0, 0]) == COLOUR


def test_no_second_copy_of_a_huge_picture(tmp_path: Path) -> None:
    path = tmp_path / "huge.jpg"
    Image.new("RGB", (12_000, 9_000), COLOUR).save(path, quality=50)
    program = (
        "import resource, sys; from service.media import read_picture\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "picture = read_picture(sys.argv[1])\n"
        "print(*picture.size, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program, str(path)], capture_output=True, text=True, check=True
    )
    width, height, grown = (int(word) for word in done.stdout.split())
    assert (width, height) == (12_000, 9_000)
    unit = 1 if sys.platform == "darwin" else 1024
    assert grown * unit < 7.6 * width * height
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > 0


def _text(folder: Path) -> Path:
    (folder / "words.jpg").write_text("not a picture", encoding="utf-8")
    return folder / "words.jpg"


def _empty(folder: Path) -> Path:
    (folder / "empty.png").touch()
    return folder / "empty.png"


def _cut(folder: Path, name: str, share: float) -> Path:
    path = folder / name
    Image.fromarray(numbered(170, 320, 240)).save(path)
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    return path


def _pipe(folder: Path) -> Path:
    os.mkfifo(folder / "pipe.jpg")
    return folder / "pipe.jpg"


def _link_to_a_pipe(folder: Path) -> Path:
    (folder / "link.jpg").symlink_to(_pipe(folder))
    return folder / "link.jpg"


def _socket(folder: Path) -> Path:
    with contextlib.chdir(folder), socket.socket(socket.AF_UNIX) as opened:
        opened.bind("socket.jpg")  # in the folder, as the name of a socket must be short
    return folder / "socket.jpg"


def _giant(folder: Path) -> Path:
    path = folder / "giant.pgm"
    path.write_bytes(b"P5 20000 20000 255\n")
    return path


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (_text, "no picture"),
        (_empty, "empty file"),
        (lambda folder: _cut(folder, "a.jpg", 0.5), r"cut off: the lower \d\d% of the picture is missing"),
        (lambda folder: _cut(folder, "a.png", 0.5), "missing|broken picture"),
        (lambda folder: _cut(folder, "a.bmp", 0.5), "missing|broken picture"),
        (_giant, f"{MAX_PIXELS} are the limit|broken picture.*bomb"),
        (lambda folder: folder / "nowhere.png", "no such file"),
        (lambda folder: folder, "a folder"),
        (_pipe, "no regular file"),
        (_link_to_a_pipe, "no regular file"),
        (_socket, "no regular file"),
        (lambda folder: Path(os.devnull), "no regular file"),
    ],
)
def test_refusals_are_one_line(tmp_path: Path, make: Callable[[Path], Path], message: str) -> None:
    path = make(tmp_path)
    with pytest.raises(SourceError, match=message) as refusal:
        read_picture(path)
    assert str(path) in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_link_to_a_picture_is_read(tmp_path: Path) -> None:
    (tmp_path / "link.png").symlink_to(save(tmp_path / "a.png"))
    assert read_picture(tmp_path / "link.png").size == (96, 64)


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_says_how_much_is_missing(tmp_path: Path, share: float) -> None:
    with pytest.raises(SourceError, match="cut off") as refusal:
        read_picture(_cut(tmp_path, "a.jpg", share))
    missing = int(str(refusal.value).split("%")[0].rsplit(" ", 1)[1])
    assert abs(missing - 100 * (1 - share)) < 25


@pytest.mark.shared
def test_every_photograph_of_the_data_folder(shared_data: Path) -> None:
    paths = sorted((shared_data / "people").glob("*.jpg"))
    assert paths
    assert all(min(read_picture(path).size) > 0 for path in paths)
