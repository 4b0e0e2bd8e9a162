"""`/v1/tables/{table}/state/ws`: what is seen at a table, ten times a second, and what happens there."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from weakref import WeakKeyDictionary

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from rules.table.views import Viewer
from service.api.access import Access, admit_socket
from service.api.counted import Counted
from service.api.cutting import cut
from service.api.problems import Problem, respond
from service.api.sockets import GOING_AWAY, POLICY, Gone, end, first, say
from service.live.table import LiveTable
from service.web.feed import TableFeed
from service.web.message import Sent, compose, framed

PERIOD = 0.1
"""Seconds between two messages."""
SHARE = 3.0
"""So many times what it takes to make a message passes between two: the eye needs the processors more."""
MOST = 16
"""Pages that show one table at a time."""
_EYES: dict[str, Viewer] = {"platform": "platform", "reviewer": "reviewer", "spectator": "spectator"}


def router() -> APIRouter:
    """The route for `service.api.app.create_app`."""
    routes = APIRouter(prefix="/v1/tables/{table}")
    feeds: WeakKeyDictionary[LiveTable, TableFeed] = WeakKeyDictionary()
    pages = Counted()

    @routes.websocket("/state/ws")
    async def watch_state(websocket: WebSocket, table: str, view: str = "", pictures: bool = False) -> None:
        """JSON as text, or with `pictures=1` as bytes with the pictures behind it, for the platform alone.

        `view` (`spectator`, `reviewer`, a seat's number) lets the platform see the game through other eyes.
        """
        access = await admit_socket(websocket, table)
        if access is None:
            return
        try:
            eyes = _eyes(access, view)
            leave = pages.enter(table, MOST, "pages")
        except Problem as problem:
            await websocket.send_denial_response(respond(problem))
            return
        feed = feeds.setdefault(access.table, TableFeed(access.table))
        feed.open()
        try:
            await websocket.accept()
            with suppress(Gone):
                await first(
                    asyncio.create_task(_write(websocket, access, feed, eyes, pictures)),
                    asyncio.create_task(_listen(websocket)),
                )
        finally:
            feed.close()
            leave()

    return routes


def _eyes(access: Access, view: str) -> Viewer:
    own = access.grant.viewer
    if not view:
        return own
    asked = _EYES.get(view) or (int(view) if view.isascii() and view.isdigit() else 0)
    if asked == own or (own == "platform" and (asked in _EYES or asked in access.table.seats)):
        return asked
    raise Problem(403, "other-view", f"the token does not open the view {view!r}")


async def _write(websocket: WebSocket, access: Access, feed: TableFeed, eyes: Viewer, pictures: bool) -> None:
    loop, table = asyncio.get_running_loop(), access.table
    patience = access.services.limits.send_seconds
    until = loop.time() + access.services.tokens.left(access.grant)
    sent = Sent()
    while loop.time() < until:
        begun = loop.time()
        await feed.refresh(pictures and access.grant.viewer == "platform")
        message, shots = compose(feed, access.grant.viewer, eyes, sent, pictures)
        if pictures:
            await _send(websocket, framed(message, shots), patience)
        else:
            await say(websocket, message, patience)
        if table.closed:
            await end(websocket, GOING_AWAY, "closed", patience)
            return
        taken = loop.time() - begun
        await asyncio.sleep(max(PERIOD - taken, SHARE * taken))
    await end(websocket, POLICY, "expired", patience)


async def _send(websocket: WebSocket, content: bytes, patience: float) -> None:
    """As `say`, but bytes."""
    try:
        async with asyncio.timeout(patience):
            await websocket.send_bytes(content)
    except TimeoutError as error:
        cut(websocket.scope)
        raise Gone from error
    except (RuntimeError, WebSocketDisconnect) as error:
        raise Gone from error


async def _listen(websocket: WebSocket) -> None:
    """Until the other side leaves; what it says is not asked for."""
    while (await websocket.receive())["type"] != "websocket.disconnect":
        pass
