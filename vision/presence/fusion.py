"""From detector scores to one statement about a seat.

Each detector's score becomes a probability by a logistic curve of its own: the detectors disagree about
what 0.6 means. The strongest piece of evidence speaks for all, since the detectors err together (a
hidden face hides from all of them) and any one of them suffices to show a person.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from vision.checks import positive, within
from vision.observations import Box, Detection, Hand, PersonEvidence
from vision.presence.lively import same


@dataclass(frozen=True, slots=True)
class Curve:
    """probability = 1 / (1 + exp((centre - score) / width)); source: Platt (1999)."""

    centre: float
    """The score that is as likely right as wrong."""
    width: float
    """How fast doubt goes: above 0."""

    def __post_init__(self) -> None:
        within(0, 1, centre=self.centre)
        positive(width=self.width)

    def __call__(self, score: float) -> float:
        """The probability 0..1 of a detector's score."""
        return 1 / (1 + math.exp(min(50.0, (self.centre - score) / self.width)))


@dataclass(frozen=True, slots=True)
class Finds:
    """What the detectors that were asked found at one seat."""

    hands: tuple[Hand, ...] = ()
    faces: tuple[Detection, ...] = ()
    poses: tuple[Detection, ...] = ()
    """Of the pose detector."""
    persons: tuple[Detection, ...] = ()
    """Of the person detector."""
    small: tuple[Detection, ...] = ()
    """Of the person detector in parts of the picture, see `parts`: what it takes for nobody in the whole."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The curve of each kind of evidence.

    Fitted by `datasets.hard_people.calibration` to 96 photographs and 840 hard pictures (seeds 41 and 42),
    then rounded towards seeing a person: somebody who is called absent wrongly is accused, an empty seat that
    is called taken costs a vote. The pose detector takes what it likes for a body, so it speaks only where it
    is sure. `small` is set by hand: in 384 pictures whose whole shows nobody, clothes reach 0.80 once.
    """

    hand: Curve = Curve(0.6, 0.06)
    face: Curve = Curve(0.74, 0.025)
    pose: Curve = Curve(0.92, 0.02)
    person: Curve = Curve(0.355, 0.10)
    hanging: Curve = Curve(0.65, 0.03)
    """Of the person detector for what hangs in the air, as clothes on a wall do."""
    small: Curve = Curve(0.82, 0.03)
    """Of the person detector in parts of the picture: clothes pass for somebody there more often."""
    floor: float = 0.97
    """Share of the picture's height above which a body has to end to hang."""
    slid: float = 0.45
    """The same below which what reaches further down has to begin to be somebody slid down in the chair."""
    broad: float = 0.38
    """Least width by its height of what may hang."""
    large: float = 0.3
    """Share of the picture from which a body hangs nowhere: it sits before the camera."""

    def __post_init__(self) -> None:
        within(0, 1, floor=self.floor, slid=self.slid, large=self.large)
        positive(broad=self.broad)


def fuse(
    finds: Finds, size: tuple[int, int], calibration: Calibration, lively: Sequence[Box] = ()
) -> PersonEvidence:
    """Join the evidence of one look.

    Args:
        finds: of the detectors that were asked.
        size: width and height of the picture, display pixels.
        calibration: what their scores mean.
        lively: where something has moved, display pixels: that hangs nowhere.

    Returns:
        `present` where the strongest evidence is more likely right than wrong; `bodies` are those of
        the person detector where it found any, else those of the pose detector.
    """
    kinds = {
        "face": _best(finds.faces, calibration.face),
        "body": max(
            _best(finds.poses, calibration.pose),
            _bodies(finds.persons, size, calibration, lively),
            _best(finds.small, calibration.small),
        ),
        "hands": max((calibration.hand(hand.presence) for hand in finds.hands), default=0.0),
    }
    score = max(kinds.values())
    return PersonEvidence(
        present=score >= 0.5,
        score=score,
        evidence=tuple(kind for kind, probability in kinds.items() if probability >= 0.5),
        faces=finds.faces,
        bodies=(*finds.persons, *finds.small) or finds.poses,
    )


def _bodies(
    persons: Sequence[Detection], size: tuple[int, int], calibration: Calibration, lively: Sequence[Box]
) -> float:
    def likely(one: Detection) -> float:
        doubted = hangs(one, size, calibration) and not same(one.box, lively)
        return (calibration.hanging if doubted else calibration.person)(one.score)

    return max(map(likely, persons), default=0.0)


def hangs(one: Detection, size: tuple[int, int], calibration: Calibration) -> bool:
    """Whether a body is small, reaches no side, and is too broad to be somebody who stands far away.

    Boxes of clothes often go on to the lower edge where nothing is.
    """
    (x0, y0, x1, y1), (width, height) = one.box, size
    free = x0 > 0.01 * width and x1 < 0.99 * width
    high = y1 < calibration.floor * height or y0 < calibration.slid * height
    small = (x1 - x0) * (y1 - y0) < calibration.large * width * height
    return free and high and small and x1 - x0 >= calibration.broad * (y1 - y0)


def _best(detections: Sequence[Detection], curve: Curve) -> float:
    return max((curve(detection.score) for detection in detections), default=0.0)
