"""The application: routes, limits, and how it begins and ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from fastapi import APIRouter, FastAPI
from fastapi.middleware.cors import CORSMiddleware

from rules.table.book import RuleBook
from service.api import problems
from service.api.access import Services
from service.api.answers import Json
from service.api.backing import Backing
from service.api.bodies import BodyBounds
from service.api.limits import Limits
from service.api.routes import (
    commands,
    event_socket,
    events,
    files,
    pictures,
    resting,
    seat_tokens,
)
from service.api.routes import tables as table_routes
from service.api.shelf import PROCESS
from service.api.tokens import Tokens
from service.live.tables import Tables, TableSettings
from vision.policy import TablePolicy

_ROUTERS = (
    table_routes.router,
    seat_tokens.router,
    resting.router,
    commands.router,
    events.router,
    event_socket.router,
    pictures.router,
    files.router,
)
_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
_ASKED = ("Authorization", "Content-Type", "Idempotency-Key", "If-Match", "Last-Event-ID")
_TOLD = ("ETag", "Link", "Location", "Retry-After", "Accept-Patch", "Idempotency-Replayed")
"""Headers that pages of the allowed origins may send, and may read."""
_ROUND = 30.0
"""Seconds between two looks for forgotten tables."""
_ABOUT = """Watches tables of Mafia: pictures and game events in, signs, absences, grounds and decisions out.

Every request needs a bearer token; `consigliere token platform` makes the platform's. What is refused is
answered with problem details (RFC 9457): `type` names the kind of refusal, `detail` says what to do.

Two WebSockets stand beside the routes below; their token may stand in the query as `access_token`.

* `/v1/tables/{table}/events/ws?after=N`: the events after the Nth of the token's view, each a text
  `{"number": 17, "event": {...}}`; `{"gap": {"after": 12}}` where events are gone.
* `/v1/tables/{table}/seats/{seat}/pictures`: takes binary messages, each the media time in seconds as a
  big-endian float64 and then a JPEG or WebP. The newest is judged. A broken one is answered with
  `{"error": "..."}`; too many of them end the connection with code 1008, one that is too large with 1009.
"""


def create_app(
    tables: Tables,
    tokens: Tokens,
    limits: Limits | None = None,
    *,
    routers: Sequence[APIRouter] = (),
    origins: Sequence[str] = (),
    default: TableSettings | None = None,
    idle: float = 6 * 3600.0,
    backing: Backing | None = None,
) -> FastAPI:
    """The application.

    Args:
        tables: it keeps their time, and closes them and their eye at its end.
        tokens: issue and read bearer tokens.
        limits: of what clients may send.
        routers: further routes, as those of WHIP, health and pages; a router's own lifespan is respected.
        origins: web pages that may call from a browser, as `https://play.example`; `*` for any.
        default: what tables are like unless their platform says otherwise.
        idle: seconds without a request, a reader or a picture after which a table is closed.
        backing: where tables are kept; it is begun and ended with the application. None: nowhere.
    """
    bounds = limits or Limits()
    app = FastAPI(
        title="Consigliere",
        version="1",
        description=_ABOUT,
        lifespan=_lifespan,
        docs_url=None,  # FastAPI's pages load their scripts from elsewhere
        redoc_url=None,
        openapi_url="/v1/openapi.json",
        default_response_class=Json,
    )
    app.state.tables = tables
    app.state.tokens = tokens
    app.state.services = Services(tables, tokens, bounds, backing)
    app.state.answers = app.state.services.new_answers(PROCESS)
    app.state.default_settings = default or TableSettings(RuleBook(), TablePolicy())
    app.state.backing = backing
    app.state.idle = idle
    app.state.draining = False
    problems.install(app)
    app.add_middleware(BodyBounds, limits=bounds)
    if origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(origins),
            allow_methods=_METHODS,
            allow_headers=_ASKED,
            expose_headers=_TOLD,
        )
    for router in (*_ROUTERS, *routers):
        app.include_router(router)
    return app


def drain(app: FastAPI) -> None:
    """Let everything come to its end: no table is opened any more, those that are open are left.

    Their streams tell their readers so and end. Where tables are kept, the next process resumes them.
    """
    app.state.draining = True
    services: Services = app.state.services
    for table in services.tables:
        services.tables.close(table.name, for_good=services.backing is None)


def close_forgotten(app: FastAPI) -> None:
    """Close the tables that nobody has asked for, read, or fed for too long."""
    services: Services = app.state.services
    for table in services.tables:
        fed = any(seat.input is not None for seat in table.seats.values())
        if fed or services.readers[table.name]:
            services.touched[table] = table.clock()
        elif table.clock() - services.touched.get(table, 0.0) > app.state.idle:
            services.tables.close(table.name)


async def _close_forgotten(app: FastAPI) -> None:
    while True:
        await asyncio.sleep(_ROUND)
        close_forgotten(app)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    tables: Tables = app.state.tables
    services: Services = app.state.services
    if services.backing is not None:
        await services.backing.begin(tables, app.state.default_settings)
        await asyncio.to_thread(services.recall_answers, app.state.answers)
    keepers = (
        asyncio.create_task(tables.keep_time(), name="table time"),
        asyncio.create_task(_close_forgotten(app), name="forgotten tables"),
    )
    try:
        yield
    finally:
        drain(app)
        for keeper in keepers:
            keeper.cancel()
        await asyncio.gather(*keepers, return_exceptions=True)
        await asyncio.to_thread(tables.eye.close)
        if services.backing is not None:
            await services.backing.end()
        services.decoders.shutdown(wait=False, cancel_futures=True)
