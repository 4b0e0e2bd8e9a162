"""Films of a seat with known instants, encoded as H.264 and watched as `consigliere watch` does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from service.events import Event, EventLog
from service.media import Tick, open_source, ticks
from service.watch.pipeline import moments
from tests.media_files import write_video
from tests.vision.recorded import RecordedEye
from vision.picture import UInt8Array
from vision.policy import TablePolicy

SEAT = 6
CLOCK = 90_000
"""Ticks a second of the films' timestamps."""
SIZE = (96, 72)
_NOISE = [np.random.default_rng(k).normal(0, 4, SIZE[::-1]).round()[..., None] for k in range(16)]


@dataclass(frozen=True)
class Shot:
    """One frame: when, and what is to be seen."""

    ticks: int
    what: str
    """`person`, `empty`, `black`, `cover`; `person!` and `empty!` repeat the noise of the frame before."""

    @property
    def t(self) -> float:
        return self.ticks / CLOCK


def steady(parts: Iterable[tuple[float, str]], fps: int, start: float = 0.0) -> list[Shot]:
    """Parts of (seconds, what) at a constant rate; each part holds the frames that begin in it."""
    shots: list[Shot] = []
    end, step = 0.0, CLOCK // fps
    for seconds, what in parts:
        end += seconds
        while len(shots) * step < end * CLOCK - 0.5:
            shots.append(Shot(round(start * CLOCK) + len(shots) * step, what))
    return shots


def picture(what: str, index: int) -> UInt8Array:
    """A room with shelves; a person is a small bright square in the middle, too small to count as motion."""
    width, height = SIZE
    if what == "black":
        return np.full((height, width, 3), 2, dtype=np.uint8)
    pixels = np.empty((height, width, 3), dtype=np.uint8)
    pixels[:] = np.linspace(40, 90, width, dtype=np.uint8)[None, :, None]
    if what == "cover":
        noise = _NOISE[index % len(_NOISE)] / 4
        return np.clip(pixels // 4 + 20 + noise, 0, 255).astype(np.uint8)
    for k in range(5):
        cv2.rectangle(pixels, (4 + 19 * k, 4), (14 + 19 * k, 22), (20 + 35 * k, 110 - 20 * k, 60), -1)
    if what.startswith("person"):
        cv2.rectangle(pixels, (41, 29), (54, 42), (225, 215, 205), -1)
    return np.clip(pixels + _NOISE[index % len(_NOISE)], 0, 255).astype(np.uint8)


def film(path: Path, shots: Sequence[Shot], *, form: str | None = None, gop: int = 10_000) -> Path:
    """Write the shots; `form` names a container, `gop` is the number of frames between key frames."""
    drawn: list[UInt8Array] = []
    for index, shot in enumerate(shots):
        same = shot.what.endswith("!") and drawn
        drawn.append(drawn[-1] if same else picture(shot.what, index))
    return write_video(
        path,
        len(shots),
        size=SIZE,
        fps=30,
        times=[shot.t for shot in shots],
        gop=gop,
        options={"preset": "ultrafast", "crf": "20", "tune": "zerolatency"},
        form=form,
        paint=lambda index, width, height: drawn[index],
    )


def watched(path: Path, eye: RecordedEye | None = None) -> list[Event]:
    """The events of one film at full speed."""
    return told(ticks([open_source(SEAT, str(path))]), eye)


def told(table: Iterable[Tick], eye: RecordedEye | None = None) -> list[Event]:
    """The events of some ticks."""
    models = (eye or RecordedEye()).models
    return [
        event
        for moment in moments(table, models, TablePolicy(), EventLog("films"))
        for event in moment.events
    ]


def absences(events: Iterable[Event]) -> list[Event]:
    """Those about the empty seat."""
    return [event for event in events if event.type.startswith("absence.")]


def kinds(events: Iterable[Event]) -> list[str]:
    """The last words of the types of those about the empty seat."""
    return [event.type.split(".")[1] for event in absences(events)]


def number(event: Event, field: str) -> float:
    """A number of an event's data."""
    value = event.data[field]
    assert isinstance(value, int | float)
    return float(value)
