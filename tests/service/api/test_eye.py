"""The whole way with the real eye: a film is sent as a seat, and its sign is told to whoever may know."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from datasets.demo import shipped
from service.api.limits import Limits
from service.client import Received
from service.eye import open_table_models
from tests.service.api.serving import Service, serving


@pytest.fixture(scope="module")
def service(default_models: None) -> Iterator[Service]:
    with serving(Limits(), open_table_models()) as running:
        yield running


def test_a_sign_in_a_film_is_told(service: Service) -> None:
    signing = next(seat for seat in shipped() if "gesture.started" in seat.expected)
    with service.speaker() as platform:
        opened = platform.open_table("real")
        with service.speaker(opened.seats[signing.seat].token) as player:
            player.upload("real", signing.seat, signing.path)
        with service.speaker(platform.token("real", "spectator")) as spectator:
            told = next(
                line
                for line in spectator.follow("real")
                if isinstance(line, Received) and line.event["type"] == "gesture.started"
            )
        assert told.event["seat"] == signing.seat
        assert told.event["data"]["shape"] in signing.shapes
        assert "models" not in told.event["data"]
        seen = platform.table("real")["seats"][signing.seat - 1]
        assert (seen["feed"], seen["camera"], seen["presence"]) == ("file", "ok", "present")
        platform.close_table("real")
