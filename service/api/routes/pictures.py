"""Pictures in by WebSocket, for platforms that decode their video themselves."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from fastapi import APIRouter, WebSocket

from service.api.access import Access, admit_socket
from service.api.decoding import HEADER, BrokenPicture, decode, media_time
from service.api.problems import Problem, respond
from service.api.sockets import GOING_AWAY, POLICY, TOO_BIG, Gone, end, first, say
from service.live.seat import SeatInput
from vision.picture import Picture

router = APIRouter(prefix="/v1/tables/{table}")


@router.websocket("/seats/{seat}/pictures")
async def take_pictures(websocket: WebSocket, table: str, seat: int) -> None:
    """Binary messages: media time in seconds (big-endian float64), then a JPEG or WebP.

    The newest is decoded; one that comes while another is decoded takes the place of the one before it. What
    cannot be decoded is answered with `{"error"}` and the connection stays.
    """
    access = await admit_socket(websocket, table, "platform", "seat")
    if access is None:
        return
    try:
        if not 1 <= seat <= 10:
            raise Problem(404, "no-such-seat", f"there is no seat {seat}; seats are 1 to 10")
        access.may_feed(seat)
        held = access.services
        leave = held.feeders.enter(table, held.limits.feeders, "connections with pictures at this table")
    except Problem as problem:
        await websocket.send_denial_response(respond(problem))
        return
    try:
        await websocket.accept()
        with suppress(Gone):
            await _Feeding(websocket, access, seat).run()
    finally:
        leave()


class _Feeding:
    """One connection: a slot for the newest message, and one picture at a time that is decoded."""

    def __init__(self, websocket: WebSocket, access: Access, seat: int) -> None:
        self._websocket = websocket
        self._access = access
        self._limits = access.services.limits
        self._newest: bytes | None = None
        self._arrived = asyncio.Event()
        self._replaced = asyncio.Event()
        self._broken = 0
        loop = asyncio.get_running_loop()

        def replaced() -> None:
            loop.call_soon_threadsafe(self._replaced.set)

        self._input: SeatInput = access.table.seats[seat].join("pictures", replaced)

    async def run(self) -> None:
        try:
            await first(
                asyncio.create_task(self._receive()),
                asyncio.create_task(self._decode()),
                asyncio.create_task(self._superseded()),
                asyncio.create_task(self._expired()),
            )
        finally:
            self._input.end()

    async def _receive(self) -> None:
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            content = message.get("bytes")
            if content is None:
                if not await self._tolerated("a text; pictures come as binary messages"):
                    return
            elif len(content) > self._limits.picture + HEADER:
                await self._close(TOO_BIG, f"more than {self._limits.picture} bytes")
                return
            else:
                self._leave(content)

    def _leave(self, content: bytes) -> None:
        if self._newest is not None:
            self._input.skipped()
        self._newest = content
        self._arrived.set()

    async def _decode(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self._arrived.wait()
            self._arrived.clear()
            content, self._newest = self._newest, None
            if content is None:
                continue
            begun = loop.time()
            try:
                t = media_time(content)
                picture = await loop.run_in_executor(self._access.services.decoders, self._decoded, content)
            except BrokenPicture as broken:
                self._input.corrupt(str(broken))
                if not await self._tolerated(str(broken)):
                    return
            else:
                self._broken = 0
                self._input.put(picture, t)
            await asyncio.sleep(max(0.0, begun + 1 / self._limits.pictures_rate - loop.time()))

    def _decoded(self, message: bytes) -> Picture:
        """On a thread of its own."""
        codec = "webp" if message[HEADER : HEADER + 4] == b"RIFF" else "jpeg"
        with self._input.decoding(codec):
            return decode(message, self._limits.pixels)

    async def _tolerated(self, reason: str) -> bool:
        """Tell of a broken picture; False where it was one too many in a row."""
        self._broken += 1
        if self._broken >= self._limits.broken_pictures:
            await self._close(POLICY, f"{self._broken} broken pictures in a row")
            return False
        await self._complain(reason)
        return True

    async def _superseded(self) -> None:
        await self._replaced.wait()
        reason = "the table was closed" if self._access.table.closed else "another track took the seat"
        await self._close(GOING_AWAY, reason)

    async def _expired(self) -> None:
        await asyncio.sleep(self._access.services.tokens.left(self._access.grant))
        await self._close(POLICY, "the token has expired")

    async def _complain(self, reason: str) -> None:
        await say(self._websocket, {"error": reason}, self._limits.send_seconds)

    async def _close(self, code: int, reason: str) -> None:
        await end(self._websocket, code, reason, self._limits.send_seconds)
