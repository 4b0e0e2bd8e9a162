"""Pictures by WebSocket: the newest is judged, broken ones are told of, and nothing hangs or falls over."""

from __future__ import annotations

import io
import itertools
import json
import random
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from PIL import Image
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from service.api.decoding import BrokenPicture, decode, media_time
from service.api.limits import Limits
from service.api.tokens import Grant
from service.client import Client
from tests.service.api.conftest import Opened
from tests.service.api.serving import Service, reached, serving

LIMIT = 1920 * 1080


def _encoded(form: str = "JPEG", size: tuple[int, int] = (64, 48), level: int = 90, **options: Any) -> bytes:
    pixels = np.full((size[1], size[0], 3), level, dtype=np.uint8)
    pixels[: size[1] // 2] += 60
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, form, **options)
    return buffer.getvalue()


def _message(t: float, picture: bytes) -> bytes:
    return struct.pack(">d", t) + picture


@contextmanager
def _feeding(service: Service, table: str, seat: int, token: str | None = None) -> Iterator[ClientConnection]:
    headers = {"Authorization": f"Bearer {token or service.platform}"}
    address = f"{service.socket}/v1/tables/{table}/seats/{seat}/pictures"
    with connect(address, additional_headers=headers, proxy=None, max_queue=None) as feeding:
        yield feeding


def _seat(table: Opened, seat: int) -> dict[str, Any]:
    found: dict[str, Any] = table.platform.table(table.name)["seats"][seat - 1]
    return found


def _counts(platform: Client, table: str) -> dict[str, int]:
    """What became of the pictures of seat 3."""
    found: dict[str, int] = platform.table(table)["seats"][2]["counts"]
    return found


@pytest.mark.parametrize("form", ["JPEG", "WEBP"])
def test_pictures_are_judged(table: Opened, form: str) -> None:
    with _feeding(table.service, table.name, 3, table.access.seats[3].token) as feeding:
        for number in range(8):
            feeding.send(_message(1000.0 + number / 10, _encoded(form, level=80 + number)))
            assert reached(lambda n=number: _seat(table, 3)["counts"]["judged"] > n)  # type: ignore[misc]
        seen = _seat(table, 3)
        assert (seen["feed"], seen["counts"]["broken"], seen["counts"]["refused"]) == ("pictures", 0, 0)
        assert seen["observed_fps"] > 0
        assert seen["age_ms"] is not None
    assert reached(lambda: _seat(table, 3)["feed"] is None)
    assert reached(lambda: _reasons(table) == ["ended"])


def _reasons(table: Opened) -> list[str]:
    """Why nothing can be judged at the table, in order."""
    events, _ = table.platform.events(table.name)
    return [event["data"]["reason"] for event in events if event["type"] == "camera.unobservable"]


def test_the_picture_is_turned_as_its_camera_knew(table: Opened) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    picture = decode(_message(0.0, _encoded(exif=exif.tobytes())), LIMIT)
    assert picture.rotation == 90


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (b"", "0 bytes"),
        (b"\0" * 8, "8 bytes"),
        (_message(float("nan"), b"x"), "media time"),
        (_message(float("inf"), b"x"), "media time"),
        (_message(1e300, b"x"), "media time"),
        (_message(0.0, b"GIF89a" + b"\0" * 100), "neither JPEG nor WebP"),
        (_message(0.0, _encoded("PNG")), "neither JPEG nor WebP"),
        (_message(0.0, _encoded()[:200]), "cannot be decoded"),
        (_message(0.0, _encoded(size=(2000, 2000))), "2000 x 2000 pixels"),
    ],
)
def test_a_broken_message_says_why(message: bytes, told: str) -> None:
    with pytest.raises(BrokenPicture, match=told):
        _read(message)


def _read(message: bytes) -> None:
    media_time(message)
    decode(message, LIMIT)


def test_a_broken_picture_is_told_of_and_the_connection_stays(table: Opened) -> None:
    with _feeding(table.service, table.name, 3) as feeding:
        feeding.send(_message(0.0, b"no picture"))
        assert json.loads(feeding.recv(10)) == {"error": "neither JPEG nor WebP"}
        feeding.send("hello")
        assert json.loads(feeding.recv(10)) == {"error": "a text; pictures come as binary messages"}
        feeding.send(_message(0.1, _encoded()))
        assert reached(lambda: _seat(table, 3)["counts"]["judged"] == 1)
        assert _seat(table, 3)["counts"]["broken"] == 1


def _broken(count: int, seed: int = 1) -> Iterator[bytes]:
    """Pictures with a few bytes changed, cut, or doubled, that can no longer be decoded."""
    chance = random.Random(seed)
    whole = [_encoded("JPEG", (160, 120)), _encoded("WEBP", (160, 120)), _encoded("JPEG", progressive=True)]
    while count:
        picture = bytearray(chance.choice(whole))
        for _ in range(chance.randint(1, 30)):
            picture[chance.randrange(len(picture))] = chance.randrange(256)
        if chance.random() < 0.3:
            del picture[chance.randrange(len(picture)) :]
        elif chance.random() < 0.2:
            picture += bytes(picture)
        message = _message(count / 30, bytes(picture))
        try:
            _read(message)  # whatever it raises besides fails the test
        except BrokenPicture:
            count -= 1
            yield message


