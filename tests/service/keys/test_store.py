"""Keys: shown once, stored as hashes, and every change audited."""

from __future__ import annotations

import json
import re

import pytest
from sqlalchemy import text

from service.audit.verify import entries, verify
from service.keys import store
from service.keys.scopes import SCOPES
from service.keys.store import NoSuchKey
from service.storage import Database

DAY = 86_400_000


def test_a_key_is_shown_once_and_stored_nowhere(database: Database) -> None:
    identifier, key = database.write(lambda c: store.create(c, "game", ["events:read"], 5)).result(20)
    assert re.fullmatch(rf"ck_{identifier}_[\w-]{{43}}", key)
    secret = key.rpartition(f"{identifier}_")[2]
    rows = database.read(
        lambda c: [str(dict(row)) for row in c.execute(text("SELECT * FROM api_keys")).mappings()]
    )
    assert secret not in str(rows)
    assert secret not in str(list(entries(database)))
    (stored,) = database.read(store.listed)
    assert (stored.name, stored.scopes, stored.hash) == ("game", ("events:read",), store.hashed(key))
    assert stored.state(10) == "active"


def test_scopes_are_known_and_in_their_usual_order(database: Database) -> None:
    asked = ["events:write", "tables:read", "events:write"]
    database.write(lambda c: store.create(c, "game", asked, 5)).result(20)
    assert database.read(store.listed)[0].scopes == ("tables:read", "events:write")
    for wrong in ([], ["events:delete"], ["*"]):
        with pytest.raises(ValueError, match="there are admin"):
            database.write(lambda c, scopes=wrong: store.create(c, "game", scopes, 5)).result(20)  # type: ignore[misc]
    assert len(database.read(store.listed)) == 1
    assert all(words for words in SCOPES.values())


def test_a_key_is_rotated_with_an_overlap(database: Database) -> None:
    old, _ = database.write(lambda c: store.create(c, "game", ["admin"], 0, expires_ms=90 * DAY)).result(20)
    new, _ = database.write(lambda c: store.rotate(c, old, 10 * DAY, overlap=3600.0)).result(20)
    by = {key.id: key for key in database.read(store.listed)}
    assert by[old].expires_ms == 10 * DAY + 3_600_000
    assert (by[new].name, by[new].scopes, by[new].expires_ms) == ("game", ("admin",), 100 * DAY)
    assert by[old].state(10 * DAY) == "active"
    assert by[old].state(11 * DAY) == "expired"
    with pytest.raises(NoSuchKey, match="is expired"):
        database.write(lambda c: store.rotate(c, old, 11 * DAY)).result(20)


def test_a_key_is_revoked_for_good(database: Database) -> None:
    name, _ = database.write(lambda c: store.create(c, "game", ["admin"], 0)).result(20)
    database.write(lambda c: store.revoke(c, name, 7)).result(20)
    assert database.read(store.listed)[0].state(7) == "revoked"
    for change in (store.revoke, store.rotate):
        with pytest.raises(NoSuchKey, match="is revoked"):
            database.write(lambda c, change=change: change(c, name, 8)).result(20)  # type: ignore[misc]
    with pytest.raises(NoSuchKey, match="no such key"):
        database.write(lambda c: store.revoke(c, "none", 8)).result(20)


def test_every_change_is_audited(database: Database) -> None:
    old, _ = database.write(lambda c: store.create(c, "game", ["admin"], 0, actor="key/x")).result(20)
    database.write(lambda c: store.used(c, 1, old)).result(20)
    database.write(lambda c: store.used(c, 2, old)).result(20)
    new, _ = database.write(lambda c: store.rotate(c, old, 3)).result(20)
    database.write(lambda c: store.revoke(c, new, 4)).result(20)
    database.write(lambda c: store.used(c, 5, "none")).result(20)
    chain = list(entries(database))
    assert [(entry.actor, entry.action, entry.object) for entry in chain] == [
        ("key/x", "key.created", f"key/{old}"),
        (f"key/{old}", "key.first_used", f"key/{old}"),
        ("operator", "key.created", f"key/{new}"),
        ("operator", "key.rotated", f"key/{old}"),
        ("operator", "key.revoked", f"key/{new}"),
    ]
    assert json.loads(chain[0].detail) == {"name": "game", "scopes": ["admin"], "expires_ms": None}
    assert verify(database).broken is None
