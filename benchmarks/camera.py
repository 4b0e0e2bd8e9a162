"""What it costs to judge a camera: milliseconds of processor time a frame, and shares of a core for a seat.

python -m benchmarks.camera [CLIP] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2

from benchmarks.clips import load
from datasets.demo import shipped
from vision.camera.health import CameraHealth, CameraPolicy, step_camera
from vision.camera.loops import LoopPolicy, LoopState, step_loop
from vision.camera.rigid import RigidPolicy, RigidState, step_rigid
from vision.frame import Frame

_SECONDS = 90.0
"""Media seconds that are watched: then the memory of loops is full."""


def measure(frames: list[Frame], seconds: float) -> dict[str, dict[str, float]]:
    """Watch the frames over and over.

    Args:
        frames: of one seat, in order.
        seconds: of media time to watch; the second half is measured.

    Returns:
        By part: `ms_per_call`, `calls_per_s` of media time and `core_share`.
    """
    spent: dict[str, float] = defaultdict(float)
    calls: dict[str, int] = defaultdict(int)
    measuring = False

    @contextmanager
    def timed(part: str) -> Iterator[None]:
        begun = time.process_time()
        yield
        if measuring:
            spent[part] += time.process_time() - begun
            calls[part] += 1

    health: dict[int, CameraHealth] = {}
    loop: LoopState | None = None
    rigid: RigidState | None = None
    period = (frames[-1].t - frames[0].t) / max(len(frames) - 1, 1)
    width, height = frames[0].picture.size
    middle = (width * 0.35, height * 0.2, width * 0.65, height * 0.7)
    total = round(seconds / period)
    for k in range(total):
        measuring = k >= total // 2
        frame = Frame(1, k * period, frames[k % len(frames)].picture)
        with timed("health"):
            health, _ = step_camera(health, {1: frame}, CameraPolicy())
        with timed("loop"):
            loop, _ = step_loop(loop, frame.t, health[1].samples, LoopPolicy())
        if k % max(round(1.0 / period), 1) == 0:
            with timed("photograph"):
                rigid, _ = step_rigid(rigid, frame.t, frame.picture, middle, RigidPolicy())
    watched = (total - total // 2) * period
    return {
        part: {
            "ms_per_call": round(1000 * spent[part] / calls[part], 4),
            "calls_per_s": round(calls[part] / watched, 2),
            "core_share": round(spent[part] / watched, 5),
        }
        for part in spent
    }


def main() -> None:
    """Measure one clip and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("clip", nargs="?", type=Path, default=shipped()[0].path)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    parts = measure(list(load(asked.clip, asked.clip.stem).frames), _SECONDS)
    for part, numbers in parts.items():
        sys.stdout.write(
            f"{part:12}{numbers['ms_per_call']:8.3f} ms x {numbers['calls_per_s']:5.1f} a second"
        )
        sys.stdout.write(f" = {100 * numbers['core_share']:.2f} % of a core\n")
    if asked.json is not None:
        asked.json.write_text(json.dumps({"clip": asked.clip.name, "parts": parts}, indent=2) + "\n")


if __name__ == "__main__":
    main()
