"""`consigliere gestures` as people run it: learn a sign, watch it being told, judge labelled pictures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from service.cli.app import app
from service.cli.errors import CommandError
from tests.media_files import write_video
from tests.service.cli.signers import HEIGHT, WIDTH, sign, write_pictures
from tests.service.watch.command import consigliere, lines

pytestmark = pytest.mark.usefixtures("default_models")

LOVE = "pattern_11001"
"""Thumb, index and little finger: no shape of the vocabulary."""


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fourteen pictures of a sign, one of them twice, one without a hand, and something else."""
    folder = tmp_path_factory.mktemp("love")
    first, *_ = write_pictures(folder, LOVE, range(14))
    (folder / "twice.png").write_bytes(first.read_bytes())
    Image.effect_noise((WIDTH, HEIGHT), 40).convert("RGB").save(folder / "noise.png")
    (folder / "notes.txt").write_text("not a picture")
    return folder


@pytest.fixture(scope="module")
def learnt(pictures: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any], str]:
    """The vocabulary file, the report and the page after a sign was learnt and accepted."""
    place = tmp_path_factory.mktemp("words")
    words, page = place / "words.json", place / "page.html"
    done = consigliere(
        *("gestures", "learn", "love", pictures, "--meaning", "peace", "--vocabulary", words),
        *("--accept", "--json", "-", "--html", page),
    )
    assert done.returncode == 0, done.stderr
    return words, json.loads(done.stdout), page.read_text(encoding="utf-8")


def test_the_report_says_what_was_learnt_and_what_was_left_out(
    learnt: tuple[Path, dict[str, Any], str],
) -> None:
    words, report, page = learnt
    assert (report["verdict"], report["meaning"], report["reasons"]) == ("accepted", "peace", [])
    assert report["vocabulary"] == {"file": str(words), "version": 1}
    left = {one["file"]: one["left_out"] for one in report["pictures"] if one["left_out"]}
    assert left["twice.png"] == f"is a copy of {LOVE}_0.png"
    assert left["noise.png"] == "no hand found"
    assert left["notes.txt"].startswith("no picture")
    assert {claims["shape"] for claims in report["reference"]} >= {"middle_finger", "thumb_up", "no_gesture"}
    assert page.count("data:image/jpeg;base64,") >= 14
    assert "http" not in page.replace("http-equiv", "")


def test_the_sign_is_seen_on_people_it_was_not_learnt_from(
    learnt: tuple[Path, dict[str, Any], str], tmp_path: Path
) -> None:
    write_pictures(tmp_path, LOVE, range(20, 26))
    write_pictures(tmp_path, "fist", range(30, 32))
    done = consigliere("classify", tmp_path, "--vocabulary", learnt[0])
    assert done.returncode == 0, done.stderr
    told = {
        Path(line["file"]).name: [hand["gesture"] for hand in line["hands"]] for line in lines(done.stdout)
    }
    assert sum(gestures == ["peace"] for name, gestures in told.items() if LOVE in name) >= 5
    assert all("peace" not in gestures for name, gestures in told.items() if "fist" in name)


def test_watch_tells_the_sign_by_its_meaning(
    learnt: tuple[Path, dict[str, Any], str], tmp_path: Path
) -> None:
    film = write_video(
        tmp_path / "film.mp4", 12, size=(WIDTH, HEIGHT), fps=10, paint=lambda index, *_: sign(LOVE, 21, index)
    )
    rules = tmp_path / "rules.toml"
    rules.write_text(f"[vocabulary]\nfile = {json.dumps(str(learnt[0]))}\n", encoding="utf-8")
    for option in (("--vocabulary", learnt[0]), ("--ruleset", rules)):
        done = consigliere("watch", film, "--jsonl", "-", *option)
        assert done.returncode == 0, done.stderr
        started = [line["data"] for line in lines(done.stdout) if line["type"] == "gesture.started"]
        assert [(data["gesture"], data["shape"]) for data in started] == [("peace", "love")]


def test_a_sign_is_listed_and_forgotten(learnt: tuple[Path, dict[str, Any], str], tmp_path: Path) -> None:
    words = tmp_path / "words.json"
    words.write_bytes(learnt[0].read_bytes())
    listed = json.loads(consigliere("gestures", "list", "--vocabulary", words, "--json").stdout)
    assert listed["version"] == 1
    assert {"shape": "love", "gesture": "peace", "learnt": True, "forbidden": False} in listed["shapes"]
    assert [row["shape"] for row in listed["shapes"] if row["forbidden"]] == ["middle_finger"]
    assert consigliere("gestures", "forget", "love", "--vocabulary", words).returncode == 0
    shown = consigliere("gestures", "list", "--vocabulary", words).stdout
    assert shown.startswith("version 2\n")
    assert "love" not in shown
    again = consigliere("gestures", "forget", "love", "--vocabulary", words)
    assert (again.returncode, len(again.stderr.splitlines())) == (2, 1)


