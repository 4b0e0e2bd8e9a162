"""People too small in the whole picture, found in a part of it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets.demo.film import PEOPLE
from vision.observations import Box, Closer, Detection, Hand
from vision.picture import Layout, Picture
from vision.presence.closer import with_closer
from vision.presence.fusion import Calibration, Finds, fuse
from vision.presence.look import LookPolicy, PresenceModels, look
from vision.presence.parts import overlaid, parts, persons_in_parts

SIZE = (640, 480)


def far_away(height: int, x: int, bottom: int) -> Picture:
    """A room full of boards, 640 x 480, and behind its table somebody so many pixels high."""
    rng = np.random.default_rng(3)
    room = rng.normal(150, 3, (480, 640, 3)).astype(np.uint8)
    for _ in range(40):
        corner = rng.integers(0, (560, 400))
        colour = tuple(int(value) for value in rng.integers(30, 220, 3))
        cv2.rectangle(room, corner.tolist(), (corner + rng.integers(15, 70, 2)).tolist(), colour, -1)
    stored = cv2.imread(str(PEOPLE / "hopper.webp"), cv2.IMREAD_UNCHANGED)
    assert stored is not None
    wide = round(stored.shape[1] * height / stored.shape[0])
    small = cv2.resize(stored, (wide, height), interpolation=cv2.INTER_AREA)
    cover = small[..., 3:].astype(np.float32) / 255
    place = room[bottom - height : bottom, x : x + wide]
    place[:] = (small[..., 2::-1] * cover + place * (1 - cover)).astype(np.uint8)
    room[bottom:] = 90
    return Picture(Layout.RGB, (room,))


def nothing(_: Picture) -> tuple[Hand, ...]:
    return ()


@pytest.mark.parametrize(("height", "x", "bottom"), [(34, 60, 330), (37, 420, 340), (34, 540, 330)])
def test_somebody_small_keeps_a_seat_from_being_called_empty(
    models: PresenceModels, height: int, x: int, bottom: int
) -> None:
    shown = far_away(height, x, bottom)
    pictures = {1: shown, 2: shown}
    found = look(pictures, {}, models, LookPolicy(), search=nothing, careful=(1,))
    assert [found[seat].present for seat in (1, 2)] == [True, False]
    assert found[1].evidence == ("face",)
    left, top, right, low = found[1].faces[0].box
    assert x < left < right < x + 1.5 * height
    assert bottom - height - 5 < top < low < bottom + 5


def test_an_empty_room_stays_empty(models: PresenceModels) -> None:
    found = look({1: far_away(1, 60, 330)}, {}, models, LookPolicy(), search=nothing, careful=(1,))
    assert not found[1].present


def test_a_find_lies_where_it_is_in_the_whole_picture(models: PresenceModels) -> None:
    first, *_ = persons_in_parts(far_away(80, 420, 340), models.person, 0.2)
    x0, y0, x1, y1 = first.box
    assert 410 < x0 < x1 < 500
    assert 250 < y0 < y1 < 350


def test_the_parts_cover_the_picture_and_overlap() -> None:
    covered = np.zeros((96, 128), int)
    for part in parts(Picture(Layout.GRAY, (np.zeros((96, 128), np.uint8),)), 64):
        width, height = (round(side * part.scale) for side in part.picture.size)
        covered[round(part.top) :, round(part.left) :][:height, :width] += 1
    assert covered.min() == 1
    assert covered.max() == 4


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ((0, 0, 100, 100), True),
        ((20, 20, 60, 60), True),
        ((70, 0, 170, 100), False),
        ((200, 0, 300, 100), False),
    ],
    ids=["itself", "a part of it", "a neighbour", "elsewhere"],
)
def test_finds_that_lie_in_each_other_are_one(other: Box, same: bool) -> None:
    assert overlaid((0, 0, 100, 100), [other]) is same
    assert overlaid(other, [(0, 0, 100, 100)]) is same


@pytest.mark.parametrize(("looks", "present"), [((0.9, 0.9), True), ((0.9, 0.2), False), ((0.0, 0.0), False)])
def test_a_body_in_a_part_counts_only_where_all_looks_are_sure(
    looks: tuple[float, float], present: bool
) -> None:
    box: Box = (300, 300, 340, 360)
    finds = with_closer(Finds(small=(Detection(box, 0.88),)), [Closer(box, looks, ())], Calibration())
    assert fuse(finds, SIZE, Calibration()).present is present
