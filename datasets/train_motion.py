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
from datasets.motion.lessons import Lessons, lessons
from datasets.perceptron import Array, Network, Schedule, train
from vision.motion.features import MIRROR
from vision.motion.step import MotionPolicy
from vision.motion.vocabulary import MOTIONS

VERSION = "1.0.0"
NAME = "motion"
TARGET = Path(__file__).resolve().parents[1] / "models" / "own" / "motion.onnx"
CALIBRATION_SEEDS = 40_000_000
"""Clips from this seed on set the temperature; they teach nothing."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that decides the trained file."""

    seed: int = 7
    gestures: int = 600
    """Clips of each gesture."""
    ordinary: int = 3600
    """Clips without one."""
    kept: tuple[int, int] = (8, 10)
    """Windows kept from a clip, of the gesture and of ordinary movement."""
    calibration: int = 30
    """Clips of each label that set the temperature."""
    networks: int = 2
    schedule: Schedule = field(default_factory=lambda: Schedule((128, 64), 12, 512, 1e-3, 1e-3, 0.2, 0.02))


def gather(plan: Plan, first: int, counts: tuple[int, int]) -> Lessons:
    """Windows of clips of all labels.

    Args:
        plan: how many windows are kept from a clip.
        first: the first clip's seed.
        counts: clips of each gesture, and without one.
    """
    parts = []
    for number, label in enumerate(LABELS):
        rng = np.random.default_rng([plan.seed, first, number])
        seeds = range(first, first + counts[label == NONE])
        parts.append(lessons(rng, seeds, label, plan.kept, MotionPolicy()))
    return sum(parts[1:], parts[0])


def learn(plan: Plan, known: Lessons) -> tuple[list[Network], Array, Array]:
    """The networks, and the mean and scale of the features; each window is learnt as it is or mirrored."""
    mean = known.features.mean(axis=0, dtype=np.float64) * (MIRROR > 0)
    scale = known.features.std(axis=0, dtype=np.float64) + 0.05
    networks = []
    for seed in range(plan.seed, plan.seed + plan.networks):
        flip = np.random.default_rng([seed, 1]).random(len(known.labels)) < 0.5
        standard = known.features.astype(np.float32)
        standard[flip] *= MIRROR
        standard -= mean.astype(np.float32)
        standard /= scale.astype(np.float32)
        networks.append(train(standard, known.labels, len(MOTIONS), plan.schedule, seed))
    return networks, mean.astype(np.float32), scale.astype(np.float32)


def logits(networks: Sequence[Network], mean: Array, scale: Array, features: Array) -> Array:
    """(N, FEATURES) to (N, len(MOTIONS)), averaged over networks and both sides of the mirror."""
    sides = [(side - mean) / scale for side in (features, features * MIRROR)]
    return np.asarray(np.mean([network.logits(side) for network in networks for side in sides], axis=0))


def train_model(plan: Plan) -> onnx.ModelProto:
    """The motion model learnt from drawn clips."""
    networks, mean, scale = learn(plan, gather(plan, 0, (plan.gestures, plan.ordinary)))
    held_out = gather(plan, CALIBRATION_SEEDS, (plan.calibration, plan.calibration * 5))
    temperature = temperature_of(
        logits(networks, mean, scale, held_out.features.astype(np.float32)), held_out.labels
    )
    text = json.dumps(asdict(plan), sort_keys=True)
    metadata = {
        "name": NAME,
        "version": VERSION,
        "labels": ",".join(MOTIONS),
        "licence": "Apache-2.0",
        "training_data": f"{plan.gestures} drawn clips of each gesture, {plan.ordinary} of ordinary movement",
        "training_data_licences": "drawn clips: Apache-2.0",
        "temperature": f"{temperature:.4f}",
        "plan_sha256": hashlib.sha256(text.encode()).hexdigest(),
    }
    return motion_model(networks, mean, scale, temperature, metadata)


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