def test_a_thousand_broken_pictures_neither_crash_nor_hang(default_models: None) -> None:
    limits = Limits(broken_pictures=10_000, pictures_rate=10_000.0)
    with serving(limits) as service, service.speaker() as platform:
        platform.open_table("broken")
        with _feeding(service, "broken", 3) as feeding:
            for message in _broken(1000):
                feeding.send(message)
                assert "error" in json.loads(feeding.recv(30))
            feeding.send(_message(100.0, _encoded()))
            assert reached(lambda: _counts(platform, "broken")["judged"] == 1)
        assert _counts(platform, "broken")["broken"] == 1000
        assert service.app.state.tables.eye.failures == 0
        told = platform.events("broken")[0]
        assert len(told) < 100


def test_a_flood_of_pictures_neither_crashes_nor_hangs(default_models: None) -> None:
    with serving(Limits(broken_pictures=10_000)) as service, service.speaker() as platform:
        platform.open_table("flood")
        with _feeding(service, "flood", 3) as feeding:
            for number, message in enumerate(_broken(300, seed=2)):
                feeding.send(message)
                feeding.send(_message(number / 100, _encoded()))
            stamps = itertools.count(100)

            def seen_again() -> bool:
                feeding.send(_message(next(stamps), _encoded()))
                return _counts(platform, "flood")["judged"] > 3

            assert reached(seen_again)
        assert service.app.state.tables.eye.failures == 0


def test_too_many_broken_pictures_in_a_row_end_the_connection(default_models: None) -> None:
    with serving(Limits(broken_pictures=3, pictures_rate=1000.0)) as service, service.speaker() as platform:
        platform.open_table("broken")
        with _feeding(service, "broken", 3) as feeding:
            for _ in range(2):
                feeding.send(_message(0.0, b"no picture"))
                feeding.recv(10)
            feeding.send(_message(0.0, _encoded()))
            assert reached(lambda: _counts(platform, "broken")["judged"] == 1)
            for _ in range(2):
                feeding.send(_message(0.0, b"no picture"))
                feeding.recv(10)
            feeding.send(_message(0.0, b"no picture"))
            assert _end(feeding) == (1008, "3 broken pictures in a row")
        assert reached(lambda: platform.table("broken")["seats"][2]["feed"] is None)


@pytest.mark.parametrize("size", [70_000, 200_000])
def test_a_picture_that_is_too_large_ends_the_connection(default_models: None, size: int) -> None:
    with serving(Limits(picture=69_000)) as service, service.speaker() as platform:
        platform.open_table("large")
        with _feeding(service, "large", 3) as feeding:
            feeding.send(_message(0.0, b"x" * size))
            assert _end(feeding)[0] == 1009


def _end(feeding: ClientConnection) -> tuple[int, str]:
    """How the other side closed it, whatever it said before."""
    with pytest.raises(ConnectionClosed) as closed:
        _drained(feeding)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, closed.value.rcvd.reason


def _drained(feeding: ClientConnection) -> None:
    while True:
        feeding.recv(20)


def test_the_newest_track_has_the_seat(table: Opened) -> None:
    with _feeding(table.service, table.name, 3) as first, _feeding(table.service, table.name, 3) as second:
        assert _end(first) == (1001, "another track took the seat")
        second.send(_message(0.0, _encoded()))
        assert reached(lambda: _seat(table, 3)["counts"]["judged"] == 1)
        assert _seat(table, 3)["counts"]["joins"] == 2
        table.platform.close_table(table.name)
        assert _end(second) == (1001, "the table was closed")


def test_the_connection_ends_with_its_token(table: Opened) -> None:
    token = table.service.token(Grant("seat", table.name, 3), seconds=1.5)
    with _feeding(table.service, table.name, 3, token) as feeding:
        assert _end(feeding) == (1008, "the token has expired")


@pytest.mark.parametrize(
    ("seat", "grant", "status"),
    [
        (3, Grant("seat", "T", 4), 403),
        (3, Grant("spectator", "T"), 403),
        (3, Grant("reviewer", "*"), 403),
        (11, Grant("platform", "*"), 404),
        (0, Grant("platform", "*"), 404),
    ],
)
def test_who_may_not_feed_a_seat_is_told_why(table: Opened, seat: int, grant: Grant, status: int) -> None:
    there = Grant(grant.role, grant.table.replace("T", table.name), grant.seat)
    with (
        pytest.raises(InvalidStatus) as refusal,
        _feeding(table.service, table.name, seat, table.service.token(there)),
    ):
        pass
    assert refusal.value.response.status_code == status
    assert b"urn:consigliere:problem:" in (refusal.value.response.body or b"")


def test_pictures_that_come_too_fast_give_way_to_newer_ones(default_models: None) -> None:
    with serving(Limits(pictures_rate=1.0)) as service, service.speaker() as platform:
        platform.open_table("fast")
        picture = _encoded()
        with _feeding(service, "fast", 3) as feeding:
            for number in range(50):
                feeding.send(_message(number / 100, picture))
            assert reached(lambda: _counts(platform, "fast")["received"] >= 49)
            assert reached(lambda: _counts(platform, "fast")["replaced"] >= 40)  # counted at the next look
            assert _counts(platform, "fast")["judged"] <= 5
