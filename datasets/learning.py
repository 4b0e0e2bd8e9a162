"""Learning shapes: rounds of hands become features, features become an ensemble of small networks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from datasets.landmarks import FloatArray, Labelled
from datasets.perceptron import Array, Labels, Network, Schedule, train
from datasets.recipe import Batch, Recipe, draw_hands, real_hands, shake
from datasets.rendered import Seen
from datasets.shapes_graph import features_model
from datasets.skeleton.sample import LABELS
from models.engines.quiet_onnxruntime import onnxruntime as ort

LEARNT = tuple(sorted(LABELS))
"""The shapes that the networks tell apart, in the order of their outputs."""


@dataclass(frozen=True, slots=True)
class Lessons:
    """Features and labels to learn from."""

    features: Array
    """(N, FEATURES) float32"""
    labels: Labels
    """(N,) indices into `LEARNT`"""

    def __add__(self, other: Lessons) -> Lessons:
        return Lessons(
            np.concatenate([self.features, other.features]), np.concatenate([self.labels, other.labels])
        )


@dataclass(frozen=True, slots=True)
class Classifier:
    """An ensemble and how features become what it takes."""

    networks: tuple[Network, ...]
    mean: Array
    """(FEATURES,) of what was learnt from."""
    axes: Array
    """(FEATURES, K) float32: takes features less their mean to their principal components."""

    def logits(self, features: Array) -> Array:
        """(N, FEATURES) to (N, len(LEARNT)), the mean over the networks."""
        components = np.asarray((features - self.mean) @ self.axes, dtype=np.float32)
        return np.asarray(np.mean([network.logits(components) for network in self.networks], axis=0))


class Features:
    """Runs the feature part of the classifier's graph."""

    def __init__(self) -> None:
        options = ort.SessionOptions()
        options.intra_op_num_threads = 1
        model = features_model().SerializeToString()
        self._session = ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])

    def __call__(self, landmarks: FloatArray) -> Array:
        """(N, 21, 3) in any scale to (N, FEATURES) float32."""
        flat = np.ascontiguousarray(landmarks.reshape(len(landmarks), 63), dtype=np.float32)
        return np.asarray(self._session.run(None, {"landmarks": flat})[0])


def drawn_lessons(recipe: Recipe, rounds: int, seed: int) -> Lessons:
    """Hands of the skeleton alone."""
    return _lessons(lambda rng: draw_hands(rng, recipe), rounds, seed)


def real_lessons(recipe: Recipe, rounds: int, seed: int, real: Labelled) -> Lessons:
    """Real hands, varied and grafted."""
    return _lessons(lambda rng: real_hands(rng, recipe, real), rounds, seed)


def rendered_lessons(seen: Seen, turns: int, seed: int) -> Lessons:
    """Rendered hands as our own eye reports them, each `turns` times, shaken anew."""
    rng, features = np.random.default_rng(seed), Features()
    known = np.array([LEARNT.index(label) for label in seen.labels], dtype=np.int64)
    shaken = [features(shake(rng, seen.landmarks)) for _ in range(turns)]
    return Lessons(np.concatenate(shaken), np.tile(known, turns))


def _lessons(source: Callable[[np.random.Generator], Batch], rounds: int, seed: int) -> Lessons:
    rng = np.random.default_rng(seed)
    features = Features()
    batches = [source(rng) for _ in range(rounds)]
    known = [features(hands) for hands, _ in batches]
    labels = np.array([LEARNT.index(label) for _, batch in batches for label in batch], dtype=np.int64)
    return Lessons(np.concatenate(known), labels)


def learn(lessons: Lessons, schedule: Schedule, seeds: Sequence[int], components: int) -> Classifier:
    """One network a seed, all on the same lessons.

    Args:
        lessons: what is learnt from.
        schedule: how each network is trained.
        seeds: one a network.
        components: how many principal components of the features it sees. Features hang together: a network
            that sees only what varies most is smaller, and better on strangers.
    """
    mean = lessons.features.mean(axis=0)
    # A feature that hardly varies must not become a loud one.
    scale = lessons.features.std(axis=0) + np.float32(1e-2)
    standard = (lessons.features - mean) / scale
    axes = _principal(standard, components)
    seen = standard @ axes
    networks = [train(seen, lessons.labels, len(LEARNT), schedule, seed) for seed in seeds]
    return Classifier(tuple(networks), mean, axes / scale[:, None])


def _principal(standard: Array, count: int) -> Array:
    """The directions in which (N, F) features with mean zero vary most: (F, count) float32, length 1."""
    covariance = (standard.T @ standard).astype(np.float64)
    return np.ascontiguousarray(np.linalg.eigh(covariance).eigenvectors[:, ::-1][:, :count], dtype=np.float32)
