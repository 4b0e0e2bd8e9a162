"""`consigliere classify` on pictures of every kind."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from service.cli.classify import describe
from tests.network_jail import available as jail_available
from tests.service.watch.command import consigliere, lines
from tests.vision.gestures.made import made, person, shown
from vision.observations import CameraState, Hand, SeatObservation
from vision.policy import TablePolicy

pytestmark = pytest.mark.usefixtures("default_models")


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pictures")
    noise = np.random.default_rng(1).integers(0, 255, (48, 64, 3), dtype=np.uint8)
    scene = Image.fromarray(noise).resize((640, 480), Image.Resampling.BICUBIC)
    scene.save(folder / "a10.jpg")
    scene.save(folder / "a9.png")
    scene.convert("CMYK").save(folder / "cmyk.jpg")
    scene.resize((12_000, 9_000)).save(folder / "large.jpg", quality=60)
    Image.new("RGB", (1, 1)).save(folder / "one.png")
    whole = (folder / "a10.jpg").read_bytes()
    (folder / "truncated.jpg").write_bytes(whole[: len(whole) // 2])
    (folder / "note.txt").write_text("not a picture")
    return folder


def test_only_what_cannot_be_read_is_an_error(pictures: Path) -> None:
    done = consigliere("classify", pictures, pictures / "none.jpg", jailed=jail_available())
    assert done.returncode == 2, done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    told = {Path(line["file"]).name: line for line in lines(done.stdout)}
    assert [name for name, line in told.items() if "error" in line] == [
        "note.txt",
        "truncated.jpg",
        "none.jpg",
    ]
    assert list(told) == [
        "a9.png",
        "a10.jpg",
        "cmyk.jpg",
        "large.jpg",
        "note.txt",
        "one.png",
        "truncated.jpg",
        "none.jpg",
    ]
    assert (told["large.jpg"]["width"], told["large.jpg"]["height"]) == (12_000, 9_000)
    for line in told.values():
        if "error" not in line:
            assert {"file", "width", "height", "hands", "person", "nudity", "camera"} <= set(line)
            assert 0 <= line["person"]["score"] <= 1
            assert 0 <= line["nudity"]["score"] <= 1
    assert told["one.png"]["camera"] == "black"


@pytest.mark.shared
def test_people_and_thumbs_are_seen(shared_data: Path) -> None:
    done = consigliere(
        "classify", shared_data / "hands" / "thumb_up", shared_data / "people" / "skimage_001.jpg"
    )
    assert done.returncode == 0, done.stderr
    told = lines(done.stdout)
    assert told[-1]["person"]["present"] is True
    hands = [hand for line in told[:-1] for hand in line["hands"]]
    red = [hand for hand in hands if hand["gesture"] == "red"]
    assert len(red) / len(hands) >= 0.7
    assert all(len(hand["landmarks"]) == 21 and hand["shape"] == "thumb_up" for hand in red)


def test_a_pipe_among_the_pictures_does_not_wait(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.jpg")
    Image.new("RGB", (64, 48)).save(tmp_path / "b.png")
    done = consigliere("classify", tmp_path, timeout=60)
    assert done.returncode == 2, done.stderr
    pipe, picture = lines(done.stdout)
    assert pipe["error"].startswith("no regular file: ")
    assert "error" not in picture


ONE, TWO = shown("palm", made("palm", (120, 300))), shown("two", made("two", (520, 300)), track=2)


@pytest.mark.parametrize(
    ("hands", "body", "gestures"),
    [
        ((shown("one"),), True, ["number_1"]),
        ((shown("one", made("one", pitch=85)),), True, ["you"]),
        ((shown("one", made("one", pitch=-80)),), True, ["me"]),
        ((shown("one", made("one", pitch=45)),), True, ["no_gesture"]),
        ((shown("thumb_up"),), False, ["red"]),
        ((shown("thumb_up", made("thumb_up", roll=60)),), False, ["no_gesture"]),
        ((shown("palm", made("palm", (500, 140))),), True, ["raise_hand"]),
        ((shown("palm", made("palm", (500, 140))),), False, ["number_5"]),
        ((ONE, TWO), True, ["number_7", "number_7"]),
        ((shown("no_gesture"), TWO), True, ["no_gesture", "number_2"]),
    ],
)
def test_a_gesture_is_read_from_direction_place_and_body(
    hands: tuple[Hand, ...], body: bool, gestures: list[str]
) -> None:
    seen = SeatObservation(1, 0.0, (640, 480), CameraState.OK, hands, person() if body else None)
    told = describe(Path("a.jpg"), seen, TablePolicy())["hands"]
    assert [hand["gesture"] for hand in told] == gestures
    assert [hand["shape"] for hand in told] == [hand.shape.shape for hand in hands if hand.shape]
