"""Naked parts of the body: which ones a picture shows, and which of them break the rules.

The detector is an optional extra that an operator installs knowingly: NudeNet 3.4.2, its file `320n.onnx`,
under AGPL-3.0. Nothing of its code is used; without it the parts of a picture are unknown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from models.engine import Engine, FloatArray
from vision.boxes import overlaps
from vision.checks import within
from vision.nudity.pixels import Outlines, paint_over
from vision.observations import Detection
from vision.picture import Picture
from vision.presence.efficientdet import placement

SIDE = 320
"""Width and height of the input in pixels."""
PARTS = (
    "female_genitalia_covered",
    "face_female",
    "buttocks_exposed",
    "female_breast_exposed",
    "female_genitalia_exposed",
    "male_breast_exposed",
    "anus_exposed",
    "feet_exposed",
    "belly_covered",
    "feet_covered",
    "armpits_covered",
    "armpits_exposed",
    "face_male",
    "belly_exposed",
    "male_genitalia_exposed",
    "anus_covered",
    "female_breast_covered",
    "buttocks_covered",
)
"""What the detector tells apart, in the order of its outputs; source: the names in the model's metadata."""

_FLOOR, _OVERLAP = 0.2, 0.45  # source: nudenet 3.4.2, nudenet.py `_postprocess`


@dataclass(frozen=True, slots=True)
class PartPolicy:
    """Which parts are a violation (rule FP-S4), and how sure the detector has to be; data, not code.

    Raises:
        ValueError: for a part that the detector does not know, or a score outside 0..1.
    """

    violations: tuple[str, ...] = (
        "female_genitalia_exposed",
        "male_genitalia_exposed",
        "buttocks_exposed",
        "anus_exposed",
        "female_breast_exposed",
    )
    score: float = 0.3
    """Least score of a part that counts."""
    score_of: Mapping[str, float] = field(
        default_factory=lambda: MappingProxyType({"female_breast_exposed": 0.5})
    )
    """Where another one holds: the detector takes male chests for female ones."""
    rival_overlap: float = 0.5
    """A part that counts is in doubt where one that does not overlaps it so far (intersection over union)
    and scores at least half as high."""

    def __post_init__(self) -> None:
        for name in (*self.violations, *self.score_of):
            if name not in PARTS:
                raise ValueError(f"there is no part {name!r}; known: {', '.join(PARTS)}")
        within(0, 1, score=self.score, rival_overlap=self.rival_overlap)
        within(0, 1, **{f"score_of.{name}": least for name, least in self.score_of.items()})


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a body that was found."""

    name: str
    """One of `PARTS`."""
    found: Detection
    """Display pixels."""


def detect_parts(
    pictures: Sequence[Picture], engine: Engine, hidden: Sequence[Outlines] = ()
) -> list[tuple[Part, ...]]:
    """Parts in whole pictures, in one batch.

    Args:
        pictures: any sizes.
        hidden: for each picture the outlines that are painted over, in display pixels. Of 94 photographs of
            bare hands near the camera the detector called 63 naked parts.
        engine: takes (N, 3, 320, 320) float32 RGB 0..1, the picture in the upper left corner, black beside
            or below it; gives (N, 22, 2100): box centre x, y, width, height in input pixels, 18 scores.

    Returns:
        For each picture its parts, by name and then by falling score.
    """
    if not pictures:
        return []
    painted = hidden or [()] * len(pictures)
    inputs = [preprocess(picture, outlines) for picture, outlines in zip(pictures, painted, strict=True)]
    (rows,) = engine.run(np.stack(inputs))
    return [decode(row, picture.size) for row, picture in zip(rows, pictures, strict=True)]


def preprocess(picture: Picture, hidden: Outlines = ()) -> FloatArray:
    """The detector's input, (3, 320, 320) float32 RGB 0..1; source: nudenet 3.4.2, `_read_image`.

    That exchanges red and blue by mistake; what the network was trained on is RGB.
    """
    pixels = picture.crop(placement(picture.size), (SIDE, SIDE))
    scale = SIDE / max(picture.size)
    paint_over(pixels, [(outline + 0.5) * scale - 0.5 for outline in hidden])
    width, height = (max(1, round(SIDE * side / max(picture.size))) for side in picture.size)
    pixels[height:] = 0
    pixels[:, width:] = 0
    return np.ascontiguousarray(pixels.transpose(2, 0, 1), dtype=np.float32) / np.float32(255)


def decode(output: FloatArray, size: tuple[int, int]) -> tuple[Part, ...]:
    """The parts that the detector's answer names.

    Unlike nudenet, which keeps the best name of a place only, every name is kept: `violating` needs the
    rivals.

    Args:
        output: (22, anchors) float32 of one picture.
        size: its width and height in display pixels.
    """
    scale = max(size) / SIDE
    parts: list[Part] = []
    for name, scores in zip(PARTS, output[4:], strict=True):
        likely = np.flatnonzero(scores >= _FLOOR)
        likely = likely[np.argsort(-scores[likely], kind="stable")]
        boxes = _corners(output[:4, likely].T * scale, size)
        while len(boxes):
            box = boxes[0]
            x0, y0, x1, y1 = (float(value) for value in box)
            parts.append(Part(name, Detection((x0, y0, x1, y1), float(scores[likely[0]]))))
            apart = overlaps(box, boxes) <= _OVERLAP
            apart[0] = False
            boxes, likely = boxes[apart], likely[apart]
    return tuple(sorted(parts, key=lambda part: PARTS.index(part.name)))


def _corners(boxes: FloatArray, size: tuple[int, int]) -> FloatArray:
    """(N, 4) centre and size -> (N, 4) corners within the picture, display pixels."""
    half = boxes[:, 2:] / 2
    corners = np.concatenate([boxes[:, :2] - half, boxes[:, :2] + half], axis=1) - np.float32(0.5)
    limits = np.array([size[0] - 1, size[1] - 1] * 2, dtype=np.float32)
    return np.asarray(np.clip(corners, 0, limits), dtype=np.float32)


def violating(parts: Sequence[Part], policy: PartPolicy) -> tuple[tuple[str, float], ...]:
    """The names of the parts that break the rules with their best scores, in the policy's order."""
    best: dict[str, float] = {}
    for part in parts:
        least = policy.score_of.get(part.name, policy.score)
        if part.name not in policy.violations or part.found.score < least:
            continue
        if not any(_doubts(other, part, policy) for other in parts):
            best[part.name] = max(best.get(part.name, 0.0), part.found.score)
    return tuple((name, best[name]) for name in policy.violations if name in best)


def _doubts(other: Part, part: Part, policy: PartPolicy) -> bool:
    """Whether a harmless name of the same place is half as likely."""
    if other.name in policy.violations or 2 * other.found.score < part.found.score:
        return False
    box = np.array(part.found.box, dtype=np.float32)
    others = np.array([other.found.box], dtype=np.float32)
    return bool(overlaps(box, others)[0] >= policy.rival_overlap)
