"""The sender's thread: it begins, goes on while the database is away, and ends."""

from __future__ import annotations

import asyncio
import gc
import io
import json
import logging
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.registry import Collector
from sqlalchemy import event
from standardwebhooks import Webhook

from service.audit.decisions import AuditedDecisions
from service.audit.verify import verify
from service.config import Settings
from service.config.logs import Logs
from service.delivery import endpoints
from service.delivery.metrics import DeliveryCollector
from service.delivery.office import Office
from service.delivery.sender import Sender
from service.delivery.signing import Vault
from service.ops import logs
from service.storage import Database
from service.storage.migrate import upgrade
from tests.service.delivery.conftest import Post
from tests.service.delivery.receiver import Answer, Received, Receiver, receiving
from tests.service.postgres import Cluster
from tests.service.records import opened, record, written

KEY = f"ck_0123456789ab_{'x' * 43}"


@contextmanager
def running(sender: Sender) -> Iterator[Sender]:
    sender.start()
    try:
        yield sender
    finally:
        sender.stop()


class Arrivals:
    """Lets a test wait for messages."""

    def __init__(self, receiver: Receiver, status: int = 200) -> None:
        self._came = threading.Condition()
        self._seen: set[str] = set()
        self._status = status
        receiver.answer = self

    def __call__(self, one: Received) -> Answer:
        with self._came:
            self._seen.add(one.headers["webhook-id"])
            self._came.notify_all()
        return Answer(self._status)

    def wait(self, count: int) -> bool:
        with self._came:
            return self._came.wait_for(lambda: len(self._seen) >= count, 30)


def test_what_is_written_is_sent_without_being_asked(post: Post) -> None:
    post.add()
    arrivals = Arrivals(post.receiver)
    post.write(1)
    with running(post.another()) as sender:
        assert arrivals.wait(2)
        post.write(2, 3)
        sender.wake()
        assert arrivals.wait(6)
    assert len(post.receiver.messages) == 6


def test_all_of_it_is_made_of_the_settings_and_sends_by_the_real_clock(
    database: Database,
) -> None:
    with receiving() as receiver:
        content = {"networks": ["127.0.0.0/8"], "plain": True, "ports": [receiver.port]}
        settings = Settings.model_validate({"webhooks": content, "auth": {"secret": "s" * 32}})
        office = Office(database, settings.webhooks.delivery(), settings.auth.key())
        log = opened(database, [AuditedDecisions(), office.outbox])
        vault = Vault(settings.auth.key())
        _, secret = database.write(lambda c: endpoints.add(c, vault, receiver.url, 1)).result(20)
        arrivals = Arrivals(receiver)
        office.start()
        try:
            written(log, range(1, 11))
            assert arrivals.wait(20)
        finally:
            office.stop()
        for one in receiver.received:
            Webhook(secret).verify(one.body, dict(one.headers))
        assert b"consigliere_webhook_attempts_total" in generate_latest(_registry(office.collector))


def _registry(collector: Collector) -> CollectorRegistry:
    registry = CollectorRegistry()
    registry.register(collector)
    return registry


def test_who_is_stopped_gives_back_what_hangs(post: Post) -> None:
    post.add(types=("foul.*",))
    waiting = threading.Event()

    def hang(_: Received) -> Answer:
        waiting.set()
        return Answer(manner="silent")

    post.receiver.answer = hang
    post.write(1)
    with running(post.another()):
        assert waiting.wait(30)
    post.receiver.released.set()
    post.receiver.answer = lambda _: Answer()
    post.database.write(lambda _: None).result(20)
    assert post.send() == 1  # at once: no lease has to end
    assert post.pending() == 0


@pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")  # pg8000 leaves those
def test_what_is_due_while_the_database_is_away_is_sent_once_it_is_back() -> None:
    own = Cluster()
    own.start()
    database = Database(own.new_database())
    try:
        upgrade(database)
        with receiving() as receiver:
            post = Post(database, receiver)
            post.add()
            arrivals = Arrivals(receiver)
            post.write(1)
            with running(post.another()):
                assert arrivals.wait(2)
                own.stop()
                asked = [post.log.append(one) for one in map(record, (2, 3))]
                with pytest.raises(TimeoutError):
                    asked[0].result(0.7)
                own.start()
                assert arrivals.wait(6)
            assert len(set(receiver.messages)) == 6
    finally:
        database.close()
        own.remove()
        gc.collect()


def test_a_full_disk_loses_nothing_once_there_is_room_again(tmp_path: Path) -> None:
    """SQLite refuses to grow beyond what it is allowed, as on a full disk."""
    database = Database(f"sqlite:///{tmp_path}/full.db")
    pages = [1_000_000]

    def bound(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count={pages[0]}")

    event.listen(database.engine, "checkout", bound)
    try:
        upgrade(database)
        with receiving() as receiver:
            post = Post(database, receiver)
            post.add()
            arrivals = Arrivals(receiver)
            post.write(1)
            with running(post.another()):
                assert arrivals.wait(2)
                pages[0] = 1  # as many as there are
                asked = [post.log.append(record(number)) for number in range(2, 200)]
                with pytest.raises(TimeoutError):
                    asked[-1].result(0.7)
                assert database.away > 0.0
                pages[0] = 1_000_000
                for future in asked:
                    future.result(30)
                assert arrivals.wait(2 * 199)
        assert verify(database).broken is None
    finally:
        database.close()


def test_no_secret_stands_in_a_log(post: Post) -> None:
    """Not of the endpoint, not in its address, not in what the receiver answers."""
    stream, before = io.StringIO(), logging.getLogger().handlers[:]
    level = logging.getLogger().level
    try:
        logs.configure(Logs(format="json", level="debug"), stream)
        _, secret = post.add()
        post.write(1)
        post.receiver.answer = lambda _: Answer(500, {"X-Secret": "hunter2"})
        assert post.send() == 2
        logging.getLogger("anybody").error("the secret is %s, the key %s", secret, KEY)
    finally:
        logging.getLogger().handlers[:] = before
        logging.getLogger().setLevel(level)
        logging.captureWarnings(False)
    said = stream.getvalue()
    told = [json.loads(line) for line in said.splitlines()]
    assert "answered 500" in [line.get("reason") for line in told]
    for hidden in (secret, secret.removeprefix("whsec_"), KEY, KEY[-43:], "token=x", "hunter2", "v1,"):
        assert hidden not in said


def test_the_metrics_tell_how_delivery_stands(post: Post) -> None:
    registry = _registry(DeliveryCollector(post.sender))
    post.add()
    post.receiver.answer = lambda got: Answer(500 if got.headers["webhook-id"].endswith("-0") else 200)
    post.write(1)
    post.send()
    post.clock.now += 3
    asyncio.run(post.sender.tidy())
    shown = generate_latest(registry).decode()
    assert "consigliere_webhooks_pending 1.0" in shown
    assert "consigliere_webhooks_oldest_seconds 3.0" in shown
    assert "consigliere_webhooks_dead 0.0" in shown
    assert 'consigliere_webhook_attempts_total{result="delivered"} 1.0' in shown
    assert 'consigliere_webhook_attempts_total{result="refused"} 1.0' in shown
    assert 'consigliere_webhook_attempts_total{result="blocked"} 0.0' in shown
