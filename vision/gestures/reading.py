"""From shapes to words, in one frame: what the hands of a seat mean where they are.

The classifier sees the form of one hand. Which word it is may also take its direction, its place, the
other hand, the body and the phase; where these leave it open, it is no word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vision.checks import at_least, positive, within
from vision.gestures.body import Body
from vision.gestures.geometry import (
    MIDDLE,
    WRIST,
    distance_to,
    hand_length,
    palm_length,
    raises_only,
    thumb_from_vertical,
)
from vision.gestures.phase import Phase
from vision.gestures.pointing import CAMERA, SELF, UP, aims_at_lens, pointing
from vision.gestures.two_hands import is_timeout
from vision.gestures.vocabulary import FORBIDDEN, NO_GESTURE, Vocabulary, two_hand_number
from vision.observations import Hand, Landmarks

BOTH = -1
"""In place of a track: the two hands of a seat together."""

KINDS = ("shape", "geometry", "free_air", "second_look")
"""Kinds of evidence: the classifier, the landmarks without it, a hand away from the face, and several more
crops of the hand (`vision.gestures.scrutiny`)."""
POINTING = frozenset({UP, CAMERA, SELF})
THUMBS = frozenset({"thumb_up", "thumb_down"})
NEEDS_BODY = POINTING | {"palm"}
"""Shapes whose meaning depends on where the face is; so does that of the forbidden one."""


@dataclass(frozen=True, slots=True)
class ReadingPolicy:
    """Where signs mean what."""

    tilt: float = 35.0
    """Most degrees between a thumb and vertical (domain A.2, rows 1 and 2)."""
    table: float = 0.75
    """A palm below this share of the picture's height rests on the table: the bottom zone."""
    free_air: float = 0.5
    """Least distance of the forbidden sign from the face, hand lengths (domain A.5)."""
    in_front: float = 0.8
    """Palm length by the height of the face box from which a hand is in free air wherever it is seen: it is
    much nearer to the camera. Hands on and beside the face measure 0.46 to 0.69, those held out towards the
    camera 0.82 to 0.86 (14 photographs); at half a metre 0.8 is about half a hand in front of the face."""
    raised: float = 0.5
    """Face heights above the shoulder line from which an open palm asks for attention."""
    second_look: float = 0.5
    """Least mean probability of the forbidden shape over all crops; below, the second look disagrees. Of the
    13 real middle fingers whose landmarks are sound none is below 0.57, of 1,424 other real hands none above
    0.4."""

    def __post_init__(self) -> None:
        within(0, 90, tilt=self.tilt)
        positive(table=self.table)
        within(0, 1, table=self.table)
        at_least(0, free_air=self.free_air, raised=self.raised)
        positive(in_front=self.in_front)
        within(0, 1, second_look=self.second_look)


@dataclass(frozen=True, slots=True)
class Scene:
    """What the hands of a seat are read against."""

    size: tuple[int, int]
    """Of the picture as displayed, pixels."""
    body: Body | None = None
    phase: Phase = Phase.FREE


@dataclass(frozen=True, slots=True)
class Reading:
    """What a hand, or both together, says in one frame."""

    track: int
    """Of the hand, or `BOTH`."""
    gesture: str
    shape: str
    hand: str
    """`left`, `right` or `both`."""
    score: float
    place: tuple[float, float]
    """The middle of the palm, display pixels."""
    palm: float
    """Its length, pixels."""
    evidence: tuple[str, ...] = ("shape",)
    """What the reading rests on, of `KINDS`."""


def read(hands: Sequence[Hand], scene: Scene, policy: ReadingPolicy, vocabulary: Vocabulary) -> list[Reading]:
    """What the hands of a seat say in this frame; hands that say nothing are left out."""
    if is_timeout(hands):
        score = min(hand.presence for hand in hands)
        return [_both(hands, vocabulary.gesture("timeout"), "timeout", score)]
    named = [
        (hand, shape, hand.shape.score)
        for hand in hands
        if hand.shape is not None and (shape := _shape(hand, scene, policy)) != NO_GESTURE
    ]
    number = two_hand_number(shape for _, shape, _ in named) if len(hands) == 2 else None
    if number is not None:
        shapes = "+".join(sorted(shape for _, shape, _ in named))
        return [_both(hands, number, shapes, min(score for *_, score in named))]
    readings = (_word(hand, shape, score, scene, policy, vocabulary) for hand, shape, score in named)
    return [reading for reading in readings if reading is not None]


