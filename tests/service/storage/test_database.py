"""The one writer: in order, all or nothing, and nothing lost while the database is away."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, inspect, select, text
from sqlalchemy.exc import DBAPIError

from service.storage import METADATA, Database, DatabaseAway, StorageError
from service.storage.migrate import upgrade
from service.storage.schema import TABLES
from service.storage.unit import Work
from tests.service.postgres import Cluster


def opened(name: str | None, opening: str) -> dict[str, object]:
    return {
        "opening": opening,
        "name": name,
        "node": "main",
        "opened_ms": 1,
        "alive_ms": 1,
        "alive_t": 0.0,
        "rule_book": "{}",
        "asked": "{}",
        "software": "{}",
    }


def insert(connection: Connection, opening: str, name: str | None = "evening") -> str:
    connection.execute(TABLES.insert().values(**opened(name, opening)))
    return opening


def inserting(opening: str) -> Work[str]:
    return lambda connection: insert(connection, opening)


def names(database: Database) -> list[str]:
    return database.read(lambda c: list(c.scalars(select(TABLES.c.opening).order_by(TABLES.c.opened_ms))))


def test_works_are_written_in_their_order_and_return_what_they_found(database: Database) -> None:
    def count(connection: Connection) -> int | None:
        return connection.scalar(select(func.count()).select_from(TABLES))

    counts = []
    for number in range(600):
        database.write(inserting(f"o{number}"))
        counts.append(database.write(count))
    assert [future.result() for future in counts] == list(range(1, 601))
    assert database.waiting == 0


def test_a_work_that_fails_takes_no_other_with_it(database: Database) -> None:
    before = database.write(lambda c: insert(c, "a"))

    def half(connection: Connection) -> None:
        insert(connection, "half")
        insert(connection, "wrong", None)

    wrong = database.write(half)
    after = database.write(lambda c: insert(c, "b"))
    assert (before.result(), after.result()) == ("a", "b")
    assert isinstance(wrong.exception(), DBAPIError)
    assert sorted(names(database)) == ["a", "b"]


def test_a_unit_is_written_as_a_whole_or_not_at_all(database: Database) -> None:
    with database.unit() as unit:
        database.write(inserting("a"))
        with database.unit():
            database.write(inserting("b"))
    unit.future.result(10)
    assert sorted(names(database)) == ["a", "b"]

    with database.unit() as broken:
        database.write(inserting("c"))
        database.write(lambda c: insert(c, "wrong", None))
    assert isinstance(broken.future.exception(10), DBAPIError)

    def fails() -> None:
        with database.unit():
            database.write(inserting("d"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails()
    with database.unit() as empty:
        pass
    empty.future.result(10)
    assert sorted(names(database)) == ["a", "b"]


def test_a_wrong_statement_is_no_database_that_is_away(database: Database) -> None:
    assert database.write(lambda c: c.execute(text("SELECT * FROM nowhere"))).exception(10) is not None
    assert database.away == 0.0
    assert database.write(lambda c: insert(c, "a")).result() == "a"


def test_migrations_make_exactly_the_tables_that_the_program_knows(database: Database) -> None:
    upgrade(database)  # once more: nothing happens
    found = inspect(database.engine)
    assert set(found.get_table_names()) == {*METADATA.tables, "alembic_version"}
    for name, table in METADATA.tables.items():
        columns = {column["name"]: column["nullable"] for column in found.get_columns(name)}
        assert columns == {column.name: bool(column.nullable) for column in table.columns}, name
        assert found.get_pk_constraint(name)["constrained_columns"] == [c.name for c in table.primary_key]


def test_a_database_of_a_newer_version_is_refused(database: Database) -> None:
    database.write(lambda c: c.execute(text("UPDATE alembic_version SET version_num = '9999'"))).result()
    with pytest.raises(StorageError, match="newer version"):
        upgrade(database)


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("mysql://host/x", "mysql is not known"),
        ("nothing", "no address of a database"),
        ("sqlite://", "needs a file"),
    ],
)
def test_addresses_that_are_none_are_refused_with_what_to_write(url: str, told: str) -> None:
    with pytest.raises(StorageError, match=told):
        Database(url)


def test_the_password_is_shown_nowhere() -> None:
    database = Database("postgresql://me:secret@127.0.0.1:9/x")
    try:
        assert "secret" not in database.shown
        with pytest.raises(DatabaseAway) as told:
            database.read(lambda c: c.scalar(text("SELECT 1")))
        assert "secret" not in str(told.value)
    finally:
        database.close(0.1)


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    running = Cluster()
    running.start()
    try:
        yield running
    finally:
        running.remove()


def test_what_was_asked_for_while_it_was_away_is_written_once_it_is_back(
    own_cluster: Cluster,
) -> None:
    database = Database(own_cluster.new_database())
    try:
        upgrade(database)
        database.write(lambda c: insert(c, "before")).result()
        own_cluster.stop()
        asked = [database.write(inserting(f"o{n}")) for n in range(20)]
        with pytest.raises(DatabaseAway):
            database.read(lambda c: c.scalar(select(func.count()).select_from(TABLES)))
        with pytest.raises(TimeoutError):
            asked[0].result(0.3)
        assert database.away > 0.0
        assert database.failures > 0
        own_cluster.start()
        assert [future.result(30) for future in asked] == [f"o{n}" for n in range(20)]
        assert database.away == 0.0
        assert len(names(database)) == 21
    finally:
        database.close()


def test_a_file_that_another_process_holds_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.storage.engines.BUSY", 0.05)
    database = Database(f"sqlite:///{tmp_path}/x.db")
    other = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
    try:
        upgrade(database)
        other.execute("BEGIN IMMEDIATE")
        asked = database.write(lambda c: insert(c, "a"))
        with pytest.raises(TimeoutError):
            asked.result(0.3)
        assert database.failures > 0
        other.execute("ROLLBACK")
        assert asked.result(10) == "a"
    finally:
        other.close()
        database.close()


def test_a_commit_that_came_through_although_it_seemed_not_to_is_not_made_twice(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Connection.commit
    broken: list[bool] = []

    def commit(connection: Connection) -> None:
        real(connection)
        if not broken:
            broken.append(True)
            raise OSError("the connection broke")

    monkeypatch.setattr(Connection, "commit", commit)
    assert database.write(lambda c: insert(c, "once")).result(10) == "once"
    assert broken
    assert names(database) == ["once"]


def test_who_closes_a_database_that_stays_away_is_not_held_for_ever() -> None:
    database = Database("postgresql://me@127.0.0.1:9/x")
    asked = database.write(lambda c: insert(c, "a"))
    database.close(0.1)
    assert isinstance(asked.exception(1), DatabaseAway)
    assert isinstance(database.write(lambda c: insert(c, "b")).exception(1), DatabaseAway)
