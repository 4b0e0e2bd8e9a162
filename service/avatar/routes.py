"""`POST /v1/tables/{table}/avatars`: watch the hands of a table, signalled as WHEP does it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response

from service.api.access import Anybody
from service.api.problems import Problem
from service.api.routes.refusals import refusals
from service.avatar.offer import LONGEST
from service.avatar.sessions import AvatarSessions, TooMany
from service.webrtc.offer import BadOffer

SDP = "application/sdp"
_TEXT: dict[str, Any] = {"schema": {"type": "string"}}
_OFFER: dict[str, Any] = {"requestBody": {"required": True, "content": {SDP: _TEXT}}}


def router(sessions: AvatarSessions | None = None) -> APIRouter:
    """The routes for `service.api.app.create_app`; with the application's end all sessions end.

    Args:
        sessions: where they are kept, None for the usual bounds.
    """
    kept = AvatarSessions() if sessions is None else sessions

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        await kept.close()

    routes = APIRouter(prefix="/v1/tables/{table}/avatars", tags=["avatars"], lifespan=lifespan)

    @routes.post(
        "",
        status_code=201,
        response_class=Response,
        responses={201: {"content": {SDP: _TEXT}}, **refusals(415, 503)},
        openapi_extra=_OFFER,
        summary="Watch the hands",
    )
    async def watch(access: Anybody, request: Request) -> Response:
        """Open a lossy data channel with both hands of every seat at frame rate.

        The body is an SDP offer with nothing but a data channel; channel 0 is used by agreement. Any viewer's
        token will do. In secret phases nothing is sent. The messages are read by `static/avatar.js`.
        """
        offer = await _offer(request)
        left = access.services.tokens.left(access.grant)
        try:
            name, answer = await kept.begin(access.table, access.grant.viewer, offer, left)
        except TooMany as error:
            raise Problem(503, "too-many-avatars", str(error), headers={"Retry-After": "10"}) from error
        except BadOffer as error:
            raise Problem(400, "bad-offer", str(error)) from error
        location = f"{request.url.path.rstrip('/')}/{name}"
        return Response(answer, 201, {"Location": location}, SDP)

    @routes.delete("/{session}", status_code=204, responses=refusals(), summary="Watch no longer")
    async def leave(access: Anybody, session: str) -> Response:
        """End a session; one that its viewer has left ends by itself."""
        if not await kept.end(access.table.name, session):
            raise Problem(404, "no-such-session", "this session has ended, or there never was one")
        return Response(status_code=204)

    return routes


async def _offer(request: Request) -> str:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != SDP:
        raise Problem(415, "not-sdp", f"send the offer as {SDP}")
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST:
            raise Problem(413, "offer-too-long", f"an offer has {LONGEST} bytes at most")
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise Problem(400, "bad-offer", "the offer is no UTF-8") from error
