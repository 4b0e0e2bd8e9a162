"""Pause a table, resume it, hold a seat's pictures back."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from service.api.access import Key, Platform, SeatNumber, kept, once
from service.api.answers import Json
from service.api.refused import refuse
from service.api.routes.refusals import refusals
from service.api.schemas import Mute, Muted, Paused
from service.api.views import resting
from service.live.table import LiveTable

router = APIRouter(prefix="/v1/tables/{table}", tags=["tables"])


@router.post("/pause", response_model=Paused, responses=refusals(409), summary="Pause")
async def pause(request: Request, access: Platform, key: Key = None) -> Response:
    """Stop the clock of a running game; where none runs, let all seats be empty."""
    return await once(request, access.answers, access.grant, key, lambda: _set(access.table, True))


@router.post("/resume", response_model=Paused, responses=refusals(409), summary="Resume")
async def resume(request: Request, access: Platform, key: Key = None) -> Response:
    """Let the clock run on; absences count again."""
    return await once(request, access.answers, access.grant, key, lambda: _set(access.table, False))


@router.put("/seats/{seat}/mute", response_model=Muted, responses=refusals(), summary="Mute a seat")
async def mute(request: Request, access: Platform, seat: SeatNumber, asked: Mute) -> Response:
    """Hold a seat's pictures back, or no longer; meanwhile nothing of it is judged."""

    def make() -> Response:
        access.table.mute(seat, asked.muted)
        return Json({"seat": seat, "muted": asked.muted})

    return await kept(request, make)


def _set(table: LiveTable, paused: bool) -> Response:
    game = table.judge.state.game
    running = table.judge.playing and game.phase not in ("lobby", "over")
    resumed = table.paused and not paused
    if resumed or not running:
        table.pause(paused)
    if running and not (resumed and game.paused is None):
        answer = table.command("game.pause" if paused else "game.resume", 0, {})
        if answer.refused:
            raise refuse(answer.decisions[0])
    return Json({"paused": resting(table)})
