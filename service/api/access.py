"""Which table a request is about, and who asks: the first thing that every route asks for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Annotated, cast
from weakref import WeakKeyDictionary

from fastapi import Depends, Header, Path, Request, Response, WebSocket
from starlette.requests import HTTPConnection

from rules.events import Json
from rules.table.views import Viewer
from service.api.answers import Answers, fingerprint
from service.api.auth import BEARER, granted
from service.api.backing import Backing, written
from service.api.counted import Counted
from service.api.limits import Limits
from service.api.problems import Problem, respond
from service.api.rate import Bucket
from service.api.tokens import Grant, Role, Tokens
from service.live.table import LiveTable
from service.live.tables import Tables

DECODERS = 2
"""Threads: a picture of 640x480 takes 4 ms, and the eye needs the processors more."""
LOOK = 60.0
"""Seconds within which a reviewer's looks at the same thing are one."""
NAME = r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$"
TableName = Annotated[str, Path(pattern=NAME, description="The table's name.", examples=["evening"])]
SeatNumber = Annotated[int, Path(ge=1, le=10, description="1 to 10.")]


@dataclass(frozen=True, slots=True)
class Services:
    """What the application holds, for its routes."""

    tables: Tables
    tokens: Tokens
    limits: Limits
    backing: Backing | None = None
    """None where nothing is kept."""
    answers: WeakKeyDictionary[LiveTable, Answers] = field(default_factory=WeakKeyDictionary)
    rates: WeakKeyDictionary[LiveTable, dict[Viewer, Bucket]] = field(default_factory=WeakKeyDictionary)
    readers: Counted = field(default_factory=Counted)
    """Of events, by table."""
    feeders: Counted = field(default_factory=Counted)
    """Of seats, by table."""
    uploads: Counted = field(default_factory=Counted)
    """Films on their way, of all tables under one name."""
    touched: WeakKeyDictionary[LiveTable, float] = field(default_factory=WeakKeyDictionary)
    """When somebody last asked for something at a table, by its clock."""
    viewed: WeakKeyDictionary[LiveTable, dict[tuple[str, str], float]] = field(
        default_factory=WeakKeyDictionary
    )
    """When reviewers last looked, by who and at what: written down once in `LOOK` seconds at most."""
    decoders: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(DECODERS, thread_name_prefix="decode")
    )
    """Threads that decode single pictures: at most one picture of a seat is with them."""

    def answers_of(self, table: LiveTable) -> Answers:
        """The answers that a table has given by key; they end with the table."""
        if table not in self.answers:
            self.answers[table] = self.new_answers(table.opening)
        return self.answers[table]

    def note_view(self, table: LiveTable, grant: Grant, path: str) -> None:
        """Write into the audit chain that a reviewer looks, where there is one."""
        if self.backing is None:
            return
        looks, now = self.viewed.setdefault(table, {}), table.clock()
        if now - looks.get((grant.actor, path), -LOOK) >= LOOK:
            looks[grant.actor, path] = now
            self.backing.note(grant, "table.viewed", f"table/{table.name}/{table.opening}", {"path": path})

    def new_answers(self, scope: str) -> Answers:
        """No answers yet, of a table's opening or of the process (`service.api.shelf.PROCESS`)."""
        if self.backing is None:
            return Answers(self.limits.answers)
        return Answers(self.limits.answers, self.backing.shelf(scope, self.limits.answers))

    def recall_answers(self, process: Answers) -> None:
        """Remember what the process before has answered.

        Raises:
            DatabaseAway: it cannot be read.
        """
        process.load()
        for table in self.tables:
            self.answers_of(table).load()

    def rate_of(self, table: LiveTable, viewer: Viewer) -> Bucket:
        """How fast game events may come to a table from one of those at it, so that none silences others."""
        rate = self.limits.commands_rate
        return self.rates.setdefault(table, {}).setdefault(viewer, Bucket(rate, 2 * rate))


