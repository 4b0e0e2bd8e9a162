"""One look at some seats: the cheap evidence first, the dear one only where doubt is left.

Hands that are tracked anyway cost nothing, a face about a millisecond, the person detector ten times that.
The pose detector costs nearly as much as the person detector and finds fewer people: it is asked only in
a thorough look, for its shoulders and hips.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
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
from vision.presence.lone_hands import HandSearch
from vision.presence.parts import overlaid, persons_in_parts


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
_Kept = Callable[[Finds, tuple[Detection, ...]], Finds]


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
    search: HandSearch | None = None,
    careful: Collection[int] = (),
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
        search: looks for hands once more where nobody was found, see `careful`; where there are none either,
            parts of the picture are searched for people.
        careful: seats that are about to be called empty; with `thorough` all are.
        thorough: ask every detector even where a cheaper one is certain, as for a single photograph.

    Returns:
        The evidence of every seat in `pictures`, but of those in `spare` only where it is certain.
    """
    now = _Look(pictures, hands, models, policy, lively or {}, known or {})
    unsure = list(pictures) if thorough else now.doubtful()
    asked = [seat for seat in pictures if seat in unsure or seat in faces]
    now.ask(detect_faces, models.face, asked, lambda finds, found: replace(finds, faces=found))
    if thorough:
        now.ask(detect_bodies, models.pose, asked, lambda finds, found: replace(finds, poses=found))
    unsure = list(pictures) if thorough else now.doubtful()
    answered = [seat for seat in unsure if seat not in spare]
    now.ask(efficientdet.detect, models.person, answered, lambda finds, found: replace(finds, persons=found))
    now.look_closer(answered)
    if search is not None:
        now.search([seat for seat in answered if thorough or seat in careful], search)
    unanswered = set(unsure) & set(spare)
    return {seat: now.evidence(seat) for seat in pictures if seat not in unanswered}


class _Look:
    """What is found on the way, by seat."""

    def __init__(
        self,
        pictures: Mapping[int, Picture],
        hands: Mapping[int, Sequence[Hand]],
        models: PresenceModels,
        policy: LookPolicy,
        lively: Mapping[int, Sequence[Box]],
        known: Mapping[int, PersonEvidence],
    ) -> None:
        self._pictures, self._models, self._policy = pictures, models, policy
        self._finds = {seat: Finds(hands=tuple(hands.get(seat, ()))) for seat in pictures}
        self._judges = {
            seat: Judge(
                picture,
                policy.calibration,
                policy.flat,
                pixels(lively.get(seat, ()), picture.size),
                known.get(seat),
            )
            for seat, picture in pictures.items()
        }

    def evidence(self, seat: int) -> PersonEvidence:
        return self._judges[seat].evidence(self._finds[seat])

    def doubtful(self) -> list[int]:
        return [seat for seat in self._pictures if self.evidence(seat).score < self._policy.certain]

    def ask(self, detector: Detector, engine: Engine, among: Sequence[int], kept: _Kept) -> None:
        """Let a detector look at some seats and keep what it finds."""
        found = detector([self._pictures[seat] for seat in among], engine, self._policy.keep)
        for seat, own in zip(among, found, strict=True):
            self._finds[seat] = kept(self._finds[seat], own)

    def look_closer(self, among: Sequence[int]) -> None:
        """Look closer at what is unclear at some seats."""
        unclear = [(seat, box) for seat in among for box in self._judges[seat].unclear(self._finds[seat])]
        wanted = [(self._pictures[seat], box) for seat, box in unclear]
        closer = look_closer(wanted, self._models.face, self._models.person, self._policy.keep)
        for (seat, _), one in zip(unclear, closer, strict=True):
            self._judges[seat].learn(one)

    def search(self, among: Sequence[int], search: HandSearch) -> None:
        """Look for small hands and people at those of some seats where nobody was found."""
        empty: list[int] = []
        for seat in among:
            before = self._finds[seat]
            if self.evidence(seat).present:
                continue
            self._finds[seat] = replace(before, hands=search(self._pictures[seat]))
            if not self.evidence(seat).present:
                self._finds[seat] = before  # hands that a flat picture shows stay out of what follows
                empty.append(seat)
        for seat in empty:
            flat = [one.box for one in self.evidence(seat).flat]
            found = persons_in_parts(self._pictures[seat], self._models.person, self._policy.keep)
            small = tuple(one for one in found if not overlaid(one.box, flat))
            self._finds[seat] = replace(self._finds[seat], small=small)
        self.look_closer(empty)
