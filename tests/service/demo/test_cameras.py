"""Clips that play in the place of cameras, and the demo that opens and leaves its table."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from fastapi import FastAPI

from datasets.demo.encode import write_clip
from service.demo import cameras, table
from service.demo.cameras import ClipCamera
from service.live.seat import Seat
from tests.service.api.serving import reached
from tests.service.avatar.tables import Clock, tables

FRAMES = 8
RATE = 10


class FastClock:
    """Runs a hundred times as fast as the wall's, so that no test waits for a clip."""

    def __call__(self) -> float:
        return time.monotonic() * 100


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("clip") / "clip.mp4"
    pictures = (np.full((48, 64, 3), 20 * number, dtype=np.uint8) for number in range(FRAMES))
    write_clip(path, pictures, rate=RATE, preset="ultrafast")
    return path


@pytest.fixture
def seat() -> Seat:
    return Seat(3, FastClock(), threading.Condition())


@pytest.fixture
def camera(seat: Seat, clip: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ClipCamera]:
    monkeypatch.setattr(cameras, "COURTESY", 0.01)
    playing = ClipCamera(seat, str(clip), FastClock())
    yield playing
    playing.stop()
    assert playing.join(30.0)


def test_a_clip_goes_on_from_its_beginning_and_no_time_goes_back(seat: Seat, camera: ClipCamera) -> None:
    assert reached(lambda: seat.counts.received > 3 * FRAMES)
    assert seat.counts.refused == 0
    assert seat.counts.joins == 1
    assert seat.input is not None
    assert seat.input.name == cameras.FEED


def test_the_clip_leaves_the_seat_to_who_takes_it_and_comes_back_after_them(
    seat: Seat, camera: ClipCamera
) -> None:
    assert reached(lambda: seat.counts.received > 2)
    visitor = seat.join("whip")
    pause = threading.Event()
    for _ in range(20):
        pause.wait(0.005)
        assert visitor.current
    visitor.end()
    assert reached(lambda: seat.input is not None and seat.input.name == cameras.FEED)


def test_a_clip_that_cannot_be_played_is_logged_and_ends(
    seat: Seat, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        broken = ClipCamera(seat, str(tmp_path / "missing.mp4"), FastClock())
        assert broken.join(30.0)
    assert "cannot be played" in caplog.text


def test_the_demo_opens_its_table_again_and_leaves_nothing(
    clip: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cameras, "COURTESY", 0.01)
    before = threading.active_count()

    async def scenario() -> None:
        opened = tables(Clock())
        plan = table.DemoPlan({1: str(clip), 2: str(clip)}, games=False)
        app = FastAPI()
        app.include_router(table.router(opened, plan))
        async with app.router.lifespan_context(app), asyncio.timeout(60):
            while (first := opened.get("demo")) is None:
                await asyncio.sleep(0.01)
            while first.seats[1].input is None or first.seats[2].input is None:
                await asyncio.sleep(0.01)
            opened.close("demo")
            while opened.get("demo") in (None, first):
                await asyncio.sleep(0.01)
        assert len(opened) == 0

    asyncio.run(scenario())
    assert reached(lambda: threading.active_count() <= before)
