"""Train the motion model: `python -m datasets.train_motion`. Drawn clips alone teach it."""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np
import onnx

from datasets.calibration import temperature_of
from datasets.motion.clip import LABELS, NONE
from datasets.motion.graph import motion_model
from datasets.motion.lessons import Lessons, joined, lessons
from datasets.motion.network import Network, Schedule, Standard, standard_of, train
from datasets.perceptron import Array, softmax
from vision.motion.features import MIRROR
from vision.motion.step import MotionPolicy
from vision.motion.vocabulary import MOTIONS

VERSION = "3.0.0"
NAME = "motion"
TARGET = Path(__file__).resolve().parents[1] / "models" / "own" / "motion.onnx"
CALIBRATION_SEEDS = 40_000_000
"""Clips from this seed on set the temperature; they teach nothing."""
CHUNK = 4096
CHANCE_SEED = 5
"""Of the choice among windows that are easily told to be nothing."""


BLOCK = 50
"""Clips whose windows are chosen by one source of chance."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that decides the trained file."""

    seed: int = 7
    rounds: int = 3
    """In the last one, clips without a gesture hold the movements that are most like one."""
    gestures: int = 600
    """Clips of each gesture in a round."""
    ordinary: int = 3000
    """Clips without one in a round."""
    kept: tuple[int, int] = (12, 14)
    """Windows kept from a clip, of the gesture and of ordinary movement."""
    calibration: int = 30
    """Clips of each label that set the temperature."""
    networks: int = 2
    """Their logits are averaged."""
    schedule: Schedule = field(default_factory=Schedule)
    scout: Schedule = field(default_factory=lambda: Schedule(epochs=6))
    """Of the network that tells which windows without a gesture are worth learning."""
    doubtful: float = 0.95
    """Probability of ordinary movement below which they are."""
    easy: float = 0.15
    """Share of the others that is learnt, too."""


def gather(plan: Plan, first: tuple[int, int], counts: tuple[int, int], *, hard: bool = False) -> Lessons:
    """Windows of clips of all labels.

    Args:
        plan: how many windows are kept from a clip.
        first: seeds of the first clip of each gesture, and of the first without one.
        counts: clips of each gesture, and without one.
        hard: whether those without one hold the movements that are most like one.
    """
    parts = []
    for number, label in enumerate(LABELS):
        ordinary = label == NONE
        start, end = first[ordinary], first[ordinary] + counts[ordinary]
        for seed in range(start, end, BLOCK):
            rng = np.random.default_rng([plan.seed, seed, number])
            seeds = range(seed, min(seed + BLOCK, end))
            parts.append(lessons(rng, seeds, label, plan.kept, MotionPolicy(), hard=hard and ordinary))
    return joined(parts)


def gather_all(plan: Plan) -> list[Lessons]:
    """What teaches, round by round."""
    counts = (plan.gestures, plan.ordinary)
    return [
        gather(plan, (plan.gestures * i, plan.ordinary * i), counts, hard=i == plan.rounds - 1)
        for i in range(plan.rounds)
    ]


def winnow(plan: Plan, rounds: Sequence[Lessons]) -> tuple[Lessons, Standard]:
    """All gestures, the ordinary movement that a network taught by the first round doubts, some of the rest.

    Returns:
        What is worth learning, and what the channels are like in the first round.
    """
    standard = standard_of(rounds[0].features)
    scout = train(rounds[0].features, rounds[0].labels, len(MOTIONS), standard, plan.scout, plan.seed)
    known, nothing = joined(rounds), MOTIONS.index(NONE)
    sure = np.concatenate(
        [
            softmax(scout.logits(standard.apply(known.features[i : i + CHUNK])))[:, nothing] >= plan.doubtful
            for i in range(0, len(known.labels), CHUNK)
        ]
    )
    chance = np.random.default_rng(CHANCE_SEED).random(len(sure))
    kept = (known.labels != nothing) | ~sure | (chance < plan.easy)
    return Lessons(known.features[kept], known.labels[kept]), standard


def learn(plan: Plan, known: Lessons, standard: Standard) -> list[Network]:
    """The networks."""
    return [
        train(known.features, known.labels, len(MOTIONS), standard, plan.schedule, seed)
        for seed in range(plan.seed, plan.seed + plan.networks)
    ]


def logits(networks: Sequence[Network], standard: Standard, features: Array) -> Array:
    """(N, FEATURES) to (N, len(MOTIONS)), averaged over networks and both sides of the mirror."""
    sides = [standard.apply(side) for side in (features, features * MIRROR)]
    return np.asarray(np.mean([network.logits(side) for network in networks for side in sides], axis=0))


def train_model(plan: Plan) -> onnx.ModelProto:
    """The motion model learnt from drawn clips."""
    known, standard = winnow(plan, gather_all(plan))
    networks = learn(plan, known, standard)
    first = (CALIBRATION_SEEDS, CALIBRATION_SEEDS)
    held_out = gather(plan, first, (plan.calibration, plan.calibration * 5))
    temperature = temperature_of(
        logits(networks, standard, held_out.features.astype(np.float32)), held_out.labels
    )
    text = json.dumps(asdict(plan), sort_keys=True)
    metadata = {
        "name": NAME,
        "version": VERSION,
        "labels": ",".join(MOTIONS),
        "licence": "Apache-2.0",
        "training_data": f"{plan.rounds * plan.gestures} drawn clips of each gesture, "
        f"{plan.rounds * plan.ordinary} of ordinary movement",
        "training_data_licences": "drawn clips: Apache-2.0",
        "temperature": f"{temperature:.4f}",
        "plan_sha256": hashlib.sha256(text.encode()).hexdigest(),
    }
    return motion_model(networks, standard, temperature, metadata)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m datasets.train_motion", description=__doc__)
    parser.add_argument("--out", type=Path, default=TARGET, help="the file to write (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=Plan().seed)
    options = parser.parse_args(arguments)
    model = train_model(Plan(seed=options.seed))
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_bytes(model.SerializeToString(deterministic=True))
    for entry in model.metadata_props:
        print(f"{entry.key}: {entry.value}")
    print(f"{options.out}: {options.out.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
