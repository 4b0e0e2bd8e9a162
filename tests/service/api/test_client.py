"""Our own client against the real service, over connections that break."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from service.client import ApiError, Client, GameEvent, Received
from tests.service.api.conftest import Opened
from tests.service.api.serving import Service, reached


def _cut_all(service: Service) -> None:
    """Break every connection that the server holds."""
    for connection in list(service.uvicorn.server_state.connections):
        loop = connection.loop
        loop.call_soon_threadsafe(connection.transport.abort)


def test_a_stream_goes_on_where_it_broke(table: Opened) -> None:
    with table.service.speaker() as reader:
        table.platform.send(table.name, "player.join", data={"player": "Ada"})
        lines = reader.follow(table.name, retry=0.0)
        before = [next(lines), next(lines)]
        _cut_all(table.service)
        with table.service.speaker() as other:
            other.send(table.name, "player.join", data={"player": "Ben"})
        after = [next(lines), next(lines)]
    numbers = [line.number for line in before + after if isinstance(line, Received)]
    assert numbers == [1, 2, 3, 4]


def test_a_stream_gives_up_where_nobody_is(table: Opened) -> None:
    address = "http://127.0.0.1:1"  # nobody listens at a port of the system's
    with Client(address, "token") as reader, pytest.raises(httpx.ConnectError):
        next(reader.follow(table.name, retry=0.0))


def test_a_request_whose_answer_was_lost_is_done_once(table: Opened) -> None:
    """The transport loses the first answer; the key makes the second attempt the same request."""
    losing = _Losing(httpx.HTTPTransport())
    headers = {"Authorization": f"Bearer {table.service.platform}"}
    http = httpx.Client(base_url=table.service.address, headers=headers, transport=losing, timeout=30.0)
    with Client(table.service.address, "", http=http) as client:
        taken = client.send(table.name, "player.join", data={"player": "Ada"})
    assert losing.lost == 1
    assert taken["id"] == f"{table.name}-g000001"
    assert table.platform.table(table.name)["game"]["players"] == ["Ada"]


class _Losing(httpx.BaseTransport):
    """Loses the first answer."""

    def __init__(self, inner: httpx.BaseTransport) -> None:
        self.inner = inner
        self.lost = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self.inner.handle_request(request)
        if not self.lost:
            response.read()
            self.lost += 1
            raise httpx.ReadError("the connection broke", request=request)
        return response

    def close(self) -> None:
        self.inner.close()


def test_what_is_no_problem_document_is_an_error_all_the_same() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(502, text="<html>Bad gateway</html>")

    http = httpx.Client(base_url="http://x", transport=httpx.MockTransport(answer))
    with (
        Client("http://x", "", http=http) as client,
        pytest.raises(ApiError, match="502 Bad Gateway") as error,
    ):
        client.tables()
    assert (error.value.status, error.value.kind, error.value.members) == (502, "", {})


def test_everything_else_is_asked_as_the_service_understands_it(table: Opened) -> None:
    client, name = table.platform, table.name
    assert client.seat_token(name, 3, seconds=60).seat == 3
    assert client.token(name, "reviewer")
    client.mute(name, 3)
    client.pause(name)
    client.resume(name)
    told = client.send_all(name, [GameEvent("player.join", data={"player": "Ada"}, t=0.0)])
    assert told["taken"] == 1
    assert client.events(name)[1] == 2
    assert reached(lambda: client.table(name)["seats"][2]["muted"])


def test_messages_may_come_in_any_pieces() -> None:
    body = (
        b'retry: 10\n\nid: 1\ndata: {"a":"\xe2\x80\xa8\xc3\xa9"}\n\n: keep-alive\n\nevent: end\ndata: {}\n\n'
    )

    class Pieces(httpx.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            for index in range(0, len(body), 3):
                yield body[index : index + 3]

    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, stream=Pieces())

    http = httpx.Client(base_url="http://x", transport=httpx.MockTransport(answer))
    with Client("http://x", "", http=http) as client:
        assert list(client.follow("t")) == [Received(1, {"a": "\u2028é"})]
