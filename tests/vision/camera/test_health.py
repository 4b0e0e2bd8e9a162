from __future__ import annotations

import warnings
from collections.abc import Iterable
from itertools import groupby

import cv2
import numpy as np
import pytest

from tests.vision.camera.clips import FPS, SIZE, live, noisy, room, through_codec
from vision.camera.health import CameraHealth, CameraPolicy, silent_seats, step_camera
from vision.frame import Frame
from vision.observations import CameraState
from vision.picture import Layout, Picture, UInt8Array

OK, FROZEN, BLACK, COVERED = CameraState.OK, CameraState.FROZEN, CameraState.BLACK, CameraState.COVERED
CODECS = ("libx264", "libvpx")


def watch(pictures: Iterable[Picture], fps: float = FPS) -> tuple[list[CameraState], list[bool]]:
    """The state and the freshness of each frame."""
    states: dict[int, CameraHealth] = {}
    seen, fresh = [], []
    for k, picture in enumerate(pictures):
        states, cameras = step_camera(states, {3: Frame(3, k / fps, picture)}, CameraPolicy())
        seen.append(cameras[3])
        fresh.append(states[3].fresh)
    return seen, fresh


def gray(pixels: UInt8Array) -> Picture:
    return Picture(Layout.GRAY, (pixels,))


@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize(("sigma", "sway"), [(1.0, 0.3), (2.5, 0.0)])
def test_somebody_who_sits_still_is_live(codec: str, sigma: float, sway: float) -> None:
    states, fresh = watch(through_codec(live(3, sigma=sigma, sway=sway), codec))
    assert set(states) == {OK}
    # Encoders repeat a frame now and then; what hardly changes counts only once a live one follows.
    assert np.mean(fresh) > 0.88
    repeats = [len(list(run)) for lives, run in groupby(fresh) if not lives]
    assert max(repeats, default=0) <= FPS / 3


@pytest.mark.parametrize("codec", CODECS)
def test_a_frozen_picture_that_is_encoded_again(codec: str) -> None:
    """It moves for two seconds and freezes; the encoder polishes the still picture for a while."""
    moving = live(2, sway=2.0)
    states, _ = watch(through_codec([*moving, *[moving[-1]] * (5 * FPS)], codec))
    frozen = states.index(FROZEN)
    assert 2 * FPS < frozen < 6.5 * FPS
    assert set(states[:frozen]) == {OK}
    assert set(states[frozen:]) == {FROZEN}


@pytest.mark.parametrize("fps", [8.0, 15.0, 30.0, 60.0])
def test_exact_repeats_freeze_after_the_stated_time(fps: float) -> None:
    rng = np.random.default_rng(1)
    pictures = [gray(noisy(room(), 2, rng)[..., 0]) for _ in range(round(3 * fps))]
    states, fresh = watch([*pictures, *[pictures[-1]] * round(3 * fps)], fps)
    frozen = states.index(FROZEN) / fps
    assert 3 + 1.5 <= frozen <= 3 + 2.0 + 1 / fps
    assert not any(fresh[len(pictures) :])
    assert all(fresh[2 : len(pictures)])


def test_a_picture_thaws() -> None:
    rng = np.random.default_rng(1)
    pictures = [gray(noisy(room(), 2, rng)[..., 0]) for _ in range(2 * FPS)]
    states, _ = watch([*pictures, *[pictures[-1]] * (3 * FPS), *pictures])
    assert states[5 * FPS - 1] is FROZEN
    assert set(states[6 * FPS :]) == {OK}


def test_a_slow_camera_in_a_fast_stream_is_not_frozen() -> None:
    """Five real frames a second, each repeated six times."""
    rng = np.random.default_rng(1)
    pictures = [gray(noisy(room(), 2, rng)[..., 0]) for _ in range(20)]
    states, fresh = watch([picture for picture in pictures for _ in range(6)])
    assert set(states) == {OK}
    assert sum(fresh) <= 20


@pytest.mark.parametrize("codec", CODECS)
def test_black(codec: str) -> None:
    rng = np.random.default_rng(2)
    dark = np.zeros((SIZE[1], SIZE[0], 3), dtype=np.uint8)
    states, fresh = watch(through_codec([noisy(dark, 3, rng) for _ in range(30)], codec))
    assert set(states) == {BLACK}
    assert not any(fresh)


