"""The application: routes, limits, and how it begins and ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

from fastapi import APIRouter, FastAPI
from fastapi.middleware.cors import CORSMiddleware

from rules.table.book import RuleBook
from service.api import problems
from service.api.access import Services
from service.api.answers import Answers, Json
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
_ABOUT = """Watches tables of Mafia: pictures and game events in, signs, absences, grounds and decisions out.

Every request needs a bearer token; `consigliere token platform` makes the platform's. What is refused is
answered with problem details (RFC 9457): `type` names the kind of refusal, `detail` says what to do.
"""


def create_app(
    tables: Tables,
    tokens: Tokens,
    limits: Limits | None = None,
    *,
    routers: Sequence[APIRouter] = (),
    origins: Sequence[str] = (),
    default: TableSettings | None = None,
) -> FastAPI:
    """The application.

    Args:
        tables: it keeps their time, and closes them and their eye at its end.
        tokens: issue and read bearer tokens.
        limits: of what clients may send.
        routers: further routes, as those of WHIP, health and pages; a router's own lifespan is respected.
        origins: web pages that may call from a browser, as `https://play.example`; `*` for any.
        default: what tables are like unless their platform says otherwise.
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
    app.state.services = Services(tables, tokens, bounds)
    app.state.answers = Answers(bounds.answers)
    app.state.default_settings = default or TableSettings(RuleBook(), TablePolicy())
    app.state.draining = False
    problems.install(app)
    app.add_middleware(BodyBounds, limits=bounds)
    app.add_middleware(
        CORSMiddleware,
        allow_origins=list(origins),
        allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
        allow_headers=["Authorization", "Content-Type", "Idempotency-Key", "If-Match", "Last-Event-ID"],
        expose_headers=["ETag", "Link", "Location", "Retry-After", "Accept-Patch"],
    )
    for router in (*_ROUTERS, *routers):
        app.include_router(router)
    return app


def drain(app: FastAPI) -> None:
    """Let everything come to its end: no table is opened any more, those that are open are closed.

    Their streams tell their readers so and end.
    """
    app.state.draining = True
    tables: Tables = app.state.tables
    for table in tables:
        tables.close(table.name)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    tables: Tables = app.state.tables
    keeper = asyncio.create_task(tables.keep_time(), name="table time")
    try:
        yield
    finally:
        drain(app)
        keeper.cancel()
        with suppress(asyncio.CancelledError):
            await keeper
        await asyncio.to_thread(tables.eye.close)
        services: Services = app.state.services
        services.decoders.shutdown(wait=False, cancel_futures=True)
