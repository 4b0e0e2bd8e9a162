"""The index of a labelled folder: what it must hold, and what is left out without losing the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from datasets.evaluation.index import UnusableIndex, read_index
from vision.gestures.vocabulary import SHAPES


def folder(place: Path, text: str, *pictures: str) -> Path:
    for name in pictures:
        (place / name).write_bytes(b"")
    (place / "index.csv").write_text(text, encoding="utf-8")
    return place


def test_rows_come_in_order_with_what_they_say(tmp_path: Path) -> None:
    text = "file,shape,also,person,source,skin\na.jpg,ok,,p1,one,3 medium\nb.jpg,palm+two,four,p2,,\n"
    rows, faults = read_index(folder(tmp_path, text, "a.jpg", "b.jpg"), SHAPES)
    assert faults == []
    assert [(row.photograph.shapes, row.photograph.also, row.skin) for row in rows] == [
        (("ok",), (), "3 medium"),
        (("palm", "two"), ("four",), ""),
    ]
    assert [(row.photograph.person, row.photograph.source) for row in rows] == [("p1", "one"), ("p2", "")]


def test_two_columns_are_enough_and_a_byte_order_mark_is_no_name(tmp_path: Path) -> None:
    rows, _ = read_index(folder(tmp_path, "\ufefffile,shape\na.jpg,ok\n", "a.jpg"), SHAPES)
    assert [row.photograph.shapes for row in rows] == [("ok",)]


def test_rows_that_cannot_be_used_are_told_and_the_rest_stays(tmp_path: Path) -> None:
    text = "file,shape,also\nnone.jpg,ok,\na.jpg,vulcan,\na.jpg,ok,vulcan\n,ok,\na.jpg,,\na.jpg\na.jpg,ok,\n"
    rows, faults = read_index(folder(tmp_path, text, "a.jpg"), SHAPES)
    assert len(rows) == 1
    assert [(fault.file, fault.reason) for fault in faults] == [
        ("none.jpg", "there is no such file"),
        ("a.jpg", "no shape is called 'vulcan'"),
        ("a.jpg", "no shape is called 'vulcan'"),
        ("row 5", "names no file"),
        ("a.jpg", "no shape is called ''"),
        ("a.jpg", "no shape is called ''"),
    ]


def test_a_picture_counts_once_and_lies_in_the_folder(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "out.jpg").write_bytes(b"")
    text = "file,shape\na.jpg,ok\n./a.jpg,two\n../out.jpg,ok\n"
    rows, faults = read_index(folder(inside, text, "a.jpg"), SHAPES)
    assert [row.photograph.shapes for row in rows] == [("ok",)]
    assert [(fault.file, fault.reason) for fault in faults] == [
        ("./a.jpg", "row 3 names it again, after row 2"),
        ("../out.jpg", "lies outside the folder"),
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("shape\nok\n", "no column file; there must be file and shape"),
        ("file\na.jpg\n", "no column shape"),
        ("", "no column file"),
        ("file,shape\n", "names no picture"),
    ],
)
def test_an_index_that_says_too_little_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(UnusableIndex, match=complaint):
        read_index(folder(tmp_path, text), SHAPES)


def test_a_folder_without_an_index_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnusableIndex, match="cannot be read"):
        read_index(tmp_path, SHAPES)
    (tmp_path / "index.csv").write_bytes(b"file,shape\n\xff\xfe,ok\n")
    with pytest.raises(UnusableIndex, match="is no table"):
        read_index(tmp_path, SHAPES)
