"""A small network whose kernels move along the time of a window, and its training, in plain numpy.

Two convolutions over time, then two dense layers: what a gesture looks like does not depend on when in the
window it was made, so far fewer clips teach it than a plain perceptron needs. Same seed, same weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from datasets.perceptron import Adam, Array, Labels, smoothed, softmax
from vision.motion.features import CHANNELS, MIRROR
from vision.motion.trail import STEPS

KERNEL, STRIDE = 5, 2
"""Instants that a kernel sees, and those between two of its places."""
FIRST_PLACES = (STEPS - KERNEL) // STRIDE + 1
PLACES = (FIRST_PLACES - KERNEL) // STRIDE + 1
"""Of the kernels of the first and of the second convolution."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """The size of a network and how it is trained."""

    kernels: tuple[int, int] = (64, 64)
    hidden: int = 64
    epochs: int = 14
    batch: int = 512
    rate: float = 2e-3
    """Highest learning rate; it rises to it over `WARM` steps and falls to zero along half a cosine."""
    decay: float = 1e-3
    """Weight decay a step, apart from the gradient's step (Loshchilov and Hutter, arXiv 1711.05101)."""
    dropout: float = 0.2
    smoothing: float = 0.02


WARM = 200


class Standard(NamedTuple):
    """What the channels are like at training."""

    mean: Array
    """(CHANNELS,); zero where a mirror changes the sign"""
    scale: Array
    """(CHANNELS,)"""

    def apply(self, features: NDArray[np.floating]) -> Array:
        """(N, FEATURES) to (N, STEPS, CHANNELS) standardised."""
        windows = features.astype(np.float32).reshape(len(features), STEPS, CHANNELS)
        return np.asarray((windows - self.mean) / self.scale)


def standard_of(features: NDArray[np.floating]) -> Standard:
    """Of (N, FEATURES) windows."""
    windows = features.reshape(-1, STEPS, CHANNELS)
    mean = windows.mean(axis=(0, 1), dtype=np.float64) * (MIRROR[:CHANNELS] > 0)
    scale = windows.std(axis=(0, 1), dtype=np.float64) + 0.05
    return Standard(mean.astype(np.float32), scale.astype(np.float32))


@dataclass(frozen=True, slots=True)
class Network:
    """Weights (inputs, outputs) and biases (outputs,) of two convolutions and two dense layers.

    The inputs of a convolution are its kernel's instants, oldest first, each with all channels.
    """

    weights: tuple[Array, Array, Array, Array]
    biases: tuple[Array, Array, Array, Array]

    def logits(self, windows: Array) -> Array:
        """(N, STEPS, CHANNELS) standardised windows to (N, classes) logits."""
        return _forward([*self.weights, *self.biases], windows, None)[0]


