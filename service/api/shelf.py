"""Answers by idempotency key, kept across processes: what was asked for twice is done once, crash or not."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

from fastapi.responses import Response
from sqlalchemy import Connection, Row, delete, select

from service.sealing import SealBroken, Sealer
from service.storage import Database
from service.storage.schema import ANSWERS

PROCESS = ""
"""The scope of answers that belong to no table."""


class Shelf:
    """The answers of one scope: a table's opening, or the process. Bodies hold tokens: they lie encrypted."""

    def __init__(self, database: Database, secret: bytes, scope: str, most: int) -> None:
        """Read nothing yet.

        Args:
            database: with all tables.
            secret: of the installation.
            scope: whose answers.
            most: how many are kept; older ones are deleted.
        """
        self._database = database
        self._sealer = Sealer(secret, "answers")
        self._scope = scope
        self._most = most
        self._newest_ms = 0

    def put(self, key: str, fingerprint: bytes, response: Response) -> None:
        """Keep an answer, with whatever else is written in this unit."""
        # Later answers stand later, though the clock be set back: the oldest are what is deleted.
        self._newest_ms = max(round(time.time() * 1000.0), self._newest_ms + 1)
        row = {
            "scope": self._scope,
            "key": key,
            "fingerprint": fingerprint,
            "status": response.status_code,
            "headers": json.dumps(dict(response.headers)),
            "body": self._sealer.seal(bytes(response.body), self._place(key)),
            "at_ms": self._newest_ms,
        }
        self._database.write(lambda connection: self._insert(connection, row))

    def load(self) -> list[tuple[str, bytes, Response]]:
        """The newest answers, oldest first: key, fingerprint, answer. Those of another secret are left out.

        Raises:
            DatabaseAway: it cannot be read.
        """
        return self._database.read(lambda connection: list(self._kept(connection)))

    def _insert(self, connection: Connection, row: dict[str, object]) -> None:
        own = ANSWERS.c.scope == self._scope
        connection.execute(delete(ANSWERS).where(own, ANSWERS.c.key == row["key"]))
        connection.execute(ANSWERS.insert().values(**row))
        oldest = (
            select(ANSWERS.c.at_ms).where(own).order_by(ANSWERS.c.at_ms.desc()).offset(self._most).limit(1)
        ).scalar_subquery()
        connection.execute(delete(ANSWERS).where(own, ANSWERS.c.at_ms <= oldest))

    def _kept(self, connection: Connection) -> Iterator[tuple[str, bytes, Response]]:
        wanted = select(ANSWERS).where(ANSWERS.c.scope == self._scope).order_by(ANSWERS.c.at_ms)
        for row in connection.execute(wanted):
            self._newest_ms = max(self._newest_ms, row.at_ms)
            try:
                yield row.key, bytes(row.fingerprint), self._response(row)
            except SealBroken:  # the secret was changed, and with it every token
                continue

    def _response(self, row: Row[tuple[object, ...]]) -> Response:
        body = self._sealer.opened(bytes(row.body), self._place(row.key))
        headers = json.loads(row.headers)
        headers.pop("content-length", None)
        return Response(body, row.status, headers)

    def _place(self, key: str) -> str:
        return f"{len(self._scope)}/{self._scope}/{key}"
