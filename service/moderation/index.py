"""A folder of labelled pictures and clips: `index.csv` with one row each."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from datasets.evaluation.index import Fault, UnusableIndex, once, picture_of, read_table

NEEDED = ("file",)
PERSON = ("person", "person_present")
"""Names of the column that says whether a person is at the seat; the first that there is counts."""
_LABELS = {"yes": True, "no": False, "hand_only": True, "hands_only": True}
"""Hands alone keep a player present."""
_NUDITY = {"yes": True, "no": False, "": False}


@dataclass(frozen=True, slots=True)
class Absence:
    """A stretch of a clip in which nobody is at the seat."""

    since: float
    """Media time in seconds of the last frame with a person."""
    until: float | None
    """Media time of the first frame with a person again; None where nobody comes back."""


@dataclass(frozen=True, slots=True)
class Row:
    """One picture or clip."""

    path: Path
    file: str
    person: bool | None
    """Whether a person is at the seat; None for a clip that is judged by its instants."""
    absences: tuple[Absence, ...] | None
    """Of a clip; None for a picture."""
    kind: str
    nude: bool
    """Whether it shows a naked body; where the index does not say so it does not."""
    source: str
    licence: str


def read_index(folder: Path) -> tuple[list[Row], list[Fault]]:
    """The rows of a folder's index in their order, and those that cannot be used.

    A row is a clip where `absent_from` is filled (seconds of the last frame with a person, several separated
    by spaces, or `none`); `absent_until` has as many, `-` where nobody comes back. Other rows are pictures.

    Raises:
        UnusableIndex: no index, no table, a column that is needed is missing, or no row.
    """
    listed = read_table(folder, NEEDED)
    label = next((name for name in PERSON if name in listed[0]), None)
    if label is None and "absent_from" not in listed[0]:
        raise UnusableIndex(f"{folder}: the index has no column person; say yes or no in it for each picture")
    rows: list[Row] = []
    faults: list[Fault] = []
    first: dict[Path, int] = {}
    for number, entry in enumerate(listed, start=2):
        file = entry["file"].strip()
        try:
            row = _row(picture_of(folder, file), file, entry, label)
            once(row.path, number, first)
            rows.append(row)
        except ValueError as error:
            faults.append(Fault(file or f"row {number}", str(error)))
    return rows, faults


def _row(path: Path, file: str, entry: dict[str, str], label: str | None) -> Row:
    person = entry.get(label, "").strip().lower() if label else ""
    nudity = entry.get("nudity", "").strip().lower()
    absences = _absences(entry.get("absent_from", "").split(), entry.get("absent_until", "").split())
    if absences is None and person not in _LABELS:
        raise ValueError(f"person is {person!r}, neither yes nor no")
    if nudity not in _NUDITY:
        raise ValueError(f"nudity is {nudity!r}, neither yes nor no")
    return Row(
        path,
        file,
        _LABELS.get(person) if absences is None else None,
        absences,
        entry.get("kind", "").strip(),
        _NUDITY[nudity],
        entry.get("source", "").strip(),
        entry.get("licence", "").strip(),
    )


def _absences(starts: list[str], ends: list[str]) -> tuple[Absence, ...] | None:
    if not starts:
        if ends:
            raise ValueError("absent_until without absent_from")
        return None
    if starts == ["none"]:
        return ()
    if len(starts) != len(ends):
        raise ValueError(f"{len(starts)} instants in absent_from, {len(ends)} in absent_until")
    found = [
        Absence(_seconds(start), None if end == "-" else _seconds(end))
        for start, end in zip(starts, ends, strict=True)
    ]
    last = 0.0
    for absence in found:
        if absence.since < last or (absence.until is not None and absence.until <= absence.since):
            raise ValueError("the instants of absence do not rise")
        last = math.inf if absence.until is None else absence.until
    return tuple(found)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value >= 0):
        raise ValueError(f"{text!r} is no instant in seconds")
    return value
