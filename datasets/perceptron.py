"""A small multilayer perceptron and its training, in plain numpy: same seed, same weights."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Labels = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Schedule:
    """How a network is trained."""

    hidden: tuple[int, ...] = (128, 64)
    epochs: int = 4
    batch: int = 512
    rate: float = 2e-3
    """Highest learning rate; it falls to zero along half a cosine."""
    decay: float = 1e-4
    """Weight decay, apart from the gradient's step (Loshchilov and Hutter, arXiv 1711.05101)."""
    dropout: float = 0.1
    """Share of hidden units silenced in each step (Srivastava et al., JMLR 15, 2014)."""
    smoothing: float = 0.05
    """Probability taken from the label and spread over all classes (Szegedy et al., arXiv 1512.00567)."""


@dataclass(frozen=True, slots=True)
class Network:
    """Weights (inputs, outputs) and biases (outputs,) of each layer; ReLU between them."""

    weights: tuple[Array, ...]
    biases: tuple[Array, ...]

    def logits(self, features: Array) -> Array:
        """(N, F) standardised features to (N, C) logits."""
        value = features
        for weight, bias in zip(self.weights[:-1], self.biases[:-1], strict=True):
            value = np.maximum(value @ weight + bias, 0)
        return value @ self.weights[-1] + self.biases[-1]


def softmax(logits: Array) -> Array:
    """Probabilities along the last axis."""
    shifted = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=-1, keepdims=True))


def train(features: Array, labels: Labels, classes: int, schedule: Schedule, seed: int) -> Network:
    """Fit a network by Adam (Kingma and Ba, arXiv 1412.6980).

    Args:
        features: (N, F) float32, standardised.
        labels: (N,) class indices.
        classes: how many there are.
        schedule: how to train.
        seed: of the first weights, the order and the dropout.
    """
    rng = np.random.default_rng(seed)
    sizes = [features.shape[1], *schedule.hidden, classes]
    pairs = list(pairwise(sizes))
    # He et al., arXiv 1502.01852: keeps the variance through ReLU layers.
    weights = [rng.normal(0, np.sqrt(2 / n), (n, m)).astype(np.float32) for n, m in pairs]
    parameters = weights + [np.zeros(m, dtype=np.float32) for _, m in pairs]
    adam = Adam(parameters)
    steps = -(-len(features) // schedule.batch) * schedule.epochs
    step = 0
    for _ in range(schedule.epochs):
        order = rng.permutation(len(features))
        for start in range(0, len(order), schedule.batch):
            chosen = order[start : start + schedule.batch]
            target = smoothed(labels[chosen], classes, schedule.smoothing)
            gradients = _gradients(parameters, features[chosen], target, schedule.dropout, rng)
            rate = schedule.rate * 0.5 * (1 + np.cos(np.pi * step / steps))
            for weight in weights:
                weight *= np.float32(1 - schedule.decay * rate / schedule.rate)
            adam.step(gradients, rate)
            step += 1
    depth = len(pairs)
    return Network(tuple(parameters[:depth]), tuple(parameters[depth:]))


def smoothed(labels: Labels, classes: int, smoothing: float) -> Array:
    """(N,) class indices to (N, classes) target probabilities."""
    target = np.full((len(labels), classes), smoothing / classes, dtype=np.float32)
    target[np.arange(len(labels)), labels] += np.float32(1 - smoothing)
    return target


def _gradients(
    parameters: list[Array], features: Array, target: Array, dropout: float, rng: np.random.Generator
) -> list[Array]:
    """Of the mean cross-entropy, by each parameter: weights first, then biases."""
    depth = len(parameters) // 2
    weights, biases = parameters[:depth], parameters[depth:]
    values, masks = [features], []
    for weight, bias in zip(weights[:-1], biases[:-1], strict=True):
        raw = values[-1] @ weight + bias
        keep = rng.random(raw.shape, dtype=np.float32) >= dropout
        masks.append(((raw > 0) & keep).astype(np.float32) / np.float32(1 - dropout))
        values.append(raw * masks[-1])
    error = (softmax(values[-1] @ weights[-1] + biases[-1]) - target) / np.float32(len(features))
    by_weight: list[Array] = []
    by_bias: list[Array] = []
    for layer in reversed(range(depth)):
        by_weight.insert(0, values[layer].T @ error)
        by_bias.insert(0, error.sum(axis=0))
        if layer:
            error = (error @ weights[layer].T) * masks[layer - 1]
    return by_weight + by_bias


class Adam:
    """Steps of Adam (Kingma and Ba, arXiv 1412.6980) that change the parameters in place."""

    def __init__(self, parameters: list[Array]) -> None:
        self._parameters = parameters
        self._mean = [np.zeros_like(p) for p in parameters]
        self._square = [np.zeros_like(p) for p in parameters]
        self._step = 0

    def step(self, gradients: list[Array], rate: float) -> None:
        """One step against the gradients, in the order of the parameters."""
        self._step += 1
        scale = np.float32(rate * np.sqrt(1 - 0.999**self._step) / (1 - 0.9**self._step))
        for value, gradient, mean, square in zip(
            self._parameters, gradients, self._mean, self._square, strict=True
        ):
            mean += np.float32(0.1) * (gradient - mean)
            square += np.float32(0.001) * (gradient * gradient - square)
            value -= scale * mean / (np.sqrt(square) + np.float32(1e-8))
