"""The real detectors before an empty seat with a portrait on the wall."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets.demo.film import PEOPLE
from vision.frame import Frame
from vision.observations import PersonEvidence
from vision.picture import Layout, Picture, UInt8Array
from vision.presence.look import LookPolicy, PresenceModels, look
from vision.presence.step import PresencePolicy, PresenceState, step_presence


def portrait() -> UInt8Array:
    """Eileen Collins before a plain wall, (300, 240, 3) RGB."""
    stored = cv2.imread(str(PEOPLE / "collins.webp"), cv2.IMREAD_UNCHANGED)
    assert stored is not None
    alpha = stored[..., 3:].astype(np.float32) / 255
    shown = stored[..., 2::-1] * alpha + 170 * (1 - alpha)
    part = shown[:, : round(shown.shape[0] * 0.8)] if shown.shape[1] > shown.shape[0] * 0.8 else shown
    return np.asarray(cv2.resize(part, (240, 300), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def wall(*, frame: bool, shift: int = 0) -> Picture:
    """The portrait 170 pixels from the left, framed on the wall, or its person seated at the lower edge."""
    pixels = np.random.default_rng(2).normal(175, 2, (480, 640, 3)).astype(np.uint8)
    shown = portrait()
    if frame:
        pixels[60 - 8 : 360 + 8, 170 - 8 : 410 + 8] = (25, 20, 15)
        pixels[60:360, 170:410] = np.roll(shown, shift, axis=1)
    else:
        pixels[180:480, 170:410] = shown
    return Picture(Layout.RGB, (pixels,))


@pytest.mark.parametrize("thorough", [False, True])
def test_a_framed_portrait_is_nobody_and_the_same_person_at_the_seat_is_somebody(
    models: PresenceModels, thorough: bool
) -> None:
    pictures = {1: wall(frame=True), 2: wall(frame=False)}
    found = look(pictures, {}, models, LookPolicy(), thorough=thorough)
    assert not found[1].present
    assert found[1].flat
    assert found[2].present
    assert not found[2].flat


def watched(models: PresenceModels, pictures: list[Picture], policy: PresencePolicy) -> list[PersonEvidence]:
    states: dict[int, PresenceState] = {}
    found = []
    for k, shown in enumerate(pictures):
        states, _ = step_presence(states, {1: Frame(1, k / 5, shown)}, {}, models, policy)
        found.append(states[1].evidence)
    return found


def test_what_moves_within_a_frame_counts_and_rests_for_a_while_before_it_does_not(
    models: PresenceModels,
) -> None:
    """A film on a screen, or somebody in a doorway: nobody can tell, so it speaks for the player."""
    still, moved = wall(frame=True), wall(frame=True, shift=14)
    policy = PresencePolicy(lively=10.0)
    found = watched(models, [still] * 4 + [moved, still] * 3 + [still] * 75, policy)
    assert not found[3].present
    assert all(one.present for one in found[6:30])
    assert not found[-1].present
