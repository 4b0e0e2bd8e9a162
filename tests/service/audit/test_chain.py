"""The chain: whole after any appending, and broken links are named."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from service.audit import Deed, append, append_all
from service.audit.chain import FIRST, digest
from service.audit.checkpoints import Checkpoint, newest
from service.audit.verify import entries, verify
from service.storage import Database


def filled(database: Database, count: int) -> None:
    deeds = [Deed("operator", "setting.changed", f"thing/{n}", {"n": n}, 1000 + n) for n in range(count)]
    database.write(lambda connection: append_all(connection, deeds)).result(20)


def tampered(database: Database, *statements: str) -> None:
    """As somebody would who owns the database."""
    dropping = (
        ("DROP TRIGGER audit_no_update", "DROP TRIGGER audit_no_delete")
        if database.engine.dialect.name == "sqlite"
        else ("ALTER TABLE audit DISABLE TRIGGER ALL",)
    )

    def work(connection: Connection) -> None:
        for statement in (*dropping, *statements):
            connection.execute(text(statement))

    database.write(work).result(20)


def rehashed(number: int) -> Callable[[Connection], None]:
    """A change of one entry by somebody who knows how hashes are made."""

    def work(connection: Connection) -> None:
        row = connection.execute(text(f"SELECT * FROM audit WHERE number = {number}")).mappings().one()
        told = {name: row[name] for name in ("number", "at_ms", "actor", "action", "object", "detail")}
        told["actor"] = "nobody"
        connection.execute(
            text("UPDATE audit SET actor = :actor, hash = :hash WHERE number = :number"),
            {"actor": "nobody", "hash": digest(**told, prev=bytes(row["prev"])), "number": number},
        )

    return work


def test_entries_are_counted_and_each_holds_the_hash_of_the_one_before(database: Database) -> None:
    filled(database, 2500)  # more than two pages
    assert database.write(lambda c: append(c, "key:1", "evidence.viewed", "b", {}, 5)).result(20) == 2501
    chain = list(entries(database))
    assert [entry.number for entry in chain] == list(range(1, 2502))
    assert [entry.prev for entry in chain] == [FIRST, *(entry.hash for entry in chain[:-1])]
    assert len({entry.hash for entry in chain}) == 2501
    assert (chain[-1].actor, chain[-1].action, chain[-1].at_ms) == ("key:1", "evidence.viewed", 5)
    verdict = verify(database)
    assert (verdict.count, verdict.head, verdict.broken) == (2501, chain[-1].hash, None)


def test_an_empty_chain_is_whole(database: Database) -> None:
    assert verify(database).count == 0
    assert verify(database).broken is None
    assert database.read(lambda c: newest(c, 1)) is None
    assert database.write(lambda c: append_all(c, ())).result(20) == 0


def test_a_work_that_fails_leaves_no_gap(database: Database) -> None:
    filled(database, 3)

    def fails(connection: Connection) -> None:
        append(connection, "operator", "a", "b", {}, 1)
        raise ZeroDivisionError

    assert isinstance(database.write(fails).exception(20), ZeroDivisionError)
    filled(database, 2)
    assert verify(database).broken is None
    assert verify(database).count == 5


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE audit SET actor = 'nobody' WHERE number = 2",
        "DELETE FROM audit WHERE number = 2",
        "DELETE FROM audit",
    ],
)
def test_the_database_refuses_to_change_or_delete_entries(database: Database, statement: str) -> None:
    filled(database, 3)
    error = database.write(lambda c: c.execute(text(statement))).exception(20)
    assert isinstance(error, DBAPIError)
    assert "append-only" in str(error)
    assert verify(database).count == 3


@pytest.mark.parametrize(
    ("statements", "number", "kind"),
    [
        (["UPDATE audit SET actor = 'nobody' WHERE number = 4"], 4, "content"),
        (["UPDATE audit SET action = 'x' WHERE number = 4"], 4, "content"),
        (["UPDATE audit SET object = 'x' WHERE number = 4"], 4, "content"),
        (["UPDATE audit SET detail = '{}' WHERE number = 4"], 4, "content"),
        (["UPDATE audit SET at_ms = 0 WHERE number = 4"], 4, "content"),
        (["UPDATE audit SET hash = prev WHERE number = 4"], 4, "content"),
        (["DELETE FROM audit WHERE number = 4"], 4, "gap"),
        (["DELETE FROM audit WHERE number < 3"], 1, "gap"),
        (["DELETE FROM audit WHERE number = 4", "UPDATE audit SET number = 4 WHERE number = 5"], 4, "prev"),
        (
            [
                "UPDATE audit SET number = 99 WHERE number = 4",
                "UPDATE audit SET number = 4 WHERE number = 5",
                "UPDATE audit SET number = 5 WHERE number = 99",
            ],
            4,
            "prev",
        ),
    ],
)
def test_the_first_broken_link_is_named(
    database: Database, statements: list[str], number: int, kind: str
) -> None:
    filled(database, 9)
    tampered(database, *statements, "UPDATE audit SET actor = 'later' WHERE number = 8")
    broken = verify(database).broken
    assert broken is not None
    assert (broken.number, broken.kind) == (number, kind)


def test_an_entry_that_is_hashed_anew_breaks_the_next_link(database: Database) -> None:
    filled(database, 9)
    tampered(database)
    database.write(rehashed(4)).result(20)
    broken = verify(database).broken
    assert broken is not None
    assert (broken.number, broken.kind) == (5, "prev")
    assert "4" in broken.told


def test_what_no_chain_tells_a_checkpoint_does(database: Database) -> None:
    filled(database, 9)
    signed = database.read(lambda c: newest(c, 1))
    assert signed is not None
    assert signed.number == 9
    assert verify(database, [signed]).broken is None
    filled(database, 3)
    assert verify(database, [signed]).broken is None  # a chain grows
    tampered(database, "DELETE FROM audit WHERE number > 7")
    assert verify(database).broken is None
    broken = verify(database, [signed]).broken
    assert broken is not None
    assert (broken.number, broken.kind) == (8, "tail")
    assert "8 to 9" in broken.told
    database.write(rehashed(7)).result(20)
    earlier = Checkpoint(7, bytes(32), 1)
    rewritten = verify(database, [earlier]).broken
    assert rewritten is not None
    assert (rewritten.number, rewritten.kind) == (7, "rewritten")


def test_two_processes_that_append_at_once_do_not_fork_the_chain(database_url: str) -> None:
    """Two engines are what two processes have."""
    from service.storage.migrate import upgrade

    databases = [Database(database_url), Database(database_url)]
    upgrade(databases[0])
    start = threading.Barrier(2)

    def appending(database: Database, actor: str) -> None:
        start.wait(20)
        for number in range(60):
            database.write(lambda c, n=number: append(c, actor, "a", "b", {"n": n}, n)).result(60)  # type: ignore[misc]

    threads = [
        threading.Thread(target=appending, args=(database, f"p{n}")) for n, database in enumerate(databases)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    try:
        chain = list(entries(databases[0]))
        assert verify(databases[0]).broken is None
        for actor in ("p0", "p1"):
            own = [entry.detail for entry in chain if entry.actor == actor]
            assert own == [f'{{"n":{n}}}' for n in range(60)]
    finally:
        for database in databases:
            database.close()
