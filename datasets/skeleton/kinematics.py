"""From joint angles to 21 points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.skeleton.anatomy import (
    CONVERGENCE,
    FAN,
    KNUCKLES,
    PHALANGES,
    SIZE_SPREAD,
    THUMB_BONES,
    THUMB_ROOT,
    FloatArray,
)


@dataclass(frozen=True, slots=True)
class Hands:
    """The bones of N right hands, in palms."""

    knuckles: FloatArray
    """(N, 4, 3)"""
    phalanges: FloatArray
    """(N, 4, 3) lengths"""
    thumb_root: FloatArray
    """(N, 3)"""
    thumb_bones: FloatArray
    """(N, 3) lengths"""


def draw_hands(rng: np.random.Generator, count: int) -> Hands:
    """Hands of `count` people: each bone varies, fingers of one hand vary together."""
    finger = 1 + rng.normal(0, SIZE_SPREAD, (count, 1, 1)) + rng.normal(0, SIZE_SPREAD / 2, (count, 4, 3))
    thumb = 1 + rng.normal(0, SIZE_SPREAD, (count, 1)) + rng.normal(0, SIZE_SPREAD / 2, (count, 3))
    width = 1 + rng.normal(0, 1.5 * SIZE_SPREAD, (count, 1, 1))
    knuckles = KNUCKLES * np.concatenate([width, np.ones_like(width), width], axis=2)
    return Hands(
        knuckles=knuckles + rng.normal(0, 0.012, (count, 4, 3)),
        phalanges=PHALANGES * finger,
        thumb_root=THUMB_ROOT + rng.normal(0, 0.025, (count, 3)),
        thumb_bones=THUMB_BONES * thumb,
    )


def _unit(vectors: FloatArray) -> FloatArray:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True))


def _chain(
    start: FloatArray, straight: FloatArray, fold: FloatArray, bends: FloatArray, bones: FloatArray
) -> FloatArray:
    """Points along bones that bend in one plane; `bends` in radians, each relative to the bone before."""
    angle = np.cumsum(bends, axis=-1)[..., None]
    steps = (np.cos(angle) * straight[..., None, :] + np.sin(angle) * fold[..., None, :]) * bones[..., None]
    return np.asarray(start[..., None, :] + np.cumsum(steps, axis=-2))


def points(pose: FloatArray, hands: Hands) -> FloatArray:
    """Forward kinematics.

    Args:
        pose: (N, 21) degrees, in the order of `anatomy.LIMITS`.
        hands: N hands.

    Returns:
        (N, 21, 3) in palms in the hand frame (x radial, y distal, z palmar), wrist at the origin,
        MediaPipe's order.
    """
    count = len(pose)
    radians = np.radians(pose)
    finger = radians[:, :16].reshape(count, 4, 4)
    side = FAN + finger[:, :, 1]
    straight = np.stack([np.sin(side), np.cos(side), np.zeros_like(side)], axis=-1)
    towards = np.stack([CONVERGENCE, np.zeros(4), np.ones(4)], axis=-1)
    fold = _unit(towards - straight * (straight * towards).sum(axis=-1, keepdims=True))
    fingers = _chain(hands.knuckles, straight, fold, finger[:, :, [0, 2, 3]], hands.phalanges)

    radial, palmar, pronation, mcp, ip = radians[:, 16:].T
    root = np.stack(
        [np.cos(palmar) * np.sin(radial), np.cos(palmar) * np.cos(radial), np.sin(palmar)], axis=-1
    )
    towards = np.stack([-np.cos(pronation), np.zeros(count), -np.sin(pronation)], axis=-1)
    fold = _unit(towards - root * (root * towards).sum(axis=-1, keepdims=True))
    bends = np.stack([np.zeros(count), mcp, ip], axis=-1)
    thumb = _chain(hands.thumb_root, root, fold, bends, hands.thumb_bones)

    joined = np.concatenate([hands.knuckles[:, :, None], fingers], axis=2).reshape(count, 16, 3)
    wrist = np.zeros((count, 1, 3))
    return np.concatenate([wrist, hands.thumb_root[:, None], thumb, joined], axis=1)
