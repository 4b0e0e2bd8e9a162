"""The most telling moments of every seat on one picture."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from service.media import read_picture
from service.overlay import ContactSheet, OverlayState
from vision.observations import CameraState, SeatObservation
from vision.picture import UInt8Array


def moment(seat: int, t: float, size: tuple[int, int] = (64, 48)) -> tuple[UInt8Array, OverlayState]:
    picture = np.full((size[1], size[0], 3), (10 * seat, 100, 200), dtype=np.uint8)
    return picture, OverlayState(SeatObservation(seat, t, size, CameraState.OK), name=f"Seat {seat}")


def test_nothing_offered_nothing_drawn(tmp_path: Path) -> None:
    sheet = ContactSheet("empty")
    assert sheet.render() is None
    assert not sheet.save(tmp_path / "a.png")
    assert not (tmp_path / "a.png").exists()


def test_the_more_serious_moment_stays_and_of_equal_ones_the_first() -> None:
    sheet = ContactSheet("one")
    assert sheet.offer(*moment(1, 0.0))
    assert not sheet.offer(*moment(1, 0.1))
    assert sheet.offer(*moment(1, 1.0), "red", "info")
    assert not sheet.offer(*moment(1, 2.0), "dark", "info")
    assert sheet.offer(*moment(1, 3.0), "away for 10 s", "notice")
    assert sheet.offer(*moment(1, 4.0), "forbidden gesture", "alarm")
    assert not sheet.offer(*moment(1, 5.0), "red again", "info")


def test_more_moments_a_seat_without_repeating_one() -> None:
    sheet = ContactSheet("two", per_seat=2)
    assert sheet.offer(*moment(1, 1.0), "red")
    assert not sheet.offer(*moment(1, 2.0), "red")
    assert sheet.offer(*moment(1, 3.0), "dark")


@pytest.mark.parametrize("seats", [1, 3, 7, 10])
def test_a_cell_for_every_seat(tmp_path: Path, seats: int) -> None:
    sheet = ContactSheet("Tisch 1 · стол")
    for seat in range(seats, 0, -1):
        sheet.offer(*moment(seat, seat / 2), f"event of seat {seat}", "alarm")
    assert sheet.save(tmp_path / "sheet.png")
    picture = read_picture(tmp_path / "sheet.png").rgb()
    assert picture.shape[1] > picture.shape[0] or seats == 1
    for seat in range(1, seats + 1):
        assert (np.abs(picture.astype(int) - (10 * seat, 100, 200)).max(axis=2) <= 1).sum() > 10_000


@pytest.mark.parametrize("size", [(1, 1), (1920, 1080), (100, 900), (424, 318)])
def test_pictures_of_any_form(size: tuple[int, int]) -> None:
    sheet = ContactSheet("forms")
    assert sheet.offer(*moment(3, 1.0, size), "x")
    assert sheet.render() is not None


FULL_DISK = """
import resource, sys
from pathlib import Path
from service.overlay import ContactSheet
from tests.service.overlay.test_contact_sheet import moment
sheet = ContactSheet("full")
sheet.offer(*moment(1, 0.0), "red")
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    sheet.save(Path(sys.argv[1]))
except OSError:
    print("refused")
"""


@pytest.mark.parametrize("before", [None, b"an older sheet"])
def test_a_full_disk_leaves_no_half_sheet(tmp_path: Path, before: bytes | None) -> None:
    path = tmp_path / "sheet.png"
    if before is not None:
        path.write_bytes(before)
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["refused"]
    assert [file.read_bytes() for file in tmp_path.iterdir()] == ([] if before is None else [before])


def test_a_sheet_replaces_an_older_one(tmp_path: Path) -> None:
    path = tmp_path / "sheet.png"
    path.write_bytes(b"an older sheet")
    sheet = ContactSheet("new")
    sheet.offer(*moment(1, 0.0), "red")
    assert sheet.save(path)
    assert min(read_picture(path).size) > 0
    assert list(tmp_path.iterdir()) == [path]
