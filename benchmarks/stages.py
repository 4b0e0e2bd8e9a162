"""What each stage of the frame path takes, over a table of seats on real clips."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.clips import Clip
from benchmarks.clock import StageClock
from service.media import open_source
from vision.policy import TablePolicy
from vision.table import TableModels, TableState, step


def measure_stages(
    clips: Sequence[Clip], models: TableModels, policy: TablePolicy, ticks: int, done: Callable[[], None]
) -> list[dict[str, str | float | int]]:
    """Step a table with one seat a clip.

    Args:
        clips: one a seat; each starts again when it ends.
        models: the loaded engines.
        policy: our thresholds.
        ticks: how many steps.
        done: called after each step, for a progress bar.

    Returns:
        One row a stage as `StageClock.report`; a call is one tick over all seats.
    """
    clock = StageClock()
    state = TableState()
    seats = [(seat, clip, clip.frames[-1].t + clip.period) for seat, clip in enumerate(clips, start=1)]
    for number in range(ticks):
        frames = []
        for seat, clip, length in seats:
            rounds, index = divmod(number, len(clip.frames))
            frames.append(clip.shifted(rounds * length, seat)[index])
        with clock.watch("tick"):
            state, _ = step(state, frames, models, policy, probe=clock.watch)
        done()
    return clock.report()


def measure_decoding(path: Path) -> list[dict[str, str | float | int]]:
    """Decode a video to planes; a call is one frame."""
    clock = StageClock()
    source = open_source(1, str(path))
    items = iter(source)
    try:
        while True:
            with clock.watch("decode"):
                item = next(items, None)
            if item is None:
                return clock.report()
    finally:
        source.close()
