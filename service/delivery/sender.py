"""The sender: a thread that takes what is due from the outbox and tells it, as long as the process lives.

It waits for the database while that is away; what was told meanwhile and could not be written down is told
again later, with the same identifier.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from service.delivery import letters
from service.delivery.letters import Counts
from service.delivery.policy import Delivery
from service.delivery.posting import Outcome, Poster
from service.delivery.schedule import wait
from service.delivery.signing import Vault, headers
from service.delivery.waiting import Parcel, candidates, claim, release, settle
from service.sealing import SealBroken
from service.storage.database import Database, DatabaseAway
from service.storage.unit import Work

T = TypeVar("T")
POLL = 0.5
"""Seconds between two looks at the outbox, where nobody wakes the sender."""
COUNTED = 5.0
"""Seconds between two counts for the metrics."""
FORGOTTEN = 600.0
"""Seconds between two looks for what is kept no longer."""
_GRACE = 30.0
"""Seconds that a lease outlasts the longest attempt: the database may be slow."""
_log = logging.getLogger(__name__)


class Sender:
    """Sends what is in the outbox. `start`, `stop` and `wake` may be called from any thread."""

    def __init__(
        self,
        database: Database,
        poster: Poster,
        vault: Vault,
        policy: Delivery,
        *,
        now: Callable[[], float] = time.time,
        chance: Callable[[], float] = random.random,
    ) -> None:
        """Send nothing yet.

        Args:
            database: with the outbox.
            poster: makes the attempts.
            vault: opens the secrets of endpoints.
            policy: how many at once, how long they are kept.
            now: seconds since 1970, by a clock that may be set.
            chance: from 0 to 1, for the jitter.
        """
        self.attempts: Counter[str] = Counter()
        """By result, since the start."""
        self.counts = Counts()
        """As last counted."""
        self._database = database
        self._poster = poster
        self._vault = vault
        self._policy = policy
        self._now = now
        self._chance = chance
        self._lease = secrets.token_hex(8)
        self._sending: dict[int, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._more = asyncio.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), name="webhooks", daemon=True)

    def start(self) -> None:
        """Send from now on."""
        self._thread.start()

    def wake(self) -> None:
        """Look at the outbox at once."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._more.set)

    def stop(self, patience: float = 10.0) -> None:
        """Break off, and give back what was not sent; call it before the database is closed."""
        self._stopping.set()
        if self._thread.is_alive():
            self.wake()
            self._thread.join(patience)

    async def once(self) -> int:
        """Try everything that is due now, and wait for it; returns how many attempts there were."""
        count = 0
        while started := await self._begin():
            count += len(started)
            await asyncio.gather(*started)
        return count

    async def tidy(self) -> None:
        """Count, and forget what is kept no longer."""
        await self._count()
        await self._forget()

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        counted = forgotten = float("-inf")
        while not self._stopping.is_set():
            self._more.clear()
            try:
                await self._begin()
                if (t := self._loop.time()) - counted >= COUNTED:
                    counted = t
                    await self._count()
                if t - forgotten >= FORGOTTEN:
                    forgotten = t
                    await self._forget()
            except DatabaseAway:
                pass  # the database's own log and metric tell of it
            except Exception:
                _log.exception("webhooks could not be sent; it is tried again")
            await self._pause()
        await self._leave()

    async def _pause(self) -> None:
        """Until an attempt ends, somebody wakes us, or it is time to look again."""
        waking = asyncio.ensure_future(self._more.wait())
        await asyncio.wait({waking, *self._tasks}, timeout=POLL, return_when=asyncio.FIRST_COMPLETED)
        waking.cancel()

    async def _begin(self) -> list[asyncio.Task[None]]:
        """Begin as many attempts as there is room for."""
        room = self._policy.together - len(self._tasks)
        if room <= 0:
            return []
        now_ms, each = self._now_ms(), self._policy.each
        sending, busy = list(self._sending), Counter(self._sending.values())
        numbers = await self._read(lambda c: candidates(c, now_ms, busy, sending, each))
        if not numbers:
            return []
        hold = int((self._policy.patience.whole + _GRACE) * 1000)
        parcels = await self._write(lambda c: claim(c, numbers[:room], self._lease, now_ms, hold))
        started = []
        for parcel in parcels:
            self._sending[parcel.number] = parcel.endpoint
            task = asyncio.create_task(self._attempt(parcel))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            started.append(task)
        return started

    async def _attempt(self, parcel: Parcel) -> None:
        try:
            outcome = await self._post(parcel)
            self.attempts[outcome.result] += 1
            again = wait(parcel.failed + 1, self._chance(), outcome.retry_after)
            now_ms = self._now_ms()
            await self._write(lambda c: settle(c, parcel, outcome, self._lease, now_ms, again))
        except DatabaseAway:  # closed meanwhile: it is sent once more when the lease has ended
            return
        finally:
            del self._sending[parcel.number]
        if outcome.result != "delivered":
            place = {"endpoint": parcel.endpoint, "webhook": parcel.message}
            _log.warning("a webhook was not delivered", extra={**place, "reason": outcome.told})

    async def _post(self, parcel: Parcel) -> Outcome:
        try:
            keys = [self._vault.opened(content, place) for place, content in parcel.sealed]
            signed = headers(parcel.message, parcel.body, self._now(), keys)
            return await self._poster.post(parcel.url, signed, parcel.body)
        except SealBroken as error:
            return Outcome("unsigned", str(error))
        except Exception as error:  # a fault of ours must not keep the message from being tried again
            _log.exception("an attempt failed in an unforeseen way")
            return Outcome("unreachable", type(error).__name__)

    async def _count(self) -> None:
        now_ms = self._now_ms()
        self.counts = await self._read(lambda c: letters.counts(c, now_ms))

    async def _forget(self) -> None:
        now_ms, policy = self._now_ms(), self._policy
        await self._write(lambda c: letters.forget(c, now_ms, policy.kept, policy.dead_kept))

    async def _leave(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if tasks:
            self._database.write(lambda c: release(c, self._lease))

    async def _read(self, work: Work[T]) -> T:
        return await asyncio.to_thread(self._database.read, work)

    async def _write(self, work: Work[T]) -> T:
        return await asyncio.wrap_future(self._database.write(work))

    def _now_ms(self) -> int:
        return int(self._now() * 1000)