@pytest.mark.parametrize("codec", CODECS)
def test_covered(codec: str) -> None:
    """A finger on the lens: dark red, brighter to one side, with a sensor's noise."""
    rng = np.random.default_rng(2)
    glow = np.linspace(30, 80, SIZE[0])[None, :, None] * np.array([1.0, 0.3, 0.25])
    finger = np.broadcast_to(glow, (SIZE[1], SIZE[0], 3)).astype(np.uint8)
    states, _ = watch(through_codec([noisy(finger, 5, rng) for _ in range(45)], codec))
    settled = states[15:]  # the first pictures of a track are made of blocks
    assert set(settled) == {COVERED}


def test_a_dark_room_is_neither_black_nor_covered() -> None:
    rng = np.random.default_rng(2)
    dim = (room() * 0.2).astype(np.uint8)
    states, _ = watch(through_codec([noisy(dim, 3, rng) for _ in range(60)]))
    assert set(states) == {OK}


def test_a_defocused_picture_is_covered_but_a_soft_one_is_not() -> None:
    rng = np.random.default_rng(3)
    for sigma, wanted in ((4.0, OK), (150.0, COVERED)):
        soft = np.asarray(cv2.GaussianBlur(room(), (0, 0), sigma), dtype=np.uint8)
        states, _ = watch(gray(noisy(soft, 2, rng)[..., 0]) for _ in range(10))
        assert set(states) == {wanted}


@pytest.mark.parametrize(
    ("now", "stalled"), [(10.0, False), (10.5, False), (10.51, True), (23.0, True), (3.0, False)]
)
def test_stalled(now: float, stalled: bool) -> None:
    states, _ = step_camera({}, {s: Frame(s, 10.0, gray(room()[..., 0])) for s in (1, 2)}, CameraPolicy())
    silent = silent_seats(states, {1: now, 5: 99.0}, CameraPolicy())
    assert silent == ({1: CameraState.STALLED} if stalled else {})


def test_seats_do_not_touch_each_other() -> None:
    still = gray(room()[..., 0])
    states: dict[int, CameraHealth] = {}
    rng = np.random.default_rng(4)
    for k in range(4 * FPS):
        frames = {1: Frame(1, k / FPS, still), 2: Frame(2, 50 + k / FPS, gray(noisy(room(), 2, rng)[..., 0]))}
        states, cameras = step_camera(states, frames, CameraPolicy())
    assert cameras == {1: FROZEN, 2: OK}
    after, cameras = step_camera(states, {}, CameraPolicy())
    assert after == states
    assert cameras == {}


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (40, 3), (641, 479), (90, 1200)])
@pytest.mark.parametrize("layout", [Layout.GRAY, Layout.RGB])
def test_every_size(size: tuple[int, int], layout: Layout) -> None:
    shape = (size[1], size[0]) if layout is Layout.GRAY else (size[1], size[0], 3)
    pixels = np.random.default_rng(5).integers(0, 255, shape, dtype=np.uint8)
    states, _ = watch([Picture(layout, (pixels,)), Picture(layout, (pixels,))])
    assert all(isinstance(state, CameraState) for state in states)


def test_a_change_of_size_or_a_jump_in_time_starts_anew() -> None:
    small, large = gray(room()[::3, ::2, 0].copy()), gray(room()[..., 0])
    states: dict[int, CameraHealth] = {}
    for t, picture in ((0.0, small), (0.03, large), (3600.0, large), (1.0, large)):
        states, cameras = step_camera(states, {1: Frame(1, t, picture)}, CameraPolicy())
        assert cameras[1] is OK
        assert states[1].fresh


@pytest.mark.parametrize("layout", [Layout.RGB, Layout.GRAY])
@pytest.mark.parametrize("size", [(1, 1), (5000, 2), (2, 5000), (3, 3)])
@pytest.mark.parametrize(("level", "expected"), [(0, CameraState.BLACK), (120, CameraState.COVERED)])
def test_pictures_without_extent_are_judged_too(
    size: tuple[int, int], layout: Layout, level: int, expected: CameraState
) -> None:
    shape = (size[1], size[0]) if layout is Layout.GRAY else (size[1], size[0], 3)
    picture = Picture(layout, (np.full(shape, level, dtype=np.uint8),))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        states, _ = watch([picture] * 4)
    assert states == [expected] * 4


@pytest.mark.parametrize("size", [(5000, 2), (2, 5000)])
def test_a_narrow_picture_that_lives_is_fine(size: tuple[int, int]) -> None:
    rng = np.random.default_rng(4)
    pictures = [gray(rng.integers(0, 255, size[::-1], dtype=np.uint8)) for _ in range(90)]
    states, fresh = watch(pictures)
    assert states == [OK] * 90
    assert all(fresh)
