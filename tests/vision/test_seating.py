"""A seat's camera may hang upside down or mirror; what is seen must not depend on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from datasets.demo import shipped
from service.eye import open_table_models
from service.media import open_source
from tests.vision.signals.scenes import hand
from vision.frame import Frame
from vision.picture import Layout, Picture
from vision.policy import TablePolicy
from vision.seating import SeatSettings, anatomical, upright
from vision.signals.signal import Signal
from vision.table import TableModels, TableState, step

PIXELS = np.arange(36, dtype=np.uint8).reshape(3, 4, 3)


@pytest.mark.parametrize("brought", [0, 90, 180, 270])
@pytest.mark.parametrize("asked", [0, 90, 180, 270])
def test_the_seats_turn_follows_the_pictures_own(brought: int, asked: int) -> None:
    frame = Frame(3, 0.0, Picture(Layout.RGB, (PIXELS,), rotation=brought))
    turned = upright(frame, {3: SeatSettings(rotation=asked)})
    expected = np.rot90(np.rot90(PIXELS, -brought // 90), -asked // 90)
    np.testing.assert_array_equal(turned.picture.rgb(), expected)


def test_other_seats_stay_as_they_are() -> None:
    frame = Frame(3, 0.0, Picture(Layout.RGB, (PIXELS,)))
    assert upright(frame, {4: SeatSettings(rotation=180)}) is frame


def test_only_mirrored_seats_exchange_left_and_right() -> None:
    hands = {1: (hand("ok", side="left"), hand("ok", side="right")), 2: (hand("ok", side="left"),)}
    sides = anatomical(hands, {1: SeatSettings(mirrored=True), 2: SeatSettings(rotation=90)})
    assert [h.handedness for h in sides[1]] == ["right", "left"]
    assert [h.handedness for h in sides[2]] == ["left"]


@pytest.mark.parametrize("rotation", [45, -90, 360])
def test_only_quarter_turns(rotation: int) -> None:
    with pytest.raises(ValueError, match="rotation must be 0, 90, 180 or 270"):
        SeatSettings(rotation=rotation)


def test_there_are_ten_seats() -> None:
    with pytest.raises(ValueError, match="seats 1 to 10, not 11"):
        TablePolicy(seats={11: SeatSettings()})


@pytest.fixture(scope="module")
def models(default_models: None) -> TableModels:
    return open_table_models()


@pytest.fixture(scope="module")
def clip() -> list[Frame]:
    """A second in which seat 4 shows a sign."""
    (path,) = (seat.path for seat in shipped() if seat.seat == 4)
    frames = [item for item in open_source(4, str(path)) if isinstance(item, Frame)]
    return [frame for frame in frames if 2.6 <= frame.t < 4.6]


def watch(frames: Sequence[Frame], models: TableModels, policy: TablePolicy) -> list[Signal]:
    state, told = TableState(), list[Signal]()
    for frame in frames:
        state, outcome = step(state, [frame], models, policy)
        told += outcome.signals
    return told


@pytest.mark.parametrize("rotation", [90, 180])
def test_a_turned_camera_sees_the_same_signs(clip: list[Frame], models: TableModels, rotation: int) -> None:
    """Stored turned, displayed unturned: only the seat's setting sets it right."""
    turned = [
        replace(
            frame,
            picture=Picture(
                Layout.RGB, (np.ascontiguousarray(np.rot90(frame.picture.rgb(), rotation // 90)),)
            ),
        )
        for frame in clip
    ]
    plain = [replace(frame, picture=Picture(Layout.RGB, (frame.picture.rgb(),))) for frame in clip]
    policy = TablePolicy(seats={4: SeatSettings(rotation=rotation)})
    expected = [(s.type, s.data["gesture"], s.data["hand"]) for s in watch(plain, models, TablePolicy())]
    told = [(s.type, s.data["gesture"], s.data["hand"]) for s in watch(turned, models, policy)]
    assert ("gesture.started", "number_1") in [entry[:2] for entry in told]
    assert told == expected
    if rotation == 180:
        without = watch(turned, models, TablePolicy())
        assert "number_1" not in [signal.data.get("gesture") for signal in without]
