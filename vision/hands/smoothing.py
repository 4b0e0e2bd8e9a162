"""The One-Euro filter on landmarks: still where the hand rests, close behind where it moves.

Source: Casiez, Roussel and Vogel, "1 € Filter: A Simple Speed-based Low-pass Filter for Noisy Input in
Interactive Systems", CHI 2012. Speeds are taken in palm lengths a second, so the constants hold at any
distance from the camera, and per landmark over x and y together, so a motion keeps its direction.

Measured with `benchmarks.hands_smoothing` on three hands at 30 frames a second with a noise of 4 grey
levels: at rest the jitter falls from 0.26-0.45 % of the palm length to 0.11-0.21 %; a hand that swings at
up to 0.9, 3.1 and 6.3 palm lengths a second is followed 17-19, 7-8 and 5-6 ms behind.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.hands.policy import SmoothingPolicy
from vision.observations import Landmarks


@dataclass(frozen=True, slots=True, eq=False)
class Smoothed:
    """The filter's state after a frame."""

    landmarks: Landmarks
    """(21, 3) float32, display pixels."""
    velocity: Landmarks
    """(21, 3) float32, low-passed, display pixels a second."""


def start(landmarks: Landmarks) -> Smoothed:
    """Begin (again) at these landmarks, at rest."""
    return Smoothed(landmarks, np.zeros_like(landmarks))


def smooth(
    before: Smoothed, landmarks: Landmarks, elapsed: float, palm: float, policy: SmoothingPolicy
) -> Smoothed:
    """One step of the filter.

    Args:
        before: state after the previous frame of the same hand.
        landmarks: (21, 3) float32 as measured now, display pixels.
        elapsed: media seconds since that frame, > 0.
        palm: palm length in display pixels, > 0.
        policy: the constants.
    """
    raw_velocity = (landmarks - before.landmarks) / np.float32(elapsed)
    weight = np.float32(_weight(policy.speed_cutoff_hz, elapsed))
    velocity = before.velocity + weight * (raw_velocity - before.velocity)
    speed = np.hypot(velocity[:, 0], velocity[:, 1]) / np.float32(palm)
    rate = np.float32(2 * math.pi * elapsed) * (policy.min_cutoff_hz + policy.beta * speed)
    share = (rate / (1 + rate)).astype(np.float32)[:, None]
    return Smoothed(before.landmarks + share * (landmarks - before.landmarks), velocity)


def _weight(cutoff_hz: float, elapsed: float) -> float:
    """Share of the new sample in a first-order low pass: 1 / (1 + tau / Te) with tau = 1 / (2 pi fc)."""
    rate = 2 * math.pi * cutoff_hz * elapsed
    return rate / (1 + rate)
