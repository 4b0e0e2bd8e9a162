"""`/metrics`, and the event loop's lag, which can only be measured on it."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from fastapi import APIRouter, FastAPI, Request, Response
from prometheus_client.exposition import choose_encoder

from service.api.problems import Problem
from service.config.metrics import Metrics as Settings
from service.ops.metrics import Metrics

BEAT = 0.5
"""Seconds between two measurements of the lag."""


def router(metrics: Metrics, settings: Settings) -> APIRouter:
    """The route `/metrics`, as open as the settings say; while it is mounted, the loop's lag is measured."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        beating = asyncio.create_task(_measure_lag(metrics), name="loop lag")
        try:
            yield
        finally:
            beating.cancel()
            with suppress(asyncio.CancelledError):
                await beating

    routes = APIRouter(tags=["operation"], lifespan=lifespan)
    if settings.access == "off":
        return routes

    @routes.get("/metrics", summary="Metrics for Prometheus", response_class=Response)
    async def expose(request: Request) -> Response:
        """Counts and times since the start, in the format that the scraper asks for."""
        if settings.token is not None:
            _admit(request, settings.token.get_secret_value())
        text, media_type = _encoded(metrics, request.headers.get("accept", ""))
        return Response(text, media_type=media_type)

    return routes


def _admit(request: Request, token: str) -> None:
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not hmac.compare_digest(given.strip().encode(), token.encode()):
        challenge = {"WWW-Authenticate": 'Bearer realm="consigliere metrics"'}
        detail = "send the bearer token of [metrics] in the settings"
        raise Problem(401, "token-missing", detail, headers=challenge)


def _encoded(metrics: Metrics, accept: str) -> tuple[bytes, str]:
    """All metrics in the format that a scraper accepts, and its media type."""
    try:
        encode, media_type = choose_encoder(accept)
        return encode(metrics.registry), media_type
    except (TypeError, ValueError):  # of the library, on versions that are no numbers
        encode, media_type = choose_encoder("")
        return encode(metrics.registry), media_type


async def _measure_lag(metrics: Metrics) -> None:
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + BEAT
        await asyncio.sleep(BEAT)
        metrics.loop_lag.observe(max(loop.time() - due, 0.0))
