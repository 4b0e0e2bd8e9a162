"""The measurement of false alarms: what counts as suspected, what is made, what is written."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.benign.__main__ import main
from datasets.benign.found import files_below, package_folders, picture_of
from datasets.benign.judging import Judged, Verdict, told_of_clip, verdict_of
from datasets.benign.made import KINDS, make
from datasets.benign.report import as_json, as_page, figures
from vision.nudity.step import FIRST, SECOND
from vision.observations import NudityScore
from vision.signals.nudity import NuditySignalPolicy


def score(first: float, second: float | None = None, denied: str | None = None) -> NudityScore:
    said = [(FIRST, first)] if second is None else [(FIRST, first), (SECOND, second)]
    return NudityScore(min(value for _, value in said), tuple(said), denied=denied)


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        (score(0.1), Verdict.CALM),
        (score(0.99), Verdict.CALM),
        (score(0.99, 0.59), Verdict.CALM),
        (score(0.61, 0.99), Verdict.SUSPECTED),
        (score(0.99, 0.89), Verdict.SUSPECTED),
        (score(0.91, 0.91), Verdict.CONFIRMED),
        (score(0.99, 0.99, denied="no_part"), Verdict.CALM),
    ],
)
@pytest.mark.parametrize("gap", [1.0, 0.3])
def test_a_still_picture_is_judged_as_if_it_were_held_before_the_camera(
    said: NudityScore, verdict: Verdict, gap: float
) -> None:
    assert verdict_of(said, NuditySignalPolicy(picture_gap=gap)) is verdict


def test_a_clip_is_judged_by_its_looks_in_order() -> None:
    alarm = [(k / 2, score(0.9, 0.9)) for k in range(4)]
    calm = [(2 + k / 2, score(0.1)) for k in range(12)]
    told = told_of_clip([*alarm, *calm], NuditySignalPolicy())
    assert told == ["nudity.suspected", "nudity.confirmed", "nudity.cleared"]


def test_made_pictures_are_of_every_kind_the_same_by_seed_and_never_alike() -> None:
    made = list(make(3, 1))
    assert [kind for kind, _ in made] == list(KINDS)
    for (_, one), (_, again), (_, other) in zip(made, make(3, 1), make(4, 1), strict=True):
        assert one.shape == (480, 640, 3)
        assert one.dtype == np.uint8
        assert one.std() > 5
        np.testing.assert_array_equal(one, again)
        assert (one != other).mean() > 0.5


def judged(said: NudityScore, kind: str = "hands") -> Judged:
    return Judged("a & b", kind, said, 1, verdict_of(said, NuditySignalPolicy()))


def test_figures_count_and_spread() -> None:
    some = [judged(score(0.1)), judged(score(0.7)), judged(score(0.7, 0.65)), judged(score(0.9, 0.9))]
    counted = figures([*some, judged(score(0.9, denied="no_skin"))])
    assert (counted["pictures"], counted["suspected"], counted["confirmed"]) == (5, 2, 1)
    assert (counted["second_asked"], counted["denied"]) == (2, {"no_skin": 1})
    assert (counted["first_reaches"]["0.6"], counted["both_reach"]["0.6"]) == (0.8, 0.4)


def test_the_page_and_the_object_say_the_same_and_escape_names() -> None:
    some = [judged(score(0.7, 0.65)), judged(score(0.1), "<b>")]
    clips = {"x.mp4": ["nudity.suspected"]}
    report = json.loads(json.dumps(as_json(some, clips, "engine")))
    assert report["all"]["suspected"] == 1
    assert report["kinds"]["hands"]["suspected"] == 1
    assert report["clips"] == clips
    assert report["pictures"][0]["verdict"] == "suspected"
    page = as_page(some, clips, [(some[0], np.zeros((8, 8, 3), dtype=np.uint8))])
    assert "a &amp; b" in page
    assert "&lt;b&gt;" in page
    assert "x.mp4" in page


def test_the_command_judges_a_folder_and_writes_both(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    (folder / "below").mkdir(parents=True)
    plain = np.full((120, 160, 3), (90, 140, 90), dtype=np.uint8)
    assert cv2.imwrite(str(folder / "below" / "wall.png"), plain)
    (folder / "broken.jpg").write_bytes(b"no picture")
    assert main([str(tmp_path / "out"), str(folder), "--each", "1"]) == 0
    report = json.loads((tmp_path / "out" / "benign.json").read_text(encoding="utf-8"))
    assert report["kinds"]["pictures"]["pictures"] == 1
    assert all(report["kinds"][kind]["pictures"] == 1 for kind in KINDS)
    assert report["all"]["confirmed"] == 0
    assert (tmp_path / "out" / "benign.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path), str(tmp_path / "none")]) == 2
    assert "no such folder" in capsys.readouterr().err


def test_files_are_pictures_or_clips(tmp_path: Path) -> None:
    for name in ("10.jpg", "2.PNG", "a.mp4", "b.gif", "notes.txt"):
        (tmp_path / name).touch()
    pictures, clips = files_below([tmp_path])
    assert [path.name for path in pictures] == ["2.PNG", "10.jpg"]
    assert [path.name for path in clips] == ["a.mp4", "b.gif"]
    assert picture_of(tmp_path / "10.jpg") is None
    assert all(folder.is_dir() for folder in package_folders())
