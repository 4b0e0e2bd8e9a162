"""Judge the motion model on held-out clips: `python -m datasets.evaluate_motion [--card]`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from datasets.motion.clip import LABELS, NONE, Clip, draw_clip
from datasets.motion.judging import Judgement, judge, table
from datasets.motion.tracker import draw_quality
from models.engine import Engine
from models.runtime import open_model
from vision.signals.motion import ALL

CARD = Path(__file__).resolve().parents[1] / "models" / "cards" / "motion.md"
START, END = "<!-- figures -->", "<!-- end of figures -->"
GESTURES, ORDINARY = 120, 600
"""Clips of each gesture, and without one."""
SEEDS = (4_000_000, 5_000_000)
"""First seeds of the two sets of clips that judge. Nothing was chosen by looking at them: thresholds were, on
clips of other seeds with bodies of the kind that teaches. Those of 1,000,000 to 3,000,000 judged an earlier
model; whoever changes this one by what these say takes new ones."""
CONDITION_SEED = 6_000_000
CONDITIONS = ((8.0, 0.0), (15.0, 0.0), (30.0, 0.0), (60.0, 0.0), (15.0, 1 / 3), (30.0, 1 / 3))
"""Frames a second, and the share of them that is lost."""
EACH = 20
"""Clips of each gesture in each condition."""


def held_out_clips(gestures: int, ordinary: int, first: int = SEEDS[0]) -> Iterator[Clip]:
    """Clips of seeds and bodies that teach nothing."""
    for label in LABELS:
        for seed in range(first, first + (ordinary if label == NONE else gestures)):
            yield draw_clip(seed, label, held_out=True)


def filmed_at(rate: float, dropped: float, each: int, first: int = CONDITION_SEED) -> Iterator[Clip]:
    """Held-out clips of every gesture, the same for every rate."""
    for label in LABELS[: LABELS.index(NONE)]:
        for seed in range(first, first + each):
            quality = replace(draw_quality(np.random.default_rng(seed)), rate=rate, dropped=dropped)
            yield draw_clip(seed, label, held_out=True, quality=quality)


def conditions(engine: Engine, each: int) -> str:
    """Event F1 of each gesture in each condition, as a table for the card."""
    lines = [
        "| frames a second | " + " | ".join(f"`{gesture}`" for gesture in ALL) + " |",
        "|---|" + "---|" * len(ALL),
    ]
    for rate, dropped in CONDITIONS:
        judgement = judge(filmed_at(rate, dropped, each), engine)
        name = f"{rate:.0f}" + (", one in three dropped" if dropped else "")
        figures = " | ".join(f"{judgement.tally(gesture).f1:.3f}" for gesture in ALL)
        lines.append(f"| {name} | {figures} |")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m datasets.evaluate_motion", description=__doc__)
    parser.add_argument("--card", action="store_true", help="write the figures into the card")
    parser.add_argument("--gestures", type=int, default=GESTURES, help="clips of each gesture")
    parser.add_argument("--ordinary", type=int, default=ORDINARY, help="clips of ordinary movement")
    parser.add_argument("--each", type=int, default=EACH, help="clips of each gesture at each frame rate")
    options = parser.parse_args(arguments)
    engine = open_model("motion")
    parts: list[str] = []
    for number, first in enumerate(SEEDS, 1):
        judgement = judge(held_out_clips(options.gestures, options.ordinary, first), engine)
        parts.append(f"Set {number}, seeds from {first:,}:\n\n{table(judgement)}\n{_told_in(judgement)}")
    parts.append(
        f"Event F1 by frame rate, {options.each} clips each, the same for all rates (seeds from "
        f"{CONDITION_SEED:,}):\n\n{conditions(engine, options.each)}"
    )
    figures = "\n\n".join(parts)
    print(figures)
    if options.card:
        before, _, rest = CARD.read_text(encoding="utf-8").partition(START)
        after = rest.partition(END)[2]
        CARD.write_text(f"{before}{START}\n{figures}\n{END}{after}", encoding="utf-8")
    return 0


def _told_in(judgement: Judgement) -> str:
    """During which ordinary movements something was told."""
    return "".join(
        f"`{gesture}` in {', '.join(sorted(contents))}.\n"
        for gesture, contents in sorted(judgement.ordinary_false.items())
    )


if __name__ == "__main__":
    sys.exit(main())
