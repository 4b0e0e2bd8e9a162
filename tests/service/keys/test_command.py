"""`consigliere keys` as an operator uses it."""

from __future__ import annotations

import pytest

from service.keys.ring import BadKey, KeyRing
from service.storage import Database
from tests.service.commands import Operator


def test_a_key_is_made_used_rotated_and_revoked(operator: Operator, database_url: str) -> None:
    made = operator.json("keys", "create", "game", "--scope", "events:read", "--days", 30)
    plain = operator.said("keys", "create", "tools", "--scope", "admin").strip()
    new = operator.json("keys", "rotate", made["id"], "--overlap", 0)
    keys = operator.json("keys", "list")
    assert [(key["name"], key["state"]) for key in keys] == [
        ("game", "expired"),
        ("tools", "active"),
        ("game", "active"),
    ]
    shown = operator.said("keys", "list")
    assert "never used" in shown
    for text in (made["key"], plain, new["key"]):
        assert text not in shown + str(keys)
    database = Database(database_url)
    try:
        ring = KeyRing(database)
        ring.refresh()
        assert ring.check(plain, "here").may("tables:write")
        assert not ring.check(new["key"], "here").may("tables:write")
        with pytest.raises(BadKey):
            ring.check(made["key"], "here")
        assert "revoked" in operator.said("keys", "revoke", new["id"])
        ring.refresh()
        with pytest.raises(BadKey):
            ring.check(new["key"], "here")
    finally:
        database.close()
    told = operator.said("audit", "show")
    assert "key.revoked" in told
    assert "operator:" in told


def test_what_is_refused(operator: Operator) -> None:
    assert "no such scope" in operator.refused("keys", "create", "game", "--scope", "all")
    assert "no such key" in operator.refused("keys", "revoke", "abc")
    assert "no such key" in operator.refused("keys", "rotate", "abc")
    operator.set(STORAGE_DATABASE="mysql://here/x")
    assert "mysql is not known" in operator.refused("keys", "list")
    operator.set(STORAGE_DATABASE="postgresql://me:hidden@127.0.0.1:9/x")
    refused = operator.refused("keys", "list")
    assert "storage.database" in refused
    assert "hidden" not in refused
