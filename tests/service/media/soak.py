"""Does memory stay flat? `python -m tests.service.media.soak [FRAMES]`

Reads a short file again and again, then a long one to its end, draws and records now and then, and prints
the resident memory after every tenth.
"""

from __future__ import annotations

import itertools
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil

from service.media import open_source
from service.media.recorder import Recorder
from service.overlay import OverlayState, TickerLine, draw_overlay
from tests.media_files import write_video
from vision.frame import Frame
from vision.observations import CameraState, SeatObservation
from vision.picture import Picture

_SHORT = 100


def resident_mb() -> float:
    """Resident memory of this process in MB."""
    return float(psutil.Process().memory_info().rss) / 1e6


def memory_over(frames: int, folder: Path) -> Iterator[float]:
    """Resident memory in MB after every tenth of so many frames."""
    half = frames // 2
    long_file = write_video(folder / "long.mp4", half, options={"preset": "ultrafast"})
    short_file = write_video(folder / "short.mp4", _SHORT)
    pictures = itertools.chain(*(_pictures(short_file) for _ in range(half // _SHORT)), _pictures(long_file))
    with Recorder(folder / "out.mp4", print) as recorder:
        for index, picture in enumerate(itertools.islice(pictures, frames)):
            if index % 10 == 0:
                _draw(recorder, picture, index)
            if (index + 1) % (frames // 10) == 0:
                yield resident_mb()


def _pictures(path: Path) -> Iterator[Picture]:
    source = open_source(1, str(path))
    for item in source:
        if isinstance(item, Frame):
            yield item.picture
    source.close()


def _draw(recorder: Recorder, picture: Picture, index: int) -> None:
    t = index / 25
    line = TickerLine(t, f"frame {index}")
    rgb = picture.rgb()
    observation = SeatObservation(1, t, picture.size, CameraState.OK)
    draw_overlay(rgb, OverlayState(observation, nudity=index % 100 / 100, absent_s=t % 20, events=(line,)))
    recorder.write(rgb, t)


def main() -> None:
    """Print the memory, one line a tenth."""
    frames = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    with tempfile.TemporaryDirectory() as folder:
        for tenth, memory in enumerate(memory_over(frames, Path(folder)), 1):
            print(f"{tenth * frames // 10:>8} frames  {memory:8.1f} MB", flush=True)


if __name__ == "__main__":
    main()
