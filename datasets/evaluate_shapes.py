"""Judge the shape classifier: `python -m datasets.evaluate_shapes FOLDER [--card]`.

FOLDER holds labelled photographs (`index.csv`, `landmarks.csv`). Nobody who is measured was learnt from:
where photographs teach, training is repeated for each fold without the people in it. Four settings stand
side by side:

* `made`: what is shipped, learnt from drawn and rendered hands alone, so every photograph is new to it;
* `free, by person`: with the photographs whose licence allows it, people held out;
* `free, by source`: the same, whole sources held out, since persons within one source are partly guesses;
* `all`: with every photograph whatever its licence, people held out; an upper reference that is never
  shipped.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from datasets.folds import by_group
from datasets.landmarks import Photograph, labelled, read_photographs
from datasets.learning import LEARNT, Classifier, Features, Lessons, learn
from datasets.perceptron import softmax
from datasets.report import draw_confusion, markdown, write_card
from datasets.scoring import Figures, Judged, confusion, figures, judge
from datasets.train_shapes import Plan, held_out_temperature, lessons_of, made_lessons
from vision.gestures.shapes import decide
from vision.gestures.vocabulary import SHAPES

FOLDS = 5


@dataclass(frozen=True, slots=True)
class Setting:
    """What is learnt from and who is held out together."""

    name: str
    learnable: Callable[[Photograph], bool]
    group: Callable[[Photograph], str]


SETTINGS = (
    Setting("made", lambda photograph: False, lambda photograph: "all"),
    Setting("free, by person", lambda photograph: photograph.trainable, lambda photograph: photograph.group),
    Setting("free, by source", lambda photograph: photograph.trainable, lambda photograph: photograph.source),
    Setting("all", lambda photograph: True, lambda photograph: photograph.group),
)


def cross_validate(
    photographs: Sequence[Photograph], setting: Setting, plan: Plan, drawn: Lessons, temperature: float
) -> list[Judged]:
    """Every hand that was found, judged by a classifier that knows nobody of its fold."""
    fold_of = by_group([setting.group(photograph) for photograph in photographs], FOLDS)
    features = Features()
    judged: list[Judged] = []
    for fold in sorted(set(fold_of.values())):
        inside = [p for p in photographs if fold_of[setting.group(p)] == fold]
        outside = [p for p in photographs if fold_of[setting.group(p)] != fold and setting.learnable(p)]
        lessons = drawn + lessons_of(plan, labelled(outside)) if outside else drawn
        classifier = learn(
            lessons, plan.schedule, range(plan.seed, plan.seed + plan.networks), plan.components
        )
        for photograph in inside:
            if photograph.shown:
                judged += judge(photograph, _answers(photograph, classifier, features, temperature))
    return judged


def _answers(
    photograph: Photograph, classifier: Classifier, features: Features, temperature: float
) -> list[tuple[str, str, float]]:
    landmarks = np.array([hand.landmarks for hand in photograph.shown])
    learnt = softmax(classifier.logits(features(landmarks)) / np.float32(temperature))
    scores = np.zeros((len(landmarks), len(SHAPES)), dtype=np.float32)
    scores[:, [SHAPES.index(shape) for shape in LEARNT]] = learnt
    return [(decide(row).shape, SHAPES[int(row.argmax())], float(row.max())) for row in scores]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m datasets.evaluate_shapes", description=__doc__)
    parser.add_argument("folder", type=Path, help="folder with index.csv and landmarks.csv")
    parser.add_argument("--card", action="store_true", help="write the figures into the model's card")
    parser.add_argument(
        "--made", action="store_true", help="only what is shipped: made hands, no photographs"
    )
    options = parser.parse_args(arguments)
    if not (options.folder / "index.csv").is_file():
        print(
            f"{options.folder}: no index.csv there; give the folder of labelled photographs", file=sys.stderr
        )
        return 2
    photographs = read_photographs(options.folder)
    plan = Plan()
    drawn = made_lessons(plan)
    alone = held_out_temperature(plan, drawn, [])
    settings = SETTINGS[:1] if options.made else SETTINGS
    helped = (
        alone if options.made else held_out_temperature(plan, drawn, [p for p in photographs if p.trainable])
    )
    results: dict[str, Figures] = {}
    for setting in settings:
        teaches = any(setting.learnable(photograph) for photograph in photographs)
        judged = cross_validate(photographs, setting, plan, drawn, helped if teaches else alone)
        results[setting.name] = figures(judged, SHAPES)
        if setting is SETTINGS[0] and options.card:
            shown = [shape for shape in SHAPES if any(shape in (hand.shape, hand.answer) for hand in judged)]
            draw_confusion(confusion(judged, shown), shown)
    text = markdown(photographs, results)
    print(text)
    if options.card:
        write_card(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
