"""Honest probabilities: one temperature for all logits."""

from __future__ import annotations

import numpy as np

from datasets.perceptron import Array, Labels

CANDIDATES = np.geomspace(0.25, 8.0, 101)
"""Temperatures that are tried."""


def temperature_of(logits: Array, labels: Labels) -> float:
    """The temperature that makes held-out labels likeliest (Guo et al., arXiv 1706.04599).

    Args:
        logits: (N, C) of hands that were not learnt from.
        labels: (N,) their classes.
    """
    rows = np.arange(len(labels))
    losses = []
    for temperature in CANDIDATES:
        scaled = logits.astype(np.float64) / temperature
        scaled -= scaled.max(axis=1, keepdims=True)
        losses.append(np.mean(np.log(np.exp(scaled).sum(axis=1)) - scaled[rows, labels]))
    return float(CANDIDATES[int(np.argmin(losses))])
