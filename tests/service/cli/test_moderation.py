"""`consigliere moderation evaluate` as people run it."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from datasets.demo.film import PEOPLE
from tests.media_files import write_video
from tests.service.watch.command import consigliere
from vision.picture import UInt8Array

pytestmark = pytest.mark.usefixtures("default_models")


def seated() -> UInt8Array:
    """Somebody before a plain wall, (480, 640, 3) RGB."""
    pixels = np.random.default_rng(2).normal(160, 2, (480, 640, 3)).astype(np.uint8)
    stored = cv2.imread(str(PEOPLE / "collins.webp"), cv2.IMREAD_UNCHANGED)
    assert stored is not None
    height = 400
    small = cv2.resize(stored, (round(stored.shape[1] * height / stored.shape[0]), height))
    left, width = 100, min(small.shape[1], 520)
    alpha = small[:, :width, 3:].astype(np.float32) / 255
    under = pixels[80:, left : left + width]
    pixels[80:, left : left + width] = small[:, :width, 2::-1] * alpha + under * (1 - alpha)
    return pixels


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("labelled")
    Image.fromarray(seated()).save(place / "seated.png")
    for name in ("empty", "mislabelled"):
        Image.effect_noise((640, 480), 30).convert("RGB").save(place / f"{name}.png")
    write_video(place / "clip.mp4", 10, size=(640, 480), fps=10, paint=lambda *_: seated())
    index = (
        "file,person,kind,source,absent_from\n"
        "seated.png,yes,seated,demo,\nempty.png,no,noise,drawn,\nmislabelled.png,yes,wrong label,drawn,\n"
        "clip.mp4,,,,none\n"
    )
    (place / "index.csv").write_text(index, encoding="utf-8")
    return place


def test_a_folder_is_judged_as_json_and_as_a_page(folder: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = consigliere("moderation", "evaluate", folder, "--json", "-", "--html", page)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["presence"] == {
        **{"people": 2, "missed": 1, "recall": 0.5},
        **{"empty": 1, "told_taken": 0, "false_presence": 0.0},
    }
    assert report["nudity"] == {"benign": 3, "suspected": 0, "confirmed": 0}
    assert [one["kind"] for one in report["failures"]] == ["wrong label"]
    assert [(one["file"], one["absences"], one["imagined"]) for one in report["clips"]] == [
        ("clip.mp4", [], [])
    ]
    shown = page.read_text(encoding="utf-8")
    assert "wrong label" in shown
    assert "data:image/jpeg;base64," in shown
    assert "http" not in shown.replace("http-equiv", "")


@pytest.mark.parametrize(
    ("index", "complaint"),
    [
        (None, "cannot be read"),
        ("file\nseated.png\n", "no column person"),
        ("file,person\nnone.png,yes\n", "nothing could be judged"),
    ],
)
def test_bad_folders_are_told_in_one_line(tmp_path: Path, index: str | None, complaint: str) -> None:
    if index is not None:
        (tmp_path / "index.csv").write_text(index, encoding="utf-8")
    done = consigliere("moderation", "evaluate", tmp_path)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert complaint in done.stderr


def test_an_input_is_never_written_over(folder: Path) -> None:
    done = consigliere("moderation", "evaluate", folder, "--html", folder / "seated.png")
    assert done.returncode == 2
    assert "is an input" in done.stderr
