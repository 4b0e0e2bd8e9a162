"""WHIP (RFC 9725): a publisher posts an offer at a seat, gets an answer, and sends video."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from service.api.auth import granted
from service.api.problems import Problem
from service.api.routes.refusals import refusals
from service.live.table import LiveTable
from service.live.tables import Tables
from service.webrtc.cors import PREFLIGHT, route_class
from service.webrtc.fragment import LONGEST as LONGEST_FRAGMENT
from service.webrtc.fragment import parse_fragment
from service.webrtc.offer import LONGEST, BadOffer, RemoteIce, Unacceptable, parse_offer
from service.webrtc.session import Session
from service.webrtc.sessions import Sessions, TooManySessions

SDP = "application/sdp"
FRAGMENT = "application/trickle-ice-sdpfrag"
_SEAT_PATH = "/v1/tables/{table}/seats/{seat}/whip"
_SESSION_PATH = _SEAT_PATH + "/{session}"
_BODY_WITHIN = 10.0

Name = Annotated[str, Path(max_length=64)]
Number = Annotated[int, Path(ge=1, le=10)]


def router(tables: Tables, sessions: Sessions, origins: Sequence[str] = ("*",)) -> APIRouter:
    """The routes of WHIP. At the end of the app's life all sessions are closed.

    Args:
        tables: whose seats are joined; they are opened elsewhere.
        sessions: of the process.
        origins: pages of which sites may publish; `*` for any.
    """

    @asynccontextmanager
    async def lifespan(_: object) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await sessions.close()

    routes = APIRouter(tags=["video"], route_class=route_class(origins), lifespan=lifespan)
    whip = _Whip(tables, sessions)
    routes.post(
        _SEAT_PATH,
        status_code=201,
        summary="Send video to a seat",
        responses=_answers(201, "The answer.", SDP, 415, 503),
        openapi_extra=_takes(SDP),
    )(whip.join)
    routes.patch(
        _SESSION_PATH,
        status_code=204,
        summary="Trickle or restart ICE",
        responses=_answers(200, "ICE was restarted: how to reach us now.", FRAGMENT, 409, 412, 415, 428),
        openapi_extra=_takes(FRAGMENT),
    )(whip.trickle)
    routes.delete(_SESSION_PATH, summary="End a session", responses=refusals())(whip.leave)
    routes.options(_SEAT_PATH, status_code=204, include_in_schema=False)(whip.preflight)
    routes.options(_SESSION_PATH, status_code=204, include_in_schema=False)(whip.preflight_session)
    return routes


class _Whip:
    """The handlers."""

    def __init__(self, tables: Tables, sessions: Sessions) -> None:
        self._tables = tables
        self._sessions = sessions
        self._links = ", ".join(server.link() for server in sessions.network.servers)

    async def join(self, request: Request, table: Name, seat: Number) -> Response:
        """Answers an SDP offer of one video track, VP8 or H.264; audio is declined.

        The seat is joined with the first picture. A session that was there before ends then.
        """
        watched = _table(request, self._tables, table, seat)
        try:
            offer = parse_offer(await _body(request, SDP, LONGEST))
        except BadOffer as error:
            raise Problem(400, "bad-offer", str(error)) from error
        except Unacceptable as error:
            raise Problem(422, "unacceptable-offer", str(error)) from error
        try:
            session, answer = await self._sessions.open(watched, seat, offer)
        except TooManySessions as error:
            raise Problem(503, "too-many-sessions", str(error), headers={"Retry-After": "5"}) from error
        headers = {
            "Location": f"{request.url.path}/{session.id}",
            "ETag": f'"{session.etag}"',
            "Accept-Patch": FRAGMENT,
            **({"Link": self._links} if self._links else {}),
        }
        return Response(answer, 201, headers, SDP)

    async def trickle(self, request: Request, table: Name, seat: Number, session: Name) -> Response:
        """Takes candidates where `If-Match` names the ICE session, and restarts ICE where it is `*`."""
        _table(request, self._tables, table, seat)
        found = _session(self._sessions, session, table, seat)
        matched = request.headers.get("if-match")
        if matched is None:
            raise Problem(428, "if-match-missing", "name the ICE session in If-Match, or * to restart ICE")
        text = await _body(request, FRAGMENT, LONGEST_FRAGMENT)
        try:
            fragment = parse_fragment(text)
            if matched.strip() in ("*", '"*"'):
                return await _restart(found, fragment.ice())
        except BadOffer as error:
            raise Problem(400, "bad-fragment", str(error)) from error
        if found.etag not in [tag.strip().strip('"') for tag in matched.split(",")]:
            raise Problem(412, "other-ice-session", "that ICE session is over; restart with If-Match: *")
        await found.add(fragment.candidates)
        return Response(status_code=204)

    async def leave(self, request: Request, table: Name, seat: Number, session: Name) -> Response:
        """Ends the session; the seat stays and can be joined again."""
        _table(request, self._tables, table, seat)
        await asyncio.shield(_session(self._sessions, session, table, seat).close())
        return Response(status_code=200)

    async def preflight(self, request: Request, table: Name, seat: Number) -> Response:
        """What may be posted, for clients and for browsers' preflight requests."""
        headers = {**PREFLIGHT, "Accept-Post": SDP, "Allow": "POST, OPTIONS"}
        if self._links and "access-control-request-method" not in request.headers:
            headers["Link"] = self._links
        return Response(status_code=204, headers=headers)

    async def preflight_session(self, table: Name, seat: Number, session: Name) -> Response:
        """As above, for a session."""
        headers = {**PREFLIGHT, "Accept-Patch": FRAGMENT, "Allow": "PATCH, DELETE, OPTIONS"}
        return Response(status_code=204, headers=headers)


