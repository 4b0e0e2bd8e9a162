"""One look at some seats: the cheap evidence first, the dear one only where doubt is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from models.engine import Engine
from vision.observations import Detection, Hand, PersonEvidence
from vision.picture import Picture
from vision.presence import efficientdet
from vision.presence.detectors import detect_bodies, detect_faces
from vision.presence.fusion import Calibration, Finds, fuse


@dataclass(frozen=True)
class PresenceModels:
    """Loaded engines."""

    face: Engine
    """`face_short`: (N, 128, 128, 3) float32 RGB in -1..1."""
    pose: Engine
    """`pose`: (N, 224, 224, 3) float32 RGB in -1..1."""
    person: Engine
    """`person`: as `vision.presence.efficientdet.detect` says."""


Detector = Callable[[Sequence[Picture], Engine, float], list[tuple[Detection, ...]]]


@dataclass(frozen=True, slots=True)
class LookPolicy:
    """How hard to look."""

    certain: float = 0.9
    """A probability at which no dearer detector is asked."""
    keep: float = 0.2
    """Detector scores below this are not worth a box."""
    calibration: Calibration = field(default_factory=Calibration)

    def __post_init__(self) -> None:
        if not (0.5 < self.certain < 1 and 0 < self.keep < 1):
            raise ValueError("certain must lie in 0.5..1 and keep in 0..1")


def look(
    pictures: Mapping[int, Picture],
    hands: Mapping[int, Sequence[Hand]],
    models: PresenceModels,
    policy: LookPolicy,
    *,
    thorough: bool = False,
) -> dict[int, PersonEvidence]:
    """Judge whether a person is at each seat, in one batch a detector.

    Args:
        pictures: by seat.
        hands: what the hand tracker sees in the same pictures, by seat.
        models: loaded engines.
        policy: how hard to look.
        thorough: ask every detector even where a cheaper one is certain, as for a single photograph.

    Returns:
        The evidence of every seat in `pictures`.
    """
    finds = {seat: Finds(hands=tuple(hands.get(seat, ()))) for seat in pictures}

    def ask(detector: Detector, engine: Engine) -> Iterator[tuple[int, tuple[Detection, ...]]]:
        seats = [seat for seat in pictures if thorough or _doubt(finds[seat], policy)]
        found = detector([pictures[seat] for seat in seats], engine, policy.keep)
        return zip(seats, found, strict=True)

    for seat, found in ask(detect_faces, models.face):
        finds[seat] = replace(finds[seat], faces=found)
    for seat, found in ask(detect_bodies, models.pose):
        finds[seat] = replace(finds[seat], poses=found)
    for seat, found in ask(efficientdet.detect, models.person):
        finds[seat] = replace(finds[seat], persons=found)
    return {seat: fuse(finds[seat], policy.calibration) for seat in pictures}


def _doubt(finds: Finds, policy: LookPolicy) -> bool:
    return fuse(finds, policy.calibration).score < policy.certain
