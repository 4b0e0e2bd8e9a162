"""Nudity over time: which seats are judged in which frame, and by whom.

Hands are painted over before anybody judges: a bare hand near the camera is what these classifiers take
for a naked body most often, and no hand is ever one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.engine import Engine, FloatArray
from vision.checks import positive, within
from vision.frame import Frame
from vision.nudity.pixels import for_nsfwjs, for_open_nsfw
from vision.observations import Hand, NudityScore
from vision.turns import turn


@dataclass(frozen=True)
class NudityModels:
    """Loaded engines of two classifiers that share neither training nor makers."""

    first: Engine
    """`nsfw_mobilenet`: (N, 224, 224, 3) float32 RGB in 0..1; gives (N, 5) probabilities."""
    second: Engine
    """`open_nsfw`: (N, 224, 224, 3) float32 BGR less the mean; gives (N, 2) probabilities."""


@dataclass(frozen=True, slots=True)
class NudityPolicy:
    """How often to judge, in seconds, and when to ask again."""

    calm: float = 1.0
    """Between looks at a seat whose last look raised no alarm."""
    alarmed: float = 0.5
    """Between looks at a seat whose last look did."""
    alarm: float = 0.5
    """Probability by the first opinion from which the second is asked."""

    def __post_init__(self) -> None:
        positive(calm=self.calm, alarmed=self.alarmed, alarm=self.alarm)
        within(0, 1, alarm=self.alarm)


@dataclass(frozen=True, slots=True)
class NudityState:
    """What is remembered of one seat's last look."""

    t: float
    """Media time of the look."""
    score: NudityScore


FIRST, SECOND = "nsfw_mobilenet", "open_nsfw"
"""The opinions' names: those of the models."""


def step_nudity(
    states: Mapping[int, NudityState],
    frames: Mapping[int, Frame],
    models: NudityModels,
    policy: NudityPolicy,
    *,
    hands: Mapping[int, tuple[Hand, ...]] | None = None,
) -> tuple[dict[int, NudityState], dict[int, NudityScore]]:
    """Judge the seats that are due, in one batch an opinion.

    Args:
        states: of earlier steps, by seat.
        frames: by seat.
        models: loaded engines.
        policy: how often to judge.
        hands: what the hand tracker sees in these frames, by seat.

    Returns:
        All states, and the scores of the seats that were judged.
    """
    due = {seat: frame for seat, frame in frames.items() if _due(states.get(seat), frame, policy)}
    scores = judge(due, models, policy, hands=hands)
    after = {**states, **{seat: NudityState(due[seat].t, score) for seat, score in scores.items()}}
    return after, scores


def judge(
    frames: Mapping[int, Frame],
    models: NudityModels,
    policy: NudityPolicy,
    *,
    hands: Mapping[int, tuple[Hand, ...]] | None = None,
) -> dict[int, NudityScore]:
    """Judge every frame now: the first opinion on all, the second where the first is alarmed."""
    if not frames:
        return {}
    hidden = {seat: [outline(hand) for hand in (hands or {}).get(seat, ())] for seat in frames}
    opinions: dict[int, tuple[tuple[str, float], ...]] = {}
    batch = np.stack([for_nsfwjs(frame.picture, hidden[seat]) for seat, frame in frames.items()])
    for seat, score in zip(frames, _unsafe(models.first.run(batch)[0]), strict=True):
        opinions[seat] = ((FIRST, score),)
    asked = {seat: frame for seat, frame in frames.items() if opinions[seat][0][1] >= policy.alarm}
    if asked:
        batch = np.stack([for_open_nsfw(frame.picture, hidden[seat]) for seat, frame in asked.items()])
        for seat, row in zip(asked, models.second.run(batch)[0], strict=True):
            opinions[seat] += ((SECOND, float(row[1])),)
    return {seat: NudityScore(min(score for _, score in said), said) for seat, said in opinions.items()}


def outline(hand: Hand) -> NDArray[np.float64]:
    """The hand's convex hull, a third larger since landmarks lie on the bones: (n, 2) display pixels."""
    points = hand.landmarks[:, :2].astype(np.float64)
    hull = cv2.convexHull(points.astype(np.float32))[:, 0].astype(np.float64)
    centre = points.mean(axis=0)
    return np.asarray(centre + (hull - centre) * _FLESH)


_FLESH = 1.35
_HENTAI, _PORN = 1, 3


def _unsafe(classes: FloatArray) -> list[float]:
    """The probability of a naked body from (N, 5): Drawing, Hentai, Neutral, Porn, Sexy.

    Sexy does not count: that class was filled with dressed people too, and a bare arm or a swimsuit is
    no violation.
    """
    return [float(min(1.0, row[_HENTAI] + row[_PORN])) for row in classes]


def _due(before: NudityState | None, frame: Frame, policy: NudityPolicy) -> bool:
    if before is None or frame.t < before.t:
        return True
    every = policy.alarmed if before.score.opinions[0][1] >= policy.alarm else policy.calm
    return turn(frame.seat, frame.t, every) != turn(frame.seat, before.t, every)
