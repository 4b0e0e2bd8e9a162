"""Films as seats: sent by PUT, played at their own speed, gone afterwards."""

from __future__ import annotations

import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from service.api.limits import Limits
from service.api.server import Front
from service.client import ApiError
from tests.media_files import write_video
from tests.service.api.conftest import Opened
from tests.service.api.serving import Service, reached, serving
from vision.picture import UInt8Array


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A second and a half of a room, with noise that changes, so that it is no frozen picture."""
    chance = np.random.default_rng(1)

    def paint(index: int, width: int, height: int) -> UInt8Array:
        return chance.integers(40, 200, (height, width, 3), dtype=np.uint8)

    path = tmp_path_factory.mktemp("films") / "room.mp4"
    return write_video(path, 15, size=(96, 72), fps=10, paint=paint)


def _seat(table: Opened, seat: int) -> dict[str, object]:
    found: dict[str, object] = table.platform.table(table.name)["seats"][seat - 1]
    return found


def _ended(table: Opened) -> list[int]:
    """The seats whose film is told to have ended."""
    events, _ = table.platform.events(table.name)
    return [event["seat"] for event in events if event["data"].get("reason") == "ended"]


def _left_behind() -> set[str]:
    return {path.name for path in Path(tempfile.gettempdir()).glob("consigliere-*")}


def test_a_film_plays_as_a_seat_and_its_end_is_told(table: Opened, film: Path) -> None:
    with table.seat(4) as player:
        playing = player.upload(table.name, 4, film)
    assert playing["seat"] == 4
    assert playing["bytes"] == film.stat().st_size
    assert playing["seconds"] == pytest.approx(1.5, abs=0.05)
    assert not _left_behind()
    assert reached(lambda: _seat(table, 4)["feed"] is None)
    assert reached(lambda: _ended(table) == [4])
    counts = _seat(table, 4)["counts"]
    assert isinstance(counts, dict)
    assert counts["received"] == 15


def test_another_film_takes_the_seat_and_the_end_of_the_table_ends_it(table: Opened, film: Path) -> None:
    for _ in range(3):
        table.platform.upload(table.name, 4, film)
    assert _seat(table, 4)["feed"] == "file"
    counts = _seat(table, 4)["counts"]
    assert isinstance(counts, dict)
    assert counts["joins"] == 3
    assert _ended(table) == []
    table.platform.close_table(table.name)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "empty file"),
        (b"hello" * 1000, "not a video"),
        (b"#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n", "not a video"),
        (b"ffconcat version 1.0\nfile '/etc/hostname'\n", "not a video"),
        (b"v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\nm=video 5000 RTP/AVP 96\r\n", "not a video"),
    ],
)
def test_what_is_no_film_is_refused(table: Opened, content: bytes, told: str) -> None:
    with table.service.client() as client:
        response = client.put(f"/v1/tables/{table.name}/seats/4/file", content=content)
    assert (response.status_code, response.json()["type"]) == (422, "urn:consigliere:problem:no-video")
    assert told in response.json()["detail"]
    assert _seat(table, 4)["feed"] is None
    assert not _left_behind()


def test_pictures_that_are_too_large_are_not_decoded(default_models: None, film: Path) -> None:
    with serving(Limits(pixels=96 * 72 - 1)) as service, service.speaker() as platform:
        platform.open_table("vast")
        with pytest.raises(ApiError, match="the film has 96 x 72") as refusal:
            platform.upload("vast", 4, film)
        assert refusal.value.kind == "no-video"
    with serving(Limits(pixels=96 * 72)) as service, service.speaker() as platform:
        platform.open_table("vast")
        assert platform.upload("vast", 4, film)["seat"] == 4


def test_a_player_sends_for_the_own_seat_alone(table: Opened, film: Path) -> None:
    with table.seat(5) as player, pytest.raises(ApiError, match="belongs to seat 5") as refusal:
        player.upload(table.name, 4, film)
    assert refusal.value.status == 403


def test_films_are_bounded_in_size_and_number(default_models: None, film: Path) -> None:
    with serving(Limits(file=2000)) as service, service.speaker() as platform, service.client() as client:
        platform.open_table("small")
        path = "/v1/tables/small/seats/4/file"
        assert client.put(path, content=film.read_bytes()).status_code == 413
        assert client.put(path, content=iter([b"x" * 1500] * 2)).status_code == 413
    with serving(Limits(uploads=0)) as service, service.speaker() as platform:
        platform.open_table("none")
        with pytest.raises(ApiError) as refusal:
            platform.upload("none", 4, film)
        assert (refusal.value.status, refusal.value.kind) == (429, "too-many")
    assert not _left_behind()


def test_below_a_path_of_a_proxy_all_is_the_same(default_models: None, film: Path) -> None:
    front = Front(root_path="/mafia")
    with serving(Limits(body=1000), front=front) as service, service.client() as client:
        opened = client.post("/v1/tables", json={"table": "below"})
        assert opened.headers["location"] == "/mafia/v1/tables/below"
        assert opened.json()["seats"][0]["file"] == f"{service.address}/mafia/v1/tables/below/seats/1/file"
        assert film.stat().st_size > 1000
        assert client.put("/v1/tables/below/seats/1/file", content=film.read_bytes()).status_code == 200
        link = client.get("/v1/tables/below/events").headers["link"]
        assert link.startswith("</mafia/v1/tables/below/events?after=")


def test_a_film_that_breaks_off_on_its_way_leaves_nothing(default_models: None) -> None:
    with (
        serving(Limits(read_seconds=0.3)) as service,
        service.speaker() as platform,
        service.client() as client,
    ):
        platform.open_table("cut")
        path = "/v1/tables/cut/seats/4/file"

        with pytest.raises(OSError, match="cable"):
            client.put(path, content=_breaking())
        assert reached(lambda: not _left_behind())
        with _announcing(service, path, 1000) as slow:
            slow.sendall(b"x" * 10)
            answer = slow.makefile("rb").read()
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b"urn:consigliere:problem:body-missing" in answer
        assert reached(lambda: not _left_behind())


def _breaking() -> Iterator[bytes]:
    yield b"x" * 70_000
    raise OSError("the cable was pulled")


def _announcing(service: Service, path: str, size: int) -> socket.socket:
    """A client that has announced a body."""
    host, _, port = service.address.removeprefix("http://").partition(":")
    slow = socket.create_connection((host, int(port)), timeout=20.0)
    head = f"PUT {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {size}\r\n"
    slow.sendall(f"{head}Authorization: Bearer {service.platform}\r\n\r\n".encode())
    return slow
