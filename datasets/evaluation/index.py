"""A folder of labelled pictures: `index.csv` with one row a picture."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from datasets.landmarks import Photograph

INDEX = "index.csv"
NEEDED = ("file", "shape")
"""Columns without which nothing can be judged; `also`, `label`, `person`, `source`, `licence` and `skin` may
be left out."""


class UnusableIndex(ValueError):
    """The folder cannot be judged at all. The message says what, where and what to do."""


@dataclass(frozen=True, slots=True)
class Row:
    """One picture that can be looked at."""

    path: Path
    photograph: Photograph
    """Without hands: those are found anew."""
    skin: str
    """As the index says it; empty where it does not."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A row that is left out."""

    file: str
    reason: str


def read_index(folder: Path, shapes: Sequence[str]) -> tuple[list[Row], list[Fault]]:
    """The rows of a folder's index in their order, and those that cannot be used.

    Args:
        folder: holds `index.csv` and the pictures that it names.
        shapes: that can be shown.

    Raises:
        UnusableIndex: no index, no table, a column that is needed is missing, or no row.
    """
    listed = read_table(folder, NEEDED)
    rows: list[Row] = []
    faults: list[Fault] = []
    first: dict[Path, int] = {}
    for number, entry in enumerate(listed, start=2):
        try:
            row = _row(folder, entry, shapes)
            once(row.path, number, first)
            rows.append(row)
        except ValueError as error:
            faults.append(Fault(entry["file"].strip() or f"row {number}", str(error)))
    return rows, faults


def picture_of(folder: Path, file: str) -> Path:
    """The file that a row names.

    Raises:
        ValueError: it names none, one outside the folder, or one that is not there.
    """
    if not file:
        raise ValueError("names no file")
    path = folder / file
    if not path.resolve().is_relative_to(folder.resolve()):
        raise ValueError("lies outside the folder")
    if not path.is_file():
        raise ValueError("there is no such file")
    return path


def once(path: Path, number: int, first: dict[Path, int]) -> None:
    """Note that a row, counted as in a text editor, names a file.

    Raises:
        ValueError: a row before it does, so that it would count twice.
    """
    before = first.setdefault(path.resolve(), number)
    if before != number:
        raise ValueError(f"row {number} names it again, after row {before}")


def read_table(folder: Path, needed: Sequence[str]) -> list[dict[str, str]]:
    """The entries of a folder's index in their order, by column; missing cells are empty.

    Args:
        folder: holds `index.csv`.
        needed: columns that there must be.

    Raises:
        UnusableIndex: no index, no table, a column that is needed is missing, or no row.
    """
    path = folder / INDEX
    try:
        with path.open(newline="", encoding="utf-8-sig") as lines:
            table = csv.DictReader(lines, restval="")
            columns = table.fieldnames or []
            missing = [name for name in needed if name not in columns]
            if missing:
                raise UnusableIndex(f"{path}: no column {missing[0]}; there must be {' and '.join(needed)}")
            listed = list(table)
    except OSError as error:
        raise UnusableIndex(
            f"{path}: cannot be read ({error.strerror}); give a folder of pictures with an {INDEX}"
        ) from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise UnusableIndex(f"{path}: is no table ({error}); write it as UTF-8 with commas") from error
    if not listed:
        raise UnusableIndex(f"{path}: names no picture")
    return listed


def _row(folder: Path, entry: dict[str, str], shapes: Sequence[str]) -> Row:
    """A row's picture; raises ValueError with what is wrong."""
    file = entry["file"].strip()
    path = picture_of(folder, file)
    shown = tuple(entry["shape"].strip().split("+"))
    also = tuple(entry.get("also", "").split())
    unknown = [shape for shape in (*shown, *also) if shape not in shapes]
    if unknown:
        raise ValueError(f"no shape is called {unknown[0]!r}")
    photograph = Photograph(
        file=file,
        shapes=shown,
        also=also,
        label=entry.get("label", ""),
        person=entry.get("person", ""),
        source=entry.get("source", ""),
        licence=entry.get("licence", ""),
        hands=(),
    )
    return Row(path, photograph, entry.get("skin", ""))
