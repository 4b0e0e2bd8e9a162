"""Checking keys: what opens, what does not, and how often somebody may be wrong."""

from __future__ import annotations

import pytest

from service.audit.verify import entries
from service.keys import ring as ring_module
from service.keys import store
from service.keys.ring import BadKey, KeyRing, TooManyAttempts
from service.storage import Database
from tests.service.delivery.conftest import SetClock


@pytest.fixture
def clock() -> SetClock:
    return SetClock(1000.0)


@pytest.fixture
def ring(database: Database, clock: SetClock) -> KeyRing:
    return KeyRing(database, now=clock, clock=clock)


def made(database: Database, *scopes: str, expires_ms: int | None = None) -> tuple[str, str]:
    return database.write(
        lambda c: store.create(c, "game", scopes or ("admin",), 1, expires_ms=expires_ms)
    ).result(20)


def test_a_key_opens_what_its_scopes_say(database: Database, ring: KeyRing) -> None:
    name, text = made(database, "events:read", "tables:read", expires_ms=2_000_000)
    ring.refresh()
    key = ring.check(text, "here")
    assert (key.id, key.expires) == (name, 2000.0)
    assert key.may("events:read")
    assert not key.may("events:write")


def test_what_opens_nothing(database: Database, ring: KeyRing, clock: SetClock) -> None:
    name, text = made(database)
    revoked, gone = made(database)
    _, late = made(database, expires_ms=999_000)
    database.write(lambda c: store.revoke(c, revoked, 2)).result(20)
    ring.refresh()
    wrong = [
        gone,
        late,
        text[:-1],
        text + "x",
        text.swapcase(),
        f"ck_{name}_",
        f"ck_{'0' * 12}_{text.partition('_')[2]}",
        "ck_",
        "",
        text.removeprefix("ck_"),
    ]
    for key in wrong:
        clock.now += 60
        with pytest.raises(BadKey) as told:
            ring.check(key, "here")
        assert str(told.value) == "the key is not valid"  # for all the same
    assert ring.check(text, "here").id == name


def test_a_key_is_known_once_it_is_read_and_forgotten_once_it_is_revoked(
    database: Database, ring: KeyRing
) -> None:
    name, text = made(database)
    with pytest.raises(BadKey):
        ring.check(text, "here")
    ring.refresh()
    assert ring.check(text, "here").id == name
    database.write(lambda c: store.revoke(c, name, 2)).result(20)
    ring.refresh()
    with pytest.raises(BadKey):
        ring.check(text, "here")


def test_who_guesses_is_slowed_down_and_nobody_else(
    database: Database, ring: KeyRing, clock: SetClock
) -> None:
    _, text = made(database)
    ring.refresh()
    for _ in range(10):
        with pytest.raises(BadKey):
            ring.check("ck_guess", "there")
    for _ in range(20):
        with pytest.raises(TooManyAttempts):
            ring.check("ck_guess", "there")
    assert ring.check(text, "there")  # a right key from the same address, as behind one proxy
    with pytest.raises(BadKey):
        ring.check("ck_guess", "elsewhere")
    clock.now += 5
    with pytest.raises(BadKey):
        ring.check("ck_guess", "there")
    with pytest.raises(TooManyAttempts):
        ring.check("ck_guess", "there")


def test_clients_that_failed_are_not_remembered_without_bound(
    ring: KeyRing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ring_module, "CLIENTS", 3)
    for client in range(50):
        with pytest.raises(BadKey):
            ring.check("ck_guess", str(client))
    assert len(ring._failures) == 3


def test_when_a_key_was_used_is_noted_to_the_minute(
    database: Database, ring: KeyRing, clock: SetClock
) -> None:
    name, text = made(database)
    ring.refresh()

    def used() -> int | None:
        ring.refresh()
        database.write(lambda _: None).result(20)
        return database.read(store.listed)[0].used_ms

    assert used() is None
    ring.check(text, "here")
    assert used() == 1_000_000
    clock.now += 30
    ring.check(text, "here")
    assert used() == 1_000_000
    clock.now += 31
    ring.check(text, "here")
    assert used() == 1_061_000
    assert [entry.action for entry in entries(database)] == ["key.created", "key.first_used"]
    assert name in str(list(entries(database)))


def test_the_thread_reads_keys_again(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ring_module, "REFRESH", 0.01)
    ring = KeyRing(database)
    ring.start()
    try:
        name, text = made(database)
        while True:
            try:
                assert ring.check(text, "here").id == name
                break
            except (BadKey, TooManyAttempts):
                database.write(lambda _: None).result(20)
    finally:
        ring.stop()
