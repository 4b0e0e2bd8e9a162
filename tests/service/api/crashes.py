"""The whole sidecar is killed (SIGKILL) at random moments under load; then everything is counted.

`python -m tests.service.api.crashes --rounds 200 sqlite` (or `postgresql`) does it at length. A player of the
platform sends one command after the other, each with a key of its own, and sends again what was not
answered; as the commands are to pause a game and to go on in turn, the rules refuse what follows one that is
lost or done twice.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpx
from sqlalchemy import select, update

from rules.events import Json
from service.api.assembly import assemble
from service.api.tokens import Grant, Tokens
from service.audit.verify import Verdict, verify
from service.config import Settings
from service.delivery import endpoints, letters
from service.delivery.schema import OUTBOX
from service.delivery.signing import Vault
from service.storage import Database
from service.storage.schema import INPUTS, TABLES
from tests.service.api.serving import SECRET, running
from tests.service.delivery.receiver import Answer, Receiver, receiving
from tests.service.killing import command, opened
from tests.vision.recorded import RecordedEye

PLAYERS: list[Json] = ["Ada", "Ben", "Cem", "Dan", "Eva", "Fay", "Gus", "Ida", "Jon", "Kai"]
_DRAIN = 120.0
"""Seconds within which everything that is due must arrive at the end."""


@dataclass
class Platform:
    """Who sends commands, and what was answered."""

    chance: random.Random
    taken: list[str] = field(default_factory=list)
    """Identifiers of commands that were answered."""
    refused: list[str] = field(default_factory=list)
    """What should have been taken and was not."""
    again: int = 0
    """Answers that had been given before the crash."""
    resumed: int = 0
    sent: int = 0

    def play(self, client: httpx.Client) -> None:
        """Go on until the connection breaks."""
        table = client.get("/v1/tables/evening")
        if table.status_code == 404:
            asked = {"table": "evening"}
            client.post("/v1/tables", json=asked, headers={"Idempotency-Key": "open"}).raise_for_status()
        else:
            self.resumed += 1
        for _ in itertools.count():
            self._next(client)

    def _next(self, client: httpx.Client) -> None:
        """Send the next command, or once more the one that was not answered."""
        kind = "game.start" if not self.sent else ("game.resume", "game.pause")[self.sent % 2]
        event: dict[str, Json] = {"type": kind, "data": {}}
        if kind == "game.start":
            event["data"] = {"seed": "7", "mode": "leading", "players": PLAYERS}
        headers = {"Idempotency-Key": f"command-{self.sent}"}
        answer = client.post("/v1/tables/evening/events", json=event, headers=headers)
        if answer.status_code in (429, 503):  # too fast, or not written yet: send it again
            time.sleep(0.02)
            return
        self.again += "idempotency-replayed" in answer.headers
        if answer.status_code == 200:
            self.taken.append(answer.json()["events"][0]["id"])
        else:
            self.refused.append(f"{kind}: {answer.status_code} {answer.text}")
        self.sent += 1


@dataclass(frozen=True)
class Count:
    """What is left after all crashes."""

    platform: Platform
    openings: int
    written: list[str]
    """Identifiers of the commands in the log, in order."""
    gaps: int
    """Inputs of the table whose number does not follow the one before."""
    decisions: Counter[str]
    bodies: dict[str, set[bytes]]
    pending: int
    dead: int
    chain: Verdict


def crash(url: str, rounds: int, seed: int) -> Count:
    """Kill so many sidecars, and count.

    Args:
        url: of an empty database.
        rounds: how many.
        seed: of the moments.
    """
    platform = Platform(random.Random(seed))
    with receiving() as receiver, opened(url) as database:
        receiver.answer = lambda _: _moody(platform.chance)
        vault = Vault(SECRET)
        database.write(lambda c: endpoints.add(c, vault, receiver.url, 1)).result(20)
        for _ in range(rounds):
            with _sidecar(url, receiver.port) as (process, client):
                killer = threading.Timer(platform.chance.uniform(0.0, 0.6), process.kill)
                killer.start()
                with contextlib.suppress(httpx.TransportError):
                    platform.play(client)
                killer.join()
                assert process.wait(30) == -signal.SIGKILL
        receiver.answer = lambda _: Answer()
        with _sidecar(url, receiver.port):
            _drain(database)
        return _counted(database, receiver, platform)


@contextmanager
def _sidecar(url: str, port: int) -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    own = [sys.executable, "-m", "tests.service.api.crashes", "--child", str(port), url]
    with subprocess.Popen(own, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            token = Tokens(SECRET).issue(Grant("platform", "*"), 3600.0)
            headers = {"Authorization": f"Bearer {token}"}
            with httpx.Client(base_url=address, headers=headers, timeout=30.0, trust_env=False) as client:
                yield process, client
        finally:
            process.kill()


def _child(url: str, port: int) -> None:
    """The sidecar, until killed."""
    settings = Settings.model_validate(
        {
            "auth": {"secret": SECRET.decode()},
            "storage": {"database": url},
            "limits": {"commands_rate": 10_000.0},
            "webhooks": {"networks": ["127.0.0.0/8"], "plain": True, "ports": [port]},
        }
    )
    with running(assemble(settings, RecordedEye().models)) as service:
        print(service.address, flush=True)
        signal.pause()


def _moody(chance: random.Random) -> Answer:
    return chance.choice([Answer(), Answer(), Answer(), Answer(manner="hang up"), Answer(503)])


def _drain(database: Database) -> None:
    """Until every message is delivered; no lease of a dead sender and no back-off counts."""
    end = time.monotonic() + _DRAIN
    waiting = update(OUTBOX).where(OUTBOX.c.state == "pending")
    hurry = waiting.values(due_ms=0, lease_until_ms=0)
    while database.read(lambda c: letters.counts(c, 0)).pending and time.monotonic() < end:
        database.write(lambda c: c.execute(hurry).rowcount).result(20)
        time.sleep(0.5)


def _counted(database: Database, receiver: Receiver, platform: Platform) -> Count:
    bodies: dict[str, set[bytes]] = {}
    for one in receiver.received:
        bodies.setdefault(one.headers["webhook-id"], set()).add(one.body)
    query = select(INPUTS.c.number, INPUTS.c.kind, INPUTS.c.id, INPUTS.c.decisions).order_by(INPUTS.c.number)
    rows = database.read(lambda c: list(c.execute(query)))
    decisions = Counter(kind for row in rows for kind in _types(row.decisions))
    counts = database.read(lambda c: letters.counts(c, 0))
    return Count(
        platform=platform,
        openings=len(database.read(lambda c: list(c.execute(select(TABLES.c.opening))))),
        written=[row.id for row in rows if row.kind == "command"],
        gaps=sum(row.number != place for place, row in enumerate(rows, start=1)),
        decisions=decisions,
        bodies=bodies,
        pending=counts.pending,
        dead=counts.dead,
        chain=verify(database),
    )


def _types(decisions: str) -> list[str]:
    return [str(one["type"]) for one in json.loads(decisions)]


def told(count: Count, rounds: int) -> str:
    """The figures, in words."""
    platform = count.platform
    lost = set(platform.taken) - set(count.written)
    same = sum(len(bodies) == 1 for bodies in count.bodies.values())
    return (
        f"{rounds} kills, table resumed {platform.resumed} times, {count.openings} opening: "
        f"{len(platform.taken)} commands taken, {len(lost)} of them lost, {len(count.written)} written, "
        f"{len(set(platform.taken))} different, {platform.again} answered again from before, "
        f"refused {platform.refused[:3]}, gaps {count.gaps}; decisions {dict(count.decisions)}; "
        f"{len(count.bodies)} messages, {same} always with the same bytes, {count.pending} pending, "
        f"{count.dead} dead; chain of {count.chain.count}: {count.chain.broken}"
    )


if __name__ == "__main__":
    command(_child, lambda url, rounds, seed: told(crash(url, rounds, seed), rounds))
