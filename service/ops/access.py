"""A line for each request and each WebSocket, without its query string: tokens may stand in it."""

from __future__ import annotations

import re
import time

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.ops.logs import Place, bound

_PROBES = frozenset(("/healthz", "/readyz", "/metrics"))
_SESSION = re.compile(r"(?<=/)[A-Za-z0-9_-]{20,}(?=/|$)")
"""Names of sessions cannot be guessed and are as good as a token; in a log stands their beginning."""
_SHOWN = 6
_LONGEST = 200
"""Characters of a path."""
_PLACE = re.compile(
    r"/v1/tables/(?P<table>[A-Za-z0-9][A-Za-z0-9_.-]{0,63})"
    r"(?:/seats/(?P<seat>\d{1,2}))?(?:/(?:whip|avatars)/(?P<session>[A-Za-z0-9_-]{20,}))?(?=/|$)"
)
_log = structlog.stdlib.get_logger("consigliere.access")


class AccessLog:
    """ASGI middleware. Probes and scrapes have a line only where they fail.

    What is logged while a request is answered, also by tasks that it starts, names table, seat and session.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on, and tell of it at its end."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        with bound(**_place(scope["path"])):
            await self._followed(scope, receive, _Outcome(send))

    async def _followed(self, scope: Scope, receive: Receive, outcome: _Outcome) -> None:
        started = time.perf_counter()
        try:
            await self.app(scope, receive, outcome)
        except Exception:
            outcome.status = outcome.status or 500
            raise
        finally:
            _tell(scope, outcome, time.perf_counter() - started)


class _Outcome:
    """Sends on, and keeps what was answered."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.status = 0

    async def __call__(self, message: Message) -> None:
        kind = message["type"]
        if kind in ("http.response.start", "websocket.http.response.start"):
            self.status = message["status"]
        elif kind == "websocket.accept":
            self.status = 101
        elif kind == "websocket.close" and not self.status:
            self.status = 403
        await self._send(message)


def _tell(scope: Scope, outcome: _Outcome, seconds: float) -> None:
    path = scope["path"]
    if path in _PROBES and outcome.status == 200:
        return
    tell = _log.warning if outcome.status >= 500 or not outcome.status else _log.info
    tell(
        "request",
        method=scope.get("method", "WEBSOCKET"),
        path=_told(path),
        status=outcome.status or None,
        ms=round(seconds * 1000, 1),
        client=(scope.get("client") or ("",))[0],
    )


def _place(path: str) -> Place:
    """The table, seat and session that a path is about."""
    found = _PLACE.search(path)
    if found is None:
        return {}
    place: Place = {"table": found["table"]}
    if found["seat"]:
        place["seat"] = int(found["seat"])
    if found["session"]:
        place["session"] = found["session"][:_SHOWN]
    return place


def _told(path: str) -> str:
    """A path as it may stand in a log: short, no control characters for a terminal, no names of sessions."""
    plain = "".join(character if character.isprintable() else "?" for character in path[:_LONGEST])
    return _SESSION.sub(lambda name: f"{name.group()[:_SHOWN]}…", plain)
