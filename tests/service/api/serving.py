"""The real application on a real server on a port of its own, on a thread."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import httpx
import uvicorn
from fastapi import FastAPI

from service.api.app import create_app
from service.api.limits import Limits
from service.api.server import Front, server
from service.api.tokens import Grant, Tokens
from service.client import Client
from service.live.eye import Eye
from service.live.tables import Tables, TableSettings
from service.media.live import Clock
from service.provenance import behind
from tests.vision.recorded import RecordedEye
from vision.table import TableModels

SECRET = b"a secret of the tests, 32 bytes."


@dataclass(frozen=True)
class Service:
    """A running service."""

    address: str
    app: FastAPI
    tokens: Tokens
    platform: str
    """A platform's token for all tables."""
    uvicorn: uvicorn.Server

    @property
    def socket(self) -> str:
        return f"ws{self.address.removeprefix('http')}"

    def client(self, token: str | None = None) -> httpx.Client:
        """Asks with a token; the platform's unless another is given."""
        headers = {"Authorization": f"Bearer {token or self.platform}"}
        return httpx.Client(base_url=self.address, headers=headers, timeout=30.0, trust_env=False)

    def speaker(self, token: str | None = None) -> Client:
        """Our own client with a token; the platform's unless another is given."""
        return Client(self.address, token or self.platform)

    def token(self, grant: Grant, seconds: float = 3600.0) -> str:
        return self.tokens.issue(grant, seconds)


@contextmanager
def serving(
    limits: Limits | None = None,
    models: TableModels | None = None,
    *,
    most: int = 4,
    kept: int = 5000,
    clock: Clock = time.monotonic,
    default: TableSettings | None = None,
    origins: Sequence[str] = (),
    front: Front | None = None,
) -> Iterator[Service]:
    """Serve until the block ends; then the server has ended, too.

    Without models the eye's detectors are those whose answers are drawn into the pictures.
    """
    eye_models = models or RecordedEye().models
    versions = {} if models is None else behind(models)
    tables = Tables(Eye(eye_models), versions, most=most, kept=kept, clock=clock)
    tokens = Tokens(SECRET)
    with running(create_app(tables, tokens, limits, default=default, origins=origins), front) as service:
        yield service


@contextmanager
def running(app: FastAPI, front: Front | None = None) -> Iterator[Service]:
    """Serve an application until the block ends; then the server has ended, too."""
    tokens: Tokens = app.state.tokens
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    serves = server(app, front)
    started = threading.Event()
    thread = threading.Thread(target=_run, args=(serves, listening, started), daemon=True)
    thread.start()
    assert started.wait(30.0)
    platform = tokens.issue(Grant("platform", "*"), 3600.0)
    try:
        yield Service(f"http://127.0.0.1:{port}", app, tokens, platform, serves)
    finally:
        serves.should_exit = True
        thread.join(30.0)
        listening.close()
        assert not thread.is_alive()


def _run(serves: uvicorn.Server, listening: socket.socket, started: threading.Event) -> None:
    started.set()  # the socket listens already: who connects now is served in a moment
    serves.run(sockets=[listening])


@dataclass
class SetClock:
    """A clock that stands where it was set."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def reached(condition: Callable[[], bool], seconds: float = 30.0) -> bool:
    """Whether a condition came true; asked again and again, as nothing tells of it."""
    end = time.monotonic() + seconds
    pause = threading.Event()
    while not condition():
        if time.monotonic() > end:
            return False
        pause.wait(0.01)
    return True
