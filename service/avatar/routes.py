"""`POST /v1/tables/{table}/avatars`: watch the hands of a table, signalled as WHEP does it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response

from service.api.access import Anybody
from service.api.problems import Problem
from service.avatar.session import BadOffer
from service.avatar.sessions import AvatarSessions, TooMany

SDP = "application/sdp"
LONGEST = 16 * 1024
"""Bytes of an offer; browsers send less than one kB."""
_OFFER: dict[str, Any] = {
    "requestBody": {"required": True, "content": {SDP: {"schema": {"type": "string"}}}},
}
_REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"description": "The offer cannot be answered."},
    401: {"description": "No good token."},
    403: {"description": "The token belongs to another table."},
    404: {"description": "No such table or session."},
    413: {"description": "The offer is too long."},
    415: {"description": "The offer is no `application/sdp`."},
    503: {"description": "Too many watch already."},
}


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

    @routes.post("", status_code=201, response_class=Response, responses=_REFUSALS, openapi_extra=_OFFER)
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

    @routes.delete("/{session}", status_code=204, responses={c: _REFUSALS[c] for c in (401, 403, 404)})
    async def leave(access: Anybody, session: str) -> Response:
        """Watch no longer."""
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
