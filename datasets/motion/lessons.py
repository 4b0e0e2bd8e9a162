"""From clips to what the motion model learns: windows by the very code that watches, and their labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.motion.clip import NONE, TWO_HANDED, Clip, confusing, draw_clip
from datasets.perceptron import Labels
from vision.motion.features import features
from vision.motion.step import Look, MotionPolicy, MotionState, follow, windows_of
from vision.motion.vocabulary import MOTIONS

FRESH = 0.4
"""Seconds after its end for which a gesture is to be named: little longer than its event counts as in time,
so that what is learnt is to be sure of it soon, not afterwards."""
EARLY = 0.7
"""Share of a gesture, from its start to its fulfilment, that still counts as nothing."""
OVER = 1.4
"""Seconds after its end from which a window is to be named nothing again."""
UNDECIDED = -1


@dataclass(frozen=True, slots=True)
class Lessons:
    """Windows and what they show."""

    features: NDArray[np.float16]
    """(N, FEATURES), in half precision: there are many, and no feature needs more than three digits"""
    labels: Labels
    """(N,) indices into `MOTIONS`"""


def joined(parts: Sequence[Lessons]) -> Lessons:
    """All of them, in order."""
    return Lessons(
        np.concatenate([part.features for part in parts]), np.concatenate([part.labels for part in parts])
    )


def looks_of(clip: Clip, policy: MotionPolicy) -> list[Look]:
    """Every hand that would be judged while the clip runs, in order of time."""
    state = MotionState()
    looks: list[Look] = []
    for seen in clip.observations:
        state, due = follow(state, seen, policy)
        looks += due
    return looks


def label_at(clip: Clip, look: Look) -> int:
    """What a window should be called, an index into `MOTIONS`, or `UNDECIDED`.

    Args:
        clip: where it comes from.
        look: the hand and the instant.
    """
    nothing = MOTIONS.index(NONE)
    interval = clip.interval
    if interval is None:
        return nothing
    t = look.t
    if t < interval.start + EARLY * (interval.done - interval.start) or t > interval.end + OVER:
        return nothing
    if clip.label not in TWO_HANDED and look.trail.track not in clip.acting:
        return nothing
    if interval.done <= t <= interval.end + FRESH and look.trail.moved >= interval.start:
        return MOTIONS.index(clip.label)
    return UNDECIDED


def lessons(
    rng: np.random.Generator,
    seeds: Sequence[int],
    label: str,
    most: tuple[int, int],
    policy: MotionPolicy,
    *,
    hard: bool = False,
) -> Lessons:
    """Windows of many clips of one label.

    Args:
        rng: chooses which windows are kept.
        seeds: of the clips.
        label: one of `datasets.motion.clip.LABELS`.
        most: windows kept from one clip, of the gesture and of ordinary movement.
        policy: when hands are looked at.
        hard: whether clips without a gesture hold the movements that are most like one.
    """
    found: list[NDArray[np.float16]] = []
    names: list[int] = []
    for seed in seeds:
        clip = draw_clip(seed, label, content=confusing(seed) if hard else None)
        looks = looks_of(clip, policy)
        labels = np.array([label_at(clip, look) for look in looks], dtype=np.int64)
        ordinary = labels == MOTIONS.index(NONE)
        sorts = ((labels != UNDECIDED) & ~ordinary, ordinary)
        kept = np.concatenate(
            [rng.permutation(np.flatnonzero(sort))[:limit] for sort, limit in zip(sorts, most, strict=True)]
        )
        if len(kept):
            found.append(features(windows_of([looks[int(i)] for i in kept])).astype(np.float16))
            names += [int(labels[int(i)]) for i in kept]
    return Lessons(np.concatenate(found), np.array(names, dtype=np.int64))
