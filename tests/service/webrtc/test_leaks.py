"""Whoever joins and leaves, politely or not, leaves nothing behind."""

from __future__ import annotations

import asyncio
import gc
import threading
from pathlib import Path

from service.webrtc.publish import Publisher
from service.webrtc.sessions import SessionPolicy
from tests.service.webrtc.house import House, house, until
from tests.service.webrtc.test_publishers import kill, publisher, seen

JOINS = 6


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def decoders() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("whip")]


async def join_and_leave(server: House, turn: int) -> None:
    sender: Publisher = publisher(server)
    await sender.start()
    server.seen.clear()
    await seen(server, 3, 2)
    if turn % 2:
        kill(sender.connection)
        sender.session_url = ""
    await sender.stop()
    await until(lambda: len(server.sessions) == 0)


def test_joins_and_leaves() -> None:
    async def main() -> None:
        async with house(SessionPolicy(silence=0.5, sweep=0.05)) as server:
            for turn in range(2):
                await join_and_leave(server, turn)
            gc.collect()
            tasks, files = len(asyncio.all_tasks()), descriptors()
            for turn in range(JOINS):
                await join_and_leave(server, turn)
            gc.collect()
            await until(lambda: len(asyncio.all_tasks()) <= tasks)
            await until(lambda: descriptors() <= files)
            assert decoders() == []
            assert server.seat(3).counts.joins == JOINS + 2
            assert server.seat(3).input is None

    asyncio.run(main())
