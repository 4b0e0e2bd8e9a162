"""The application with its pages on a real server, and a table that is open there."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TypeVar

import httpx
from fastapi import APIRouter, FastAPI

from service.api.app import create_app
from service.api.limits import Limits
from service.api.server import server
from service.api.tokens import Grant, Tokens
from service.live.eye import Eye
from service.live.table import LiveTable
from service.live.tables import Tables
from tests.service.avatar.tables import Blind

TABLE = "evening"
Made = TypeVar("Made")


@dataclass
class Site:
    """A running service."""

    address: str
    tables: Tables
    tokens: Tokens
    loop: asyncio.AbstractEventLoop

    @property
    def table(self) -> LiveTable:
        table = self.tables.get(TABLE)
        assert table is not None
        return table

    def token(self, grant: Grant | None = None, seconds: float = 3600.0) -> str:
        return self.tokens.issue(grant or Grant("platform", TABLE), seconds)

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.address, timeout=30.0, trust_env=False)

    def state(self, **query: str) -> str:
        """Address of the state feed."""
        return f"ws{self.address.removeprefix('http')}/v1/tables/{TABLE}/state/ws?{httpx.QueryParams(query)}"

    def do(self, act: Callable[[], Made]) -> Made:
        """Something that belongs to the service's thread."""
        done: Future[Made] = Future()
        self.loop.call_soon_threadsafe(lambda: done.set_result(act()))
        return done.result(30.0)


@contextmanager
def site(
    routers: Callable[[Tables], Sequence[APIRouter]],
    *,
    eye: Eye | None = None,
    limits: Limits | None = None,
) -> Iterator[Site]:
    """Serve until the block ends.

    Args:
        routers: of the pages and whatever else there is.
        eye: none given: it never looks, and the test says what is seen.
        limits: of the application.
    """
    tables = Tables(eye or Blind(), {})  # type: ignore[arg-type]
    tokens = Tokens(b"a secret of the tests, 32 bytes.", now=lambda: 1000.0)  # none expires under way
    loops: list[asyncio.AbstractEventLoop] = []

    @asynccontextmanager
    async def remember(_: FastAPI) -> AsyncIterator[None]:
        loops.append(asyncio.get_running_loop())
        yield

    running = server(
        create_app(tables, tokens, limits, routers=[APIRouter(lifespan=remember), *routers(tables)])
    )
    listening = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    try:
        authorization = f"Bearer {tokens.issue(Grant('platform', '*'), 3600.0)}"
        opened = httpx.post(
            f"{address}/v1/tables",
            json={"table": TABLE},
            headers={"authorization": authorization},
            timeout=30.0,
            trust_env=False,
        )
        assert opened.status_code == 201, opened.text
        yield Site(address, tables, tokens, loops[0])
    finally:
        running.should_exit = True
        thread.join(30.0)
        listening.close()
        assert not thread.is_alive()
