"""Events out: pages, lines, streams and WebSockets; read on from anywhere, cut off where nobody reads."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from service.api.limits import Limits
from service.api.tokens import Grant
from service.client import ApiError, Missed, Received
from tests.service.api.conftest import Opened
from tests.service.api.serving import Service, reached, serving

STREAM = {"Accept": "text/event-stream"}


def _join(table: Opened, *players: str) -> None:
    for player in players:
        table.platform.send(table.name, "player.join", data={"player": player})


def test_pages_follow_each_other(table: Opened) -> None:
    _join(table, "Ada", "Ben", "Cem")
    first, number = table.platform.events(table.name, limit=4)
    second, last = table.platform.events(table.name, after=number)
    whole, _ = table.platform.events(table.name)
    assert (number, last, first + second) == (4, 6, whole)
    kinds = [event["id"].removeprefix(f"{table.name}-") for event in whole]
    assert kinds == ["g000001", "000002", "g000002", "000004", "g000003", "000006"]
    assert table.platform.events(table.name, after=last) == ([], last)


def test_lines_are_the_same_as_pages(table: Opened) -> None:
    _join(table, "Ada", "Bén\u2028\U0001f600")
    with table.service.client() as client:
        response = client.get(f"/v1/tables/{table.name}/events", headers={"Accept": "application/x-ndjson"})
    assert response.headers["content-type"] == "application/x-ndjson"
    assert response.headers["link"] == f'</v1/tables/{table.name}/events?after=4>; rel="next"'
    told = [json.loads(line) for line in response.content.split(b"\n") if line]
    assert told == table.platform.events(table.name)[0]


def test_a_stream_tells_what_was_and_what_happens_and_ends_with_the_table(table: Opened) -> None:
    _join(table, "Ada", "Bén\u2028\U0001f600")
    with table.service.speaker() as reader:
        lines = reader.follow(table.name)
        before = [next(lines) for _ in range(4)]
        _join(table, "Cem")
        after = [next(lines) for _ in range(2)]
        table.platform.close_table(table.name)
        assert list(lines) == []
    received = [line for line in before + after if isinstance(line, Received)]
    assert [line.number for line in received] == [1, 2, 3, 4, 5, 6]
    assert received[2].event["data"] == {"player": "Bén\u2028\U0001f600"}


@pytest.mark.parametrize("header", [True, False])
def test_a_stream_is_read_on_from_the_last_line(table: Opened, header: bool) -> None:
    _join(table, "Ada", "Ben")
    headers = {**STREAM, "Last-Event-ID": "3"} if header else STREAM
    params = {"after": 1 if header else 3}
    with (
        table.service.client() as client,
        client.stream("GET", f"/v1/tables/{table.name}/events", headers=headers, params=params) as stream,
    ):
        assert stream.headers["content-type"] == "text/event-stream"
        assert stream.headers["cache-control"] == "no-store"
        lines = stream.iter_lines()
        assert [next(lines) for _ in range(3)] == ["retry: 2000", "", "id: 4"]
        assert json.loads(next(lines).removeprefix("data: "))["id"] == f"{table.name}-000004"


def test_lines_that_are_gone_are_a_gap_and_not_a_silence(default_models: None) -> None:
    with serving(kept=5) as service, service.speaker() as platform:
        platform.open_table("short")
        for number in range(5):
            platform.send("short", "player.join", data={"player": str(number)})
        with pytest.raises(ApiError, match="lines up to 5 are no longer kept") as gone:
            platform.events("short", after=2)
        assert (gone.value.status, gone.value.members["after"]) == (410, 5)
        lines = platform.follow("short", after=2)
        assert next(lines) == Missed(5)
        assert next(lines).number == 6  # type: ignore[union-attr]
        with pytest.raises(ApiError, match="there is no event 99") as none:
            platform.events("short", after=99)
        assert none.value.members["after"] == 0
        with _socket(service, "short", after=99) as reader:
            assert json.loads(reader.recv(10)) == {"gap": {"after": 0}}
            assert json.loads(reader.recv(10)) == {"gap": {"after": 5}}
            assert json.loads(reader.recv(10))["number"] == 6


def test_a_silent_stream_says_that_it_lives(default_models: None) -> None:
    with serving(Limits(keep_alive_seconds=0.05)) as service, service.speaker() as platform:
        platform.open_table("silent")
        with (
            service.client() as client,
            client.stream("GET", "/v1/tables/silent/events", headers=STREAM) as s,
        ):
            lines = s.iter_lines()
            assert [next(lines) for _ in range(4)] == ["retry: 2000", "", ": keep-alive", ""]


def test_a_stream_ends_with_its_token(default_models: None) -> None:
    with serving() as service, service.speaker() as platform:
        platform.open_table("brief")
        token = service.token(Grant("spectator", "brief"), seconds=1.5)
        with (
            service.client() as client,
            client.stream(
                "GET", "/v1/tables/brief/events", headers=STREAM, params={"access_token": token}
            ) as stream,
        ):
            assert "expired" not in stream.headers
        with httpx.Client(base_url=service.address, trust_env=False) as nobody:
            query = {"access_token": token}
            with nobody.stream("GET", "/v1/tables/brief/events", headers=STREAM, params=query) as stream:
                told = stream.read().decode()
        assert 'event: end\ndata: {"reason":"expired"}' in told


@contextmanager
def _socket(service: Service, table: str, after: int = 0, token: str | None = None) -> Iterator[Any]:
    headers = {"Authorization": f"Bearer {token or service.platform}"}
    address = f"{service.socket}/v1/tables/{table}/events/ws?after={after}"
    with connect(address, additional_headers=headers, proxy=None) as reader:
        yield reader


def test_the_socket_tells_the_same_lines(table: Opened) -> None:
    _join(table, "Ada", "Ben")
    with _socket(table.service, table.name, after=1) as reader:
        told = [json.loads(reader.recv(10)) for _ in range(3)]
        _join(table, "Cem")
        told += [json.loads(reader.recv(10)) for _ in range(2)]
        assert [line["number"] for line in told] == [2, 3, 4, 5, 6]
        assert [line["event"] for line in told] == table.platform.events(table.name, after=1)[0]
        table.platform.close_table(table.name)
        with pytest.raises(ConnectionClosed) as closed:
            reader.recv(10)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1001, "closed")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("{table}/events/ws?access_token=x", 401),
        ("{table}/events/ws", 401),
        ("nowhere/events/ws?access_token={token}", 404),
        ("{table}/events/ws?access_token={token}&after=x", 403),
    ],
)
def test_a_socket_is_refused_with_a_reason(table: Opened, path: str, status: int) -> None:
    address = path.format(table=table.name, token=table.service.platform)
    with pytest.raises(InvalidStatus) as refusal:
        connect(f"{table.service.socket}/v1/tables/{address}", proxy=None)
    assert refusal.value.response.status_code == status


def test_a_socket_takes_nothing(table: Opened) -> None:
    with _socket(table.service, table.name) as reader:
        reader.send("hello")
        with pytest.raises(ConnectionClosed) as closed:
            reader.recv(10)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


def test_only_so_many_read_at_once_and_who_leaves_makes_room(default_models: None) -> None:
    with serving(Limits(readers=2)) as service, service.speaker() as platform, service.client() as client:
        platform.open_table("full")
        path = "/v1/tables/full/events"
        with _socket(service, "full"):
            with client.stream("GET", path, headers=STREAM) as stream:
                lines = stream.iter_lines()  # kept: its end would be the stream's
                assert next(lines) == "retry: 2000"
                assert client.get(path, headers=STREAM).status_code == 429
                with pytest.raises(InvalidStatus) as refusal, _socket(service, "full"):
                    pass
                assert refusal.value.response.status_code == 429
                assert client.get(path).status_code == 200
            assert reached(lambda: service.app.state.services.readers["full"] == 1)
        assert reached(lambda: service.app.state.services.readers["full"] == 0)


def _asking(service: Service, path: str, extra: str) -> socket.socket:
    """A client that asks, and reads nothing of the answer."""
    host, _, port = service.address.removeprefix("http://").partition(":")
    mute = socket.socket()
    mute.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    mute.connect((host, int(port)))
    head = f"GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {service.platform}\r\n{extra}\r\n"
    mute.sendall(head.encode())
    return mute


_UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@pytest.mark.parametrize(
    ("suffix", "extra"), [("", "Accept: text/event-stream\r\n"), ("/ws", _UPGRADE)], ids=["stream", "socket"]
)
def test_who_does_not_read_is_cut_off_and_others_are_not(
    default_models: None, suffix: str, extra: str
) -> None:
    limits = Limits(send_seconds=0.3, commands_rate=10_000.0)
    with serving(limits) as service, service.speaker() as platform:
        platform.open_table("loud")
        held = service.app.state.services
        with (
            _socket(service, "loud") as reading,
            _asking(service, f"/v1/tables/loud/events{suffix}", extra) as mute,
        ):
            assert reached(lambda: held.readers["loud"] == 2)
            said = 0
            while held.readers["loud"] == 2:
                platform.send("loud", "absence.exceeded", 4, {"since": 1.0, "note": "x" * 16_000})
                while json.loads(reading.recv(10))["event"]["type"] != "absence.exceeded":
                    pass
                said += 1
                assert said < 2000
            assert held.readers["loud"] == 1
            assert reached(lambda: len(service.uvicorn.server_state.connections) == 2)
            assert _rest(mute) < said * 16_000


def _rest(mute: socket.socket) -> int:
    """Bytes that were still on their way to who did not read, before the end."""
    mute.settimeout(10.0)
    count = 0
    try:
        while chunk := mute.recv(65_536):
            count += len(chunk)
    except ConnectionResetError:
        pass
    return count
