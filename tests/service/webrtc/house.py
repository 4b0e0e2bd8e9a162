"""A real server on the loopback with one table, for clients that join its seats."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import cast

import uvicorn
from fastapi import FastAPI

from rules.table.book import RuleBook
from service.api import problems
from service.api.tokens import Grant, Tokens
from service.live.eye import Eye, Watched
from service.live.seat import Seat
from service.live.table import LiveTable
from service.live.tables import Tables, TableSettings
from service.webrtc.ice import Network
from service.webrtc.sessions import SessionPolicy, Sessions
from service.webrtc.whip import router
from vision.frame import Frame
from vision.policy import TablePolicy
from vision.table import TableState

PATIENCE = 30.0
"""Seconds after which a test gives up: long enough for a machine that does ten other things."""
LOOPBACK = Network(hosts=("127.0.0.1",))


class BlindEye:
    """Looks at nothing: tests take the seats' pictures themselves."""

    def __init__(self) -> None:
        self.arrival = threading.Condition()

    def watch(self, table: Watched, state: TableState | None = None) -> None: ...

    def leave(self, name: str) -> None: ...


@dataclass
class House:
    """What a test needs of the server."""

    base: str
    tables: Tables
    table: LiveTable
    sessions: Sessions
    tokens: Tokens
    seen: dict[int, list[Frame]] = field(default_factory=dict)

    def url(self, seat: int) -> str:
        return f"{self.base}/v1/tables/{self.table.name}/seats/{seat}/whip"

    def token(self, seat: int) -> str:
        return self.tokens.issue(Grant("seat", self.table.name, seat), 600)

    def seat(self, number: int) -> Seat:
        return self.table.seats[number]

    def take(self, number: int) -> list[Frame]:
        """All pictures of a seat that were taken so far."""
        frame = self.seat(number).take().frame
        frames = self.seen.setdefault(number, [])
        if frame is not None:
            frames.append(frame)
        return frames


async def until(predicate: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait for what happens elsewhere."""
    async with asyncio.timeout(seconds):
        while not predicate():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def house(
    policy: SessionPolicy | None = None, network: Network = LOOPBACK, eye: Eye | None = None
) -> AsyncIterator[House]:
    """The server, on this event loop."""
    tables = Tables(eye or cast("Eye", BlindEye()), {})
    table = tables.open("alpha", TableSettings(RuleBook(), TablePolicy()))
    sessions = Sessions(tables, policy, network)
    app = FastAPI()
    app.state.tokens = Tokens(b"s" * 32)
    problems.install(app)
    app.include_router(router(tables, sessions))
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_config=None))
    running = asyncio.create_task(server.serve())
    await until(lambda: server.started)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield House(f"http://127.0.0.1:{port}", tables, table, sessions, app.state.tokens)
    finally:
        server.should_exit = True
        await running
