"""What the sidecar keeps: tables, answers, who did what; and what it does while its database is away."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from service.api import backing
from service.api.assembly import assemble
from service.audit.verify import entries, verify
from service.config import Settings
from service.keys import store
from service.storage import StorageError
from service.storage.node import hold
from tests.service.api.serving import SECRET, Service, reached, running
from tests.vision.recorded import RecordedEye

pytestmark = pytest.mark.usefixtures("default_models")


@contextmanager
def sidecar(url: str, **sections: object) -> Iterator[Service]:
    """A whole one on a database."""
    settings = Settings.model_validate(
        {"auth": {"secret": SECRET.decode()}, "storage": {"database": url}, **sections}
    )
    with running(assemble(settings, RecordedEye().models)) as service:
        yield service


def _open(client: httpx.Client, key: str) -> httpx.Response:
    asked = {"table": "evening", "ruleset": {"signals": {"absence": {"limit": 20.0}}}}
    return client.post("/v1/tables", json=asked, headers={"Idempotency-Key": key})


def test_a_table_its_settings_its_tokens_and_its_answers_outlive_the_process(database_url: str) -> None:
    with sidecar(database_url) as service, service.client() as client:
        opened = _open(client, "a")
        assert opened.status_code == 201
        client.put("/v1/tables/evening/seats/4/mute", json={"muted": True}).raise_for_status()
    with sidecar(database_url) as service, service.client() as client:
        again = _open(client, "a")
        assert (again.status_code, again.json()) == (201, opened.json())
        assert again.headers["idempotency-replayed"] == "true"
        assert _open(client, "b").status_code == 409
        with service.client(opened.json()["seats"][2]["token"]) as player:
            seen = player.get("/v1/tables/evening").json()
        assert [seat["muted"] for seat in seen["seats"]][3] is True
        table = service.app.state.tables.get("evening")
        assert table.policy.signals.absence.limit == 20.0
        assert client.delete("/v1/tables/evening").status_code == 204
    with sidecar(database_url) as service, service.client() as client:
        assert client.get("/v1/tables").json() == {"tables": []}


def test_what_was_answered_lies_encrypted(tmp_path: Path) -> None:
    with sidecar(f"sqlite:///{tmp_path}/c.db") as service, service.client() as client:
        token = _open(client, "a").json()["seats"][0]["token"]
    with sqlite3.connect(tmp_path / "c.db") as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    everything = b"".join(path.read_bytes() for path in tmp_path.glob("c.db*"))
    assert b"evening" in everything
    assert token.encode() not in everything


def test_who_did_what_is_in_the_audit_chain(database_url: str) -> None:
    with sidecar(database_url) as service, service.client() as client:
        _open(client, "a")
        issued = client.post("/v1/tables/evening/tokens", json={"role": "reviewer"}).raise_for_status()
        with service.client(issued.json()["token"]) as reviewer:
            for _ in range(3):  # one look, as far as the chain is concerned
                reviewer.get("/v1/tables/evening/events").raise_for_status()
        client.delete("/v1/tables/evening")
        database = service.app.state.backing.database
        found = [(entry.actor, entry.action) for entry in entries(database)]
        assert verify(database).broken is None
    assert [action for actor, action in found if actor == "reviewer"] == ["table.viewed"]
    assert [(actor, action) for actor, action in found if actor == "platform"] == [
        ("platform", "table.opened"),
        ("platform", "token.issued"),
        ("platform", "table.closed"),
    ]


def test_a_platforms_key_opens_as_far_as_its_scopes_reach(database_url: str) -> None:
    with sidecar(database_url) as service:
        database = service.app.state.backing.database
        reads = database.write(lambda c: store.create(c, "reads", ("tables:read",), 1)).result(20)
        writes = database.write(lambda c: store.create(c, "writes", ("tables:write",), 1)).result(20)
        service.app.state.keys.refresh()
        with service.client(reads[1]) as reader:
            assert reader.get("/v1/tables").status_code == 200
            assert _open(reader, "a").status_code == 403
        with service.client(writes[1]) as writer:
            assert _open(writer, "a").status_code == 201


def test_nothing_is_answered_before_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process holds the database: one is told to ask again, and what was asked for is done once."""
    monkeypatch.setattr(backing, "PATIENCE", 0.3)
    file = tmp_path / "c.db"
    with sidecar(f"sqlite:///{file}") as service, service.client() as client:
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        for _ in range(2):
            refused = _open(client, "a")
            assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
            assert refused.json()["type"].endswith("storage-away")
        waiting = httpx.get(f"{service.address}/metrics", trust_env=False).text
        assert "consigliere_storage_waiting 0.0" not in waiting
        other.execute("ROLLBACK")
        other.close()
        assert reached(lambda: _open(client, "a").status_code == 201)
        assert len(client.get("/v1/tables").json()["tables"]) == 1


def test_no_second_process_takes_the_tables_of_a_node(database_url: str) -> None:
    with sidecar(database_url) as service:
        with pytest.raises(StorageError, match="another sidecar runs as node main"):
            hold(service.app.state.backing.database, "main")
        hold(service.app.state.backing.database, "other")()
    with sidecar(database_url, storage={"database": database_url, "node": "main"}) as service:
        assert httpx.get(f"{service.address}/readyz", trust_env=False).status_code == 200


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("mysql://a/b", "mysql is not known"),
        ("postgresql://nobody:secret@127.0.0.1:1/none", "start it, or name another by storage.database"),
    ],
)
def test_a_database_that_cannot_be_used_is_told_without_its_password(url: str, told: str) -> None:
    settings = Settings.model_validate({"auth": {"secret": SECRET.decode()}, "storage": {"database": url}})
    with pytest.raises(StorageError, match=told) as failed:
        assemble(settings, RecordedEye().models)
    assert "secret" not in str(failed.value)
