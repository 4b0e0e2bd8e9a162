"""Looks at a table in which seats show what a test says."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from service.live.eye import Seen
from service.media import Tick
from vision.frame import Frame
from vision.observations import CameraState, Hand, SeatObservation, ShapeScore
from vision.picture import Layout, Picture
from vision.signals.absence import AbsenceState
from vision.signals.gestures import GestureState, Hold
from vision.signals.hindsight import Hindsight
from vision.signals.nudity import NudityState
from vision.signals.seat import SeatSignals
from vision.table import TableState, TableStep

PRESENT = AbsenceState(observed=True, since=0.0)


@dataclass(frozen=True)
class Shown:
    """One seat in a look."""

    seat: int
    hands: tuple[Hand, ...] = ()
    words: tuple[tuple[int, str], ...] = ()
    """(track, word) that has been told."""
    camera: CameraState = CameraState.OK
    absence: AbsenceState = PRESENT
    nude: int = 0
    picture: bool = True
    noise: int | None = None
    """Seed of a picture that compresses badly."""


def thumb(track: int = 1) -> Hand:
    """A hand that shows a thumb, 100 pixels long."""
    reach = np.linspace(0.0, 100.0, 21, dtype=np.float32)
    points = np.stack([200 + reach, 240 - reach, np.zeros_like(reach)], axis=1)
    return Hand(track, points, points, "right", 0.99, 0.98, ShapeScore("thumb_up", 0.97))


@cache
def picture(noise: int | None = None) -> Picture:
    """384x288: grey with a dark half, or noise."""
    pixels = np.full((288, 384, 3), 128, dtype=np.uint8)
    pixels[:, :192] //= 4
    if noise is not None:
        pixels = np.random.default_rng(noise).integers(0, 256, pixels.shape, dtype=np.uint8)
    return Picture(Layout.RGB, (pixels,))


def look(t: float, *shown: Shown) -> Seen:
    """What the eye would hand on."""
    observations = tuple(SeatObservation(one.seat, t, (640, 480), one.camera, one.hands) for one in shown)
    frames = tuple(Frame(one.seat, t, picture(one.noise)) for one in shown if one.picture)
    machines = {one.seat: _machines(t, one) for one in shown}
    state = replace(TableState(), signals=machines)
    return Seen(Tick(t, frames, (), {}, {}), TableStep(observations, ()), state, ())


def _machines(t: float, one: Shown) -> SeatSignals:
    holds = tuple(
        Hold(track, word, "thumb_up", "right", t - 1, t, (0.97,), (), (0.0, 0.0), told=True)
        for track, word in one.words
    )
    return replace(
        SeatSignals(),
        absence=Hindsight(one.absence, one.absence),
        gestures=GestureState(t, holds),
        nudity=NudityState(told=one.nude),
    )
