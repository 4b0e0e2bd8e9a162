"""Game events in: what the platform reports and what players do."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Request, Response

from rules.canonical import to_json
from rules.events import Json as JsonValue
from rules.schema_events import EVENTS
from rules.table.views import seen
from service.api.access import Access, Anybody, Key, once
from service.api.answers import Json
from service.api.event_data import ALLOWED, PLATFORMS, complaint
from service.api.json_bounds import size
from service.api.problems import Problem
from service.api.refused import refuse
from service.api.routes.refusals import refusals
from service.api.schemas import EventAsked, EventsTaken
from service.live.table import Answer

router = APIRouter(prefix="/v1/tables/{table}", tags=["events"])
_EXAMPLES = {
    "start": {
        "summary": "The platform starts a game in which the referee runs the clock",
        "value": {
            "type": "game.start",
            "data": {
                "seed": "7",
                "mode": "leading",
                "players": ["Ada", "Ben", "Cem", "Dan", "Eva", "Fay", "Gus", "Ida", "Jon", "Kai"],
            },
        },
    },
    "vote": {
        "summary": "A player votes",
        "value": {"type": "vote.cast", "seat": 2, "data": {"candidate": 4}},
    },
    "several": {
        "summary": "Several, in order",
        "value": [
            {"type": "nomination.make", "seat": 1, "data": {"nominee": 4}},
            {"type": "speech.finish", "seat": 1},
        ],
    },
}


@router.post("/events", response_model=EventsTaken, responses=refusals(409, 429), summary="Send game events")
async def send_events(
    request: Request,
    access: Anybody,
    asked: Annotated[EventAsked | list[EventAsked], Body(openapi_examples=_EXAMPLES)],
    key: Key = None,
) -> Response:
    """One event or a list of them, judged in order.

    The first that the rules refuse ends the list: 409 says why in words for players, how many were `taken`
    before it, and what followed from those. A seat's token may send what players do, for its own seat.
    """
    events = asked if isinstance(asked, list) else [asked]
    if not access.services.rate_of(access.table, access.grant.viewer).take(access.table.clock()):
        detail = "more requests than are taken in a second; send several events in one"
        raise Problem(429, "too-fast", detail, headers={"Retry-After": "1"})
    _check(access, events)
    return await once(request, access.answers, access.grant, key, lambda: _take(access, events))


def _check(access: Access, events: list[EventAsked]) -> None:
    """Refuse all of them where one cannot be judged at all."""
    limits, role = access.services.limits, access.grant.role
    if not 1 <= len(events) <= limits.events:
        raise Problem(422, "events", f"{len(events)} events; send 1 to {limits.events} at once")
    for index, event in enumerate(events):
        place = f"events[{index}]"
        if event.type not in PLATFORMS:
            known = "the table keeps its own time" if event.type in EVENTS else "no such event is known"
            raise Problem(422, "event-type", f"{place}.type: {known}", index=index)
        if event.type not in ALLOWED[role]:
            raise Problem(403, "event-type", f"{place}.type: a {role} may not send it", index=index)
        if role == "seat" and (event.seat != access.grant.seat or event.t is not None):
            detail = f"{place}: a player speaks for seat {access.grant.seat} alone, and now: leave out t"
            raise Problem(403, "other-seat", detail, index=index)
        if role == "reviewer" and (event.seat != 0 or event.t is not None):
            raise Problem(403, "other-seat", f"{place}: reviewers speak from seat 0, without t", index=index)
        wrong = complaint(event.type, event.data)
        if wrong is not None:
            raise Problem(422, "event-data", f"{place}.{wrong}", index=index)
        if size(event.data) > limits.event_data:
            raise Problem(
                422, "event-data", f"{place}.data: larger than {limits.event_data} bytes", index=index
            )


def _take(access: Access, events: list[EventAsked]) -> Response:
    taken: list[JsonValue] = []
    for event in events:
        try:
            answer = access.table.command(event.type, event.seat, event.data, event.t)
        except ValueError as error:
            raise Problem(409, "time", str(error), taken=len(taken), events=taken) from error
        if answer.refused:
            raise refuse(answer.decisions[0], taken=len(taken), events=taken)
        taken.append(_told(access, answer))
    return Json({"taken": len(taken), "events": taken})


def _told(access: Access, answer: Answer) -> JsonValue:
    """An event's answer as who asked may read it; its number tells what happened between, at night too."""
    viewer = access.grant.viewer
    return {
        "id": answer.id if viewer == "platform" else None,
        "decisions": [to_json(decision) for decision in seen(answer.decisions, viewer)],
    }
