"""Labelled photographs: an `index.csv` of pictures and a `landmarks.csv` of the hands found in them."""

from __future__ import annotations

import csv
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]

TRAINABLE = ("Apache-2.0", "MIT", "CC0", "CC-BY", "CC BY")
"""Beginnings of the licences that allow a model to be trained and given away; anything else only measures."""
FORBIDDING = ("CC-BY-NC", "CC BY-NC", "CC-BY-ND", "CC BY-ND")


@dataclass(frozen=True, slots=True)
class Found:
    """A hand that the landmark model found."""

    landmarks: FloatArray
    """(21, 3) display pixels, z as in `vision.observations.Landmarks`."""
    score: float


@dataclass(frozen=True, slots=True)
class Photograph:
    """One labelled picture."""

    file: str
    shapes: tuple[str, ...]
    """One shape a hand that is shown: one or two."""
    also: tuple[str, ...]
    """Shapes that are right too where the picture is ambiguous."""
    label: str
    person: str
    source: str
    licence: str
    hands: tuple[Found, ...]
    """The most confident first."""

    @property
    def trainable(self) -> bool:
        """Whether the licence allows training on it."""
        return self.licence.startswith(TRAINABLE) and not self.licence.startswith(FORBIDDING)

    @property
    def group(self) -> str:
        """Who is shown, across sources."""
        return f"{self.source}|{self.person}"

    @property
    def shown(self) -> tuple[Found, ...]:
        """The hands that the label speaks of: as many of the most confident as it names."""
        return self.hands[: len(self.shapes)]


@dataclass(frozen=True, slots=True)
class Labelled:
    """N hands to learn from."""

    landmarks: FloatArray
    """(N, 21, 3) display pixels."""
    shapes: tuple[str, ...]


def read_photographs(folder: Path) -> list[Photograph]:
    """Every picture of `folder/index.csv`, in its order, with the hands of `folder/landmarks.csv`.

    Raises:
        FileNotFoundError: if one of the tables is missing.
        ValueError: naming the row that has no usable number.
    """
    found: dict[str, list[Found]] = {}
    for row in _rows(folder / "landmarks.csv"):
        found.setdefault(row["file"], []).append(_hand(row))
    photographs = []
    for row in _rows(folder / "index.csv"):
        hands = sorted(found.get(row["file"], []), key=lambda hand: -hand.score)
        photographs.append(
            Photograph(
                file=row["file"],
                shapes=tuple(row["shape"].split("+")),
                also=tuple(row["also"].split()),
                label=row["label"],
                person=row["person"],
                source=row["source"],
                licence=row["licence"],
                hands=tuple(hands),
            )
        )
    return photographs


def labelled(photographs: list[Photograph]) -> Labelled:
    """The hands whose shape is certain.

    Left out are pictures where fewer hands were found than are shown, those that several shapes are right
    for, and threes whose thumb and index finger close a ring: a closed ring is an `ok` whatever is counted
    (README, Gestures).
    """
    hands: list[FloatArray] = []
    shapes: list[str] = []
    for photograph in photographs:
        if len(photograph.hands) < len(photograph.shapes) or photograph.also:
            continue
        if photograph.shapes == ("three",) and ring_gap(photograph.hands[0].landmarks) < RING:
            continue
        shown = sorted(photograph.shown, key=lambda hand: reach(hand.landmarks))
        hands += [hand.landmarks for hand in shown]
        shapes += sorted(photograph.shapes, key=_REACH.index) if len(shown) == 2 else photograph.shapes
    stacked = np.array(hands) if hands else np.empty((0, 21, 3))
    return Labelled(stacked, tuple(shapes))


_REACH = ("fist", "one", "two", "three", "four", "palm")
"""The shapes of two-handed pictures from the most closed hand to the most open."""


def reach(landmarks: FloatArray) -> float:
    """How far the four fingertips are from the wrist, in palms."""
    tips = np.linalg.norm(landmarks[[8, 12, 16, 20]] - landmarks[0], axis=1).mean()
    return float(tips / np.linalg.norm(landmarks[9] - landmarks[0]))


RING = 0.3
"""Thumb and index tips nearer than this many palms close a ring."""


def ring_gap(landmarks: FloatArray) -> float:
    """How far the index finger's tip is from the thumb's, in palms."""
    return float(np.linalg.norm(landmarks[4] - landmarks[8]) / np.linalg.norm(landmarks[9] - landmarks[0]))


def by_the_rules(photograph: Photograph) -> Photograph:
    """The photograph with what the rules of the table say of rings, where its label says otherwise.

    A ring of thumb and index finger is an `ok` whatever is counted with it (README, Gestures).
    """
    if (
        photograph.shapes == ("three",)
        and photograph.shown
        and ring_gap(photograph.shown[0].landmarks) < RING
    ):
        return replace(photograph, also=(*photograph.also, "ok"))
    return photograph


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def _hand(row: dict[str, str]) -> Found:
    try:
        width, height = float(row["width"]), float(row["height"])
        points = [[float(row[f"{axis}{i}"]) for axis in "xyz"] for i in range(21)]
        score = float(row["score"])
    except ValueError as error:
        raise ValueError(f"{row['file']}: {error}") from error
    # x and z are in picture widths, y in picture heights.
    return Found(np.array(points) * np.array([width, height, width]), score)
