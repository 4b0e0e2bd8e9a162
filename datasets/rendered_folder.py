"""A labelled folder of rendered hands: `python -m datasets.rendered_folder OUT --count N --seed S`.

Every shape in turn, by people of every skin: pictures and an `index.csv` as `consigliere gestures evaluate`
takes them, with the skin of each hand, which photographs rarely come with. The same seed gives the same
folder. Choose a seed that training does not use (`datasets.train_shapes.Plan`).
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from datasets.rendered import Studio
from datasets.skeleton.sample import LABELS

SKINS = ("1 very light", "2 light", "3 medium", "4 dark", "5 very dark")
"""Equal fifths of the tones of `datasets.render.shade.Skin.tone`."""
COLUMNS = ("file", "shape", "also", "label", "person", "source", "licence", "skin", "tone")
_QUALITY = 95


def skin_of(tone: float) -> str:
    """The name of a tone between 0 (very light) and 1 (very dark)."""
    return SKINS[min(int(tone * len(SKINS)), len(SKINS) - 1)]


def render_folder(out: Path, count: int, seed: int) -> None:
    """Render pictures into a folder, which is made where it is missing.

    Args:
        out: files of the same names in it are replaced.
        count: how many pictures.
        seed: of all chance.

    Raises:
        OSError: if it cannot be written.
    """
    out.mkdir(parents=True, exist_ok=True)
    studio = Studio(np.random.default_rng(seed))
    with (out / "index.csv").open("w", newline="", encoding="utf-8") as lines:
        index = csv.DictWriter(lines, COLUMNS)
        index.writeheader()
        for number in range(count):
            shot = studio.shot(LABELS[number % len(LABELS)])
            file = f"{shot.label}_{seed}_{number:05}.jpg"
            done, coded = cv2.imencode(
                ".jpg",
                cv2.cvtColor(shot.picture.planes[0], cv2.COLOR_RGB2BGR),
                [cv2.IMWRITE_JPEG_QUALITY, _QUALITY],
            )
            if not done:
                raise RuntimeError("the picture could not be compressed")
            (out / file).write_bytes(coded.tobytes())
            index.writerow(
                {
                    "file": file,
                    "shape": shot.label,
                    "also": "",
                    "label": shot.label,
                    "person": f"rendered:{seed}:{shot.person}",
                    "source": "rendered",
                    "licence": "Apache-2.0",
                    "skin": skin_of(shot.tone),
                    "tone": f"{shot.tone:.3f}",
                }
            )


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m datasets.rendered_folder", description=__doc__)
    parser.add_argument("out", type=Path, help="where pictures and index.csv go")
    parser.add_argument("--count", type=int, default=500, help="how many pictures")
    parser.add_argument("--seed", type=int, default=7001, help="of all chance")
    options = parser.parse_args(arguments)
    if options.count < 1:
        parser.error(f"--count: at least one picture, not {options.count}")
    try:
        render_folder(options.out, options.count, options.seed)
    except OSError as error:
        print(f"{options.out}: {error.strerror}; choose another place", file=sys.stderr)
        return 2
    print(f"{options.count} pictures: {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
