"""Train the shape classifier: `python -m datasets.train_shapes [--hands FOLDER]`.

Drawn and rendered hands are enough; the landmark model looks at the rendered ones, so it must have been
fetched, and what it reports is kept in the cache folder. With a folder of labelled photographs (`index.csv`
and `landmarks.csv`) the hands whose licence allows it are added.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np
import onnx

from datasets.calibration import temperature_of
from datasets.landmarks import Labelled, Photograph, labelled, read_photographs
from datasets.learning import LEARNT, Features, Lessons, drawn_lessons, learn, real_lessons, rendered_lessons
from datasets.perceptron import Schedule
from datasets.recipe import Recipe
from datasets.rendered import Portions
from datasets.rendered_store import recipe_of, rendered_hands
from datasets.shapes_graph import classifier_model
from datasets.skeleton.anatomy import LIMITS
from datasets.skeleton.negatives import NEGATIVES
from datasets.skeleton.vocabulary_forms import FORMS
from vision.gestures.vocabulary import SHAPES

VERSION = "1.3.0"
NAME = "shapes"
TARGET = Path(__file__).resolve().parents[1] / "models" / "own" / "shapes.onnx"


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that decides the trained file, but the photographs."""

    seed: int = 7
    rounds: int = 12
    networks: int = 5
    recipe: Recipe = field(default_factory=Recipe)
    renders: tuple[int, ...] = (201, 202, 203)
    """Seeds of the rendered hands; none renders nothing."""
    portions: Portions = field(default_factory=Portions)
    turns: int = 8
    """How often each rendered hand comes, shaken anew."""
    components: int = 96
    """How many principal components of the features the networks see."""
    schedule: Schedule = field(default_factory=Schedule)


def train(plan: Plan, photographs: Sequence[Photograph]) -> onnx.ModelProto:
    """The classifier learnt from drawn hands and from those photographs whose licence allows it."""
    allowed = [photograph for photograph in photographs if photograph.trainable]
    drawn = made_lessons(plan)
    lessons = drawn + lessons_of(plan, labelled(allowed)) if allowed else drawn
    classifier = learn(lessons, plan.schedule, range(plan.seed, plan.seed + plan.networks), plan.components)
    return classifier_model(
        classifier.networks,
        classifier.mean,
        classifier.axes,
        held_out_temperature(plan, drawn, allowed),
        [SHAPES.index(shape) for shape in LEARNT],
        len(SHAPES),
        _metadata(plan, allowed),
    )


def made_lessons(plan: Plan) -> Lessons:
    """What is learnt from where there are no photographs: drawn and rendered hands."""
    drawn = drawn_lessons(plan.recipe, plan.rounds, plan.seed)
    if not plan.renders:
        return drawn
    seen = rendered_hands(plan.renders, plan.portions)
    return drawn + rendered_lessons(seen, plan.turns, plan.seed + 3)


def lessons_of(plan: Plan, real: Labelled) -> Lessons:
    """The lessons of real hands, as many rounds as there are of drawn ones."""
    return real_lessons(plan.recipe, plan.rounds, plan.seed + 1, real)


def held_out_temperature(plan: Plan, drawn: Lessons, allowed: Sequence[Photograph]) -> float:
    """The temperature fitted on real hands of sources that were left out, one source after the other.

    Where there are no real hands, on drawn ones that were not learnt from.
    """
    seeds = [plan.seed]
    if not allowed:
        fresh = drawn_lessons(plan.recipe, 1, plan.seed + 2)
        classifier = learn(drawn, plan.schedule, seeds, plan.components)
        return temperature_of(classifier.logits(fresh.features), fresh.labels)
    features = Features()
    logits, labels = [], []
    for source in sorted({photograph.source for photograph in allowed}):
        others = labelled([photograph for photograph in allowed if photograph.source != source])
        classifier = learn(drawn + lessons_of(plan, others), plan.schedule, seeds, plan.components)
        left_out = labelled([photograph for photograph in allowed if photograph.source == source])
        logits.append(classifier.logits(features(left_out.landmarks)))
        labels += [LEARNT.index(shape) for shape in left_out.shapes]
    return temperature_of(np.concatenate(logits), np.array(labels, dtype=np.int64))


def _metadata(plan: Plan, allowed: Sequence[Photograph]) -> dict[str, str]:
    used = labelled(list(allowed))
    sources = Counter(photograph.source for photograph in allowed)
    rendered = (
        f"{len(plan.renders)} rounds of rendered hands, seen by our landmark model; " if plan.renders else ""
    )
    summary = f"{plan.rounds} rounds of drawn hands of a parametric skeleton, all shapes; {rendered}" + (
        f"{len(used.shapes)} hands of " + ", ".join(sorted(sources)) if allowed else "no photographs"
    )
    licences = sorted({photograph.licence for photograph in allowed})
    recipe = {
        "plan": asdict(plan),
        "rendered": recipe_of(plan.portions) if plan.renders else "",
        "forms": [asdict(form) for form in (*FORMS, *NEGATIVES)],
        "limits": LIMITS.tolist(),
        "photographs": [photograph.file for photograph in allowed],
        "landmarks": hashlib.sha256(used.landmarks.astype(np.float32).tobytes()).hexdigest(),
    }
    text = json.dumps(recipe, sort_keys=True)
    made = "drawn hands: Apache-2.0" + ("; mesh of the rendered hands: MIT" if plan.renders else "")
    return {
        "name": NAME,
        "version": VERSION,
        "labels": ",".join(SHAPES),
        "learnt": ",".join(LEARNT),
        "licence": "Apache-2.0",
        "training_data": summary,
        "training_data_licences": "; ".join([made, *licences]),
        "recipe_sha256": hashlib.sha256(text.encode()).hexdigest(),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m datasets.train_shapes", description=__doc__)
    parser.add_argument("--hands", type=Path, help="folder with index.csv and landmarks.csv")
    parser.add_argument("--out", type=Path, default=TARGET, help="the file to write (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=Plan().seed)
    options = parser.parse_args(arguments)
    photographs: list[Photograph] = []
    if options.hands is not None and (options.hands / "index.csv").is_file():
        photographs = read_photographs(options.hands)
    elif options.hands is not None:
        print(f"{options.hands}: no index.csv there, so no photographs", file=sys.stderr)
    model = train(Plan(seed=options.seed), photographs)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_bytes(model.SerializeToString(deterministic=True))
    for entry in model.metadata_props:
        print(f"{entry.key}: {entry.value}")
    print(f"{options.out}: {options.out.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
