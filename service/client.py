"""A client of the sidecar: tables, events in and out, films.

    with Client("http://127.0.0.1:8400", token) as consigliere:
        table = consigliere.open_table("evening")
        consigliere.upload("evening", 3, Path("clip.mp4"))
        for received in consigliere.follow("evening"):
            print(received)

Not for several threads at once: open one for each.
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

import httpx

_READ_SECONDS = 60.0
"""Streams say something every 15 seconds; longer silence is a dead connection."""
_ATTEMPTS = 3
_RETRY = 2.0


class ApiError(Exception):
    """The sidecar refused. The message is its detail."""

    def __init__(self, status: int, kind: str, detail: str, members: Mapping[str, Any]) -> None:
        super().__init__(detail)
        self.status = status
        self.kind = kind
        """The last word of the problem's type, as `refused`."""
        self.members = members
        """All of the problem: of a refused event its `reason`, `rule`, `text`, `taken`."""


@dataclass(frozen=True, slots=True)
class SeatAccess:
    """A seat's token and the addresses that it opens."""

    seat: int
    token: str
    whip: str
    pictures: str
    file: str


@dataclass(frozen=True, slots=True)
class OpenedTable:
    """A table that was opened."""

    table: str
    seats: Mapping[int, SeatAccess]
    expires_in: int


@dataclass(frozen=True, slots=True)
class GameEvent:
    """Something to tell the table."""

    type: str
    seat: int = 0
    data: Mapping[str, Any] = field(default_factory=dict)
    t: float | None = None

    def to_json(self) -> dict[str, Any]:
        """As the request holds it."""
        told = {"type": self.type, "seat": self.seat, "data": dict(self.data)}
        return told if self.t is None else {**told, "t": self.t}


@dataclass(frozen=True, slots=True)
class Received:
    """A line of the table's events."""

    number: int
    """Go on after it."""
    event: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Missed:
    """Lines up to this number are gone."""

    after: int


