"""Frozen or only quiet, through real encoders at several bit rates."""

from __future__ import annotations

import pytest

from tests.vision.camera.clips import FPS, live, through_codec
from tests.vision.camera.test_health import watch
from vision.observations import CameraState

OK, FROZEN = CameraState.OK, CameraState.FROZEN


@pytest.mark.parametrize("codec", ["libx264", "libvpx"])
@pytest.mark.parametrize("bit_rate", [120_000, 400_000, 1_200_000])
def test_a_frozen_picture_is_told_at_every_bit_rate(codec: str, bit_rate: int) -> None:
    """It moves for two seconds, then the same picture is encoded again and again."""
    moving = live(2, sway=2.0)
    states, fresh = watch(through_codec([*moving, *[moving[-1]] * (5 * FPS)], codec, bit_rate))
    frozen = states.index(FROZEN)
    assert set(states[:frozen]) == {OK}
    assert 3.5 * FPS <= frozen <= 6.5 * FPS
    assert set(states[frozen:]) == {FROZEN}
    assert not any(fresh[frozen:])


@pytest.mark.parametrize("codec", ["libx264", "libvpx"])
@pytest.mark.parametrize("bit_rate", [400_000, 1_200_000])
def test_a_quiet_room_that_lives_is_not_frozen(codec: str, bit_rate: int) -> None:
    """Nobody moves and nobody is there: a webcam's noise alone shows that the picture lives."""
    states, _ = watch(through_codec(live(4, sigma=2.0), codec, bit_rate))
    assert set(states) == {OK}


@pytest.mark.parametrize(("codec", "late"), [("libx264", 1), ("libvpx", 2)])
def test_what_an_encoder_polishes_tells_nothing_new(codec: str, late: int) -> None:
    """Where the sensor's noise comes through, the freeze is known to the frame, with VP8 to two."""
    moving = live(3, sigma=4.0)
    _, fresh = watch(through_codec([*moving, *[moving[-1]] * (3 * FPS)], codec, 2_500_000))
    assert all(fresh[: len(moving)])
    assert not any(fresh[len(moving) + late :])
