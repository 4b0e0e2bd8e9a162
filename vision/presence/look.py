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
from vision.presence.detectors import detect_bodies, detect_faces
from vision.presence.flat import FlatPolicy, Frame4, flat_ones, frames, without
from vision.presence.fusion import Calibration, Finds, fuse
from vision.presence.lively import same


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
        thorough: ask every detector even where a cheaper one is certain, as for a single photograph.

    Returns:
        The evidence of every seat in `pictures`, but of those in `spare` only where it is certain.
    """
    finds = {seat: Finds(hands=tuple(hands.get(seat, ()))) for seat in pictures}
    flat = _Flat(pictures, lively or {}, policy)

    def ask(
        detector: Detector, engine: Engine, among: Sequence[int]
    ) -> Iterator[tuple[int, tuple[Detection, ...]]]:
        found = detector([pictures[seat] for seat in among], engine, policy.keep)
        return zip(among, found, strict=True)

    def doubtful() -> list[int]:
        return [seat for seat in pictures if thorough or flat.score(seat, finds[seat]) < policy.certain]

    unsure = doubtful()
    asked = [seat for seat in pictures if seat in unsure or seat in faces]
    for seat, found in ask(detect_faces, models.face, asked):
        finds[seat] = replace(finds[seat], faces=found)
    if thorough:
        for seat, found in ask(detect_bodies, models.pose, list(pictures)):
            finds[seat] = replace(finds[seat], poses=found)
    open_seats = doubtful()
    for seat, found in ask(efficientdet.detect, models.person, [s for s in open_seats if s not in spare]):
        finds[seat] = replace(finds[seat], persons=found)
    unanswered = set(open_seats) & set(spare)
    return {seat: flat.fused(seat, finds[seat]) for seat in pictures if seat not in unanswered}


class _Flat:
    """Fuses finds less flat pictures of people; frames are sought only where they could change the answer."""

    def __init__(
        self, pictures: Mapping[int, Picture], lively: Mapping[int, Sequence[Box]], policy: LookPolicy
    ) -> None:
        self._pictures, self._lively, self._policy = pictures, lively, policy
        self._frames: dict[int, list[Frame4]] = {}

    def score(self, seat: int, finds: Finds) -> float:
        return self.fused(seat, finds).score

    def fused(self, seat: int, finds: Finds) -> PersonEvidence:
        policy, size = self._policy, self._pictures[seat].size
        first = fuse(finds, size, policy.calibration)
        alone = "hands" in first.evidence and not finds.persons  # certain hands need no body to count
        if not first.present or alone or not self._may_be_flat(seat, finds):
            return first
        if seat not in self._frames:
            self._frames[seat] = frames(self._pictures[seat], policy.flat)
        flat = flat_ones(finds, self._frames[seat], self._moved(seat), policy.flat)
        if not flat:
            return first
        rest = fuse(without(finds, flat), size, policy.calibration)
        return replace(rest, flat=tuple(sorted(flat, key=lambda one: -one.score)))

    def _moved(self, seat: int) -> list[Box]:
        """Where something has moved, in display pixels."""
        width, height = self._pictures[seat].size
        boxes = self._lively.get(seat, ())
        return [(x0 * width, y0 * height, x1 * width, y1 * height) for x0, y0, x1, y1 in boxes]

    def _may_be_flat(self, seat: int, finds: Finds) -> bool:
        """Whether nobody is cut off by the picture's edge and nothing found has moved."""
        width, height = self._pictures[seat].size
        curves, rim, lively = self._policy.calibration, _RIM * max(width, height), self._moved(seat)
        likely = [one.box for one in finds.persons if curves.person(one.score) >= _LIKELY]
        cut = any(x0 < rim or y1 > height - rim or x1 > width - rim for x0, _, x1, y1 in likely)
        moved = any(same(one.box, lively) for one in (*finds.faces, *finds.persons))
        return not cut and not moved


_LIKELY = 0.5
_RIM = 0.01
"""How near to the picture's edge, by its longer side, a box has to end for its body to be cut off there."""
