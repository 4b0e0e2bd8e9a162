"""Hard pictures for presence: every kind is made, labelled, and made again by the same seed."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from datasets.hard_people.__main__ import COLUMNS, main, make, write
from datasets.hard_people.people import KINDS
from datasets.hard_people.photographs import Photograph, of_the_repository
from service.media import open_source
from service.moderation.index import Absence, read_index
from vision.frame import Frame

THINGS = {
    "poster",
    "painting",
    "screen",
    "coat_on_chair",
    "clothes_on_hanger",
    "pet",
    "dark_room",
    "backlit_room",
}


def cat() -> Photograph:
    """Stands in for the photographed cat, which lies in a package: fur of the same size."""
    fur = np.random.default_rng(1).normal(120, 30, (300, 451, 3)).clip(0, 255).astype(np.uint8)
    return Photograph("fur", fur, "drawn", "Apache-2.0")


def test_every_kind_is_made_and_the_folder_is_one_that_can_be_evaluated(tmp_path: Path) -> None:
    photographs = [(one, "yes") for one in of_the_repository()]
    count = write(make(photographs, cat(), 5, 1), tmp_path)
    rows, faults = read_index(tmp_path)
    assert faults == []
    assert len(rows) == count
    kinds = Counter(row.kind for row in rows)
    # A portrait may not allow to leave its head out; clothes take a portrait with enough of them.
    assert set(KINDS) | {"hands_only"} | THINGS >= set(kinds)
    assert set(kinds) >= (set(KINDS) | {"hands_only"} | THINGS) - {"head_out_of_frame", "coat_on_chair"} - {
        "clothes_on_hanger"
    }
    assert {row.kind for row in rows if row.person is False} == set(kinds) & THINGS
    assert all(row.source and row.licence for row in rows)
    with (tmp_path / "index.csv").open(newline="", encoding="utf-8") as lines:
        assert tuple(csv.DictReader(lines).fieldnames or ()) == COLUMNS
    assert all(row.absences is None for row in rows)
    first = next(iter(make(photographs, cat(), 5, 1)))
    again = next(iter(make(photographs, cat(), 5, 1)))
    other = next(iter(make(photographs, cat(), 6, 1)))
    assert np.array_equal(first.pixels, again.pixels)
    assert not np.array_equal(first.pixels, other.pixels)


def test_clips_show_the_picture_for_longer_than_the_limit(tmp_path: Path) -> None:
    photographs = [(one, "yes") for one in of_the_repository()]
    made = {one.kind: one for one in make(photographs, cat(), 5, 1) if one.kind in ("hood", "pet")}
    assert write(iter([made["hood"], made["pet"], made["pet"]]), tmp_path, films=1, seed=3) == 5
    rows, faults = read_index(tmp_path)
    assert faults == []
    hood, pet = (row for row in rows if row.absences is not None)
    assert (hood.kind, hood.absences) == ("hood", ())
    assert (pet.kind, pet.absences) == ("pet", (Absence(2.9, 20.0),))
    frames = [frame for frame in open_source(1, str(pet.path)) if isinstance(frame, Frame)]
    assert len(frames) == 220
    shown = {k: frames[k].picture.luma.astype(int) for k in (0, 29, 30, 199, 200, 219)}
    for alike in ((0, 29), (30, 199), (200, 219), (0, 219)):
        assert np.abs(shown[alike[0]] - shown[alike[1]]).mean() < 6
    for apart in ((29, 30), (199, 200)):
        assert np.abs(shown[apart[0]] - shown[apart[1]]).mean() > 12


def test_a_folder_of_people_that_is_not_there_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path / "out"), "--people", str(tmp_path / "nobody")]) == 2
    assert "choose another place" in capsys.readouterr().err
