"""A receiver, a clock that the test sets, and everything that sends to the one by the other."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from service.audit.decisions import AuditedDecisions
from service.delivery import endpoints, letters
from service.delivery.addresses import Reach
from service.delivery.letters import Letter
from service.delivery.outbox import Outbox
from service.delivery.policy import Delivery
from service.delivery.posting import Patience, Poster
from service.delivery.sender import Sender
from service.delivery.signing import Vault
from service.storage import Database
from tests.service.commands import Operator
from tests.service.delivery.receiver import Receiver, receiving
from tests.service.records import opened, written

VAULT = Vault(b"installation secret of the tests")
"""The secret is that of `tests.service.commands.Operator`, too."""


@dataclass
class SetClock:
    """Seconds since 1970, set by the test."""

    now: float = field(default_factory=time.time)

    def __call__(self) -> float:
        return self.now

    @property
    def ms(self) -> int:
        """The same in milliseconds."""
        return int(self.now * 1000)


class Post:
    """A database with a table's log and an outbox, a receiver, and senders that are told when to try."""

    def __init__(self, database: Database, receiver: Receiver) -> None:
        self.database = database
        self.receiver = receiver
        self.clock = SetClock()
        self.log = opened(database, [AuditedDecisions(), Outbox("urn:consigliere")])
        self.sender = self.another()

    def another(
        self, receivers: tuple[Receiver, ...] = (), vault: Vault = VAULT, patience: Patience | None = None
    ) -> Sender:
        """A sender, as another process or a later start has it."""
        ports = tuple(one.port for one in (self.receiver, *receivers))
        reach = Reach((ipaddress.ip_network("127.0.0.0/8"),), True, ports)
        policy = Delivery(reach, patience or Patience(), kept=3600.0, dead_kept=86_400.0)
        poster = Poster(reach, policy.patience, now=self.clock)
        return Sender(self.database, poster, vault, policy, now=self.clock, chance=lambda: 0.5)

    def add(
        self, url: str | None = None, types: tuple[str, ...] = (), *, ordered: bool = False
    ) -> tuple[str, str]:
        """An endpoint, by default the receiver: its identifier and secret."""
        address = url or self.receiver.url
        return self.database.write(
            lambda c: endpoints.add(c, VAULT, address, self.clock.ms, types=types, ordered=ordered)
        ).result(20)

    def write(self, *numbers: int) -> None:
        """Records of those numbers: two messages each."""
        written(self.log, numbers, self.clock.ms)

    def send(self, sender: Sender | None = None) -> int:
        """One try of everything that is due."""
        return asyncio.run((sender or self.sender).once())

    def later(self, seconds: float) -> int:
        """The same, so many seconds later."""
        self.clock.now += seconds
        return self.send()

    def dead(self) -> list[Letter]:
        """What could not be delivered."""
        return self.database.read(letters.dead)

    def pending(self) -> int:
        """How many messages wait."""
        return self.database.read(lambda c: letters.counts(c, self.clock.ms)).pending


@pytest.fixture
def operator(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Operator:
    return Operator(tmp_path, database_url, monkeypatch, capsys)


@pytest.fixture
def post(database: Database) -> Iterator[Post]:
    with receiving() as receiver:
        yield Post(database, receiver)
