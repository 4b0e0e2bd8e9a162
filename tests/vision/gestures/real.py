"""The photographed hands kept apart from the project, with their landmarks as MediaPipe sees them."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

from vision.observations import Landmarks


def real_hands(shared_data: Path) -> list[tuple[str, Landmarks]]:
    """(shape, landmarks in pixels) of every hand in every labelled picture."""
    with (shared_data / "hands" / "index.csv").open(encoding="utf-8") as file:
        shapes = {row["file"]: row["shape"] for row in csv.DictReader(file)}
    with (shared_data / "hands" / "landmarks.csv").open(encoding="utf-8") as file:
        return [(shapes[row["file"]], _points(row)) for row in csv.DictReader(file) if row["file"] in shapes]


def _points(row: dict[str, str]) -> Landmarks:
    scale = {"x": float(row["width"]), "y": float(row["height"]), "z": float(row["width"])}
    points = [[float(row[f"{axis}{i}"]) * scale[axis] for axis in "xyz"] for i in range(21)]
    return np.array(points, dtype=np.float32)
