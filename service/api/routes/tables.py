"""Open, list, see and close tables."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Depends, Request, Response

from service.api import views
from service.api.access import Anybody, Key, Platform, kept, note, once, services
from service.api.answers import Json
from service.api.auth import platform
from service.api.opening import settings
from service.api.problems import Problem
from service.api.routes.refusals import refusals
from service.api.routes.seat_tokens import lifetime, seat_token
from service.api.schemas import TableAsked, TableList, TableOpened, TableView
from service.api.tokens import Grant
from service.live.table import LiveTable
from service.live.tables import TableExists, TooManyTables

router = APIRouter(prefix="/v1/tables", tags=["tables"])
_EXAMPLES = {
    "plain": {"summary": "A table by the default rules", "value": {"table": "evening"}},
    "own": {
        "summary": "Own rules, thresholds and cameras",
        "value": {
            "table": "evening",
            "rule_book": {"vote": {"lift": False}},
            "ruleset": {"signals": {"absence": {"limit": 20.0}}},
            "seats": {"3": {"rotation": 180}},
        },
    },
}


@router.post(
    "",
    status_code=201,
    response_model=TableOpened,
    responses=refusals(409, 503),
    summary="Open a table",
)
async def open_table(
    request: Request,
    grant: Annotated[Grant, Depends(platform)],
    asked: Annotated[TableAsked, Body(openapi_examples=_EXAMPLES)],
    key: Key = None,
) -> Response:
    """Open a table with its rules, thresholds, vocabulary and cameras; a token for each seat comes back."""

    def make() -> Response:
        held = services(request)
        seconds = lifetime(asked.token_seconds, held.limits)
        if request.app.state.draining:
            raise Problem(503, "draining", "this process is about to end", headers={"Retry-After": "10"})
        seats = {seat: given.model_dump() for seat, given in asked.seats.items()}
        wanted = settings(
            asked.rule_book, asked.ruleset, asked.vocabulary, seats, request.app.state.default_settings
        )
        try:
            table = held.tables.open(asked.table, wanted)
        except TableExists as error:
            detail = f"a table {asked.table} is open; choose another name, or close it"
            raise Problem(409, "table-exists", detail) from error
        except TooManyTables as error:
            raise Problem(503, "too-many-tables", str(error), headers={"Retry-After": "60"}) from error
        note(request, grant, "table.opened", _named(table))
        opened = {
            "table": table.name,
            "expires_in": seconds,
            "seats": [seat_token(request, table, seat, seconds) for seat in table.seats],
        }
        place = f"{request.scope.get('root_path', '')}/v1/tables/{table.name}"
        return Json(opened, 201, {"Location": place})

    return await once(request, request.app.state.answers, grant, key, make)


@router.get("", response_model=TableList, responses=refusals(), summary="List the tables")
async def list_tables(request: Request, _: Annotated[Grant, Depends(platform)]) -> Response:
    """All tables of this process."""
    return Json({"tables": [views.listed(table) for table in services(request).tables]})


@router.get("/{table}", response_model=TableView, responses=refusals(), summary="See a table")
async def see_table(access: Anybody) -> Response:
    """The table as the token's owner may see it: the seats, and the game by the rules' views."""
    return Json(views.shown(access.table, access.grant.viewer))


@router.delete("/{table}", status_code=204, responses=refusals(), summary="Close a table")
async def close_table(request: Request, access: Platform) -> Response:
    """End the table: its tracks and streams end."""

    def make() -> Response:
        access.services.tables.close(access.table.name)
        note(request, access.grant, "table.closed", _named(access.table))
        return Response(status_code=204)

    return await kept(request, make)


def _named(table: LiveTable) -> str:
    return f"table/{table.name}/{table.opening}"
