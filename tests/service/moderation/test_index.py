"""The index of pictures and clips for moderation."""

from __future__ import annotations

from pathlib import Path

import pytest

from datasets.evaluation.index import UnusableIndex
from service.moderation.index import Absence, read_index


def folder(place: Path, text: str, *files: str) -> Path:
    for name in files:
        (place / name).write_bytes(b"")
    (place / "index.csv").write_text(text, encoding="utf-8")
    return place


def test_pictures_and_clips_stand_in_one_index(tmp_path: Path) -> None:
    text = (
        "file,person,kind,nudity,source,licence,absent_from,absent_until\n"
        "a.jpg,yes,hood,,one,CC0,,\n"
        "b.jpg,no,coat,no,two,,,\n"
        "c.mp4,,,,three,,3.2 30,20.7 -\n"
        "d.mp4,yes,,,,,none,\n"
    )
    rows, faults = read_index(folder(tmp_path, text, "a.jpg", "b.jpg", "c.mp4", "d.mp4"))
    assert faults == []
    assert [(row.person, row.kind, row.source) for row in rows[:2]] == [
        (True, "hood", "one"),
        (False, "coat", "two"),
    ]
    assert rows[2].absences == (Absence(3.2, 20.7), Absence(30.0, None))
    assert (rows[3].absences, rows[3].person) == ((), None)


def test_hands_alone_are_a_person_and_the_photographs_own_column_is_known(tmp_path: Path) -> None:
    rows, _ = read_index(folder(tmp_path, "file,person_present\na.jpg,hand_only\n", "a.jpg"))
    assert rows[0].person is True


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("none.jpg,yes,,,", "there is no such file"),
        ("a.jpg,maybe,,,", "person is 'maybe', neither yes nor no"),
        ("a.jpg,yes,perhaps,,", "nudity is 'perhaps', neither yes nor no"),
        (",yes,,,", "names no file"),
        ("a.jpg,,,3,", "1 instants in absent_from, 0 in absent_until"),
        ("a.jpg,,,,3", "absent_until without absent_from"),
        ("a.jpg,,,5,4", "the instants of absence do not rise"),
        ("a.jpg,,,1 5,6 8", "the instants of absence do not rise"),
        ("a.jpg,,,1 5,- 8", "the instants of absence do not rise"),
        ("a.jpg,,,soon,9", "'soon' is no instant in seconds"),
        ("a.jpg,,,-1,9", "'-1' is no instant in seconds"),
        ("a.jpg,,,nan,9", "'nan' is no instant in seconds"),
    ],
)
def test_a_row_that_cannot_be_used_is_told_and_the_rest_stays(tmp_path: Path, row: str, reason: str) -> None:
    text = f"file,person,nudity,absent_from,absent_until\n{row}\nb.jpg,no,,,\n"
    rows, faults = read_index(folder(tmp_path, text, "a.jpg", "b.jpg"))
    assert [one.file for one in rows] == ["b.jpg"]
    assert [fault.reason for fault in faults] == [reason]


def test_an_index_without_labels_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnusableIndex, match="no column person"):
        read_index(folder(tmp_path, "file\na.jpg\n", "a.jpg"))
