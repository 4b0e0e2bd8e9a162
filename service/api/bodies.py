"""Bodies of requests: bounded in size, and in how long they may keep us waiting."""

from __future__ import annotations

import asyncio
import re

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.api.limits import Limits
from service.api.problems import BodyRefused, Problem, respond

_FILE = re.compile(r"/v1/tables/[^/]+/seats/[^/]+/file")


class BodyBounds:
    """Middleware. Refuses a body that says it is too large at once, others when they are."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As an ASGI application."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        most = self._most(scope)
        if _announced(scope) > most:
            headers = {"Connection": "close"}  # what follows will not be read
            problem = Problem(413, "content-too-large", _told(most), headers=headers)
            await respond(problem)(scope, receive, send)
            return
        await self._app(scope, _Bounded(receive, most, self._limits.read_seconds), send)

    def _most(self, scope: Scope) -> int:
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        film = scope["method"] == "PUT" and _FILE.fullmatch(path)
        return self._limits.file if film else self._limits.body


class _Bounded:
    """The rest of a body, counted."""

    def __init__(self, receive: Receive, most: int, patience: float) -> None:
        self._receive = receive
        self._most = most
        self._patience = patience
        self._came = 0
        self._whole = False

    async def __call__(self) -> Message:
        if self._whole:
            return await self._receive()
        try:
            async with asyncio.timeout(self._patience):
                message = await self._receive()
        except TimeoutError:
            detail = f"nothing of the body came for {self._patience:g} s; send it again"
            raise BodyRefused(408, "body-missing", detail) from None
        self._came += len(message.get("body", b""))
        self._whole = not message.get("more_body", False)
        if self._came > self._most:
            raise BodyRefused(413, "content-too-large", _told(self._most))
        return message


def _announced(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0


def _told(most: int) -> str:
    return f"the body is larger than the {most} bytes that are taken here"
