"""`/healthz` and `/readyz`: whether to restart the process, and whether to send it work."""

from __future__ import annotations

import time
from collections.abc import Callable

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.datastructures import State

from rules.events import Json
from service.api.backing import Backing
from service.api.problems import Problem
from service.live.tables import Tables

STALE = 10.0
"""Seconds without a round of the eye after which it is stuck. A round over four full tables on one slow core
takes about one."""

AWAY = 2.0
"""Seconds for which the database may be away before no work is to be sent here."""


class Alive(BaseModel):
    """The process works."""

    status: str = Field("ok", examples=["ok"])


class Ready(BaseModel):
    """Tables can be opened and seats joined."""

    status: str = Field("ready", examples=["ready"])
    tables: int = Field(description="Open tables.", examples=[1])


def router(clock: Callable[[], float] = time.monotonic) -> APIRouter:
    """Both routes. They read `app.state.tables` and `app.state.draining`, and ask for no token.

    Args:
        clock: as `time.monotonic`.
    """
    routes = APIRouter(tags=["operation"])
    refusal = {
        503: {"description": "Not now; `reasons` says why.", "content": {"application/problem+json": {}}}
    }

    @routes.get("/healthz", summary="Whether the process works", responses=refusal)  # type: ignore[arg-type]
    async def healthz(request: Request) -> Alive:
        """200 while the event loop answers and the eye's thread lives: only a restart mends either."""
        tables: Tables | None = getattr(request.app.state, "tables", None)
        if tables is not None and not tables.eye.alive and not request.app.state.draining:
            raise Problem(503, "not-alive", "the thread that looks has ended; start the process again")
        return Alive(status="ok")

    @routes.get("/readyz", summary="Whether work may be sent here", responses=refusal)  # type: ignore[arg-type]
    async def readyz(request: Request) -> Ready:
        """200 while models are loaded, the eye looks, and nothing is being shut down."""
        state = request.app.state
        reasons = _reasons(state, clock())
        if reasons:
            again = {"Retry-After": "5"}
            raise Problem(503, "not-ready", "; ".join(map(str, reasons)), headers=again, reasons=reasons)
        return Ready(status="ready", tables=len(state.tables))

    return routes


def _reasons(state: State, now: float) -> list[Json]:
    """What keeps tables from being opened and watched."""
    reasons: list[Json] = []
    if getattr(state, "draining", False):
        reasons.append("draining: no table is opened any more")
    tables: Tables | None = getattr(state, "tables", None)
    if tables is None:
        reasons.append("the models are being loaded")
    elif not tables.eye.alive:
        reasons.append("the eye's thread has ended")
    elif (idle := now - tables.eye.passed) > STALE:
        reasons.append(f"the eye has not finished a round for {idle:.0f} s")
    backing: Backing | None = getattr(state, "backing", None)
    if backing is not None and (away := backing.database.away) > AWAY:
        reasons.append(f"the database has been away for {away:.0f} s; nothing is lost, and nothing is told")
    return reasons
