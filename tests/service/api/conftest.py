"""A service for each module, and a table of its own for each test."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from service.client import Client, OpenedTable
from tests.service.api.serving import Service, serving

_NAMES = itertools.count(1)
PLAYERS = ["Ada", "Ben", "Cem", "Dan", "Eva", "Fay", "Gus", "Ida", "Jon", "Kai"]


@pytest.fixture(scope="module")
def service(default_models: None) -> Iterator[Service]:
    with serving(most=50) as running:
        yield running


@dataclass(frozen=True)
class Opened:
    """A table, and the platform's client."""

    name: str
    platform: Client
    access: OpenedTable
    service: Service

    def start(self, **data: object) -> None:
        """Begin a game that the referee leads."""
        roles = ["mafia", "mafia", "don", "sheriff", *["citizen"] * 6]
        self.platform.send(
            self.name, "game.start", data={"roles": roles, "players": PLAYERS, "mode": "leading", **data}
        )

    def seat(self, seat: int) -> Client:
        """A player's client."""
        return self.service.speaker(self.access.seats[seat].token)


@pytest.fixture
def table(service: Service) -> Iterator[Opened]:
    with service.speaker() as platform:
        name = f"table-{next(_NAMES)}"
        yield Opened(name, platform, platform.open_table(name), service)
        if any(listed["table"] == name for listed in platform.tables()):
            platform.close_table(name)
