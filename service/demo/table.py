"""Opens the demo table, lets a game be played at it, and opens it anew."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from fastapi import APIRouter, FastAPI

from rules.table.book import RuleBook
from service.demo.cameras import ClipCamera
from service.demo.players import Players, demo_book
from service.live.table import LiveTable
from service.live.tables import Tables, TableSettings
from vision.policy import TablePolicy

NAME = "demo"
PULSE = 0.2
"""Seconds between two looks at what the players do."""
LOBBY = 6.0
"""Seconds before the roles are dealt: the cameras show what they show."""
AFTERWARDS = 15.0
"""Seconds for which the end of a game stays on the table."""
_SPREAD = 1 / 15 / 10
"""Seconds between the beginnings of two clips of 15 pictures a second: their pictures come evenly."""
_PATIENCE = 5.0
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class DemoPlan:
    """What is shown."""

    clips: Mapping[int, str]
    """Seat -> path of the clip that plays there."""
    settings: TableSettings = field(default_factory=lambda: TableSettings(RuleBook(), TablePolicy()))
    games: bool = True
    """False: the table is only watched."""
    name: str = NAME


def router(tables: Tables, plan: DemoPlan) -> APIRouter:
    """No routes, but a lifespan in which the demo runs; for `service.api.app.create_app`.

    Its table may be opened by somebody else first, or closed by them: then it is left to them, or opened
    anew.
    """

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        playing = asyncio.create_task(run(tables, plan), name="demo")
        try:
            yield
        finally:
            playing.cancel()
            with suppress(asyncio.CancelledError):
                await playing

    return APIRouter(lifespan=lifespan)


async def run(tables: Tables, plan: DemoPlan) -> None:
    """One game after the other, each at a table of its own, until cancelled."""
    tables.close(plan.name)  # of an earlier process: its players are gone
    while True:
        try:
            await _one(tables, plan)
        except Exception:  # the demo must not end the service
            _log.exception("the demo broke off")
            await asyncio.sleep(_PATIENCE)


async def _one(tables: Tables, plan: DemoPlan) -> None:
    settings = TableSettings(demo_book(plan.settings.book), plan.settings.policy)
    table = tables.open(plan.name, settings)
    cameras = [
        ClipCamera(table.seats[seat], path, time.monotonic, place * _SPREAD)
        for place, (seat, path) in enumerate(sorted(plan.clips.items()))
    ]
    try:
        if plan.games:
            await _game(table)
        while not (table.closed or plan.games):
            await asyncio.sleep(PULSE)
    finally:
        if tables.get(plan.name) is table:
            tables.close(plan.name)
        for camera in cameras:
            camera.stop()
        await asyncio.shield(asyncio.to_thread(_join, cameras))


async def _game(table: LiveTable) -> None:
    players = Players(table, secrets.randbits(32))
    await asyncio.sleep(LOBBY)
    if not table.closed:
        players.start()
    while not (players.over or table.closed):
        players.act(table.clock())
        await asyncio.sleep(PULSE)
    if not table.closed:
        await asyncio.sleep(AFTERWARDS)


def _join(cameras: list[ClipCamera]) -> None:
    for camera in cameras:
        if not camera.join(_PATIENCE):
            _log.warning("a camera of the demo does not end")