def train(
    features: NDArray[np.floating],
    labels: Labels,
    classes: int,
    standard: Standard,
    schedule: Schedule,
    seed: int,
) -> Network:
    """Fit a network; each window is seen as it is or mirrored, by chance.

    Args:
        features: (N, FEATURES).
        labels: (N,) class indices.
        classes: how many there are.
        standard: what the channels are like.
        schedule: how to train.
        seed: of the first weights, the order, the mirror and the dropout.
    """
    rng = np.random.default_rng(seed)
    parameters = _first(rng, classes, schedule)
    weights = parameters[:4]
    adam = Adam(parameters)
    steps = -(-len(features) // schedule.batch) * schedule.epochs
    step = 0
    for _ in range(schedule.epochs):
        order = rng.permutation(len(features))
        for start in range(0, len(order), schedule.batch):
            chosen = order[start : start + schedule.batch]
            batch = features[chosen].astype(np.float32)
            batch[rng.random(len(batch)) < 0.5] *= MIRROR
            target = smoothed(labels[chosen], classes, schedule.smoothing)
            gradients = _gradients(parameters, standard.apply(batch), target, schedule.dropout, rng)
            rate = schedule.rate * min(1.0, (step + 1) / WARM) * 0.5 * (1 + np.cos(np.pi * step / steps))
            for weight in weights:
                weight *= np.float32(1 - schedule.decay * rate / schedule.rate)
            adam.step(gradients, rate)
            step += 1
    return network_of(parameters)


def network_of(parameters: list[Array]) -> Network:
    """The network with these weights, in order, and these biases."""
    (a, b, c, d), (e, f, g, h) = parameters[:4], parameters[4:]
    return Network((a, b, c, d), (e, f, g, h))


def _first(rng: np.random.Generator, classes: int, schedule: Schedule) -> list[Array]:
    one, two = schedule.kernels
    sizes = [(KERNEL * CHANNELS, one), (KERNEL * one, two), (PLACES * two, schedule.hidden)]
    sizes.append((schedule.hidden, classes))
    # He et al., arXiv 1502.01852: keeps the variance through ReLU layers.
    weights = [rng.normal(0, np.sqrt(2 / n), (n, m)).astype(np.float32) for n, m in sizes]
    return weights + [np.zeros(m, dtype=np.float32) for _, m in sizes]


class _Pass(NamedTuple):
    """What the way back needs of the way there: each layer's inputs, and what of its outputs goes on."""

    inputs: tuple[Array, Array, Array, Array]
    masks: tuple[Array, Array, Array]


def _forward(
    parameters: list[Array], windows: Array, dropout: tuple[float, np.random.Generator] | None
) -> tuple[Array, _Pass]:
    weights, biases = parameters[:4], parameters[4:]
    inputs: list[Array] = []
    masks: list[Array] = []
    value = windows
    for layer in range(3):
        value = _places(value) if layer < 2 else value.reshape(len(value), -1)
        inputs.append(value)
        raw = value @ weights[layer] + biases[layer]
        mask = (raw > 0).astype(np.float32)
        if dropout is not None and layer > 0:
            share, rng = dropout
            mask *= (rng.random(raw.shape, dtype=np.float32) >= share) / np.float32(1 - share)
        masks.append(mask)
        value = raw * mask
    inputs.append(value)
    first, second, third = masks
    a, b, c, d = inputs
    return value @ weights[3] + biases[3], _Pass((a, b, c, d), (first, second, third))


def _places(values: Array) -> Array:
    """(N, T, C) to (N, places, KERNEL * C): what a kernel sees at each of its places."""
    seen = sliding_window_view(values, KERNEL, axis=1)[:, ::STRIDE]
    return np.ascontiguousarray(seen.transpose(0, 1, 3, 2)).reshape(len(values), seen.shape[1], -1)


def _spread(gradient: Array, instants: int) -> Array:
    """The way back of `_places`."""
    count, places, _ = gradient.shape
    parts = gradient.reshape(count, places, KERNEL, -1)
    out = np.zeros((count, instants, parts.shape[3]), dtype=np.float32)
    for k in range(KERNEL):
        out[:, k : k + STRIDE * (places - 1) + 1 : STRIDE] += parts[:, :, k]
    return out


def _gradients(
    parameters: list[Array], windows: Array, target: Array, dropout: float, rng: np.random.Generator
) -> list[Array]:
    """Of the mean cross-entropy, by each parameter: weights first, then biases."""
    outputs, (inputs, masks) = _forward(parameters, windows, (dropout, rng))
    error = (softmax(outputs) - target) / np.float32(len(windows))
    by_weight: list[Array] = []
    by_bias: list[Array] = []
    for layer in (3, 2, 1, 0):
        flat = error.reshape(-1, error.shape[-1])
        by_weight.insert(0, inputs[layer].reshape(len(flat), -1).T @ flat)
        by_bias.insert(0, flat.sum(axis=0))
        if layer:
            back = np.asarray(error @ parameters[layer].T, dtype=np.float32)
            back = _spread(back, FIRST_PLACES) if layer == 1 else back
            error = back.reshape(masks[layer - 1].shape) * masks[layer - 1]
    return by_weight + by_bias
