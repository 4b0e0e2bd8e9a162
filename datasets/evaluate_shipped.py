"""Judge the shipped file: `python -m datasets.evaluate_shipped FOLDER`.

On the photographs of FOLDER, with the landmarks of its `landmarks.csv` and with those that our own eye finds
in the pictures. The shipped file learnt from made hands alone, so every photograph is new to it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image

from datasets.landmarks import Found, Photograph, by_the_rules, read_photographs
from datasets.report import markdown
from datasets.scoring import Judged, figures, judge
from datasets.train_shapes import TARGET
from models.engine import Engine
from models.engines.auto import F32
from models.engines.opening import open_onnx
from models.runtime import open_model
from vision.gestures.shapes import decide, probabilities
from vision.gestures.vocabulary import SHAPES
from vision.hands import HandModels, HandPolicy, find_hands
from vision.picture import Layout, Picture


def judge_photographs(photographs: Sequence[Photograph], engine: Engine) -> list[Judged]:
    """Every shown hand of the photographs, judged by the file in one batch.

    Raises:
        ValueError: if no hand was found in any of them.
    """
    found = [photograph for photograph in photographs if photograph.shown]
    if not found:
        raise ValueError("no hand was found in any photograph")
    hands = np.array([hand.landmarks for p in found for hand in p.shown], dtype=np.float32)
    rows = iter(probabilities(hands, engine))
    judged: list[Judged] = []
    for photograph in found:
        said = [next(rows) for _ in photograph.shown]
        answers = [(decide(row).shape, SHAPES[int(row.argmax())], float(row.max())) for row in said]
        judged += judge(photograph, answers)
    return judged


def look_again(photograph: Photograph, folder: Path, eye: HandModels) -> Photograph:
    """The same photograph with the hands that our own eye finds, the most certain first."""
    with Image.open(folder / photograph.file) as image:
        pixels = np.asarray(image.convert("RGB"))
    found = find_hands(Picture(Layout.RGB, (pixels,)), eye, HandPolicy())
    hands = [Found(hand.landmarks.astype(np.float64), hand.presence) for hand in found]
    return replace(photograph, hands=tuple(sorted(hands, key=lambda hand: -hand.score)))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m datasets.evaluate_shipped", description=__doc__)
    parser.add_argument("folder", type=Path, help="folder with pictures, index.csv and landmarks.csv")
    options = parser.parse_args(arguments)
    if not (options.folder / "index.csv").is_file():
        print(
            f"{options.folder}: no index.csv there; give the folder of labelled photographs", file=sys.stderr
        )
        return 2
    listed = read_photographs(options.folder)
    eye = HandModels(open_model("palm_full"), open_model("hand_full"))
    seen = [look_again(photograph, options.folder, eye) for photograph in listed]
    engine = open_onnx(TARGET, F32)
    ruled = [by_the_rules(photograph) for photograph in seen]
    for name, photographs in (
        ("landmarks of the table", listed),
        ("our own landmarks", seen),
        ("our own landmarks, rings by the rules", ruled),
    ):
        print(
            markdown(photographs, {name: figures(judge_photographs(photographs, engine), SHAPES)}), end="\n\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
