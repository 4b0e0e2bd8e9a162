from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rules.table.book import RuleBook
from service import rulebook


def written(folder: Path, text: str) -> Path:
    path = folder / "book.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_no_file_is_the_default_book() -> None:
    assert rulebook.load(None) == RuleBook()


def test_an_empty_file_is_the_default_book(tmp_path: Path) -> None:
    assert rulebook.load(written(tmp_path, "")) == RuleBook()


def test_every_kind_of_value_is_read(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """
[normal]
speech = 45
[vote]
lift_day1 = false
majority = "absolute"
no_lift = [[2, 4], [3, 9]]
[end]
stalemate_nights = 0
[scoring.classic]
best_read = [0, 0.1, 0.3, 0.5]
[fair_play]
interject_disabled_at = 3
disqualification_grounds = ["disqualification", "abort_void"]
""",
    )
    default = RuleBook()
    assert rulebook.load(path) == replace(
        default,
        normal=replace(default.normal, speech=45.0),
        vote=replace(default.vote, lift_day1=False, majority="absolute", no_lift=((2, 4), (3, 9))),
        end=replace(default.end, stalemate_nights=0),
        scoring=replace(
            default.scoring, classic=replace(default.scoring.classic, best_read=(0.0, 0.1, 0.3, 0.5))
        ),
        fair_play=replace(
            default.fair_play,
            interject_disabled_at=3,
            disqualification_grounds=("disqualification", "abort_void"),
        ),
    )


@pytest.mark.parametrize(
    ("text", "place", "hint"),
    [
        ("[vote]\nlifts = true", "vote.lifts", "did you mean lift?"),
        ("[votes]\nlift = true", "votes", "did you mean vote?"),
        ("vote = true", "vote", "write [vote]"),
        ("[vote]\nlift = 1", "vote.lift", "not 1"),
        ("[vote]\nlift = 'no'", "vote.lift", "not 'no'"),
        ("[vote]\nmajority = 'two thirds'", "vote.majority", "'plurality' or 'absolute'"),
        ("[vote]\nno_lift = [[2, '4']]", "vote.no_lift.0.1", "not '4'"),
        ("[normal]\nspeech = true", "normal.speech", "not True"),
        ("[normal]\nspeech = inf", "normal.speech", "finite"),
        ("[day]\nnominations_a_day = 1.5", "day.nominations_a_day", "not 1.5"),
        ("[normal]\nspeech = 2026-01-01", "normal.speech", "2026-01-01"),
    ],
)
def test_an_unknown_key_or_a_wrong_value_is_refused_with_its_place(
    tmp_path: Path, text: str, place: str, hint: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(rulebook.RuleBookError) as refusal:
        rulebook.load(path)
    message = str(refusal.value)
    assert message.startswith(f"{path}: {place}: ")
    assert hint in message


def test_all_contradictions_are_told_at_once_with_place_and_hint(tmp_path: Path) -> None:
    path = written(tmp_path, "[normal]\nspeech = -1\n[vote]\nlift = false\nall_tied_lift = true\n")
    with pytest.raises(rulebook.RuleBookError) as refusal:
        rulebook.load(path)
    assert "normal.speech: a step cannot last -1.0 s; write seconds from 0.1 to 86400" in str(refusal.value)
    assert "vote.lift: the lift is off" in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(("content", "hint"), [(b"vote = [", "is no TOML"), (b"\xff", "is no TOML")])
def test_what_is_no_toml_is_said_to_be_none(tmp_path: Path, content: bytes, hint: str) -> None:
    path = tmp_path / "book.toml"
    path.write_bytes(content)
    with pytest.raises(rulebook.RuleBookError, match=hint):
        rulebook.load(path)


def test_a_missing_file_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(rulebook.RuleBookError, match=r"cannot be read .*; name a TOML file"):
        rulebook.load(tmp_path / "none.toml")
