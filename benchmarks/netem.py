"""How old judged pictures are on links that lose and delay, over real sockets: `python -m benchmarks.netem`.

With root and a kernel that has sch_netem the publisher sits in a network namespace of its own and
the kernel impairs what passes; else a relay on the loopback does. The server looks with its real eye.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.netem_clip import numbered_clip
from benchmarks.netem_house import OLDEST, SEAT, TABLE, House, Looks, house
from benchmarks.netem_relay import Relay
from datasets.demo import shipped
from service.eye import open_table_models
from service.live.eye import Eye

CALM, BURST, AFTER = 6.0, 1.0, 6.0
"""Seconds of loss and jitter, of nothing at all, and of loss and jitter again."""
RECOVERY = 2.0


@dataclass
class Case:
    """One row of the table."""

    codec: str
    fps: int
    loss: float
    jitter: float


class Link:
    """The relay, or the kernel's own impairment of two interfaces."""

    def __init__(self, prefix: list[list[str]]) -> None:
        """`prefix`: for each end, the command that runs another one there; none for the relay."""
        self._prefix = prefix
        self._relay: Relay | None = None

    async def join(self, port: int) -> int:
        """The port that the publisher has to send to."""
        if self._prefix:
            return port
        self._relay = Relay()
        await self._relay.start(("127.0.0.1", port))
        return self._relay.port

    async def impair(self, loss: float, jitter: float) -> None:
        """From now on."""
        if self._relay is not None:
            self._relay.impairment.loss, self._relay.impairment.jitter = loss, jitter
        half = f"{jitter * 500:.0f}ms"
        for prefix in self._prefix:
            command = [*prefix, "tc", "qdisc", "replace", "dev", "veth", "root", "netem"]
            delay = ["delay", half, half] if jitter else []
            await _run(*command, *delay, "loss", f"{loss * 100:.1f}%")

    async def close(self) -> None:
        """Impair no longer."""
        if self._relay is not None:
            self._relay.close()
        elif self._prefix:
            await self.impair(0.0, 0.0)


