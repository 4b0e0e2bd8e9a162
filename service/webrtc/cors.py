"""Pages of other sites may publish, too: cross-origin headers (Fetch standard) on every answer of a route."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute

from service.api.problems import Problem

EXPOSED = "Location, Link, ETag, Accept-Patch, Accept-Post"
METHODS = "POST, PATCH, DELETE, OPTIONS"
ALLOWED = "Authorization, Content-Type, If-Match"
_EXPOSE = {"Access-Control-Expose-Headers": EXPOSED}
PREFLIGHT = {
    "Access-Control-Allow-Methods": METHODS,
    "Access-Control-Allow-Headers": ALLOWED,
    "Access-Control-Max-Age": "86400",
}


def route_class(origins: Sequence[str]) -> type[APIRoute]:
    """Routes whose answers, refusals included, may be read by pages of these origins.

    Args:
        origins: as `https://play.example`; `*` for any. No cookie grants anything here, only tokens do.
    """

    class CrossOriginRoute(APIRoute):
        def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
            handle = super().get_route_handler()

            async def handler(request: Request) -> Response:
                headers = _headers(request.headers.get("origin", ""), origins)
                try:
                    response = await handle(request)
                except Problem as problem:
                    problem.headers = {**headers, **problem.headers}
                    raise
                response.headers.update(headers)
                return response

            return handler

    return CrossOriginRoute


def _headers(origin: str, origins: Sequence[str]) -> dict[str, str]:
    if "*" in origins:
        return {"Access-Control-Allow-Origin": "*", **_EXPOSE}
    if origin in origins:
        return {"Access-Control-Allow-Origin": origin, "Vary": "Origin", **_EXPOSE}
    return {}
