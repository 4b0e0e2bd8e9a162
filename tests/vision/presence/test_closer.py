"""What is looked at more closely, and what that changes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets.demo.film import PEOPLE
from tests.vision.signals.scenes import hand
from vision.observations import Box, Closer, Detection, Framing, PersonEvidence
from vision.picture import Layout, Picture
from vision.presence.closer import doubtful, look_closer, with_closer
from vision.presence.flat import FlatPolicy
from vision.presence.fusion import Calibration, Finds
from vision.presence.judged import Judge
from vision.presence.look import PresenceModels

SIZE = (640, 480)
ON_THE_WALL: Box = (300, 80, 460, 230)
SEATED: Box = (150, 150, 480, 479)
HEAD: Box = (250, 150, 330, 230)


def body(box: Box, score: float) -> Finds:
    return Finds(persons=(Detection(box, score),))


@pytest.mark.parametrize(
    ("finds", "lively", "wanted"),
    [
        (body(ON_THE_WALL, 0.8), [], [ON_THE_WALL]),
        (body(ON_THE_WALL, 0.8), [ON_THE_WALL], []),
        (body(SEATED, 0.8), [], []),
        (body(SEATED, 0.25), [], [SEATED]),
        (body(SEATED, 0.05), [], []),
        (Finds(faces=(Detection(HEAD, 0.68),)), [], [HEAD]),
        (Finds(faces=(Detection(HEAD, 0.9),), persons=(Detection(ON_THE_WALL, 0.8),)), [], []),
        (Finds(hands=(hand("palm"),), persons=(Detection(ON_THE_WALL, 0.8),)), [], []),
        (Finds(), [], []),
    ],
    ids=[
        "hanging",
        "hanging, but it moves",
        "seated",
        "hardly a body",
        "none",
        "hardly a face",
        "a face beside",
        "a hand beside",
        "nothing",
    ],
)
def test_what_is_worth_a_closer_look(finds: Finds, lively: list[Box], wanted: list[Box]) -> None:
    assert doubtful(finds, SIZE, Calibration(), lively) == wanted


@pytest.mark.parametrize(
    ("first", "then", "score"), [(0.6, 0.3, 0.4), (0.5, 0.8, 0.7), (0.2, 0.9, 0.2), (0.3, 0.0, 0.1)]
)
def test_closer_looks_lower_any_body_and_raise_only_what_was_one(
    first: float, then: float, score: float
) -> None:
    seen = with_closer(body(ON_THE_WALL, first), [Closer(ON_THE_WALL, (then, then), ())], Calibration())
    assert seen.persons[0].score == pytest.approx(score)


def test_a_face_seen_larger_takes_the_place_of_the_small_one() -> None:
    other = Detection((20, 20, 60, 60), 0.3)
    finds = Finds(faces=(Detection(HEAD, 0.6), other))
    larger = Detection((252, 151, 331, 229), 0.9)
    assert with_closer(finds, [Closer(HEAD, (0.1, 0.1), (larger,))], Calibration()).faces == (larger, other)


def test_a_small_face_is_found_where_it_is(models: PresenceModels) -> None:
    """Somebody at the far end of the room, the face 20 pixels high."""
    stored = cv2.imread(str(PEOPLE / "collins.webp"), cv2.IMREAD_UNCHANGED)
    assert stored is not None
    alpha = stored[..., 3:].astype(np.float32) / 255
    shown = cv2.resize(stored[..., 2::-1] * alpha + 170 * (1 - alpha), None, fx=0.2, fy=0.2)
    pixels = np.full((480, 640, 3), 170, np.uint8)
    high, wide = shown.shape[:2]
    pixels[200 : 200 + high, 300 : 300 + wide] = shown.astype(np.uint8)
    box: Box = (300, 200, 300 + wide, 200 + high)
    picture = Picture(Layout.RGB, (pixels,))
    (closer,) = look_closer([(picture, box)], models.face, models.person, 0.2)
    face = closer.faces[0]
    assert face.score > 0.8
    assert box[0] < face.box[0] < face.box[2] < box[2]
    assert box[1] < face.box[1] < face.box[3] < box[1] + 0.8 * high
    eyes = face.keypoints[:2]
    assert all(face.box[0] < x < face.box[2] and face.box[1] < y < face.box[3] for x, y in eyes)
    assert look_closer([], models.face, models.person, 0.2) == []


def test_what_an_earlier_look_has_learnt_is_not_sought_again() -> None:
    finds = body(ON_THE_WALL, 0.8)
    corners = ((290.0, 70.0), (470.0, 70.0), (470.0, 240.0), (290.0, 240.0))
    shifted: Box = (302, 81, 461, 232)
    bare = Picture(Layout.RGB, (np.full((480, 640, 3), 150, np.uint8),))

    def judge(known: PersonEvidence | None) -> Judge:
        return Judge(bare, Calibration(), FlatPolicy(), [], known)

    before = PersonEvidence(
        True, 0.9, ("body",), framings=(Framing(shifted, corners),), closer=(Closer(shifted, (0.1, 0.1), ()),)
    )
    assert judge(None).evidence(finds).present
    assert not judge(before).evidence(finds).present
    assert judge(before).evidence(finds).flat == finds.persons
    unframed = PersonEvidence(True, 0.9, ("body",), framings=(Framing(shifted, None),), closer=before.closer)
    assert judge(None).unclear(finds) == [ON_THE_WALL]
    again = judge(unframed)
    assert again.unclear(finds) == []
    assert not again.evidence(finds).present  # seen closer it was no body