@dataclass(frozen=True, slots=True)
class Access:
    """A table and what who asks may do there."""

    table: LiveTable
    grant: Grant
    services: Services
    answers: Answers
    """Of this table, by idempotency key."""

    def may_feed(self, seat: int) -> None:
        """Refuse who may not send pictures of a seat.

        Raises:
            Problem: 403.
        """
        if self.grant.role == "seat" and self.grant.seat != seat:
            raise Problem(403, "other-seat", f"the token belongs to seat {self.grant.seat}")


def services(connection: HTTPConnection) -> Services:
    """What the application of a request holds."""
    return cast(Services, connection.app.state.services)


def found(tables: Tables, name: str) -> LiveTable:
    """A table by its name.

    Raises:
        Problem: 404.
    """
    table = tables.get(name)
    if table is None:
        raise Problem(404, "no-such-table", f"no table {name} is open; POST /v1/tables opens one")
    return table


def admit(connection: HTTPConnection, name: str, *roles: Role, in_query: bool = False) -> Access:
    """Let one of those roles, or anybody with a token, to a table.

    Raises:
        Problem: 401, 403 or 404.
    """
    grant = granted(connection, name, *roles, in_query=in_query)
    held = services(connection)
    there = found(held.tables, name)
    held.touched[there] = there.clock()
    if grant.role == "reviewer":
        held.note_view(there, grant, connection.url.path)
    return Access(there, grant, held, held.answers_of(there))


async def admit_socket(websocket: WebSocket, name: str, *roles: Role) -> Access | None:
    """As `admit`; who may not come in is answered with the problem, and None comes back."""
    try:
        return admit(websocket, name, *roles, in_query=True)
    except Problem as problem:
        await websocket.send_denial_response(respond(problem))
        return None


def at_table(*roles: Role, in_query: bool = False) -> Callable[..., Awaitable[Access]]:
    """A dependency that lets those roles, or anybody with a token, to the table of the path."""

    async def dependency(
        request: Request, table: TableName, _documented: Annotated[object, Depends(BEARER)]
    ) -> Access:
        return admit(request, table, *roles, in_query=in_query)

    return dependency


Anybody = Annotated[Access, Depends(at_table())]
Platform = Annotated[Access, Depends(at_table("platform"))]
Feeder = Annotated[Access, Depends(at_table("platform", "seat"))]

Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=255,
        description="Of the client's choice, a new one for each thing it wants done. A request that is"
        " repeated with its key is answered as the first time and done once.",
    ),
]


async def once(
    request: Request, answers: Answers, grant: Grant, key: str | None, make: Callable[[], Response]
) -> Response:
    """Answer a request, or give the answer of the first one with the same key.

    Keys belong to who asks: nobody reads the answers that another one was given.
    """
    if key is None:
        return await kept(request, make)
    # Not the host: a request is the same one whichever address the sidecar has by now.
    place = f"{request.url.path}?{request.url.query}".encode()
    asked = fingerprint(request.method.encode(), place, await request.body())
    return await kept(request, lambda: answers.once(f"{grant.role}/{grant.seat}/{key}", asked, make))


async def kept(request: Request, make: Callable[[], Response]) -> Response:
    """Answer a request once everything that it led to is written, in one transaction.

    Raises:
        Problem: 503 where the database is away; what `make` raises.
    """
    backing = services(request).backing
    if backing is None:
        return make()
    with backing.database.unit() as unit:
        unit.ask(lambda _: None)  # an answer that is given again waits for all that was asked for before
        try:
            outcome: Response | Exception = make()
        except Exception as error:  # what had been taken before it is kept all the same
            outcome = error
    await written(unit.future)
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


def note(request: Request, grant: Grant, action: str, object: str, **detail: Json) -> None:
    """Write into the audit chain what somebody does, where there is one."""
    backing = services(request).backing
    if backing is not None:
        backing.note(grant, action, object, detail)
