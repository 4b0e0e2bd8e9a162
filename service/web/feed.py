"""What is seen at one table, kept for the pages that show it while any does."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from service.live.eye import Seen
from service.live.table import LiveTable
from service.web.pictures import jpeg
from service.web.seats import Known, covered, veils
from vision.frame import Frame
from vision.seating import upright


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture with what was seen in it."""

    t: float
    jpeg: bytes


class TableFeed:
    """Listens to a table while pages show it. Belongs to the event loop's thread."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.known: dict[int, Known] = {}
        """What was known of each seat when it was brought up to date."""
        self.shots: dict[int, Shot] = {}
        """The picture in which `known` was seen, where it may be shown."""
        self._frames: dict[int, Frame] = {}
        self._looked: dict[int, Known] = {}
        self._pages = 0
        self._turn = asyncio.Lock()

    def open(self) -> None:
        """One more page shows the table."""
        self._pages += 1
        self.table.onlookers.add(self._look)
        if self._pages == 1 and self.table.last is not None:
            self._look(self.table.last)

    def close(self) -> None:
        """One page fewer."""
        self._pages -= 1
        if self._pages == 0:
            self.table.onlookers.discard(self._look)
            self.known, self.shots, self._frames, self._looked = {}, {}, {}, {}

    @property
    def shown(self) -> bool:
        """Whether any page shows it."""
        return self._pages > 0

    async def refresh(self, pictures: bool) -> None:
        """Bring `known` up to date, and with `pictures` `shots`, too.

        Encoding is done once for all pages, beside the event loop.
        """
        if not pictures:
            self.known = dict(self._looked)
            return
        async with self._turn:
            looked, frames, before = dict(self._looked), dict(self._frames), self.shots
            wanted = {
                seat: upright(frame, self.table.policy.seats)
                for seat, frame in frames.items()
                if seat not in before or before[seat].t != frame.t
            }
            made = await asyncio.to_thread(_encoded, wanted)
            if self.shown:
                self.known = looked
                self.shots = {seat: made[seat] if seat in made else before[seat] for seat in frames}

    def _look(self, seen: Seen) -> None:
        frames = {frame.seat: frame for frame in seen.tick.frames}
        for observation in seen.step.observations:
            seat, machines = observation.seat, seen.state.signals.get(observation.seat)
            if machines is None:
                continue
            self._looked[seat] = Known(observation, machines)
            hidden = veils(self.table, observation) or covered(machines)
            if hidden or not observation.camera.observable:
                self._frames.pop(seat, None)
            elif seat in frames:
                self._frames[seat] = frames[seat]


def _encoded(frames: dict[int, Frame]) -> dict[int, Shot]:
    return {seat: Shot(frame.t, jpeg(frame.picture)) for seat, frame in frames.items()}
