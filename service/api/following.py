"""A viewer's lines as they come: what event streams and WebSockets have in common."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass

from service.live.journal import Feed, Line, TooLate

_BATCH = 100
"""Lines handed on at once, so that no reader makes us write without end."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Some lines in order; one at least."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """Lines up to this number are gone, or never were: reading goes on after it."""

    after: int


@dataclass(frozen=True, slots=True)
class Silence:
    """Nothing happened for a while."""


@dataclass(frozen=True, slots=True)
class End:
    """Nothing will follow."""

    reason: str
    """`closed` or `expired`."""


Step = Lines | Gap | Silence | End


async def follow(feed: Feed, after: int, *, keep_alive: float, left: float) -> AsyncGenerator[Step, None]:
    """The lines of a feed after one, for as long as there are any.

    Args:
        feed: of the viewer.
        after: number of the last line that the reader has.
        keep_alive: seconds of silence after which it is said.
        left: seconds for which the reader may read.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + left
    if after > feed.count:  # from a table that bore the name before
        after = 0
        yield Gap(after)
    while True:
        try:
            lines = feed.after(after)[:_BATCH]
        except TooLate as gone:
            after = gone.last_gone
            yield Gap(after)
            continue
        if lines:
            after = lines[-1].number
            yield Lines(tuple(lines))
        elif feed.closed:
            yield End("closed")
            return
        elif loop.time() >= end:
            yield End("expired")
            return
        else:
            try:
                async with asyncio.timeout(min(keep_alive, end - loop.time())):
                    await feed.wait(after)
            except TimeoutError:
                yield Silence()
