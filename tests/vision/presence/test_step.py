"""When seats are looked at and by which detectors, with detectors that say what the picture tells them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from models.engine import FloatArray
from tests.vision.signals.scenes import hand
from vision.frame import Frame
from vision.observations import Hand, PersonEvidence
from vision.picture import Layout, Picture
from vision.presence.detectors import BODY, FACE
from vision.presence.fusion import Curve
from vision.presence.look import LookPolicy, PresenceModels, look
from vision.presence.step import PresencePolicy, PresenceState, step_presence

EMPTY, FACED, TURNED = 40, 200, 120
"""Brightness of a picture with nobody, with a face, with somebody whose face cannot be seen."""


class Drawn:
    """A detector that reads the picture's brightness; it is certain and counts its pictures."""

    label = "drawn"

    def __init__(
        self, anchors: int, columns: int, knows: Sequence[int], *, logits: bool, black: float
    ) -> None:
        self.anchors, self.columns, self.knows = anchors, columns, knows
        self.logits, self.black = logits, black
        self.asked = 0

    def run(self, batch: FloatArray) -> tuple[FloatArray, ...]:
        self.asked += len(batch)
        rest, certain = (-20.0, 4.0) if self.logits else (0.0, 0.98)
        scores = np.full((len(batch), self.anchors, 1), rest, dtype=np.float32)
        for row, pixels in zip(scores, batch, strict=True):
            middle = pixels[pixels.shape[0] // 2 - 20, pixels.shape[1] // 2, 0]
            level = (middle + 1) * 127.5 if self.black < 0 else middle
            row[0] = certain if any(abs(level - known) < 30 for known in self.knows) else rest
        boxes = np.zeros((len(batch), self.anchors, self.columns), dtype=np.float32)
        return (boxes, scores) if self.logits else (scores, boxes)


class Eyes:
    """The three detectors."""

    def __init__(self) -> None:
        self.face = Drawn(len(FACE.anchors), 16, [FACED], logits=True, black=-1)
        self.pose = Drawn(len(BODY.anchors), 12, [FACED, TURNED], logits=True, black=-1)
        self.person = Drawn(19206, 4, [FACED, TURNED], logits=False, black=0)
        self.models = PresenceModels(self.face, self.pose, self.person)


def picture(level: int, *, other: int = 0) -> Picture:
    """Evenly `level` bright, with a stripe of `other` rows at the lower edge that is brighter."""
    pixels = np.full((120, 160), level, dtype=np.uint8)
    if other:
        pixels[-other:] = level + 50
    return Picture(Layout.GRAY, (pixels,))


def run(
    eyes: Eyes,
    pictures: Sequence[Picture],
    *,
    fps: float = 30.0,
    seats: Sequence[int] = (1,),
    hands: dict[int, tuple[Hand, ...]] | None = None,
    attend: Sequence[int] = (),
    faces: Sequence[int] = (),
) -> list[dict[int, PersonEvidence]]:
    states: dict[int, PresenceState] = {}
    found = []
    for k, shown in enumerate(pictures):
        frames = {seat: Frame(seat, k / fps, shown) for seat in seats}
        states, evidence = step_presence(
            states, frames, hands or {}, eyes.models, PresencePolicy(), attend=attend, faces=faces
        )
        found.append(evidence)
    return found


def looks(found: Sequence[dict[int, PersonEvidence]], seat: int = 1) -> list[int]:
    return [k for k, evidence in enumerate(found) if seat in evidence]


def test_a_resting_picture_with_somebody_is_looked_at_every_two_thirds_of_a_second() -> None:
    eyes = Eyes()
    found = run(eyes, [picture(FACED)] * 300)
    calm = [k for k in looks(found) if k > 31]
    assert 13 <= len(calm) <= 15
    assert max(np.diff(calm)) <= 20
    assert eyes.person.asked == eyes.pose.asked == 0
    assert all(e[1].present and e[1].evidence == ("face",) for e in found if e)


def test_an_empty_seat_is_looked_at_half_as_often_while_nothing_moves() -> None:
    rest = run(Eyes(), [picture(EMPTY)] * 300)
    stirred = run(Eyes(), [picture(EMPTY, other=k % 2) for k in range(300)])
    still, moving = ([k for k in looks(found) if k > 31] for found in (rest, stirred))
    assert 6 <= len(still) <= 8
    assert max(np.diff(still)) <= 39
    assert len(moving) >= 13


def test_the_first_second_and_the_second_after_a_change_are_looked_at_in_full() -> None:
    found = run(Eyes(), [picture(FACED)] * 60 + [picture(EMPTY)] * 60)
    assert looks(found)[:31] == list(range(31))
    assert set(range(60, 91)) <= set(looks(found))
    assert [e[1].present for e in found[58:62] if e][-2:] == [False, False]


@pytest.mark.parametrize("fps", [8.0, 30.0, 60.0])
def test_going_is_seen_in_its_very_frame(fps: float) -> None:
    before = round(3.3 * fps)
    found = run(Eyes(), [picture(FACED)] * before + [picture(EMPTY)] * before, fps=fps)
    assert not found[before][1].present


@pytest.mark.parametrize("level", [EMPTY, TURNED])
def test_where_only_the_person_detector_knows_motion_asks_it_ten_times_a_second(level: int) -> None:
    """A cat in an empty room, a turned head: the picture changes in every frame."""
    eyes = Eyes()
    found = run(eyes, [picture(level, other=15 * (k % 2)) for k in range(30 * 5)])
    settled = [k for k in looks(found) if k > 31]
    assert all(found[k][1].present == (level == TURNED) for k in settled)
    assert 24 <= len(settled) <= 44  # in four seconds
    assert eyes.face.asked > eyes.person.asked + 30


def test_a_moving_face_is_looked_at_in_every_frame_and_cheaply() -> None:
    eyes = Eyes()
    found = run(eyes, [picture(FACED, other=15 * (k % 2)) for k in range(90)])
    assert len(looks(found)) >= 60
    assert eyes.person.asked == 0


def test_hands_answer_for_nothing() -> None:
    eyes = Eyes()
    found = run(eyes, [picture(EMPTY)] * 60, hands={1: (hand("palm"),)})
    assert looks(found) == list(range(60))
    assert all(e[1].present and e[1].evidence == ("hands",) for e in found)
    assert eyes.face.asked == eyes.person.asked == 0


def test_a_face_that_a_sign_depends_on_is_asked_for_beside_certain_hands() -> None:
    eyes = Eyes()
    found = run(eyes, [picture(FACED)] * 30, hands={1: (hand("one"),)}, faces=[1])
    assert all(e[1].evidence == ("face", "hands") and e[1].faces for e in found)
    assert (eyes.face.asked, eyes.person.asked) == (30, 0)


def test_seats_that_matter_now_are_looked_at() -> None:
    found = run(Eyes(), [picture(FACED)] * 90, attend=[1])
    assert looks(found) == list(range(90))


def test_seats_take_turns() -> None:
    """Ten resting seats of one clock: the looks are spread over the frames."""
    seats = list(range(1, 11))
    found = run(Eyes(), [picture(FACED)] * 150, seats=seats)
    crowds = [len(evidence) for evidence in found[45:]]
    assert max(crowds) <= 2
    counts = [len([k for k in looks(found, seat) if k >= 45]) for seat in seats]
    assert max(counts) - min(counts) <= 1


def test_seats_share_one_batch() -> None:
    eyes = Eyes()
    frames = {seat: Frame(seat, 0.0, picture(FACED if seat % 2 else EMPTY)) for seat in range(1, 11)}
    _, evidence = step_presence({}, frames, {}, eyes.models, PresencePolicy())
    assert {seat for seat, found in evidence.items() if found.present} == {1, 3, 5, 7, 9}
    assert (eyes.face.asked, eyes.person.asked) == (10, 5)


def test_a_clock_that_jumps_back_is_looked_at() -> None:
    eyes = Eyes()
    states, _ = step_presence({}, {1: Frame(1, 500.0, picture(FACED))}, {}, eyes.models, PresencePolicy())
    _, evidence = step_presence(states, {1: Frame(1, 3.0, picture(FACED))}, {}, eyes.models, PresencePolicy())
    assert 1 in evidence


def test_a_thorough_look_asks_everybody() -> None:
    eyes = Eyes()
    found = look({1: picture(FACED)}, {1: (hand("ok"),)}, eyes.models, LookPolicy(), thorough=True)
    assert found[1].evidence == ("face", "body", "hands")
    assert found[1].faces
    assert found[1].bodies
    assert (eyes.face.asked, eyes.pose.asked, eyes.person.asked) == (1, 1, 1)


def test_a_curve_is_even_at_its_centre_and_rises() -> None:
    curve = Curve(0.4, 0.05)
    assert curve(0.4) == pytest.approx(0.5)
    assert curve(0.0) < 0.01
    assert curve(1.0) > 0.99
    assert Curve(1.0, 1e-6)(0.0) == pytest.approx(0.0)
