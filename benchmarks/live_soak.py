"""Ten cameras by WHIP at one table for minutes: `python -m benchmarks.live_soak [--minutes M]`.

Runs the sidecar and the cameras as processes of their own and looks at the sidecar from outside. Fails where
its memory, threads or descriptors grow after a warm-up, or where pictures get older.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, quantiles

import psutil

from datasets.demo import shipped
from service.client import Client
from service.webrtc.publish import publish

TABLE = "soak"
WARM_UP = 0.25
"""Share of the time after which the process is taken as settled."""
ALLOWED_MB = 32.0
"""Growth that is still noise of the allocators."""
ALLOWED_MS = 30.0
"""Growth of the mean age of the newest picture between the first and the last third after the warm-up."""
_LISTENING = re.compile(r"listening at (\S+)")


@dataclass(frozen=True)
class Sample:
    """The sidecar at one moment."""

    t: float
    megabytes: float
    threads: int
    descriptors: int
    cpu: float
    """Seconds of processor time so far."""
    ages: tuple[float, ...]
    """Milliseconds since the newest judged picture of each seat was taken."""
    fps: tuple[float, ...]
    joins: int


@contextmanager
def _sidecar(folder: Path) -> Iterator[tuple[psutil.Process, str, str]]:
    """The process, its address, and a token of the platform."""
    secret = folder / "secret"
    environment = {
        "CONSIGLIERE_AUTH_SECRET_FILE": str(secret),
        "CONSIGLIERE_STORAGE_DATABASE": f"sqlite:///{folder}/consigliere.db",
    }
    command = [sys.executable, "-m", "service"]
    with subprocess.Popen(
        [*command, "serve", "--port", "0"], stderr=subprocess.PIPE, text=True, env=_with(environment)
    ) as process:
        assert process.stderr is not None
        try:
            found = next(filter(None, map(_LISTENING.search, process.stderr)), None)
            if found is None:
                raise SystemExit("the sidecar did not start")
            token = subprocess.check_output(
                [*command, "token", "platform"], text=True, env=_with(environment)
            ).strip()
            yield psutil.Process(process.pid), found.group(1), token
        finally:
            process.terminate()


def _with(more: Mapping[str, str]) -> dict[str, str]:
    return {**os.environ, **more}


async def _cameras(address: str, tokens: Sequence[str]) -> None:
    """Ten films that begin anew at their end, until the process is killed."""
    films = [seat.path for seat in shipped()]
    await asyncio.gather(
        *(
            publish(
                f"{address}/v1/tables/{TABLE}/seats/{seat}/whip",
                token,
                Path(films[seat % len(films)]),
                loop=True,
            )
            for seat, token in enumerate(tokens, start=1)
        )
    )


def _sample(process: psutil.Process, client: Client, began: float) -> Sample:
    seats = client.table(TABLE)["seats"]
    times = process.cpu_times()
    return Sample(
        time.monotonic() - began,
        process.memory_info().rss / 2**20,
        process.num_threads(),
        process.num_fds(),
        times.user + times.system,
        tuple(seat["age_ms"] for seat in seats if seat["age_ms"] is not None),
        tuple(seat["observed_fps"] for seat in seats),
        sum(seat["counts"]["joins"] for seat in seats),
    )


def _watch(process: psutil.Process, client: Client, seconds: float, every: float) -> list[Sample]:
    began = time.monotonic()
    samples: list[Sample] = []
    while not samples or samples[-1].t < seconds:
        time.sleep(every)
        samples.append(_sample(process, client, began))
        _tell(samples)
    return samples


def _tell(samples: Sequence[Sample]) -> None:
    now, before = samples[-1], samples[-2] if len(samples) > 1 else samples[-1]
    cores = (now.cpu - before.cpu) / max(now.t - before.t, 1e-9)
    print(
        f"{now.t:6.0f} s  {now.megabytes:7.1f} MB  {now.threads} threads  {now.descriptors} descriptors  "
        f"{cores:.2f} cores  newest pictures {fmean(now.ages or (0.0,)):.0f} ms old  "
        f"fps {min(now.fps):.1f} to {max(now.fps):.1f}",
        flush=True,
    )


def _verdict(samples: Sequence[Sample]) -> bool:
    settled = samples[int(len(samples) * WARM_UP) :]
    third = max(len(settled) // 3, 1)
    grown = settled[-1].megabytes - settled[0].megabytes
    older = _age(settled[-third:]) - _age(settled[:third])
    ages = [age for sample in settled for age in sample.ages]
    print(
        f"grown by {grown:.1f} MB ({ALLOWED_MB:.0f} are allowed), threads {settled[0].threads} to "
        f"{settled[-1].threads}, descriptors {settled[0].descriptors} to {settled[-1].descriptors}; pictures "
        f"{older:+.1f} ms older ({ALLOWED_MS:.0f} are allowed), 95 of 100 under "
        f"{quantiles(ages, n=20)[-1]:.0f} ms; joined {settled[-1].joins} times"
    )
    steady = settled[-1].threads <= settled[0].threads + 1
    steady = steady and settled[-1].descriptors <= settled[0].descriptors + 2
    return grown <= ALLOWED_MB and older <= ALLOWED_MS and steady


def _age(samples: Sequence[Sample]) -> float:
    return fmean(age for sample in samples for age in sample.ages)


def _main(minutes: float, every: float) -> bool:
    with (
        tempfile.TemporaryDirectory() as folder,
        _sidecar(Path(folder)) as (process, address, token),
        Client(address, token) as client,
    ):
        opened = client.open_table(TABLE)
        tokens = [opened.seats[seat].token for seat in sorted(opened.seats)]
        command = [sys.executable, "-m", "benchmarks.live_soak", "--cameras", address, *tokens]
        with subprocess.Popen(command) as cameras:
            try:
                return _verdict(_watch(process, client, minutes * 60, every))
            finally:
                cameras.kill()


def main() -> None:
    """Run it; exit with 1 where something grew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--every", type=float, default=15.0, help="seconds between two samples")
    parser.add_argument("--cameras", nargs="+", metavar="ADDRESS TOKEN", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.cameras:
        asyncio.run(_cameras(arguments.cameras[0], arguments.cameras[1:]))
    else:
        sys.exit(0 if _main(arguments.minutes, arguments.every) else 1)


if __name__ == "__main__":
    main()
