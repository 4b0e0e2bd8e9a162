"""The pages, what they load, and the token of the demo table."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from typing import cast

from fastapi import APIRouter, Request, Response

from service.api.access import services
from service.api.answers import Json
from service.api.problems import Problem
from service.api.tokens import Grant
from service.web import socket
from service.web.files import File, load

DEMO_SECONDS = 3600.0
"""How long the demo's token is good; the page asks for another in time."""
_HOSTS = frozenset(("localhost", "127.0.0.1", "[::1]"))
_PROXIED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")


@dataclass(frozen=True, slots=True)
class Demo:
    """The table that a page may show without being given a token, to whoever sits at this machine."""

    table: str


def router(demo: Demo | None = None) -> APIRouter:
    """The routes for `service.api.app.create_app`.

    Args:
        demo: None where there is no demo table: then every page needs a token that is pasted in.
    """
    routes = APIRouter(include_in_schema=False)
    for path, file in load(has_demo=demo is not None).items():
        _serve(routes, path, file)
    if demo is not None:
        _hand_out(routes, demo)
    routes.include_router(socket.router())
    return routes


def _serve(routes: APIRouter, path: str, file: File) -> None:
    @routes.api_route(path, methods=["GET", "HEAD"])
    async def page(request: Request) -> Response:
        if request.headers.get("if-none-match") == file.headers["ETag"]:
            return Response(status_code=304, headers=file.headers)
        return Response(file.content, 200, file.headers, file.kind)


def _hand_out(routes: APIRouter, demo: Demo) -> None:
    @routes.post("/demo/token")
    async def token(request: Request) -> Response:
        """A token for the demo table, for a page of this server in a browser on this machine.

        204 while the table is being opened anew.
        """
        if not _local(request):
            raise Problem(403, "not-local", "the demo's token is for browsers on this machine; paste a token")
        held = services(request)
        table = held.tables.get(demo.table)
        if table is None:
            return Response(status_code=204)
        grant = Grant("platform", table.name, opening=table.opening)
        told = {
            "table": table.name,
            "token": held.tokens.issue(grant, DEMO_SECONDS),
            "expires_in": DEMO_SECONDS,
        }
        return Json(told, headers={"Cache-Control": "no-store"})


def _local(request: Request) -> bool:
    """Whether the request comes from a page of ours on this machine.

    Behind a proxy every client looks local; a page of somebody else's may lead its name to this machine.
    """
    if request.client is None or not _loopback(request.client.host):
        return False
    host = request.headers.get("host", "")
    name = host[: host.index("]") + 1] if "]" in host else host.partition(":")[0]
    if name.lower() not in _HOSTS or any(header in request.headers for header in _PROXIED):
        return False
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site", "same-origin")
    return site == "same-origin" and origin in (None, f"{request.url.scheme}://{host}")


def _loopback(address: str) -> bool:
    try:
        told = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = cast("ipaddress.IPv4Address | None", getattr(told, "ipv4_mapped", None))
    return (mapped or told).is_loopback
