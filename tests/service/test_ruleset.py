"""A rule set changes what it names and refuses what it does not understand, saying where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from service.ruleset import RulesetError, load
from vision.policy import TablePolicy
from vision.seating import SeatSettings


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


@dataclass(frozen=True)
class Numbered:
    parts: Mapping[int, Inner] = field(default_factory=dict)


def test_numbered_tables_lie_over_their_defaults(tmp_path: Path) -> None:
    path = write(tmp_path, '[parts.3]\nlimit = 2\n[parts.7]\nname = "b"\n')
    assert load(path, Numbered()) == Numbered({3: Inner(limit=2.0), 7: Inner(name="b")})


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[parts.3]\nfoo = 1", r"parts.3.foo: unknown"),
        ("[parts.3]\nlimit = -1", r"parts.3: limit must be above 0 s"),
        ("[parts.three]\nlimit = 1", r"parts.three: 'three' is no number"),
        ("[parts]\n3 = 1", r"parts.3: is a table, write \[parts.3\]"),
        ("parts = 1", r"parts: holds tables"),
    ],
)
def test_a_bad_numbered_table_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(RulesetError, match=complaint):
        load(write(tmp_path, text), Numbered())


def test_a_seat_is_set_in_a_rule_set(tmp_path: Path) -> None:
    policy = load(write(tmp_path, "[seats.3]\nrotation = 180\nmirrored = true\n"), TablePolicy())
    assert policy.seats == {3: SeatSettings(rotation=180, mirrored=True)}


def test_a_renamed_gesture_has_a_hold_time(tmp_path: Path) -> None:
    text = '[vocabulary.meanings]\nok = "boss"\n[signals.gestures.hold_of]\nboss = 0.7\nnumber_10 = 0.6\n'
    policy = load(write(tmp_path, text), TablePolicy())
    assert policy.signals.gestures.hold_time("boss") == 0.7


def test_a_mapping_keeps_the_entries_that_are_not_named(tmp_path: Path) -> None:
    holds = load(
        write(tmp_path, "[signals.gestures.hold_of]\nred = 0.5\n"), TablePolicy()
    ).signals.gestures.hold_of
    assert holds == {**TablePolicy().signals.gestures.hold_of, "red": 0.5}


@pytest.mark.parametrize(
    ("text", "meanings"),
    [
        (
            'forbidden_shape = "thumb_up"',
            {"thumb_up": "forbidden", "middle_finger": "middle_finger", "ok": "sheriff"},
        ),
        ('meanings = {ok = "boss"}', {"ok": "boss", "thumb_up": "red", "middle_finger": "forbidden"}),
    ],
)
def test_a_vocabulary_changes_what_it_names(tmp_path: Path, text: str, meanings: dict[str, str]) -> None:
    vocabulary = load(write(tmp_path, f"[vocabulary]\n{text}\n"), TablePolicy()).vocabulary
    assert {shape: vocabulary.gesture(shape) for shape in meanings} == meanings


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('[vocabulary]\nforbidden_shape = "x"', "vocabulary.forbidden_shape: no shape is called 'x'"),
        ('[vocabulary.meanings]\nfoo = "x"', "vocabulary.meanings: no shape is called 'foo'"),
        ("[signals.gestures]\nhold = nan", "signals.gestures.hold: Input should be a finite number"),
        ("[signals.gestures.hold_of]\nforbiden = 9.0", "hold_of.forbiden: no gesture is called so"),
        ('[signals.absence]\nlimit = "20"', "signals.absence.limit: Input should be a valid number"),
    ],
)
def test_bad_values_of_the_real_policy_are_refused(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(RulesetError, match=complaint):
        load(write(tmp_path, text), TablePolicy())
