"""Makes the clips of seats 2 to 10 again: `python -m datasets.demo.make [--seats 3,7] [--folder DIR]`.

Takes about a minute of processor time a seat. The same release of the encoder gives the
same bytes; another release may not, so the committed clips are what counts.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import cv2

from datasets.demo import CLIPS
from datasets.demo.encode import write_clip
from datasets.demo.film import draw
from datasets.demo.script import RATE, SCRIPTS


def make_clip(seat: int, folder: Path) -> Path:
    """Draw and encode one seat.

    Raises:
        ValueError: there is no such rendered seat.
    """
    script = next((script for script in SCRIPTS if script.seat == seat), None)
    if script is None:
        raise ValueError(f"seat {seat} is not rendered; there are {', '.join(str(s.seat) for s in SCRIPTS)}")
    cv2.setNumThreads(1)
    path = folder / f"seat{seat:02}.mp4"
    write_clip(path, draw(script), rate=RATE, rotation=script.rotation)
    return path


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m datasets.demo.make", description="makes the demo's clips"
    )
    parser.add_argument("--seats", default=",".join(str(script.seat) for script in SCRIPTS))
    parser.add_argument("--folder", type=Path, default=CLIPS)
    asked = parser.parse_args(arguments)
    asked.folder.mkdir(parents=True, exist_ok=True)
    seats = [int(part) for part in asked.seats.split(",")]
    with ProcessPoolExecutor(max_workers=min(len(seats), os.cpu_count() or 1)) as pool:
        made = [pool.submit(make_clip, seat, asked.folder) for seat in seats]
        for done in as_completed(made):
            path = done.result()
            print(f"{path.name}: {path.stat().st_size // 1024} KB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
