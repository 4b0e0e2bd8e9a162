"""A film as a seat: sent whole, then played at the speed at which it was filmed."""

from __future__ import annotations

import asyncio
import os
import tempfile
from contextlib import suppress
from pathlib import Path

from fastapi import APIRouter, Request, Response
from starlette.requests import ClientDisconnect

from service.api.access import Access, Feeder, SeatNumber
from service.api.answers import Json
from service.api.problems import Problem
from service.api.routes.refusals import refusals
from service.api.schemas import FilePlaying, finite
from service.live.playback import Playback
from service.media.opening import open_foreign
from service.media.source import Source, SourceError

router = APIRouter(prefix="/v1/tables/{table}", tags=["seats"])
_CHUNK = 1 << 20
"""Bytes that are written to the disk at once."""


@router.put(
    "/seats/{seat}/file",
    response_model=FilePlaying,
    responses=refusals(408, 429),
    summary="Play a film as a seat",
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        }
    },
)
async def play_file(request: Request, access: Feeder, seat: SeatNumber) -> Response:
    """The body is the video, as `curl -T clip.mp4` sends it; it takes the seat once it is here.

    The film is deleted when it is opened, and nothing of it is kept.
    """
    access.may_feed(seat)
    held = access.services
    leave = held.uploads.enter("", held.limits.uploads, "films on their way")
    try:
        source, size = await _received(request, seat, held.limits.pixels)
    finally:
        leave()
    _join(access, seat, source)
    return Json({"seat": seat, "seconds": finite(source.duration), "bytes": size})


async def _received(request: Request, seat: int, most_pixels: int) -> tuple[Source, int]:
    """The body as an open source, and its size in bytes."""
    handle, name = tempfile.mkstemp(prefix="consigliere-")
    try:
        with os.fdopen(handle, "wb") as file:
            waiting = bytearray()
            async for chunk in request.stream():
                waiting += chunk
                if len(waiting) >= _CHUNK:
                    await asyncio.to_thread(file.write, bytes(waiting))
                    waiting.clear()
            file.write(waiting)
            size = file.tell()
        return await asyncio.to_thread(open_foreign, seat, Path(name), "the film", most_pixels), size
    except SourceError as error:
        raise Problem(422, "no-video", str(error)) from error
    except ClientDisconnect as error:
        raise Problem(400, "broken-off", "the file broke off on its way; send it again") from error
    except OSError as error:
        raise Problem(503, "no-room", f"the file cannot be kept for its time: {error.strerror}") from error
    finally:
        with suppress(OSError):
            Path(name).unlink()


def _join(access: Access, seat: int, source: Source) -> None:
    if access.table.closed:
        source.close()
        raise Problem(404, "no-such-table", "the table was closed while the file came")
    Playback(source, access.table.seats[seat])