async def measure(case: Case, house: House, link: Link, clip: Path, prefix: list[str]) -> bool:
    """Run one case and print its row; whether everything that is promised held."""
    table = house.tables.get(TABLE)
    assert table is not None
    looks = Looks(fps=case.fps)
    seat = table.seats[SEAT]
    original = seat.take
    looks.watch(seat)
    told = table.journal.feed("platform").count
    arguments = (
        house.seat_url,
        house.token,
        str(clip),
        "--codec",
        case.codec,
    )
    child = await asyncio.create_subprocess_exec(
        *prefix,
        sys.executable,
        "-m",
        "benchmarks.netem_publisher",
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    port = int((await child.stdout.readline()).split()[1])
    child.stdin.write(f"{await link.join(port)}\n".encode())
    await child.stdin.drain()
    looks.begun = float((await child.stdout.readline()).split()[1])
    while len(looks.taken) < 5:
        await asyncio.sleep(0.05)
    (session,) = house.sessions.of(TABLE)
    looks.taken.clear()
    looks.observed.clear()
    await link.impair(case.loss, case.jitter)
    await asyncio.sleep(CALM)
    await link.impair(1.0, 0.0)
    await asyncio.sleep(BURST)
    await link.impair(case.loss, case.jitter)
    restored = time.monotonic()
    await asyncio.sleep(AFTER)
    with looks.lock:
        seat.take = original  # type: ignore[method-assign]  # as `Looks` found it
        taken, observed = list(looks.taken), list(looks.observed)
    lines = [line.fields["type"] for line in table.journal.feed("platform").after(told)]
    counts = session.receiver.reception.counts
    child.kill()
    await child.wait()
    await link.close()
    await session.close()
    return _row(
        case,
        taken,
        observed,
        restored,
        [str(kind) for kind in lines],
        f"{counts.stretches_lost:5d}{counts.keyframes_asked:5d}{counts.asked:6d}",
    )


def _row(
    case: Case,
    taken: list[tuple[float, float]],
    observed: list[bool],
    restored: float,
    told: list[str],
    counts: str,
) -> bool:
    ages = np.array([age for _, age in taken])
    recovery = min((at for at, age in taken if at - age > restored), default=float("inf")) - restored
    absences = sum(kind.startswith("absence.") for kind in told)
    p50, p99, most = (float(np.quantile(ages, q)) * 1000 for q in (0.5, 0.99, 1.0))
    good = p99 <= OLDEST * 1000 and recovery <= RECOVERY and not absences
    print(
        f"{case.codec:5} {case.fps:3d} {case.loss * 100:5.0f} {case.jitter * 1000:6.0f} {len(ages):6d}"
        f" {p50:6.0f} {p99:6.0f} {most:6.0f} {np.mean(observed):8.2f} {recovery:9.2f} {absences:8d} {counts}"
        f"  {'' if good else 'NOT HELD'}",
        flush=True,
    )
    return good


async def _run(*command: str) -> None:
    child = await asyncio.create_subprocess_exec(*command)
    if await child.wait():
        raise SystemExit(f"failed: {' '.join(command)}")


@asynccontextmanager
async def _namespaces() -> AsyncIterator[tuple[str, list[list[str]], list[str]]]:
    """A network namespace for the publisher, with a cable to ours."""
    theirs = "consigliere-publisher"
    inside = ["ip", "netns", "exec", theirs]
    try:
        await _run("ip", "netns", "add", theirs)
        await _run("ip", "link", "add", "veth", "type", "veth", "peer", "name", "veth", "netns", theirs)
        await _run("ip", "addr", "add", "10.213.0.1/30", "dev", "veth")
        await _run("ip", "link", "set", "veth", "up")
        await _run(*inside, "ip", "addr", "add", "10.213.0.2/30", "dev", "veth")
        for device in ("veth", "lo"):
            await _run(*inside, "ip", "link", "set", device, "up")
        yield "10.213.0.1", [[], inside], inside
    finally:
        await _run("ip", "netns", "del", theirs)


def kernel_can() -> bool:
    """Whether this kernel impairs links, and we may ask it to."""
    probe = "consigliere-probe"
    inside = ["ip", "netns", "exec", probe, "tc", "qdisc", "add", "dev", "lo", "root", "netem", "loss", "1%"]

    def works(*command: str) -> bool:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0

    try:
        able = works("ip", "netns", "add", probe) and works(*inside)
        works("ip", "netns", "del", probe)
    except OSError:
        return False
    return able


async def _main(arguments: argparse.Namespace) -> bool:
    cases = [
        Case(arguments.codec, fps, loss / 100, jitter / 1000)
        for fps, loss, jitter in itertools.product(arguments.fps, arguments.loss, arguments.jitter)
    ]
    eye = Eye(open_table_models())
    source = next(seat.path for seat in shipped() if seat.seat == SEAT)
    print(
        "codec fps loss% jitterms judged p50ms  p99ms  maxms observed recovery_s absences  lost  pli  nacks"
    )
    held = True
    with tempfile.TemporaryDirectory() as folder:
        clips = {fps: Path(folder) / f"{fps}.mp4" for fps in arguments.fps}
        for fps, clip in clips.items():
            numbered_clip(source, clip, fps, 40.0)
        if arguments.how == "netem":
            async with _namespaces() as (address, prefixes, inside), house(address, eye) as served:
                for case in cases:
                    held &= await measure(case, served, Link(prefixes), clips[case.fps], inside)
        else:
            async with house("127.0.0.1", eye) as served:
                for case in cases:
                    held &= await measure(case, served, Link([]), clips[case.fps], [])
    eye.close()
    return held


def main() -> None:
    """Print the table; exit with 1 where something did not hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--how", choices=("netem", "relay"), help="the kernel where it can, by default")
    parser.add_argument("--codec", choices=("H264", "VP8"), default="H264")
    parser.add_argument("--fps", type=int, nargs="+", default=[10, 15, 30])
    parser.add_argument("--loss", type=float, nargs="+", default=[0, 1, 5, 10], help="per cent")
    parser.add_argument("--jitter", type=float, nargs="+", default=[0, 50, 200], help="milliseconds")
    arguments = parser.parse_args()
    arguments.how = arguments.how or ("netem" if kernel_can() else "relay")
    print(f"links impaired by: {arguments.how}")
    sys.exit(0 if asyncio.run(_main(arguments)) else 1)


if __name__ == "__main__":
    main()
