"""A rule set changes what it names and refuses what it does not understand, saying where."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from service.ruleset import RulesetError, load


@dataclass(frozen=True)
class Inner:
    limit: float = 15.0
    name: str = "a"

    def __post_init__(self) -> None:
        if self.limit <= 0:
            raise ValueError("limit must be above 0 s")


@dataclass(frozen=True)
class Outer:
    seats: int = 10
    parts: tuple[str, ...] = ("x",)
    holds: dict[str, float] = field(default_factory=dict)
    absence: Inner = field(default_factory=Inner)


def write(folder: Path, text: str) -> Path:
    path = folder / "rules.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_named_fields_change_and_the_rest_stays(tmp_path: Path) -> None:
    path = write(tmp_path, 'parts = ["y", "z"]\n[holds]\nred = 0.5\n[absence]\nlimit = 20\n')
    assert load(path, Outer()) == Outer(parts=("y", "z"), holds={"red": 0.5}, absence=Inner(limit=20.0))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("seat = 9", "seat: unknown; did you mean seats?"),
        ("[absence]\nfoo = 9", "absence.foo: unknown; known here: limit, name"),
        ('seats = "many"', "seats: Input should be a valid integer"),
        ("absence = 3", "absence: is a table, write [absence]"),
        ("[absence]\nlimit = -1", "absence: limit must be above 0 s"),
        ('[holds]\nred = "x"', "holds.red: Input should be a valid number"),
        ("= 3", "is no TOML"),
    ],
)
def test_a_bad_file_is_refused_with_its_place(tmp_path: Path, text: str, complaint: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(RulesetError) as caught:
        load(path, Outer())
    assert complaint in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match="cannot be read"):
        load(tmp_path / "none.toml", Outer())
