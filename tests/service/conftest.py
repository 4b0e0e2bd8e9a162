"""Fixtures of the service's tests: the two kinds of databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.storage import Database
from service.storage.migrate import upgrade
from tests.service.postgres import Cluster


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A running PostgreSQL; a test that stops it takes one of its own."""
    running = Cluster()
    running.start()
    try:
        yield running
    finally:
        running.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/consigliere.db"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.new_database()


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A database of each kind with all tables."""
    opened = Database(database_url)
    upgrade(opened)
    try:
        yield opened
    finally:
        opened.close()
