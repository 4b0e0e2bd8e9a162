"""A real application with the eye looking at bright and dark pictures, and its operation routes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx
import numpy as np
from fastapi import FastAPI

from rules.table.book import RuleBook
from service.api.app import create_app
from service.api.tokens import Tokens
from service.config.metrics import Metrics as MetricsSettings
from service.live.eye import Eye, Seen
from service.live.table import LiveTable
from service.live.tables import Tables, TableSettings
from service.ops import exposition, health
from service.ops.metrics import Metrics
from tests.vision.recorded import RecordedEye
from vision.picture import Layout, Picture
from vision.policy import TablePolicy


@dataclass(frozen=True)
class Operated:
    """What a test needs of a running application."""

    app: FastAPI
    client: httpx.AsyncClient
    metrics: Metrics
    tables: Tables

    def open(self, name: str = "evening") -> LiveTable:
        return self.tables.open(name, TableSettings(RuleBook(), TablePolicy()))

    async def scrape(self) -> str:
        answer = await self.client.get("/metrics")
        assert answer.status_code == 200
        return answer.text


@asynccontextmanager
async def operated(settings: MetricsSettings | None = None) -> AsyncIterator[Operated]:
    chosen = settings or MetricsSettings()
    metrics = Metrics(per_table=chosen.per_table)
    tables = Tables(Eye(RecordedEye().models, metrics.probe), {})
    metrics.watch(tables)
    routers = (health.router(), exposition.router(metrics, chosen))
    app = create_app(tables, Tokens(b"a secret of the tests, 32 bytes."), routers=routers)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client,
    ):
        yield Operated(app, client, metrics, tables)


def picture(level: int = 200) -> Picture:
    return Picture(Layout.RGB, (np.full((48, 64, 3), level, np.uint8),))


async def until(table: LiveTable, true: Callable[[], bool], patience: float = 60.0) -> None:
    """Wait for what the eye's looks bring about, asking after each of them; only a hang fails."""
    looked = asyncio.Event()

    def onlooker(_: Seen) -> None:
        looked.set()

    table.onlookers.add(onlooker)
    try:
        async with asyncio.timeout(patience):
            while not true():
                looked.clear()
                await looked.wait()
    finally:
        table.onlookers.discard(onlooker)


def run(test: Callable[[], Awaitable[None]]) -> None:
    """Run a test on an event loop that ends with it."""
    asyncio.run(test())  # type: ignore[arg-type]
