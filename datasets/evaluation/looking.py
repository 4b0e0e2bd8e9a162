"""Looking at labelled pictures by the way that every still picture goes, and matching answers to labels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.evaluation.crops import SHARPNESS_SIDE, hand_crop, sharpness, whole_crop
from datasets.evaluation.index import Row
from datasets.landmarks import Photograph
from datasets.scoring import Judged, judge
from models.engine import Engine
from vision.gestures.geometry import palm_length
from vision.gestures.judging import likelihood
from vision.gestures.shapes import probabilities
from vision.gestures.vocabulary import NO_GESTURE, SHAPES
from vision.hands import HandModels
from vision.observations import Hand
from vision.picture import Picture, UInt8Array
from vision.policy import TablePolicy
from vision.still import hands_in

THUMBNAIL = 96
"""Width and height of the small pictures of errors, pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One hand that the label speaks of, as it was found."""

    judged: Judged
    sure: float
    """Of the answer, 0..1."""
    forbidden: float
    """Probability of the forbidden shape before any threshold, 0..1."""
    palm: float
    """Its length, pixels."""
    sharp: float
    """Sharpness of its crop, see `crops.sharpness`."""
    thumbnail: UInt8Array | None
    """(THUMBNAIL, THUMBNAIL, 3) RGB where the answer is wrong."""

    @property
    def right(self) -> bool:
        """Whether the answer is one that the label allows."""
        return self.judged.shape == self.judged.answer


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What was made of one picture."""

    photograph: Photograph
    skin: str
    looks: tuple[Look, ...]
    """At most as many as the label names: hands that say something first, then the most certain."""
    missing: tuple[str, ...]
    """Shapes that are shown by hands that were not found."""
    beyond: tuple[str, ...]
    """What was said of further hands, which no label speaks of."""
    thumbnail: UInt8Array | None = None
    """Of the whole picture, where a hand is missing."""


@dataclass(frozen=True, slots=True)
class Eye:
    """The models and the policy that pictures are looked at with."""

    hands: HandModels
    shapes: Engine
    policy: TablePolicy

    def look(self, picture: Picture, row: Row) -> Seen:
        """Look at one picture."""
        found = hands_in(picture, self.hands, self.shapes, self.policy)
        # A hand at rest beside the one that signs is no error; a further hand that says a wrong word is one.
        found = tuple(sorted(found, key=lambda hand: (_named(hand) == NO_GESTURE, -hand.presence)))
        meant = len(row.photograph.shapes)
        shown, beyond = found[:meant], found[meant:]
        looks = self._looks(picture, shown, row.photograph) if shown else ()
        missing = list(row.photograph.shapes)
        for look in looks:
            missing.remove(look.judged.shape if look.judged.shape in missing else missing[0])
        return Seen(
            row.photograph,
            row.skin,
            looks,
            tuple(missing),
            tuple(_named(hand) for hand in beyond),
            whole_crop(picture, THUMBNAIL) if missing else None,
        )

    def _looks(self, picture: Picture, hands: tuple[Hand, ...], photograph: Photograph) -> tuple[Look, ...]:
        landmarks = np.stack([hand.landmarks for hand in hands])
        scores = probabilities(landmarks, self.shapes)
        words = self.policy.vocabulary
        forbidden = likelihood(landmarks, words.forbidden_shape, self.shapes, words)
        answers = [
            (_named(hand), SHAPES[int(row.argmax())], float(row.max()))
            for hand, row in zip(hands, scores, strict=True)
        ]
        looks = []
        for hand, judged, danger in zip(hands, judge(photograph, answers), forbidden, strict=True):
            wrong = judged.shape != judged.answer
            looks.append(
                Look(
                    judged,
                    hand.shape.score if hand.shape else 0.0,
                    float(danger),
                    palm_length(hand.landmarks),
                    sharpness(hand_crop(picture, hand.landmarks, SHARPNESS_SIDE)),
                    hand_crop(picture, hand.landmarks, THUMBNAIL) if wrong else None,
                )
            )
        return tuple(looks)


def _named(hand: Hand) -> str:
    return hand.shape.shape if hand.shape is not None else NO_GESTURE
