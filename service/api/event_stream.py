"""Server-sent events: a viewer's lines as a response that does not end, and waits for nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import aclosing, suppress

from fastapi.responses import Response
from starlette.types import Receive, Scope, Send

from service.api.answers import dumps
from service.api.cutting import cut
from service.api.following import End, Gap, Lines, Step, follow
from service.api.limits import Limits
from service.live.journal import Feed

MEDIA_TYPE = "text/event-stream"
RETRY = 2000
"""Milliseconds after which a browser asks again."""


class EventStream(Response):
    """The lines of one viewer from a number on.

    Each line is a message whose `id` is its number; `event: gap` tells that lines are gone, `event: end` that
    none will follow.
    """

    def __init__(
        self, feed: Feed, after: int, limits: Limits, left: float, on_end: Callable[[], None]
    ) -> None:
        super().__init__(None, 200, {"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        self.headers["Content-Type"] = MEDIA_TYPE
        del self.headers["Content-Length"]
        self._feed = feed
        self._after = after
        self._limits = limits
        self._left = left
        self._on_end = on_end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As an ASGI application."""
        try:
            writing = asyncio.ensure_future(self._write(scope, send))
            leaving = asyncio.ensure_future(_gone(receive))
            try:
                await asyncio.wait((writing, leaving), return_when=asyncio.FIRST_COMPLETED)
            finally:
                leaving.cancel()
                if not writing.done():
                    writing.cancel()
                with suppress(asyncio.CancelledError):
                    await writing
        finally:
            self._on_end()

    async def _write(self, scope: Scope, send: Send) -> None:
        async def say(body: bytes, more: bool = True) -> None:
            async with asyncio.timeout(self._limits.send_seconds):
                await send({"type": "http.response.body", "body": body, "more_body": more})

        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await say(b"retry: %d\n\n" % RETRY)
            steps = follow(
                self._feed, self._after, keep_alive=self._limits.keep_alive_seconds, left=self._left
            )
            async with aclosing(steps):
                async for step in steps:
                    await say(_encoded(step))
            await say(b"", more=False)
        except TimeoutError:
            cut(scope)
            await asyncio.sleep(0)  # lets the server see that the connection is gone


def _encoded(step: Step) -> bytes:
    if isinstance(step, Lines):
        return b"".join(
            b"id: %d\ndata: %s\n\n" % (line.number, dumps(dict(line.fields))) for line in step.lines
        )
    if isinstance(step, Gap):
        return b"id: %d\nevent: gap\ndata: %s\n\n" % (step.after, dumps({"after": step.after}))
    if isinstance(step, End):
        return b"event: end\ndata: %s\n\n" % dumps({"reason": step.reason})
    return b": keep-alive\n\n"


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
