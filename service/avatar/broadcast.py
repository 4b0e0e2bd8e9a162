"""One table's hands to all who watch its avatars."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from rules.table.views import Viewer
from service.avatar.codec import SeatHands, encode
from service.avatar.showing import Pace, hands_of, hidden_from
from service.live.eye import Seen
from service.live.table import LiveTable

Send = Callable[[bytes], None]
"""Takes a message, or drops it where the last ones still wait; returns at once."""


@dataclass(frozen=True, slots=True, eq=False)
class Watcher:
    """Somebody who watches."""

    viewer: Viewer
    send: Send


class Broadcast:
    """Encodes each look once for each kind of viewer. Belongs to the event loop's thread.

    It listens to the table while somebody watches.
    """

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self._watchers: set[Watcher] = set()
        self._pace = Pace()
        self._sequences = {whole: count() for whole in (True, False)}

    def add(self, viewer: Viewer, send: Send) -> Watcher:
        """Send to somebody from now on."""
        watcher = Watcher(viewer, send)
        self._watchers.add(watcher)
        self.table.onlookers.add(self._look)
        return watcher

    def remove(self, watcher: Watcher) -> None:
        """Send to somebody no longer."""
        self._watchers.discard(watcher)
        if not self._watchers:
            self.table.onlookers.discard(self._look)

    @property
    def watched(self) -> bool:
        """Whether anybody watches."""
        return bool(self._watchers)

    def _look(self, seen: Seen) -> None:
        told = [
            record
            for record in hands_of(seen, self.table.phases, ())
            if self._pace.take(record.seat, record.t)
        ]
        hidden = hidden_from("spectator", self.table)
        self._tell(told, whole=True)
        self._tell([record for record in told if record.seat not in hidden], whole=False)

    def _tell(self, records: list[SeatHands], *, whole: bool) -> None:
        """One message to the platform (`whole`), or to everybody else."""
        watchers = [watcher for watcher in self._watchers if (watcher.viewer == "platform") == whole]
        if not records or not watchers:
            return
        message = encode(next(self._sequences[whole]), records)
        for watcher in watchers:
            watcher.send(message)
