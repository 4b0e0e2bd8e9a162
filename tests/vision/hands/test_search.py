"""What makes a palm search worthwhile, and what does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.hands import HandPolicy
from vision.hands.search import LastSearch, due
from vision.picture import Layout, Picture

POLICY = HandPolicy()
RANDOM = np.random.default_rng(3)
ROOM: NDArray[np.uint8] = np.asarray(
    cv2.resize(RANDOM.integers(60, 180, (12, 16), dtype=np.uint8), (640, 480)), np.uint8
)
Gray = NDArray[np.uint8]


def picture(luma: Gray, rotation: int = 0) -> Picture:
    return Picture(Layout.GRAY, (luma,), rotation)


def noisy(luma: Gray, deviation: float = 5.0) -> Gray:
    noise = RANDOM.normal(0, deviation, luma.shape)
    return np.clip(luma + noise, 0, 255).astype(np.uint8)


def brighter(luma: Gray) -> Gray:
    return np.clip(luma.astype(np.int16) + 25, 0, 255).astype(np.uint8)


def with_patch(luma: Gray, x: int, y: int, side: int, level: int) -> Gray:
    changed = luma.copy()
    changed[y : y + side, x : x + side] = level
    return changed


@pytest.mark.parametrize(
    ("change", "searched"),
    [
        (lambda room: room, False),
        (noisy, False),
        (brighter, False),
        (lambda room: with_patch(room, 200, 100, 8, 255), False),
        (lambda room: with_patch(room, 200, 100, 60, 240), True),
        (lambda room: with_patch(room, 0, 440, 40, 255), True),
    ],
    ids=["nothing", "noise", "a lamp", "a speck", "a hand", "a hand in the corner"],
)
@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_motion_since_the_last_search(change: Callable[[Gray], Gray], searched: bool, rotation: int) -> None:
    first = due(LastSearch(), (), picture(noisy(ROOM), rotation), 0.0, POLICY)
    assert first is not None
    later = picture(change(ROOM), rotation)
    assert (due(first, (), later, 0.2, POLICY) is not None) is searched


def test_slow_motion_adds_up_until_it_counts() -> None:
    last = due(LastSearch(), (), picture(with_patch(ROOM, 100, 100, 80, 230)), 0.0, POLICY)
    assert last is not None
    patient = replace(POLICY, search=replace(POLICY.search, idle_s=1e9))
    times = [0.1 * i for i in range(1, 30)]
    moves = [
        due(last, (), picture(with_patch(ROOM, 100 + i, 100, 80, 230)), t, patient)
        for i, t in enumerate(times)
    ]
    assert moves[0] is None
    assert moves[-1] is not None


@pytest.mark.parametrize(("t", "searched"), [(0.05, False), (0.39, False), (0.4, True), (7.0, True)])
def test_an_idle_seat_is_searched_at_the_slow_interval(t: float, searched: bool) -> None:
    last = due(LastSearch(), (), picture(ROOM), 0.0, POLICY)
    assert last is not None
    assert (due(last, (), picture(ROOM), t, POLICY) is not None) is searched


def test_motion_is_not_looked_at_more_often_than_its_interval() -> None:
    last = due(LastSearch(), (), picture(ROOM), 0.0, POLICY)
    assert last is not None
    moved = picture(with_patch(ROOM, 200, 100, 60, 240))
    assert due(last, (), moved, 0.05, POLICY) is None
    assert due(last, (), moved, 0.1, POLICY) is not None


def test_a_picture_that_was_turned_is_searched() -> None:
    last = due(LastSearch(), (), picture(ROOM), 0.0, POLICY)
    assert last is not None
    assert due(last, (), picture(ROOM, rotation=90), 0.2, POLICY) is not None
