"""Events out by WebSocket: the same lines as the event stream, for who cannot read that."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, suppress

from fastapi import APIRouter, WebSocket

from service.api.access import Access, admit_socket
from service.api.following import End, Gap, Lines, Step, follow
from service.api.problems import Problem, respond
from service.api.sockets import GOING_AWAY, POLICY, Gone, end, first, say

router = APIRouter(prefix="/v1/tables/{table}")


@router.websocket("/events/ws")
async def watch_events(websocket: WebSocket, table: str, after: int = 0) -> None:
    """A text for each event: `{"number", "event"}`; `{"gap": {"after"}}` where events are gone."""
    access = await admit_socket(websocket, table)
    if access is None:
        return
    held = access.services
    try:
        leave = held.readers.enter(table, held.limits.readers, "readers of this table")
    except Problem as problem:
        await websocket.send_denial_response(respond(problem))
        return
    try:
        await websocket.accept()
        with suppress(Gone):
            await first(
                asyncio.create_task(_write(websocket, access, max(after, 0))),
                asyncio.create_task(_listen(websocket, held.limits.send_seconds)),
            )
    finally:
        leave()


async def _write(websocket: WebSocket, access: Access, after: int) -> None:
    limits = access.services.limits
    feed = access.table.journal.feed(access.grant.viewer)
    left = access.services.tokens.left(access.grant)
    async with aclosing(follow(feed, after, keep_alive=limits.keep_alive_seconds, left=left)) as steps:
        async for step in steps:
            for content in _contents(step):
                await say(websocket, content, limits.send_seconds)
            if isinstance(step, End):
                code = GOING_AWAY if step.reason == "closed" else POLICY
                await end(websocket, code, step.reason, limits.send_seconds)


def _contents(step: Step) -> list[object]:
    """Silence is the server's own to break: it sends pings."""
    if isinstance(step, Lines):
        return [{"number": line.number, "event": dict(line.fields)} for line in step.lines]
    return [{"gap": {"after": step.after}}] if isinstance(step, Gap) else []


async def _listen(websocket: WebSocket, patience: float) -> None:
    """Until the other side leaves; it has nothing to say here."""
    message = await websocket.receive()
    if message["type"] == "websocket.receive":
        await end(websocket, POLICY, "nothing is taken here", patience)
