"""Judge the motion model on held-out clips: `python -m datasets.evaluate_motion [--card]`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from datasets.motion.clip import LABELS, NONE, Clip, draw_clip
from datasets.motion.judging import judge, table
from models.runtime import open_model

CARD = Path(__file__).resolve().parents[1] / "models" / "cards" / "motion.md"
START, END = "<!-- figures -->", "<!-- end of figures -->"
GESTURES, ORDINARY = 100, 800
"""Clips of each gesture, and without one."""
FIRST = 5000
"""Seed of the first clip; thresholds were chosen on clips of lower seeds."""


def held_out_clips(gestures: int, ordinary: int, first: int = FIRST) -> Iterator[Clip]:
    """Clips of seeds and bodies that teach nothing."""
    for label in LABELS:
        for seed in range(first, first + (ordinary if label == NONE else gestures)):
            yield draw_clip(seed, label, held_out=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m datasets.evaluate_motion", description=__doc__)
    parser.add_argument("--card", action="store_true", help="write the figures into the card")
    parser.add_argument("--gestures", type=int, default=GESTURES, help="clips of each gesture")
    parser.add_argument("--ordinary", type=int, default=ORDINARY, help="clips of ordinary movement")
    options = parser.parse_args(arguments)
    judgement = judge(held_out_clips(options.gestures, options.ordinary), open_model("motion"))
    figures = table(judgement)
    print(figures)
    for gesture, contents in sorted(judgement.ordinary_false.items()):
        print(f"{gesture} told in: {', '.join(sorted(contents))}")
    if options.card:
        before, _, rest = CARD.read_text(encoding="utf-8").partition(START)
        after = rest.partition(END)[2]
        CARD.write_text(f"{before}{START}\n{figures}\n{END}{after}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
