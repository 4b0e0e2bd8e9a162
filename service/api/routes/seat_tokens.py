"""Tokens for those at a table."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from rules.events import Json as JsonValue
from service.api.access import Key, Platform, SeatNumber, note, once
from service.api.answers import Json
from service.api.limits import Limits
from service.api.problems import Problem
from service.api.routes.refusals import refusals
from service.api.schemas import SeatToken, SeatTokenAsked, TokenAsked, TokenIssued
from service.api.tokens import Grant, Tokens
from service.live.table import LiveTable

router = APIRouter(prefix="/v1/tables/{table}", tags=["tokens"])


def lifetime(seconds: int | None, limits: Limits) -> int:
    """The seconds for which a token is asked for.

    Raises:
        Problem: 422, longer than allowed.
    """
    if seconds is None:
        return limits.token_seconds
    if seconds > limits.longest_token_seconds:
        raise Problem(422, "token-too-long", f"tokens live for {limits.longest_token_seconds} s at most")
    return seconds


def seat_token(request: Request, table: LiveTable, seat: int, seconds: int) -> dict[str, JsonValue]:
    """A new token of a seat with the addresses that it opens."""
    tokens: Tokens = request.app.state.tokens
    base = f"{str(request.base_url).rstrip('/')}/v1/tables/{table.name}/seats/{seat}"
    return {
        "seat": seat,
        "token": tokens.issue(Grant("seat", table.name, seat, table.opening), seconds),
        "whip": f"{base}/whip",
        "pictures": f"ws{base.removeprefix('http')}/pictures",
        "file": f"{base}/file",
    }


@router.post(
    "/seats/{seat}/token",
    status_code=201,
    response_model=SeatToken,
    responses=refusals(),
    summary="A new token for a seat",
)
async def issue_seat_token(
    request: Request, access: Platform, seat: SeatNumber, asked: SeatTokenAsked, key: Key = None
) -> Response:
    """For a player who sits down, or whose token runs out. Earlier tokens stay good until they expire."""

    def make() -> Response:
        seconds = lifetime(asked.seconds, access.services.limits)
        note(request, access.grant, "token.issued", f"table/{access.table.name}", role="seat", seat=seat)
        return Json(seat_token(request, access.table, seat, seconds), 201)

    return await once(request, access.answers, access.grant, key, make)


@router.post(
    "/tokens", status_code=201, response_model=TokenIssued, responses=refusals(), summary="Issue a token"
)
async def issue_token(request: Request, access: Platform, asked: TokenAsked, key: Key = None) -> Response:
    """For a spectator, a reviewer or a seat of this table."""

    def make() -> Response:
        seconds = lifetime(asked.seconds, access.services.limits)
        try:
            grant = Grant(asked.role, access.table.name, asked.seat or 0, access.table.opening)
        except ValueError as error:
            raise Problem(422, "token", str(error)) from error
        token = access.services.tokens.issue(grant, seconds)
        note(request, access.grant, "token.issued", f"table/{access.table.name}", role=asked.role)
        issued = {"token": token, "role": asked.role, "seat": asked.seat, "expires_in": seconds}
        return Json(issued, 201)

    return await once(request, access.answers, access.grant, key, make)
