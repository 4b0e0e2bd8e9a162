"""Events out, for those who ask: a page, lines, or a stream."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query, Request, Response

from service.api.access import Access, at_table
from service.api.answers import Json, dumps
from service.api.event_stream import MEDIA_TYPE, EventStream
from service.api.problems import Problem
from service.api.routes.refusals import refusals
from service.api.schemas import Page
from service.live.journal import Feed, Line, TooLate

router = APIRouter(prefix="/v1/tables/{table}", tags=["events"])
_LINES = "application/x-ndjson"
_STREAM = """retry: 2000

id: 1
data: {"id":"evening-spectator-000001","type":"absence.started","table":"evening","seat":4,"t":12.04,\
"data":{"since":11.0}}

"""
_FORMS: dict[str, Any] = {
    "application/json": {},
    MEDIA_TYPE: {"schema": {"type": "string"}, "example": _STREAM},
    _LINES: {"schema": {"type": "string"}},
}
After = Annotated[
    int | None, Query(ge=0, description="The number of the last event that is known; those after it come.")
]
Reader = Annotated[Access, Depends(at_table(in_query=True))]


@router.get(
    "/events",
    response_model=Page,
    responses={200: {"content": _FORMS}, **refusals(410, 429)},
    summary="Read events",
)
async def read_events(
    request: Request,
    access: Reader,
    after: After = None,
    limit: Annotated[int, Query(ge=1, le=1000, description="Of a page.")] = 1000,
    accept: Annotated[str, Header()] = "application/json",
    last_event_id: Annotated[
        str | None,
        Header(alias="Last-Event-ID", pattern=r"^[0-9]{0,15}$", description="As `after`; goes before it."),
    ] = None,
) -> Response:
    """What happened, as the token's owner may know it; numbers count the events of that view alone.

    `Accept: text/event-stream` gives server-sent events that go on until the table is closed, with `id` the
    number to resume from; `application/x-ndjson` a page as lines, with the next one as `Link`; everything
    else a page. The token may stand in the query as `access_token`.
    """
    number = int(last_event_id) if last_event_id else after or 0
    feed = access.table.journal.feed(access.grant.viewer)
    if MEDIA_TYPE in accept:
        return _stream(access, feed, number)
    lines = _page(feed, number, min(limit, access.services.limits.page))
    following = lines[-1].number if lines else number
    path = f"{request.scope.get('root_path', '')}/v1/tables/{access.table.name}/events"
    link = {"Link": f'<{path}?after={following}>; rel="next"'}
    if _LINES in accept:
        body = b"".join(dumps(dict(line.fields)) + b"\n" for line in lines)
        return Response(body, headers=link, media_type=_LINES)
    return Json({"events": [dict(line.fields) for line in lines], "next": following}, headers=link)


def _stream(access: Access, feed: Feed, number: int) -> Response:
    held = access.services
    leave = held.readers.enter(access.table.name, held.limits.readers, "readers of this table")
    return EventStream(feed, number, held.limits, held.tokens.left(access.grant), leave)


def _page(feed: Feed, number: int, limit: int) -> Sequence[Line]:
    if number > feed.count:
        raise Problem(410, "events-gone", f"there is no event {number} at this table; ask after 0", after=0)
    try:
        return feed.after(number)[:limit]
    except TooLate as gone:
        raise Problem(410, "events-gone", str(gone), after=gone.last_gone) from gone
