"""Problem details (RFC 9457): every refusal says what, why and what to do, in one form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.encoders import jsonable_encoder
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from rules.events import Json

MEDIA_TYPE = "application/problem+json"
PREFIX = "urn:consigliere:problem:"


class Problem(Exception):
    """A refusal.

    Raise it anywhere below a route; it becomes the response.
    """

    def __init__(
        self,
        status: int,
        kind: str,
        detail: str,
        *,
        headers: Mapping[str, str] | None = None,
        members: Mapping[str, Json] | None = None,
        **more: Json,
    ) -> None:
        """Refuse.

        Args:
            status: of HTTP.
            kind: a word or two with hyphens that name this kind of refusal, the same for ever.
            detail: one line for people: what was wrong here, and what to do.
            headers: as `Retry-After`.
            members: further members for machines.
            more: the same, by name.
        """
        super().__init__(detail)
        self.status = status
        self.kind = kind
        self.detail = detail
        self.headers = dict(headers or {})
        self.more = {**(members or {}), **more}


class BodyRefused(HTTPException):
    """A refusal while a body is read: FastAPI lets only its own kind of exceptions through there."""

    def __init__(self, status: int, kind: str, detail: str) -> None:
        """As `Problem`; the connection is closed, as what follows is not read."""
        super().__init__(status, detail, {"Connection": "close"})
        self.kind = kind


def respond(problem: Problem) -> JSONResponse:
    """The response that a problem becomes."""
    body = {
        "type": PREFIX + problem.kind,
        "title": HTTPStatus(problem.status).phrase,
        "status": problem.status,
        "detail": problem.detail,
        **problem.more,
    }
    return _Body(body, problem.status, problem.headers, MEDIA_TYPE)


class _Body(JSONResponse):
    """Escapes all that is no ASCII: a refusal may quote halves of surrogate pairs, which are no UTF-8."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, allow_nan=False).encode("ascii")


def install(app: FastAPI) -> None:
    """Let the app answer with problem details, whoever refuses."""

    @app.exception_handler(Problem)
    async def _problem(request: Request, problem: Problem) -> Response:
        return respond(problem)

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> Response:
        if isinstance(error, BodyRefused):
            kind = error.kind
        else:
            kind = HTTPStatus(error.status_code).phrase.lower().replace(" ", "-")
        return respond(Problem(error.status_code, kind, str(error.detail), headers=error.headers))

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> Response:
        faults = [{"place": list(fault["loc"]), "message": fault["msg"]} for fault in error.errors()]
        places = "; ".join(f"{'.'.join(map(str, f['place']))}: {f['message']}" for f in faults)
        return respond(Problem(422, "invalid-request", places, errors=jsonable_encoder(faults)))
