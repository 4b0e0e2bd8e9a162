"""The state feed over a real WebSocket."""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from rules.events import Json
from service.api.limits import Limits
from service.api.tokens import Grant
from service.web import socket as socket_module
from service.web.routes import router
from tests.service.api.serving import reached
from tests.service.avatar.tables import PLAYERS
from tests.service.web.looks import Shown, look, thumb
from tests.service.web.serving import TABLE, Site, site


@pytest.fixture
def page() -> Iterator[Site]:
    with site(lambda _: [router()]) as running:
        yield running


def _connect(page: Site, token: str | None = None, **query: str) -> ClientConnection:
    return connect(page.state(access_token=token or page.token(), **query), proxy=None, open_timeout=30)


def _message(connection: ClientConnection) -> dict[str, Any]:
    told = json.loads(connection.recv(30))
    assert isinstance(told, dict)
    return told


def _split(framed: bytes) -> list[bytes]:
    parts, at = [], 0
    while at < len(framed):
        (length,) = struct.unpack_from(">I", framed, at)
        parts.append(framed[at + 4 : at + 4 + length])
        at += 4 + length
    assert at == len(framed)
    return parts


def _until(connection: ClientConnection, name: str) -> dict[str, Any]:
    """The next message that tells something of that name."""
    while True:
        message = _message(connection)
        if message.get(name):
            return message


def _read_to_the_end(connection: ClientConnection) -> None:
    with suppress(ConnectionClosed):
        while True:
            connection.recv(30)


def _see(page: Site, t: float, *shown: Shown) -> None:
    page.do(lambda: page.table.saw(look(t, *shown)))


def test_the_first_message_tells_the_game_and_all_seats(page: Site) -> None:
    with _connect(page) as connection:
        first = _message(connection)
        assert [seat["seat"] for seat in first["seats"]] == list(range(1, 11))
        assert first["game"]["playing"] is False
        assert first["lines"] == []
        assert "game" not in _message(connection), "what has not changed is not told again"


def test_what_happens_is_told_to_each_by_their_view(page: Site) -> None:
    seat_four = page.token(Grant("seat", TABLE, 4))
    with (
        _connect(page) as platform,
        _connect(page, view="spectator") as spectating,
        _connect(page, seat_four) as four,
    ):
        roles: list[Json] = ["don", "mafia", "mafia", "sheriff", *["citizen"] * 6]
        page.do(lambda: page.table.command("game.start", 0, {"roles": roles, "players": PLAYERS}))
        told = {name: _until(c, "lines") for name, c in (("p", platform), ("s", spectating), ("4", four))}
        texts = {name: [line["text"] for line in message["lines"]] for name, message in told.items()}
        dealt = {name: [text for text in own if "The role of seat" in text] for name, own in texts.items()}
        assert len(dealt["p"]) == 10
        assert dealt["s"] == []
        assert dealt["4"] == ["The role of seat 4: sheriff."]
        assert told["p"]["game"]["game"]["setup"]["roles"] == roles
        assert "roles" not in told["s"]["game"]
        assert told["4"]["game"]["role"] == "sheriff"


def test_pictures_come_with_what_was_seen_in_them(page: Site) -> None:
    with _connect(page, pictures="1") as connection:
        connection.recv(30)
        _see(page, 1.0, Shown(2, (thumb(),)), Shown(8))
        while True:
            framed = connection.recv(30)
            assert isinstance(framed, bytes)
            text, *pictures = _split(framed)
            if pictures:
                break
        seats = {seat["seat"]: seat for seat in json.loads(text)["seats"]}
        assert len(pictures) == 2
        assert all(picture.startswith(b"\xff\xd8") for picture in pictures)
        assert (seats[2]["picture"], seats[8]["picture"]) == (0, 1)
        assert seats[2]["t"] == 1.0
        assert len(seats[2]["hands"]) == 1
        text, *again = _split(bytes(connection.recv(30)))  # type: ignore[arg-type]
        assert again == [], "a picture is sent once"


@pytest.mark.parametrize(
    "grant", [Grant("spectator", TABLE), Grant("reviewer", TABLE), Grant("seat", TABLE, 2)]
)
def test_pictures_are_for_the_platform_alone(page: Site, grant: Grant) -> None:
    _see(page, 1.0, Shown(2), Shown(8))
    with _connect(page, page.token(grant), pictures="1") as connection:
        for _ in range(3):
            framed = connection.recv(30)
            assert isinstance(framed, bytes)
            assert len(_split(framed)) == 1


@pytest.mark.parametrize(
    ("grant", "query", "status"),
    [
        (Grant("platform", "another"), {}, 403),
        (Grant("spectator", TABLE), {"view": "platform"}, 403),
        (Grant("seat", TABLE, 2), {"view": "3"}, 403),
        (Grant("platform", TABLE), {"view": "11"}, 403),
        (Grant("platform", TABLE), {"view": "²"}, 403),
        (None, {}, 401),
    ],
)
def test_who_may_not_is_refused(page: Site, grant: Grant | None, query: dict[str, str], status: int) -> None:
    token = "nonsense" if grant is None else page.token(grant)
    with pytest.raises(InvalidStatus) as refused:
        _connect(page, token, **query)
    assert refused.value.response.status_code == status
    assert json.loads(refused.value.response.body)["status"] == status


def test_the_feed_ends_with_the_table(page: Site) -> None:
    with _connect(page) as connection:
        _message(connection)
        page.do(lambda: page.tables.close(TABLE))
        _read_to_the_end(connection)
        assert (connection.close_code, connection.close_reason) == (1001, "closed")


def test_the_feed_ends_with_the_token(page: Site) -> None:
    with _connect(page, page.token(seconds=1)) as connection:
        _read_to_the_end(connection)
        assert (connection.close_code, connection.close_reason) == (1008, "expired")


def test_there_are_never_too_many_pages_and_each_that_leaves_makes_room(
    page: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_module, "MOST", 1)
    with _connect(page) as first:
        _message(first)
        with pytest.raises(InvalidStatus) as refused:
            _connect(page)
        assert refused.value.response.status_code == 429
    assert reached(lambda: not page.table.onlookers)
    with _connect(page) as second:
        assert _message(second)["seats"]


def test_who_does_not_read_is_cut_off() -> None:
    limits = Limits(send_seconds=0.2)
    with site(lambda _: [router()], limits=limits) as page:
        address = urlsplit(page.address)
        narrow = socket.create_connection((address.hostname, address.port))
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16_384)
        where = page.state(access_token=page.token(), pictures="1")
        with connect(where, sock=narrow, proxy=None, max_queue=1, close_timeout=0.1) as connection:
            connection.recv(30)
            looks = count()

            def cut_off() -> bool:
                number = next(looks)
                _see(page, number * 0.1, *(Shown(seat, noise=seat) for seat in range(1, 11)))
                return not page.table.onlookers

            assert reached(cut_off, 60.0)
