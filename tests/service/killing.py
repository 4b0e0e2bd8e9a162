"""Programs of tests that kill processes over and over on a database of each kind: their command line."""

from __future__ import annotations

import argparse
import contextlib
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from service.storage import Database
from service.storage.migrate import upgrade
from tests.service.postgres import Cluster


@contextmanager
def opened(url: str) -> Iterator[Database]:
    """A database with all tables."""
    database = Database(url)
    upgrade(database)
    try:
        yield database
    finally:
        database.close()


def command(
    child: Callable[[str, int], None],
    parent: Callable[[str, int, int], str],
    arguments: Sequence[str] | None = None,
) -> None:
    """`[--rounds N] [--seed N] sqlite|postgresql`; with `--child PORT` it is the process that is killed.

    Args:
        child: given the database's address and the receiver's port; runs until killed.
        parent: given the address, how many are killed, and the seed of the moments; tells what it counted.
        arguments: of the command line.
    """
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", type=int)
    parser.add_argument("database")
    asked = parser.parse_args(arguments)
    if asked.child is not None:
        child(asked.database, asked.child)
        return
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        url = f"sqlite:///{folder}/crashes.db"
        if asked.database == "postgresql":
            cluster = Cluster()
            stack.callback(cluster.remove)
            cluster.start()
            url = cluster.new_database()
        print(parent(url, asked.rounds, asked.seed))