def _table(request: Request, tables: Tables, name: str, seat: int) -> LiveTable:
    """The table, where the token is one of that seat's or of the platform's."""
    grant = granted(request, name, "seat", "platform")
    if grant.role == "seat" and grant.seat != seat:
        raise Problem(403, "other-seat", f"the token is seat {grant.seat}'s, not seat {seat}'s")
    table = tables.get(name)
    if table is None:
        raise Problem(404, "no-such-table", "there is no table of that name; open it first")
    return table


def _session(sessions: Sessions, identifier: str, table: str, seat: int) -> Session:
    session = sessions.get(identifier, table, seat)
    if session is None:
        raise Problem(404, "no-such-session", "the session is over, or never was; post a new offer")
    return session


async def _restart(session: Session, remote: RemoteIce) -> Response:
    try:
        told = await session.restart(remote)
    except ConnectionError as error:
        raise Problem(409, "not-connected", f"{error}; wait, or post a new offer") from error
    return Response(told, 200, {"ETag": f'"{session.etag}"'}, FRAGMENT)


async def _body(request: Request, kind: str, longest: int) -> str:
    """The request's body, not longer than it may be and not slower than a person would wait."""
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if given != kind:
        headers = {"Accept-Post" if kind == SDP else "Accept-Patch": kind}
        raise Problem(415, "other-media-type", f"send {kind}", headers=headers)
    body = bytearray()
    try:
        async with asyncio.timeout(_BODY_WITHIN):
            async for chunk in request.stream():
                body += chunk
                if len(body) > longest:
                    raise Problem(413, "too-long", f"no more than {longest} bytes are taken")
        return body.decode()
    except TimeoutError as error:
        raise Problem(408, "too-slow", f"the body did not come within {_BODY_WITHIN:.0f} s") from error
    except UnicodeDecodeError as error:
        raise Problem(400, "bad-offer", "the body is not UTF-8") from error


def _takes(kind: str) -> dict[str, Any]:
    """The body, for OpenAPI: the route reads it itself, within bounds."""
    content = {kind: {"schema": {"type": "string"}}}
    return {"requestBody": {"required": True, "content": content}}


def _answers(code: int, words: str, kind: str, *refused: int) -> dict[int | str, dict[str, Any]]:
    """What is answered, for OpenAPI."""
    return {
        code: {"description": words, "content": {kind: {"schema": {"type": "string"}}}},
        **refusals(*refused),
    }
