"""All WHIP sessions of the process: how many there may be, and which are over."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass

from service.live.seat import Seat
from service.live.table import LiveTable
from service.live.tables import Tables
from service.webrtc.ice import Network
from service.webrtc.offer import Offer
from service.webrtc.session import Session


@dataclass(frozen=True, slots=True)
class SessionPolicy:
    """Bounds on what publishers may take up."""

    most_of_table: int = 20
    """Sessions of one table: ten seats, and for each the one that it replaces."""
    waiting_per_seat: int = 2
    """Sessions of one seat that have not brought a picture; the oldest one gives way to another."""
    connect: float = 15.0
    """Seconds within which the first packet of video has to come."""
    silence: float = 15.0
    """Seconds without a packet of video after which a session is dropped."""
    sweep: float = 1.0
    """Seconds between two looks at which are over."""


class TooManySessions(Exception):
    """No more can be held."""


class Sessions:
    """The only way to a session. Belongs to the event loop's thread."""

    def __init__(
        self, tables: Tables, policy: SessionPolicy | None = None, network: Network | None = None
    ) -> None:
        """No sessions yet.

        Args:
            tables: whose seats are joined.
            policy: bounds.
            network: how this machine is reached.
        """
        self.policy = policy or SessionPolicy()
        self.opened = 0
        """Since the process began."""
        self.dropped = 0
        """Of those, the ones that fell silent or never connected."""
        self._tables = tables
        self.network = network or Network()
        self._sessions: dict[str, Session] = {}
        self._places: dict[str, tuple[LiveTable, int]] = {}
        self._sweeping: asyncio.Task[None] | None = None
        self._closing = False

    def __len__(self) -> int:
        return len(self._sessions)

    def get(self, identifier: str, table: str, seat: int) -> Session | None:
        """The session of that name at that seat, while it is not over."""
        session = self._sessions.get(identifier)
        if session is None or session.state == "closed":
            return None
        where, number = self._places[identifier]
        return session if (where.name, number) == (table, seat) else None

    def of(self, table: str) -> list[Session]:
        """The sessions at a table."""
        return [one for one in self._sessions.values() if self._places[one.id][0].name == table]

    async def open(self, table: LiveTable, number: int, offer: Offer) -> tuple[Session, str]:
        """Begin a session; with it, the answer to its offer.

        Raises:
            TooManySessions: as many as may be are open, or everything is being closed.
        """
        if self._closing:
            raise TooManySessions("the service stops")
        self._make_room(table, number)
        held = self.of(table.name)
        most = self.policy.most_of_table
        # Those that are being closed still hold a thread and a socket for a moment.
        if sum(one.state != "closed" for one in held) >= most or len(held) >= 2 * most:
            raise TooManySessions(f"{most} sessions of the table are open, no more may be")
        seat: Seat = table.seats[number]
        session = Session(seat, offer, self.network, self._joined, self._closed)
        self._sessions[session.id] = session
        self._places[session.id] = table, number
        self.opened += 1
        if self._sweeping is None:
            self._sweeping = asyncio.create_task(self._sweep(), name="whip-sweep")
        try:
            answer = await session.open()
        except BaseException:
            session.close("no socket could be opened")
            raise
        return session, answer

    async def close(self) -> None:
        """End all sessions; none can be opened any more."""
        self._closing = True
        await asyncio.gather(*(session.close("the service stops") for session in self._all()))
        if self._sweeping is not None:
            self._sweeping.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sweeping
            self._sweeping = None

    def _all(self) -> list[Session]:
        return list(self._sessions.values())

    def _make_room(self, table: LiveTable, number: int) -> None:
        waiting = [
            one
            for one in self._all()
            if self._places[one.id] == (table, number) and not one.live and one.state != "closed"
        ]
        for session in waiting[: max(len(waiting) - self.policy.waiting_per_seat + 1, 0)]:
            session.close("a newer session of the seat took its place")

    async def _sweep(self) -> None:
        """Drop what is over, for as long as there are sessions."""
        while self._sessions:
            await asyncio.sleep(self.policy.sweep)
            self.sweep()
        self._sweeping = None

    def sweep(self) -> None:
        """Drop sessions that fell silent, never connected, or whose table is closed."""
        for session in self._all():
            if session.state == "closed":
                continue
            table, _ = self._places[session.id]
            if self._tables.get(table.name) is not table:
                session.close("the table was closed")
                continue
            patience = self.policy.silence if session.receiver.heard else self.policy.connect
            if session.quiet > patience:
                self.dropped += 1
                session.close(f"no video for {patience:.0f} seconds")

    def _joined(self, session: Session) -> None:
        """Older sessions of the seat must not take it back when they connect at last."""
        for one in self._all():
            if one is session:
                return
            if self._places[one.id] == self._places[session.id] and not one.live:
                one.close("a newer session of the seat took its place")

    def _closed(self, session: Session) -> None:
        self._sessions.pop(session.id, None)
        self._places.pop(session.id, None)
