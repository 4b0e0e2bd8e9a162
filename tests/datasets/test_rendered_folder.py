"""Labelled folders of rendered hands: the same seed gives the same folder, and the index says the skin."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from datasets.evaluation.index import read_index
from datasets.rendered_folder import SKINS, main, skin_of
from vision.gestures.vocabulary import SHAPES


def test_a_folder_is_one_that_can_be_evaluated_and_made_again(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    assert main([str(one), "--count", "4", "--seed", "5"]) == 0
    assert main([str(other), "--count", "4", "--seed", "5"]) == 0
    files = sorted(file.name for file in one.iterdir())
    assert len(files) == 5
    assert all((one / name).read_bytes() == (other / name).read_bytes() for name in files)
    rows, faults = read_index(one, SHAPES)
    assert faults == []
    assert len({row.photograph.shapes for row in rows}) == 4
    with (one / "index.csv").open(newline="", encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            assert row["skin"] == skin_of(float(row["tone"]))


@pytest.mark.parametrize(
    ("tone", "skin"), [(0.0, SKINS[0]), (0.5, SKINS[2]), (0.99, SKINS[4]), (1.0, SKINS[4])]
)
def test_tones_have_names(tone: float, skin: str) -> None:
    assert skin_of(tone) == skin


def test_where_nothing_can_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main([str(tmp_path / "file"), "--count", "1"]) == 2
    assert "choose another place" in capsys.readouterr().err
