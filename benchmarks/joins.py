"""Hundreds of joins and leaves, half of them abrupt: `python -m benchmarks.joins [--joins N]`.

Fails where threads, tasks, descriptors or memory of the server stay behind. Publishers are a process of
their own, so that what they leak is not taken for ours.
"""

from __future__ import annotations

import argparse
import asyncio
import ctypes
import gc
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import psutil

from benchmarks.netem_house import SEAT, TABLE, House, house
from datasets.demo import shipped
from service.live.eye import Eye, Watched
from service.webrtc.publish import Publisher, PublishError
from service.webrtc.sessions import SessionPolicy

WARM_UP = 20
"""Joins after which the process is taken as settled."""
ALLOWED_MB = 24.0
"""Growth that is still noise of the allocators."""
MOSTLY = 0.9
"""Part of the joins that must bring a picture: on a busy machine some leave before their first."""
_AT_ONCE = 4
_POLICY = SessionPolicy(connect=10.0, silence=1.0, sweep=0.2)


class BlindEye:
    """Looks at nothing."""

    def __init__(self) -> None:
        self.arrival = threading.Condition()

    def watch(self, table: Watched) -> None:
        """Nothing to do."""

    def leave(self, name: str) -> None:
        """Nothing to do."""


@dataclass(frozen=True)
class Held:
    """What the process holds."""

    threads: int
    tasks: int
    descriptors: int
    megabytes: float

    @classmethod
    def now(cls) -> Held:
        """After a round of the garbage collector, with freed memory given back."""
        gc.collect()
        ctypes.CDLL(None).malloc_trim(0)
        process = psutil.Process()
        ours = [one for one in threading.enumerate() if not one.name.startswith("asyncio_")]
        tasks = len(asyncio.all_tasks())
        return cls(len(ours), tasks, process.num_fds(), process.memory_info().rss / 2**20)


async def publish(url: str, token: str, joins: int) -> None:
    """Join so many times; every other time the sockets are closed without a word."""
    path = next(seat.path for seat in shipped() if seat.seat == SEAT)
    gate = asyncio.Semaphore(_AT_ONCE)

    async def once(turn: int) -> None:
        async with gate:
            seat = turn % 10 + 1
            publisher = Publisher(url.replace(f"/{SEAT}/", f"/{seat}/"), token, Path(path))
            try:
                await publisher.start()
                await publisher.sending()
            except PublishError as error:
                print(error, file=sys.stderr, flush=True)
            await asyncio.sleep(0.3)
            if turn % 2:
                _kill(publisher)
            await publisher.stop()

    await asyncio.gather(*(once(turn) for turn in range(joins)))


def _kill(publisher: Publisher) -> None:
    publisher.session_url = ""
    for transceiver in publisher.connection.getTransceivers():
        for protocol in transceiver.sender.transport.transport._connection._protocols:
            protocol.transport.abort()


async def _round(served: House, joins: int) -> None:
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "benchmarks.joins",
        "--publish",
        served.seat_url,
        served.token,
        "--joins",
        str(joins),
        stdout=asyncio.subprocess.DEVNULL,
    )
    if await child.wait():
        raise SystemExit("the publishers failed")
    while len(served.sessions):
        await asyncio.sleep(0.1)


async def _main(joins: int) -> bool:
    async with house("127.0.0.1", cast("Eye", BlindEye()), _POLICY) as served:
        await _round(served, WARM_UP)
        before = Held.now()
        print(f"after {WARM_UP:4d} joins: {before}", flush=True)
        for done in range(0, joins, 100):
            await _round(served, min(100, joins - done))
            print(f"after {served.sessions.opened:4d} joins: {Held.now()}", flush=True)
        table = served.tables.get(TABLE)
        assert table is not None
        joined = sum(seat.counts.joins for seat in table.seats.values())
        after = Held.now()
        print(f"{joined} brought pictures, {served.sessions.dropped} fell silent and were dropped")
    grown = after.megabytes - before.megabytes
    kept = after.threads <= before.threads and after.tasks <= before.tasks
    kept = kept and after.descriptors <= before.descriptors
    print(f"grown by {grown:.1f} MB; {ALLOWED_MB:.0f} MB are allowed")
    return kept and grown <= ALLOWED_MB and joined >= MOSTLY * served.sessions.opened


def main() -> None:
    """Run it; exit with 1 where something stayed behind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--joins", type=int, default=300)
    parser.add_argument("--publish", nargs=2, metavar=("URL", "TOKEN"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.publish:
        asyncio.run(publish(arguments.publish[0], arguments.publish[1], arguments.joins))
    else:
        sys.exit(0 if asyncio.run(_main(arguments.joins)) else 1)


if __name__ == "__main__":
    main()
