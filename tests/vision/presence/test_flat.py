"""Flat pictures of people: what lies in a frame is no player, what leaves it or moves is."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.signals.scenes import hand
from vision.observations import Box, Detection
from vision.picture import Layout, Picture, UInt8Array
from vision.presence.flat import FlatPolicy, filled, flat_ones, frames, holds, without
from vision.presence.fusion import Finds

POLICY = FlatPolicy()
FRAME = np.array([[200, 100], [320, 110], [318, 300], [202, 290]], dtype=np.float32)
IN_FRAME: Box = (215, 120, 305, 288)
HEAD: Box = (240, 130, 280, 175)


def wall(*, corners: np.ndarray | None = FRAME, size: tuple[int, int] = (640, 480)) -> UInt8Array:
    """A wall with a little texture and a framed picture, (H, W, 3) RGB."""
    rng = np.random.default_rng(3)
    pixels = rng.normal(150, 2, (size[1], size[0], 3)).astype(np.uint8)
    if corners is not None:
        cv2.fillConvexPoly(pixels, corners.astype(np.int32), (60, 70, 110))
        cv2.polylines(pixels, [corners.astype(np.int32)], True, (15, 15, 15), 6)
    return pixels


def picture(pixels: UInt8Array, rotation: int = 0) -> Picture:
    return Picture(Layout.RGB, (np.ascontiguousarray(pixels),), rotation=rotation)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_frame_is_found_where_it_is_shown(rotation: int) -> None:
    stored = np.rot90(wall(), rotation // 90)  # a viewer turns it back
    found = frames(picture(stored, rotation), POLICY)
    assert found
    best = min(found, key=lambda one: float(np.abs(one.mean(axis=0) - FRAME.mean(axis=0)).max()))
    np.testing.assert_allclose(best.mean(axis=0), FRAME.mean(axis=0), atol=4)
    np.testing.assert_allclose(best.max(axis=0), FRAME.max(axis=0), atol=8)


@pytest.mark.parametrize(
    "corners",
    [
        None,
        np.array([[200, 200], [208, 200], [208, 208], [200, 208]]),
        np.array([[-30, 80], [200, 80], [200, 300], [-30, 300]]),
        np.array([[4, 4], [635, 4], [635, 475], [4, 475]]),
        np.array([[200, 100], [320, 240], [80, 240]]),
    ],
    ids=["none", "tiny", "cut off by the edge", "the whole picture", "triangle"],
)
def test_what_is_no_frame_is_not_found(corners: np.ndarray | None) -> None:
    assert frames(picture(wall(corners=corners)), POLICY) == []


@pytest.mark.parametrize(
    ("box", "held", "fills"),
    [
        (IN_FRAME, True, True),
        ((215, 120, 305, 310), True, True),
        ((215, 120, 305, 460), False, False),
        ((100, 120, 420, 480), False, False),
        ((215, 260, 235, 288), True, False),
        ((400, 120, 500, 300), False, False),
        ((220, 150, 220, 150), False, False),
    ],
    ids=["inside", "a little beyond", "leaves it", "before it", "far behind it", "beside it", "nothing"],
)
def test_what_a_frame_holds(box: Box, held: bool, fills: bool) -> None:
    assert holds(FRAME, box, POLICY) is held
    assert filled(FRAME, box, POLICY) is fills


def test_what_moves_in_a_frame_is_not_flat() -> None:
    finds = Finds(faces=(Detection(HEAD, 0.9),), persons=(Detection(IN_FRAME, 0.8),))
    assert flat_ones(finds, [FRAME], (), POLICY) == {*finds.faces, *finds.persons}
    assert flat_ones(finds, [FRAME], [IN_FRAME, HEAD], POLICY) == set()
    assert flat_ones(finds, [], (), POLICY) == set()


def test_hands_of_a_portrait_go_with_it_and_others_stay() -> None:
    shown, own = (
        replace(hand("palm"), landmarks=np.full((21, 3), place, dtype=np.float32)) for place in (250, 450)
    )
    finds = Finds(hands=(shown, own), persons=(Detection(IN_FRAME, 0.8),))
    assert without(finds, set(finds.persons)).hands == (own,)
    assert without(finds, set()).hands == (shown, own)


def test_a_head_before_a_window_belongs_to_the_body_that_leaves_it() -> None:
    body = Detection((180, 110, 340, 479), 0.8)
    finds = Finds(faces=(Detection(HEAD, 0.9),), persons=(body,))
    assert flat_ones(finds, [FRAME], (), POLICY) == set()
    alone = Finds(faces=(Detection(HEAD, 0.9),), persons=(Detection((400, 200, 600, 479), 0.8),))
    assert flat_ones(alone, [FRAME], (), POLICY) == set(alone.faces)
    assert without(alone, set(alone.faces)) == Finds(persons=alone.persons)