def _shape(hand: Hand, scene: Scene, policy: ReadingPolicy) -> str:
    """The hand's shape after its direction."""
    shape = hand.shape.shape if hand.shape is not None else NO_GESTURE
    if shape in POINTING:
        found = pointing(hand.landmarks, scene.body)
        # The landmark model draws a finger at the lens too upright; the classifier has learnt that.
        return NO_GESTURE if found is None or (shape == CAMERA and found == UP) else found
    if shape in THUMBS and aims_at_lens(hand.landmarks):
        return NO_GESTURE
    if shape == "thumb_up" and thumb_from_vertical(hand.landmarks) > policy.tilt:
        return NO_GESTURE
    if shape == "thumb_down" and thumb_from_vertical(hand.landmarks) < 180 - policy.tilt:
        return NO_GESTURE
    return shape


def _word(
    hand: Hand, shape: str, score: float, scene: Scene, policy: ReadingPolicy, vocabulary: Vocabulary
) -> Reading | None:
    """The reading of one hand; None where it is no word here."""
    gesture = vocabulary.gesture(shape)
    evidence: tuple[str, ...] = ("shape",)
    if shape == vocabulary.forbidden_shape or gesture == FORBIDDEN:
        found = _against(hand, shape, scene, policy)
        if found is None:
            return None
        evidence = found
    elif shape == "thumb_up":
        gesture = _thumb(gesture, hand.landmarks, scene, policy)
    elif shape == "palm" and _is_raised(hand.landmarks, scene.body, policy):
        gesture = "raise_hand"
    if gesture == NO_GESTURE:
        return None
    place, palm = _place(hand.landmarks)
    return Reading(hand.track, gesture, shape, hand.handedness, score, place, palm, evidence)


def _against(hand: Hand, shape: str, scene: Scene, policy: ReadingPolicy) -> tuple[str, ...] | None:
    """What speaks for the forbidden sign; None where something speaks against it, or nothing but its form."""
    free = again = None
    if scene.body is not None:
        free = _in_free_air(hand.landmarks, scene.body, policy)
    if hand.second_look is not None and hand.second_look.shape == shape:
        again = hand.second_look.score >= policy.second_look
    said = dict(zip(KINDS, (True, raises_only(hand.landmarks, shape), free, again), strict=True))
    if False in said.values():
        return None
    found = tuple(kind for kind, holds in said.items() if holds)
    return found if len(found) > 1 else None


def _in_free_air(landmarks: Landmarks, body: Body, policy: ReadingPolicy) -> bool:
    """Whether the hand is away from the face: beside it, or in front of it by its size."""
    beside = distance_to(landmarks, body.face) >= policy.free_air * hand_length(landmarks)
    return beside or palm_length(landmarks) >= policy.in_front * body.height


def _thumb(red: str, landmarks: Landmarks, scene: Scene, policy: ReadingPolicy) -> str:
    """What a raised thumb means: on the table it is a vote or a nomination where these are asked for."""
    (_, y), _ = _place(landmarks)
    if y < policy.table * scene.size[1]:
        return red
    on_table = {Phase.VOTING: "vote", Phase.OWN_SPEECH: "nominate", Phase.FREE: red, Phase.LOBBY: red}
    return on_table.get(scene.phase, NO_GESTURE)


def _is_raised(landmarks: Landmarks, body: Body | None, policy: ReadingPolicy) -> bool:
    return body is not None and float(landmarks[WRIST, 1]) <= body.shoulders - policy.raised * body.height


def _both(hands: Sequence[Hand], gesture: str, shape: str, score: float) -> Reading:
    places = [_place(hand.landmarks) for hand in hands]
    x = sum(place[0] for place, _ in places) / len(places)
    y = sum(place[1] for place, _ in places) / len(places)
    return Reading(BOTH, gesture, shape, "both", score, (x, y), max(palm for _, palm in places))


def _place(landmarks: Landmarks) -> tuple[tuple[float, float], float]:
    """The middle of the palm in the picture, and the palm's length there; pixels."""
    (ax, ay), (bx, by) = landmarks[WRIST, :2].tolist(), landmarks[MIDDLE, :2].tolist()
    return ((ax + bx) / 2, (ay + by) / 2), max(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5, 1.0)
