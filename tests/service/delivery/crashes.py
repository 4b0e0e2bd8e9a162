"""A process that writes and sends under load is killed (SIGKILL), over and over; then everything is counted.

`python -m tests.service.delivery.crashes --rounds 200 sqlite` (or `postgresql`) does it at length.
"""

from __future__ import annotations

import asyncio
import ipaddress
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import dataclass

from sqlalchemy import select

from service.audit.decisions import AuditedDecisions
from service.audit.verify import Verdict, verify
from service.delivery import endpoints, letters
from service.delivery.addresses import Reach
from service.delivery.outbox import Outbox
from service.delivery.policy import Delivery
from service.delivery.posting import Patience, Poster
from service.delivery.sender import Sender
from service.delivery.signing import Vault
from service.storage import Database
from service.storage.log import TableLog
from service.storage.schema import INPUTS
from tests.service import killing
from tests.service.delivery.receiver import Answer, Receiver, receiving
from tests.service.records import OPENING, opened, record

VAULT = Vault(b"installation secret of the tests")
COMPANIONS = (AuditedDecisions(), Outbox("urn:consigliere"))
_AHEAD = 200.0
"""Seconds after which no lease holds and every second attempt is due."""


@dataclass(frozen=True)
class Count:
    """What is left after all crashes."""

    kept: set[int]
    """Records that were told to be written."""
    written: list[int]
    """Records in the log."""
    bodies: dict[str, set[bytes]]
    """What the receiver got, by identifier."""
    doubled: int
    """Messages that came more than once."""
    pending: int
    dead: int
    chain: Verdict


def crash(url: str, rounds: int, seed: int) -> Count:
    """Kill so many processes, and count.

    Args:
        url: of an empty database.
        rounds: how many.
        seed: of the moments.
    """
    chance = random.Random(seed)
    with receiving() as receiver, killing.opened(url) as database:
        receiver.answer = lambda _: _moody(chance)
        opened(database, COMPANIONS)
        database.write(lambda c: endpoints.add(c, VAULT, receiver.url, 1)).result(20)
        database.write(lambda c: endpoints.add(c, VAULT, receiver.url, 2, ordered=True)).result(20)
        kept: set[int] = set()
        for _ in range(rounds):
            kept |= _killed(url, receiver.port, chance)
        receiver.answer = lambda _: Answer()
        _drain(database, receiver.port)
        return _counted(database, receiver, kept)


def _killed(url: str, port: int, chance: random.Random) -> set[int]:
    """The records that a process told to be written before it was killed."""
    command = [sys.executable, "-m", "tests.service.delivery.crashes", "--child", str(port), url]
    after = chance.randrange(12)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()  # it has begun
        told = [process.stdout.readline() for _ in range(after)]
        process.send_signal(signal.SIGKILL)
        told += process.stdout.readlines()
        assert process.wait(30) == -signal.SIGKILL
    whole = (line for line in told if line.endswith("\n"))
    return {int(line) for line in whole}


def _child(url: str, port: int) -> None:
    """Write and send until killed."""
    with killing.opened(url) as database:
        log = TableLog(database, COMPANIONS)
        sender = _sender(database, port, time.time)
        sender.start()
        first = len(_numbers(database)) + 1
        print("begun", flush=True)
        for number in range(first, first + 100_000):
            future = log.append(record(number))
            if number % 3 == 0:  # the others are under way with it
                future.result(60)
                os.write(1, f"{number}\n".encode())


def _moody(chance: random.Random) -> Answer:
    answers = [
        Answer(),
        Answer(),
        Answer(),
        Answer(500),
        Answer(manner="hang up"),
        Answer(429, {"Retry-After": "2"}),
    ]
    return chance.choice(answers)


def _drain(database: Database, port: int) -> None:
    began = time.time()
    clock = [began]
    sender = _sender(database, port, lambda: clock[0])
    for _ in range(20):
        clock[0] += _AHEAD
        asyncio.run(sender.once())


def _counted(database: Database, receiver: Receiver, kept: set[int]) -> Count:
    bodies: dict[str, set[bytes]] = {}
    for one in receiver.received:
        bodies.setdefault(one.headers["webhook-id"], set()).add(one.body)
    counts = database.read(lambda c: letters.counts(c, 0))
    doubled = len(receiver.received) - 2 * len(bodies)  # two endpoints
    return Count(kept, _numbers(database), bodies, doubled, counts.pending, counts.dead, verify(database))


def _numbers(database: Database) -> list[int]:
    query = select(INPUTS.c.number).where(INPUTS.c.opening == OPENING).order_by(INPUTS.c.number)
    return database.read(lambda c: list(c.scalars(query)))


def _sender(database: Database, port: int, now: object) -> Sender:
    reach = Reach((ipaddress.ip_network("127.0.0.0/8"),), True, (port,))
    policy = Delivery(reach, Patience(5.0, 5.0, 10.0))
    return Sender(database, Poster(reach, policy.patience, now=now), VAULT, policy, now=now)  # type: ignore[arg-type]


def told(count: Count, rounds: int) -> str:
    """The figures, in words."""
    same = sum(len(bodies) == 1 for bodies in count.bodies.values())
    return (
        f"{rounds} kills: {len(count.written)} records written, {len(count.kept)} acknowledged, "
        f"{len(count.kept - set(count.written))} of them lost; {len(count.bodies)} messages delivered of "
        f"{2 * len(count.written)}, {same} always with the same bytes, {count.doubled} more attempts; "
        f"{count.pending} pending, {count.dead} dead; chain of {count.chain.count}: {count.chain.broken}"
    )


if __name__ == "__main__":
    killing.command(_child, lambda url, rounds, seed: told(crash(url, rounds, seed), rounds))
