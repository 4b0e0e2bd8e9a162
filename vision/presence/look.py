"""One look at some seats: the cheap evidence first, the dear one only where doubt is left.

Hands that are tracked anyway cost nothing, a face about a millisecond, the person detector ten times that.
The pose detector costs nearly as much as the person detector and finds fewer people: it is asked only in
a thorough look, for its shoulders and hips.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from models.engine import Engine
from vision.checks import between
from vision.observations import Box, Detection, Hand, PersonEvidence
from vision.picture import Picture
from vision.presence import efficientdet
from vision.presence.closer import look_closer
from vision.presence.detectors import detect_bodies, detect_faces
from vision.presence.flat import FlatPolicy
from vision.presence.fusion import Calibration, Finds
from vision.presence.judged import Judge
from vision.presence.lively import pixels


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
    flat: FlatPolicy = field(default_factory=FlatPolicy)

    def __post_init__(self) -> None:
        between(0.5, 1, certain=self.certain)
        between(0, 1, keep=self.keep)


def look(
    pictures: Mapping[int, Picture],
    hands: Mapping[int, Sequence[Hand]],
    models: PresenceModels,
    policy: LookPolicy,
    *,
    spare: Collection[int] = (),
    faces: Collection[int] = (),
    lively: Mapping[int, Sequence[Box]] | None = None,
    known: Mapping[int, PersonEvidence] | None = None,
    thorough: bool = False,
) -> dict[int, PersonEvidence]:
    """Judge whether a person is at each seat, in one batch a detector.

    Args:
        pictures: by seat.
        hands: what the hand tracker sees in the same pictures, by seat.
        models: loaded engines.
        policy: how hard to look.
        spare: seats that are not worth the person detector now.
        faces: seats whose face is asked for even where the hands are certain: a sign depends on it.
        lively: where at each seat something has moved lately, shares of the picture: no flat picture.
        known: by seat an earlier look at a picture of the same size: its frames and closer looks hold for
            what has not moved since.
        thorough: ask every detector even where a cheaper one is certain, as for a single photograph.

    Returns:
        The evidence of every seat in `pictures`, but of those in `spare` only where it is certain.
    """
    finds = {seat: Finds(hands=tuple(hands.get(seat, ()))) for seat in pictures}
    judges = {
        seat: Judge(
            picture,
            policy.calibration,
            policy.flat,
            pixels((lively or {}).get(seat, ()), picture.size),
            (known or {}).get(seat),
        )
        for seat, picture in pictures.items()
    }

    def ask(
        detector: Detector, engine: Engine, among: Sequence[int]
    ) -> Iterator[tuple[int, tuple[Detection, ...]]]:
        found = detector([pictures[seat] for seat in among], engine, policy.keep)
        return zip(among, found, strict=True)

    def doubtful() -> list[int]:
        return [
            seat for seat in pictures if thorough or judges[seat].evidence(finds[seat]).score < policy.certain
        ]

    unsure = doubtful()
    asked = [seat for seat in pictures if seat in unsure or seat in faces]
    for seat, found in ask(detect_faces, models.face, asked):
        finds[seat] = replace(finds[seat], faces=found)
    if thorough:
        for seat, found in ask(detect_bodies, models.pose, list(pictures)):
            finds[seat] = replace(finds[seat], poses=found)
    open_seats = doubtful()
    answered = [seat for seat in open_seats if seat not in spare]
    for seat, found in ask(efficientdet.detect, models.person, answered):
        finds[seat] = replace(finds[seat], persons=found)
    unclear = [(seat, box) for seat in answered for box in judges[seat].unclear(finds[seat])]
    wanted = [(pictures[seat], box) for seat, box in unclear]
    for (seat, _), closer in zip(
        unclear, look_closer(wanted, models.face, models.person, policy.keep), strict=True
    ):
        judges[seat].learn(closer)
    unanswered = set(open_seats) & set(spare)
    return {seat: judges[seat].evidence(finds[seat]) for seat in pictures if seat not in unanswered}
