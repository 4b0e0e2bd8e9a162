"""The second backend: MediaPipe itself behind our result type."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.fetch import fetch
from vision.backends.mediapipe import MediaPipeHands
from vision.backends.quiet import quiet_start
from vision.frame import Frame
from vision.hands import HandPolicy
from vision.picture import Layout, Picture

EMPTY = Picture(Layout.RGB, (np.full((120, 160, 3), 90, np.uint8),))


@pytest.fixture(scope="module")
def bundle() -> bytes:
    return fetch(["hand_landmarker_task"])[0].read_bytes()


@pytest.fixture
def backend(bundle: bytes) -> Iterator[MediaPipeHands]:
    with MediaPipeHands(bundle, HandPolicy()) as opened:
        yield opened


def hand_picture(data: Path) -> Picture:
    file = data / "hands" / "open_palm" / "Chinese-Number_unk_005.jpg"
    pixels = cv2.imread(str(file), cv2.IMREAD_COLOR_RGB)
    assert pixels is not None
    return Picture(Layout.RGB, (np.asarray(pixels, np.uint8),))


@pytest.mark.parametrize(
    "times", [[0.0, 0.0001, 0.0002], [1.0, 1.0, 1.0], [5.0, 2.0, 2.03], [-1.0, 0.0, 1e6]]
)
def test_any_media_time_is_taken(backend: MediaPipeHands, times: list[float]) -> None:
    for t in times:
        assert backend.step([Frame(1, t, EMPTY)]) == {1: ()}


def test_seats_come_and_go_and_closing_twice_is_harmless(backend: MediaPipeHands) -> None:
    assert set(backend.step([Frame(1, 0.0, EMPTY), Frame(7, 3.0, EMPTY)])) == {1, 7}
    backend.forget(7)
    backend.forget(7)
    assert set(backend.step([Frame(7, 0.0, EMPTY)])) == {7}
    backend.close()
    backend.close()
    assert backend.step([Frame(1, 0.0, EMPTY)]) == {1: ()}


def test_its_start_is_silent_and_what_others_say_is_passed_on(
    bundle: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    with MediaPipeHands(bundle, HandPolicy()) as opened:
        opened.step([Frame(1, 0.0, EMPTY)])
    assert capfd.readouterr().err == ""
    with quiet_start():
        os.write(2, b"INFO: Created TensorFlow Lite XNNPACK delegate for CPU.\nthe disk is full\n")
    assert capfd.readouterr().err == "the disk is full\n"


@pytest.mark.shared
def test_a_hand_keeps_its_number_also_when_media_time_starts_over(
    backend: MediaPipeHands, shared_data: Path
) -> None:
    picture = hand_picture(shared_data)
    for t in (0.0, 0.03, 0.06, 0.06, 0.01, 0.05):
        (hand,) = backend.step([Frame(1, t, picture)])[1]
        assert (hand.track, hand.handedness) == (1, "left")
        x0, y0, x1, y1 = hand.box
        assert 0 < x0 < x1 < picture.size[0]
        assert 0 < y0 < y1 < picture.size[1]
