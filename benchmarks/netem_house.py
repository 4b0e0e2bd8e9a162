"""A server with one table on real sockets, and what its eye takes from a seat."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import uvicorn
from fastapi import FastAPI

from benchmarks.netem_clip import number_of
from rules.table.book import RuleBook
from service.api import problems
from service.api.tokens import Grant, Tokens
from service.live.eye import Eye
from service.live.seat import Letters, Seat
from service.live.tables import Tables, TableSettings
from service.webrtc.ice import Network
from service.webrtc.sessions import SessionPolicy, Sessions
from service.webrtc.whip import router
from vision.policy import TablePolicy

SEAT = 3
TABLE = "bench"
OLDEST = 0.5
"""Seconds: what is older is not to be judged."""


@dataclass
class Looks:
    """What the eye took from the seat: when, how old it was, and whether the seat was observable."""

    begun: float = 0.0
    fps: int = 0
    taken: list[tuple[float, float]] = field(default_factory=list)
    observed: list[bool] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def watch(self, seat: Seat) -> None:
        """Record from now on what is taken from a seat."""
        take = seat.take

        def recorded() -> Letters:
            letters = take()
            now = time.monotonic()
            with self.lock:
                if self.begun:
                    self.observed.append(letters.age is not None and letters.age <= OLDEST)
                    if letters.frame is not None:
                        sent = self.begun + number_of(letters.frame.picture.luma) / self.fps
                        self.taken.append((now, now - sent))
            return letters

        seat.take = recorded  # type: ignore[method-assign]  # listened in on


@dataclass
class House:
    """A server with one table."""

    base: str
    tables: Tables
    sessions: Sessions
    token: str

    @property
    def seat_url(self) -> str:
        """Where the seat is joined."""
        return f"{self.base}/v1/tables/{TABLE}/seats/{SEAT}/whip"


@asynccontextmanager
async def house(address: str, eye: Eye, policy: SessionPolicy | None = None) -> AsyncIterator[House]:
    """Serve at an address."""
    tables = Tables(eye, {})
    tables.open(TABLE, TableSettings(RuleBook(), TablePolicy()))
    sessions = Sessions(tables, policy, Network((address,)))
    app = FastAPI()
    app.state.tokens = Tokens(b"n" * 32)
    problems.install(app)
    app.include_router(router(tables, sessions))
    server = uvicorn.Server(uvicorn.Config(app, host=address, port=0, log_level="warning"))
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    token = app.state.tokens.issue(Grant("platform", TABLE), 3600)
    try:
        yield House(f"http://{address}:{port}", tables, sessions, token)
    finally:
        server.should_exit = True
        await running