class Client:
    """Speaks to one sidecar as one token's owner."""

    def __init__(
        self, address: str, token: str, *, timeout: float = 30.0, http: httpx.Client | None = None
    ) -> None:
        """Nothing is sent yet.

        Args:
            address: as `http://127.0.0.1:8400`.
            token: a bearer token.
            timeout: seconds that an answer may take.
            http: one's own client, whose address and headers are then used.
        """
        headers = {"Authorization": f"Bearer {token}"}
        self._http = http or httpx.Client(base_url=address, headers=headers, timeout=timeout, trust_env=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def open_table(self, table: str, **settings: Any) -> OpenedTable:
        """Open a table; `settings` are `rule_book`, `ruleset`, `vocabulary`, `seats`, `token_seconds`."""
        told = self._post("/v1/tables", {"table": table, **settings})
        seats = {seat["seat"]: SeatAccess(**seat) for seat in told["seats"]}
        return OpenedTable(told["table"], seats, told["expires_in"])

    def tables(self) -> list[dict[str, Any]]:
        """All tables."""
        found: list[dict[str, Any]] = self._ask("GET", "/v1/tables")["tables"]
        return found

    def table(self, table: str) -> dict[str, Any]:
        """A table as the token's owner sees it."""
        return self._ask("GET", f"/v1/tables/{table}")

    def close_table(self, table: str) -> None:
        """End it."""
        self._ask("DELETE", f"/v1/tables/{table}")

    def send(
        self, table: str, kind: str, seat: int = 0, data: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """Send one event; what follows from it comes back.

        Raises:
            ApiError: the rules refuse it (409), among others.
        """
        taken: dict[str, Any] = self.send_all(table, [GameEvent(kind, seat, data or {})])["events"][0]
        return taken

    def send_all(self, table: str, events: Sequence[GameEvent]) -> dict[str, Any]:
        """Send events in order; the first that is refused ends it: `members["taken"]` of the error."""
        return self._post(f"/v1/tables/{table}/events", [event.to_json() for event in events])

    def pause(self, table: str) -> None:
        """Stop the game's clock, or let everybody rest where no game runs."""
        self._post(f"/v1/tables/{table}/pause", None)

    def resume(self, table: str) -> None:
        """Go on."""
        self._post(f"/v1/tables/{table}/resume", None)

    def mute(self, table: str, seat: int, muted: bool = True) -> None:
        """Hold a seat's pictures back, or no longer."""
        self._ask("PUT", f"/v1/tables/{table}/seats/{seat}/mute", json={"muted": muted})

    def seat_token(self, table: str, seat: int, seconds: int | None = None) -> SeatAccess:
        """A new token for a seat."""
        return SeatAccess(**self._post(f"/v1/tables/{table}/seats/{seat}/token", _given(seconds=seconds)))

    def token(
        self,
        table: str,
        role: Literal["spectator", "reviewer", "seat"],
        seat: int | None = None,
        seconds: int | None = None,
    ) -> str:
        """A token for somebody at a table."""
        asked = _given(role=role, seat=seat, seconds=seconds)
        return str(self._post(f"/v1/tables/{table}/tokens", asked)["token"])

    def events(self, table: str, after: int = 0, limit: int = 1000) -> tuple[list[dict[str, Any]], int]:
        """A page of what happened, and the number to ask after next.

        Raises:
            ApiError: 410, they are gone; `members["after"]` is where to go on.
        """
        page = self._ask("GET", f"/v1/tables/{table}/events", params={"after": after, "limit": limit})
        return page["events"], page["next"]

    def follow(
        self, table: str, after: int = 0, *, retry: float | None = None
    ) -> Iterator[Received | Missed]:
        """What happens, as it happens, until the table is closed or the token expires.

        A connection that breaks is opened again where it broke, a few times in a row at most.

        Args:
            table: its name.
            after: number of the last line that is known.
            retry: seconds before a connection is opened again; None for what the sidecar asks for.

        Raises:
            httpx.TransportError: it could not be opened again.
        """
        failures, asked = 0, _RETRY
        while True:
            try:
                for message in self._messages(table, after):
                    failures, asked = 0, message.retry or asked
                    if message.event == "end":
                        return
                    if message.number is None:
                        continue
                    after = message.number
                    gap = message.event == "gap"
                    yield Missed(after) if gap else Received(after, json.loads(message.data))
            except httpx.TransportError:
                failures += 1
                if failures >= _ATTEMPTS:
                    raise
            time.sleep(asked if retry is None else retry)

    def upload(self, table: str, seat: int, film: Path) -> dict[str, Any]:
        """Play a film as a seat."""
        with film.open("rb") as body:
            return self._ask("PUT", f"/v1/tables/{table}/seats/{seat}/file", content=body)

    def _messages(self, table: str, after: int) -> Iterator[_Message]:
        headers = {"Accept": "text/event-stream", "Last-Event-ID": str(after)}
        timeout = httpx.Timeout(self._http.timeout.connect, read=_READ_SECONDS)
        path = f"/v1/tables/{table}/events"
        with self._http.stream("GET", path, headers=headers, timeout=timeout) as response:
            if response.is_error:
                response.read()
                raise _error(response)
            yield from _parsed(_lines(response.iter_bytes()))

    def _post(self, path: str, content: Any) -> dict[str, Any]:
        """Post, and once more where the connection broke: the key makes sure that it is done once."""
        headers = {"Idempotency-Key": uuid.uuid4().hex}
        for attempt in range(_ATTEMPTS):
            try:
                return self._ask("POST", path, json=content, headers=headers)
            except httpx.TransportError:
                if attempt == _ATTEMPTS - 1:
                    raise
        raise AssertionError("the last attempt answers or raises")

    def _ask(self, method: str, path: str, **options: Any) -> dict[str, Any]:
        response = self._http.request(method, path, **options)
        if response.is_error:
            raise _error(response)
        answer: dict[str, Any] = response.json() if response.content else {}
        return answer


@dataclass(slots=True)
class _Message:
    """A server-sent event."""

    number: int | None = None
    event: str = ""
    data: str = ""
    retry: float | None = None


def _lines(chunks: Iterator[bytes]) -> Iterator[str]:
    """Lines by line feeds alone: texts may hold characters that Unicode calls line ends, too."""
    waiting = b""
    for chunk in chunks:
        *whole, waiting = (waiting + chunk).split(b"\n")
        for line in whole:
            yield line.decode()


def _parsed(lines: Iterator[str]) -> Iterator[_Message]:
    """The messages of a stream, by its standard (HTML, section 9.2.6) as far as the sidecar uses it."""
    message = _Message()
    for line in lines:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if not line:
            yield message
            message = _Message()
        elif name == "id":
            message.number = int(value)
        elif name == "event":
            message.event = value
        elif name == "data":
            message.data += value
        elif name == "retry":
            message.retry = int(value) / 1000.0


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _error(response: httpx.Response) -> ApiError:
    try:
        problem = response.json()
    except ValueError:
        problem = {}
    if not isinstance(problem, dict):
        problem = {}
    kind = str(problem.get("type", "")).rpartition(":")[2]
    detail = str(problem.get("detail", f"{response.status_code} {response.reason_phrase}"))
    return ApiError(response.status_code, kind, detail, problem)
