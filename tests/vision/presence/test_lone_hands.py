"""Hands without anybody: small ones in a part of the picture, and what only looks like one."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from datasets.rendered import Studio
from models.engines import EngineChoice
from models.fetch import fetch
from models.runtime import open_model
from vision.hands import HandModels, HandPolicy, find_hands
from vision.picture import Layout, Picture, UInt8Array
from vision.presence.lone_hands import convincing, hands_in_parts
from vision.presence.look import LookPolicy, PresenceModels, look

POLICY = HandPolicy()


@pytest.fixture(scope="module")
def eye() -> HandModels:
    fetch(["palm_full", "hand_full"])
    return HandModels(open_model("palm_full", EngineChoice()), open_model("hand_full", EngineChoice()))


@pytest.fixture(scope="module")
def palm() -> UInt8Array:
    """A rendered open palm, (288, 288, 3) RGB."""
    return np.asarray(Studio(np.random.default_rng(2)).shot("palm").picture.planes[0], np.uint8)


def at(pixels: UInt8Array, side: int, x: int, y: int) -> Picture:
    """A room of 1280 x 960 with the picture of a hand in it, `side` pixels wide."""
    room = np.random.default_rng(2).normal(120, 3, (960, 1280, 3)).astype(np.uint8)
    room[y : y + side, x : x + side] = cv2.resize(pixels, (side, side), interpolation=cv2.INTER_AREA)
    return Picture(Layout.RGB, (room,))


SMALL = (130, 840, 620)


def test_a_hand_too_small_in_the_whole_is_found_in_a_part(eye: HandModels, palm: UInt8Array) -> None:
    side, x, y = SMALL
    shown = at(palm, side, x, y)
    assert find_hands(shown, eye, POLICY) == ()
    (hand,) = hands_in_parts(shown, eye, POLICY)
    x0, y0, x1, y1 = hand.box
    assert x - 5 <= x0 < x1 <= x + side + 5
    assert y - 5 <= y0 < y1 <= y + side + 5
    assert x1 - x0 > side / 5


def test_it_keeps_a_seat_from_being_called_empty(
    eye: HandModels, palm: UInt8Array, models: PresenceModels
) -> None:
    pictures = {1: at(palm, *SMALL), 2: at(np.full_like(palm, 120), *SMALL), 3: at(palm, *SMALL)}

    def search(picture: Picture) -> tuple[object, ...]:
        return hands_in_parts(picture, eye, POLICY)

    found = look(pictures, {}, models, LookPolicy(), search=search, careful=(1, 2))  # type: ignore[arg-type]
    assert [found[seat].present for seat in (1, 2, 3)] == [True, False, False]
    assert found[1].evidence == ("hands",)


def test_a_hand_convinces_and_a_blot_where_one_was_seen_does_not(eye: HandModels, palm: UInt8Array) -> None:
    shown = Picture(Layout.RGB, (palm,))
    hands = find_hands(shown, eye, POLICY)
    assert len(convincing(shown, hands, eye, POLICY)) == len(hands) == 1
    blot = Picture(Layout.RGB, (cv2.GaussianBlur(palm, (0, 0), 60).astype(np.uint8),))
    assert convincing(blot, [replace(hands[0])], eye, POLICY) == ()
    assert convincing(shown, [], eye, POLICY) == ()
