"""All avatar sessions of the process: begun, found, ended, and never too many."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass

from rules.table.views import Viewer
from service.avatar.broadcast import Broadcast, Watcher
from service.avatar.session import AvatarSession
from service.live.table import LiveTable
from service.webrtc.ice import Network

MOST = 64
"""Sessions of the process."""
MOST_OF_TABLE = 24
"""Sessions of one table: two for each seat, and some that only watch."""
_FOR_EVER = 2**62


class TooMany(Exception):
    """No more sessions may be begun now."""


@dataclass(frozen=True, slots=True, eq=False)
class _Kept:
    table: str
    session: AvatarSession
    broadcast: Broadcast
    watcher: Watcher


class AvatarSessions:
    """Belongs to the event loop's thread."""

    def __init__(
        self, most: int = MOST, most_of_table: int = MOST_OF_TABLE, network: Network | None = None
    ) -> None:
        self._network = network or Network()
        self._most = most
        self._most_of_table = most_of_table
        self._kept: dict[str, _Kept] = {}
        self._broadcasts: dict[str, Broadcast] = {}
        self._ends: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._kept)

    async def begin(self, table: LiveTable, viewer: Viewer, offer: str, left: float) -> tuple[str, str]:
        """Let somebody watch.

        Args:
            table: whose hands there are.
            viewer: who watches.
            offer: an SDP.
            left: seconds for which they may.

        Returns:
            The session's name, which cannot be guessed, and the answer to the offer.

        Raises:
            TooMany: wait until somebody leaves.
            service.webrtc.offer.BadOffer: the offer cannot be answered.
        """
        of_table = sum(kept.table == table.name for kept in self._kept.values())
        if len(self._kept) >= self._most or of_table >= self._most_of_table:
            raise TooMany(f"{of_table} sessions watch this table, no more may now")
        name = secrets.token_urlsafe(16)
        session = AvatarSession(self._network, lambda: self._ended(name), left)
        broadcast = self._broadcast(table)
        # Kept before the first wait, so that those who come at once are counted, too.
        self._kept[name] = _Kept(table.name, session, broadcast, broadcast.add(viewer, session.send))
        try:
            return name, await session.answer(offer)
        except BaseException:
            await session.close()
            raise

    async def end(self, table: str, name: str) -> bool:
        """End a session of a table; False where there is none of that name."""
        kept = self._kept.get(name)
        if kept is None or kept.table != table:
            return False
        await kept.session.close()
        return True

    async def close(self) -> None:
        """End all of them."""
        await asyncio.gather(*(kept.session.close() for kept in tuple(self._kept.values())))
        for task in tuple(self._ends):
            task.cancel()
        await asyncio.gather(*self._ends, return_exceptions=True)

    def _broadcast(self, table: LiveTable) -> Broadcast:
        broadcast = self._broadcasts.get(table.name)
        if broadcast is None or broadcast.table is not table:
            broadcast = self._broadcasts[table.name] = Broadcast(table)
            end = asyncio.get_running_loop().create_task(self._end_with(broadcast))
            self._ends.add(end)
            end.add_done_callback(self._ends.discard)
        return broadcast

    async def _end_with(self, broadcast: Broadcast) -> None:
        """End the sessions of a table when it is closed."""
        table = broadcast.table
        await table.journal.feed("spectator").wait(_FOR_EVER)
        if self._broadcasts.get(table.name) is broadcast:
            del self._broadcasts[table.name]
        own = [kept.session for kept in self._kept.values() if kept.broadcast is broadcast]
        await asyncio.gather(*(session.close() for session in own))

    def _ended(self, name: str) -> None:
        kept = self._kept.pop(name, None)
        if kept is not None:
            kept.broadcast.remove(kept.watcher)
