"""Which evidence counts when."""

from __future__ import annotations

import pytest

from tests.vision.signals.scenes import hand
from vision.observations import Box, Detection
from vision.presence.fusion import Calibration, Finds, fuse

SIZE = (640, 480)
SEATED: Box = (150, 150, 480, 479)
ON_THE_WALL: Box = (300, 80, 460, 230)
FAR: Box = (300, 100, 340, 260)
AT_THE_SIDE: Box = (0, 80, 160, 230)


@pytest.mark.parametrize(
    ("box", "score", "present"),
    [
        (SEATED, 0.30, False),
        (SEATED, 0.40, True),
        (ON_THE_WALL, 0.50, False),
        (ON_THE_WALL, 0.65, True),
        (FAR, 0.50, True),
        (AT_THE_SIDE, 0.50, True),
    ],
    ids=["weak", "seated", "clothes on a wall", "surely somebody", "standing far away", "leaning in"],
)
def test_a_body_that_hangs_in_the_air_has_to_be_surer(box: Box, score: float, present: bool) -> None:
    found = fuse(Finds(persons=(Detection(box, score),)), SIZE, Calibration())
    assert found.present is present
    assert found.evidence == (("body",) if present else ())


def test_any_one_kind_of_evidence_is_enough_and_the_strongest_speaks() -> None:
    body, face = Detection(SEATED, 0.5), Detection((250, 160, 350, 280), 0.95)
    calibration = Calibration()
    alone = fuse(Finds(persons=(body,)), SIZE, calibration)
    both = fuse(Finds(persons=(body,), faces=(face,)), SIZE, calibration)
    assert both.evidence == ("face", "body")
    assert both.score == pytest.approx(calibration.face(0.95))
    assert both.score >= alone.score


def test_hands_alone_keep_a_player_present() -> None:
    found = fuse(Finds(hands=(hand("palm"),)), SIZE, Calibration())
    assert (found.present, found.evidence) == (True, ("hands",))


def test_nothing_found_is_nobody() -> None:
    assert fuse(Finds(), SIZE, Calibration()).score == 0.0
