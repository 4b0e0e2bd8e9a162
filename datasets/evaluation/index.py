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
    for number, entry in enumerate(listed, start=2):
        found = _row(folder, entry, shapes, number)
        if isinstance(found, Row):
            rows.append(found)
        else:
            faults.append(found)
    return rows, faults


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


def _row(folder: Path, entry: dict[str, str], shapes: Sequence[str], number: int) -> Row | Fault:
    file = entry["file"].strip()
    if not file:
        return Fault(f"row {number}", "names no file")
    shown = tuple(entry["shape"].strip().split("+"))
    also = tuple(entry.get("also", "").split())
    unknown = [shape for shape in (*shown, *also) if shape not in shapes]
    if unknown:
        return Fault(file, f"no shape is called {unknown[0]!r}")
    path = folder / file
    if not path.is_file():
        return Fault(file, "there is no such picture")
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
