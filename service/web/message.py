"""One message of the state feed: what has changed for one page since the message before."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

from rules.events import Json
from rules.table.views import Viewer
from service.api.answers import dumps
from service.live.journal import TooLate
from service.live.table import LiveTable
from service.web.feed import Shot, TableFeed
from service.web.seats import seat_state
from service.web.ticker import told

BACKLOG = 60
"""Lines of the past that a page is told at first."""
BATCH = 100
"""Lines in one message."""
_LENGTH = struct.Struct(">I")


@dataclass
class Sent:
    """What a page has been told."""

    line: int | None = None
    """Number of the newest line; None at the beginning."""
    game: dict[str, Json] = field(default_factory=dict)
    shots: dict[int, float] = field(default_factory=dict)
    """Media time of the newest picture of each seat."""


def compose(
    feed: TableFeed, viewer: Viewer, eyes: Viewer, sent: Sent, pictures: bool
) -> tuple[dict[str, Json], list[Shot]]:
    """The next message for one page.

    Args:
        feed: of the table.
        viewer: whose token it is: decides what of the seats is shown.
        eyes: through whose eyes the game and its lines are seen; the platform may see through anybody's.
        sent: what was told before; brought up to date.
        pictures: whether pictures are wanted.

    Returns:
        The message: `t`, `seats` (as of `seat_state`; `picture` is a seat's place in the list of pictures),
        `lines`, and where it has changed `game`. And the pictures.
    """
    table = feed.table
    seats: list[Json] = []
    shots: list[Shot] = []
    for number in table.seats:
        state = seat_state(table, number, feed.known.get(number), viewer)
        shot = feed.shots.get(number) if pictures and viewer == "platform" else None
        if shot is not None and not state["veiled"] and sent.shots.get(number) != shot.t:
            state["picture"] = len(shots)
            shots.append(shot)
            sent.shots[number] = shot.t
        seats.append(state)
    message: dict[str, Json] = {
        "t": round(table.clock(), 3),
        "seats": seats,
        "lines": _lines(table, eyes, sent),
    }
    game = {"playing": table.judge.playing, "paused_by_platform": table.paused, **table.view(eyes)}
    if game != sent.game:
        message["game"] = sent.game = game
    return message, shots


def framed(message: dict[str, Json], shots: list[Shot]) -> bytes:
    """As bytes: the length of the JSON (u32, big-endian), the JSON, and each picture after its own length."""
    text = dumps(message)
    parts = [_LENGTH.pack(len(text)), text]
    for shot in shots:
        parts += [_LENGTH.pack(len(shot.jpeg)), shot.jpeg]
    return b"".join(parts)


def _lines(table: LiveTable, eyes: Viewer, sent: Sent) -> list[Json]:
    lines = table.journal.feed(eyes)
    if sent.line is None:
        sent.line = max(lines.count - BACKLOG, 0)
    try:
        new = lines.after(sent.line)[:BATCH]
    except TooLate as gone:
        sent.line = gone.last_gone
        new = lines.after(sent.line)[:BATCH]
    if new:
        sent.line = new[-1].number
    shown = (told(line) for line in new)
    return [line for line in shown if line is not None]
