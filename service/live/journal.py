"""What happened at a table, as each viewer may read it: numbered lines that can be read on from any number.

Every viewer counts anew, so that no gap in the numbers tells a player that somebody acted at night. The
journal keeps the newest lines of each viewer only; who reads too slowly finds that lines are gone.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.canonical import to_json
from rules.events import Audience, Decision, Json
from rules.table.game.state import SEATS
from rules.table.views import Viewer, seen
from service.live.audience import public

TABLE: tuple[Viewer, ...] = ("spectator", *SEATS)
VIEWERS: tuple[Viewer, ...] = ("platform", "reviewer", *TABLE)
KEPT = 5000
"""Lines that each viewer can go back."""


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that is no decision: what a camera saw, what the platform reported."""

    id: str
    type: str
    seat: int
    t: float
    data: Mapping[str, Json]
    audience: Audience
    observed: bool = False
    """True for signals: others than platform and reviewers read the public part of their data only."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line as one viewer reads it."""

    number: int
    """Of this viewer, counted from 1."""
    fields: Mapping[str, Json]
    """`id`, `type`, `table`, `seat`, `t`, `data`; of a decision also `rule`, `caused_by`, `automated`,
    `audience`."""


class TooLate(Exception):
    """Lines after the one that was named are gone. The message says which is the oldest one left."""

    def __init__(self, last_gone: int) -> None:
        super().__init__(f"lines up to {last_gone} are no longer kept; go on after {last_gone}")
        self.last_gone = last_gone
        """The number of the newest line that is gone: reading can go on after it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One input and its consequences, numbered for everybody, not yet read by anybody."""

    lines: tuple[tuple[Viewer, Line], ...]

    def of(self, viewer: Viewer) -> tuple[Mapping[str, Json], ...]:
        """What one viewer will read."""
        return tuple(line.fields for whose, line in self.lines if whose == viewer)


class Feed:
    """The lines of one viewer. Belongs to the event loop's thread."""

    def __init__(self, table: str, viewer: Viewer, kept: int) -> None:
        self.table = table
        self.viewer = viewer
        self.count = 0
        """Lines so far that can be read; also the number of the newest."""
        self._composed = 0
        self.closed = False
        self._lines: deque[Line] = deque(maxlen=kept)
        self._more = asyncio.Event()

    def after(self, number: int) -> list[Line]:
        """The lines after one, oldest first.

        Raises:
            TooLate: some of them are gone.
        """
        missing = self.count - number
        if missing > len(self._lines):
            raise TooLate(self.count - len(self._lines))
        return [] if missing <= 0 else list(self._lines)[-missing:]

    async def wait(self, number: int) -> None:
        """Until there is a line after that one, or the table is closed."""
        while self.count <= number and not self.closed:
            await self._more.wait()

    def compose(self, fields: Mapping[str, Json]) -> Line:
        """The next line; where it has no `id`, that is counted here."""
        self._composed += 1
        line = {"id": self._id(), **fields, "table": self.table}
        order = ("id", "type", "table", "seat", "t", "data")
        ordered = {name: line.pop(name) for name in order}
        return Line(self._composed, MappingProxyType({**ordered, **line}))

    def add(self, line: Line) -> None:
        """Let a line be read; they come as they were composed."""
        self.count = line.number
        self._lines.append(line)
        self._wake()

    def close(self) -> None:
        """No line will follow."""
        self.closed = True
        self._wake()

    def _id(self) -> str:
        if self.viewer == "platform":
            return f"{self.table}-{self._composed:06d}"
        short = f"s{self.viewer}" if isinstance(self.viewer, int) else self.viewer
        return f"{self.table}-{short}-{self._composed:06d}"

    def _wake(self) -> None:
        self._more.set()
        self._more = asyncio.Event()


class Journal:
    """The feeds of all viewers of one table. Belongs to the event loop's thread.

    What happened is composed at once and published once it is kept: nobody reads what a crash could undo.
    """

    def __init__(self, table: str, kept: int = KEPT) -> None:
        """Begin a journal.

        Args:
            table: its name.
            kept: how many lines of each viewer can be read again.
        """
        self.table = table
        self._seen = self._reported = 0
        self._feeds = {viewer: Feed(table, viewer, kept) for viewer in VIEWERS}

    def feed(self, viewer: Viewer) -> Feed:
        """The lines of a viewer."""
        return self._feeds[viewer]

    def next_id(self, observed: bool) -> str:
        """The identifier for the next thing that a camera saw, or else that the platform reports.

        Decisions refer to it. The two are counted apart: a reviewer reads on what the eye's evidence a case
        rests, and a gap in those numbers must not tell how many acts there were in the night.
        """
        kind, before = ("e", self._seen) if observed else ("g", self._reported)
        return f"{self.table}-{kind}{before + 1:06d}"

    def compose(self, happening: Happening | None, decisions: Iterable[Decision] = ()) -> Entry:
        """Number what happened and what followed from it, for everybody who may know.

        Platform and reviewers also read by what identifier decisions name it.
        """
        lines = [] if happening is None else self._happened(happening)
        for decision in decisions:
            for viewer in VIEWERS:
                for told in seen((decision,), viewer):
                    lines.append(self._line(viewer, _rounded(to_json(told))))
        return Entry(tuple(lines))

    def publish(self, entry: Entry) -> None:
        """Let it be read; entries come as they were composed."""
        for viewer, line in entry.lines:
            self._feeds[viewer].add(line)

    def close(self) -> None:
        """No line will follow; who waits is woken."""
        for feed in self._feeds.values():
            feed.close()

    def _happened(self, happening: Happening) -> list[tuple[Viewer, Line]]:
        self._seen += happening.observed
        self._reported += not happening.observed
        whole = {"id": happening.id, **_line(happening, happening.data)}
        lines = [self._line("platform", whole)]
        if happening.audience in ("everyone", "reviewer"):
            lines.append(self._line("reviewer", whole))
        if happening.audience == "everyone":
            told = public(happening.type, happening.data) if happening.observed else happening.data
            lines += [self._line(viewer, _line(happening, told)) for viewer in TABLE]
        elif happening.audience == "seat":
            lines.append(self._line(happening.seat, _line(happening, happening.data)))
        return lines

    def _line(self, viewer: Viewer, fields: Mapping[str, Json]) -> tuple[Viewer, Line]:
        return viewer, self._feeds[viewer].compose(fields)


def _line(happening: Happening, data: Mapping[str, Json]) -> dict[str, Json]:
    return {
        "type": happening.type,
        "seat": happening.seat,
        "t": round(happening.t, 6),
        "data": _rounded(data),
    }


def _rounded(value: Mapping[str, Json]) -> dict[str, Json]:
    """Times and scores to a microsecond, as `t` is."""
    return {name: _plain(item) for name, item in value.items()}


def _plain(value: Json) -> Json:
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return _rounded(value) if isinstance(value, Mapping) else value
