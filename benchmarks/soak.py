"""Watches many frames and fails when memory grows: `python -m benchmarks.soak [--frames N]`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil

from service.events import EventLog
from service.eye import open_table_models
from service.media import Tick, open_source, ticks
from service.watch.pipeline import moments
from vision.frame import Frame
from vision.policy import TablePolicy

WARM_UP = 0.25
"""Share of the frames after which memory is taken as settled."""
ALLOWED_MB = 24.0
"""Growth that is still noise of the allocators."""


def endless(inputs: dict[int, Path]) -> Iterator[Tick]:
    """The inputs again and again, each time decoded anew, with media time that goes on."""
    begin = 0.0
    while True:
        last = 0.0
        for tick in ticks([open_source(seat, str(path)) for seat, path in inputs.items()]):
            last = max(last, tick.t)
            frames = tuple(Frame(frame.seat, begin + frame.t, frame.picture) for frame in tick.frames)
            yield Tick(begin + tick.t, frames, (), tick.ages, {})
        begin += last + 1 / 25


def main() -> None:
    """Run, print memory as it goes, and exit with 1 where it grew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=20_000)
    parser.add_argument("inputs", nargs="+", type=Path, help="videos, a seat each")
    arguments = parser.parse_args()
    process = psutil.Process()
    seen, next_report, settled, memory = 0, 0, 0.0, 0.0
    inputs = dict(enumerate(arguments.inputs, start=1))
    for moment in moments(endless(inputs), open_table_models(), TablePolicy(), EventLog("soak")):
        seen += len(moment.tick.frames)
        if seen >= min(next_report, arguments.frames):
            memory = process.memory_info().rss / 2**20
            if seen <= WARM_UP * arguments.frames:
                settled = memory
            print(f"{seen:>7} frames  {memory:7.1f} MB", flush=True)
            next_report += max(arguments.frames // 20, 1)
        if seen >= arguments.frames:
            break
    print(f"grown by {memory - settled:.1f} MB after the first quarter; {ALLOWED_MB:.0f} MB are allowed")
    sys.exit(int(memory - settled > ALLOWED_MB))


if __name__ == "__main__":
    main()
