"""What all our WebSockets do: say something within a time, end with a reason."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from fastapi import WebSocket, WebSocketDisconnect
from starlette.websockets import WebSocketState

from service.api.answers import dumps
from service.api.cutting import cut

GOING_AWAY, POLICY, TOO_BIG = 1001, 1008, 1009
"""Codes of RFC 6455 section 7.4.1."""


class Gone(Exception):
    """Nobody is there any more: the other side left, or took nothing and was cut off."""


async def say(websocket: WebSocket, content: object, patience: float) -> None:
    """Send JSON as text.

    Raises:
        Gone: it was not taken within `patience` seconds, or the connection is closed.
    """
    try:
        async with asyncio.timeout(patience):
            await websocket.send_text(dumps(content).decode())
    except TimeoutError as error:
        cut(websocket.scope)
        raise Gone from error
    except (RuntimeError, WebSocketDisconnect) as error:  # closed by us or by them meanwhile
        raise Gone from error


async def end(websocket: WebSocket, code: int, reason: str, patience: float) -> None:
    """Close it where it is still open; who does not take even that is cut off."""
    if websocket.application_state is not WebSocketState.CONNECTED:
        return
    try:
        async with asyncio.timeout(patience):
            with suppress(RuntimeError, WebSocketDisconnect):  # it was closed from the other side meanwhile
                await websocket.close(code, reason)
    except TimeoutError:
        cut(websocket.scope)


async def first(*tasks: asyncio.Task[None]) -> None:
    """Wait for the first to end, end the others, and raise what any of them raised."""
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, Exception):
            raise outcome