def test_too_few_hands_teach_nothing(pictures: Path, tmp_path: Path) -> None:
    few, words = tmp_path / "few", tmp_path / "words.json"
    write_pictures(few, LOVE, range(3))
    done = consigliere("gestures", "learn", "love", few, "--vocabulary", words, "--accept")
    assert done.returncode == 2
    assert done.stderr == "consigliere: love: refused: 3 hands found, at least 10 are needed\n"
    assert not words.exists()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("learn", "fist", "."), "fist: a sign is named by"),
        (("learn", "Big Sign", "."), "Big Sign: a sign is named by"),
        (("learn", "love", "none"), "none: no folder"),
        (("learn", "love", ".", "--meaning", " "), "--meaning '': a gesture is a word"),
        (("forget", "love", "--vocabulary", "none.json"), "none.json: cannot be read"),
        (("evaluate", "none"), "none/index.csv: cannot be read"),
        (("evaluate", "tests", "--vocabulary", "Makefile"), "Makefile: is no JSON"),
    ],
)
def test_wrong_usage_is_one_line(arguments: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(CommandError) as caught:
        app(["gestures", *arguments], standalone_mode=False)
    assert str(caught.value).startswith(complaint)
    assert "\n" not in str(caught.value)


def test_labelled_pictures_are_judged_and_the_unusable_told(tmp_path: Path) -> None:
    for shape in ("fist", "palm"):
        write_pictures(tmp_path, shape, range(40, 44))
    Image.effect_noise((WIDTH, HEIGHT), 40).convert("RGB").save(tmp_path / "noise.png")
    (tmp_path / "broken.png").write_bytes(b"\x89PNG\r\n")
    rows = [f"{shape}_{person}.png,{shape},made" for shape in ("fist", "palm") for person in range(40, 44)]
    rows += ["noise.png,ok,made", "broken.png,ok,made", "gone.png,ok,made"]
    (tmp_path / "index.csv").write_text("\n".join(["file,shape,source", *rows]), encoding="utf-8")
    page = tmp_path / "page.html"
    done = consigliere("gestures", "evaluate", tmp_path, "--json", "-", "--html", page)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "left out 2 of the rows: gone.png (there is no such file), broken.png (" in done.stderr
    told = json.loads(done.stdout)
    assert (told["pictures"], told["hands_shown"], told["hands_found"]) == (9, 9, 8)
    figures = {one["shape"]: one for one in told["shapes"]}
    assert figures["ok"]["f1"] == 0.0
    assert figures["fist"]["recall"] >= 0.75
    assert figures["palm"]["recall"] >= 0.75
    assert [error["file"] for error in told["errors"] if error["said"] is None] == ["noise.png"]
    assert "noise.png" in page.read_text(encoding="utf-8")


def test_an_output_never_replaces_an_input(tmp_path: Path) -> None:
    (path,) = write_pictures(tmp_path, "fist", range(40, 41))
    (tmp_path / "index.csv").write_text(f"file,shape\n{path.name},fist\n", encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(CommandError, match="is an input"):
        app(["gestures", "evaluate", str(tmp_path), "--html", str(path)], standalone_mode=False)
    assert path.read_bytes() == before


def test_a_page_never_replaces_the_vocabulary(tmp_path: Path) -> None:
    (path,) = write_pictures(tmp_path, "fist", range(40, 41))
    kept = tmp_path / "kept.json"
    taught = ["gestures", "learn", "vulcan", str(tmp_path), "--accept", "--vocabulary", str(kept)]
    with pytest.raises(CommandError, match="is named for two outputs"):
        app([*taught, "--html", str(kept)], standalone_mode=False)
    page = str(tmp_path / "page")
    with pytest.raises(CommandError, match="is named for two outputs"):
        app([*taught, "--html", page, "--json", page], standalone_mode=False)
    assert sorted(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("option", ["--vocabulary", "--ruleset"])
def test_an_evaluation_never_replaces_its_settings(tmp_path: Path, option: str) -> None:
    (path,) = write_pictures(tmp_path, "fist", range(40, 41))
    (tmp_path / "index.csv").write_text(f"file,shape\n{path.name},fist\n", encoding="utf-8")
    settings = tmp_path / "settings"
    text = "[shapes]\nleast = 0.6\n"
    if option == "--vocabulary":
        text = json.dumps({"format": "consigliere-vocabulary/1", "version": 1})
    settings.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError, match="settings is an input"):
        app(
            ["gestures", "evaluate", str(tmp_path), option, str(settings), "--json", str(settings)],
            standalone_mode=False,
        )
    assert settings.read_text(encoding="utf-8") == text


def test_an_output_that_cannot_be_written_is_refused_before_the_work(tmp_path: Path) -> None:
    Image.new("RGB", (64, 64)).save(tmp_path / "a.png")
    (tmp_path / "index.csv").write_text("file,shape\na.png,no_gesture\n", encoding="utf-8")
    done = consigliere("gestures", "evaluate", tmp_path, "--html", tmp_path / "gone" / "page.html")
    assert done.returncode == 2
    assert "page.html: cannot be written; choose a folder that is there and yours" in done.stderr
