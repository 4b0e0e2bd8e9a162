"""The keys that open, in memory: a request waits for no database.

A thread reads them again every two seconds, so a key that is revoked opens nothing two seconds later. While
the database is away those that are known go on opening: nobody could have revoked one meanwhile.
"""

from __future__ import annotations

import hmac
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from service.api.rate import Bucket
from service.keys import store
from service.keys.scopes import covers
from service.keys.store import PREFIX, StoredKey, hashed
from service.storage.database import Database, DatabaseAway

REFRESH = 2.0
"""Seconds between two readings."""
NOTED_MS = 60_000
"""How exact the time of the last use is."""
FAILURES = 0.2
"""Failed attempts a second of one client; ten in a burst."""
BURST = 10.0
CLIENTS = 4096
"""Clients whose failures are remembered; who has not failed for the longest is forgotten first."""
_NOBODY = hashed("")
_log = logging.getLogger(__name__)


class BadKey(Exception):
    """The key opens nothing. The message does not say why: that would help who guesses."""


class TooManyAttempts(Exception):
    """This client has failed too often. The message says what to do."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key that opens."""

    id: str
    scopes: tuple[str, ...]
    expires: float | None
    """Seconds since 1970."""

    def may(self, scope: str) -> bool:
        """Whether it opens what needs this scope."""
        return covers(self.scopes, scope)


def is_key(text: str) -> bool:
    """Whether a bearer token means to be a key rather than a JSON Web Token."""
    return text.startswith(PREFIX)


class KeyRing:
    """Checks keys. `check` belongs to one thread, the event loop's; all else may be called from any."""

    def __init__(
        self,
        database: Database,
        *,
        now: Callable[[], float] = time.time,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Know no key yet.

        Args:
            database: holds them.
            now: seconds since 1970.
            clock: seconds that only rise, for how often somebody may fail.
        """
        self._database = database
        self._now = now
        self._clock = clock
        self._keys: dict[str, StoredKey] = {}
        self._used: dict[str, int] = {}
        self._failures: OrderedDict[str, Bucket] = OrderedDict()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="keys", daemon=True)

    def start(self) -> None:
        """Read the keys now, and again from time to time.

        Raises:
            DatabaseAway: it cannot be reached.
        """
        self.refresh()
        self._thread.start()

    def stop(self, patience: float = 10.0) -> None:
        """Read no more; call it before the database is closed."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(patience)

    def check(self, text: str, client: str) -> Key:
        """What a key opens. Takes the same time for a wrong key as for an unknown one.

        Args:
            text: as it was sent.
            client: its address, or whatever tells it from others.

        Raises:
            BadKey: it is unknown, wrong, expired or revoked.
            TooManyAttempts: the same, and the client has failed too often.
        """
        known = self._keys.get(text.removeprefix(PREFIX).partition("_")[0])
        right = hmac.compare_digest(hashed(text), _NOBODY if known is None else known.hash)
        now_ms = int(self._now() * 1000)
        if known is None or not right or known.state(now_ms) != "active":
            self._count(client)
            raise BadKey("the key is not valid")
        self._used[known.id] = now_ms
        return Key(known.id, known.scopes, None if known.expires_ms is None else known.expires_ms / 1000)

    def refresh(self) -> None:
        """Read the keys, and write down which were used.

        Raises:
            DatabaseAway: it cannot be reached.
        """
        self._keys = {key.id: key for key in self._database.read(store.listed)}
        for identifier, at_ms in list(self._used.items()):
            known = self._keys.get(identifier)
            if known is not None and (known.used_ms is None or abs(at_ms - known.used_ms) >= NOTED_MS):
                self._database.write(partial(store.used, at_ms=at_ms, identifier=identifier))
            self._used.pop(identifier, None)

    def _count(self, client: str) -> None:
        """Count a failure. A right key is never held up: others may come from the same address."""
        bucket = self._failures.setdefault(client, Bucket(FAILURES, BURST))
        self._failures.move_to_end(client)
        while len(self._failures) > CLIENTS:
            self._failures.popitem(last=False)
        if not bucket.take(self._clock()):
            raise TooManyAttempts("too many wrong keys came from there; wait a minute")

    def _run(self) -> None:
        while not self._stopping.wait(REFRESH):
            try:
                self.refresh()
            except DatabaseAway:
                pass  # the database's own log and metric tell of it
            except Exception:
                _log.exception("the keys could not be read")
