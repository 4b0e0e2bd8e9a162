"""Frames whose outline runs into something else, and lines that make none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.observations import Box
from vision.picture import Layout, Picture, UInt8Array
from vision.presence.flat import FlatPolicy, filled, frames
from vision.presence.straight import frame_around

BODY: Box = (230, 120, 310, 270)
FRAME = np.array([[205, 100], [335, 108], [333, 292], [207, 284]])


def room(*, frame: bool) -> UInt8Array:
    """A wall with a sensor's noise and somebody's outline on it, framed or not, (480, 640, 3) RGB."""
    pixels = np.random.default_rng(3).normal(150, 2, (480, 640, 3)).astype(np.uint8)
    if frame:
        cv2.fillConvexPoly(pixels, FRAME, (90, 110, 140))
        cv2.polylines(pixels, [FRAME], True, (30, 25, 20), 5)
    cv2.ellipse(pixels, (270, 150), (22, 28), 0, 0, 360, (190, 150, 130), -1)
    cv2.ellipse(pixels, (270, 240), (38, 45), 0, 0, 360, (60, 40, 90), -1)
    return pixels


def around(pixels: UInt8Array, box: Box = BODY, rotation: int = 0) -> np.ndarray | None:
    picture = Picture(Layout.RGB, (np.ascontiguousarray(pixels),), rotation=rotation)
    return frame_around(picture, box, fills=0.3, largest=0.6)


def with_shelf(pixels: UInt8Array) -> UInt8Array:
    """A board and a lamp's cord that run into the frame."""
    cv2.line(pixels, (0, 150), (206, 160), (70, 50, 30), 9)
    cv2.line(pixels, (300, 0), (298, 106), (40, 40, 40), 4)
    cv2.rectangle(pixels, (334, 200), (420, 330), (200, 60, 60), -1)
    return pixels


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_frame_that_other_things_touch_is_found(rotation: int) -> None:
    pixels = with_shelf(room(frame=True))
    outlines = frames(Picture(Layout.RGB, (pixels,)), FlatPolicy())
    assert not any(filled(one, BODY, FlatPolicy()) for one in outlines)  # the frame's is not its own
    found = around(np.rot90(pixels, rotation // 90), rotation=rotation)  # a viewer turns it back
    assert found is not None
    np.testing.assert_allclose(found, FRAME, atol=6)


def test_a_frame_as_bright_as_the_wall_is_found_by_its_colour() -> None:
    pixels = room(frame=False)
    inside = np.zeros(pixels.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, FRAME, 1)
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY).astype(np.int16)
    tinted = np.clip(grey[..., None] + np.array([28, -15, 4]), 0, 255).astype(np.uint8)
    wall = (inside == 1) & (np.abs(grey - 150) < 12)
    pixels[wall] = tinted[wall]
    found = around(pixels)
    assert found is not None
    np.testing.assert_allclose(found, FRAME, atol=6)


def lines(pixels: UInt8Array, *ends: tuple[tuple[int, int], tuple[int, int]]) -> UInt8Array:
    for begin, end in ends:
        cv2.line(pixels, begin, end, (40, 30, 20), 6)
    return pixels


LEFT, RIGHT = ((205, 90), (205, 300)), ((335, 90), (335, 300))
THROUGH = ((205, 0), (205, 479)), ((335, 0), (335, 479)), ((0, 95), (639, 95)), ((0, 290), (639, 290))


@pytest.mark.parametrize(
    "pixels",
    [
        room(frame=False),
        lines(room(frame=False), LEFT, RIGHT, ((205, 90), (335, 90))),
        lines(room(frame=False), *THROUGH),
        lines(room(frame=False), LEFT, RIGHT, ((205, 90), (335, 90)), ((0, 300), (639, 300))),
        cv2.rectangle(room(frame=False), (20, 10), (620, 470), (40, 30, 20), 6),
    ],
    ids=["a bare wall", "a door", "boards that run on", "behind a table in a doorway", "far around"],
)
def test_what_is_no_frame_around_it_is_not_found(pixels: UInt8Array) -> None:
    assert around(pixels) is None


def test_nothing_is_sought_around_what_is_too_small_to_see() -> None:
    assert around(room(frame=True), (270, 150, 270, 150)) is None
