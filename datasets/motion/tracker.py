"""What a hand tracker and a face detector report: errors, losses, new identities, missed frames."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.motion.body import Body
from datasets.skeleton.anatomy import FloatArray
from datasets.skeleton.sensor import observe
from vision.observations import CameraState, Detection, Hand, Handedness, PersonEvidence, SeatObservation

BoolArray = NDArray[np.bool_]

SLOWEST, FASTEST = 8.0, 60.0
"""Frames a second."""
COMMON_RATES = (10.0, 15.0, 20.0, 24.0, 25.0, 30.0, 30.0, 60.0)
STEADY = 0.12
"""Seconds over which the errors of a landmark model hang together from frame to frame."""
SEAT = 1


@dataclass(frozen=True, slots=True)
class Quality:
    """How well one clip is seen."""

    rate: float
    """Frames a second."""
    dropped: float
    """Share of frames that never arrive; as drawn, at least `SLOWEST` a second do."""
    error: float
    """Strength of the landmark errors, as `datasets.skeleton.sensor.observe` takes it."""
    lost_at_face: float
    """Chance a second that a hand before the face is lost."""
    lost_fast: float
    """Chance that a frame loses a hand faster than 25 palms a second."""
    face: float
    """Chance that a look finds the face; 0 where it never does."""


def draw_quality(rng: np.random.Generator) -> Quality:
    """The conditions of one clip."""
    even = float(np.exp(rng.uniform(np.log(SLOWEST), np.log(FASTEST))))
    rate = float(rng.choice(COMMON_RATES)) if rng.random() < 0.6 else even
    dropped = float(rng.choice([0.0, 0.05, 0.15, 0.33]))
    return Quality(
        rate=rate,
        dropped=min(dropped, 1 - SLOWEST / rate),
        error=float(rng.uniform(0.25, 0.8)),
        lost_at_face=float(rng.uniform(0.0, 1.5)),
        lost_fast=float(rng.uniform(0.0, 0.4)),
        face=float(rng.uniform(0.75, 1.0)),
    )


def frame_times(rng: np.random.Generator, seconds: float, quality: Quality) -> FloatArray:
    """(F,) media times of the frames that arrive."""
    even = np.arange(rng.uniform(0, 1 / quality.rate), seconds, 1 / quality.rate)
    jitter = rng.uniform(-0.15, 0.15, len(even)) / quality.rate
    kept = rng.random(len(even)) >= quality.dropped
    return np.asarray((even + jitter)[kept])


def landmarks(
    rng: np.random.Generator, body: Body, world: FloatArray, times: FloatArray, strength: float
) -> FloatArray:
    """A hand in pixels as a model reports it, (F, 21, 3), from its true points, (F, 21, 3) palms."""
    seen = body.seen(world)
    palm = (body.focal / np.maximum(body.distance + world[:, :1, 2], 0.8))[:, :, None]
    relative = (seen - seen[:, :1] * np.array([1, 1, 0])) / palm
    error = observe(rng, relative, strength) - relative
    return np.asarray(seen + _steadied(error, times) * palm)


def _steadied(error: FloatArray, times: FloatArray) -> FloatArray:
    """Errors that change slowly: an autoregression whose memory is `STEADY` seconds, at unchanged size."""
    kept = np.exp(-np.diff(times, prepend=times[0]) / STEADY)
    smooth = error.copy()
    for i in range(1, len(error)):
        smooth[i] = kept[i] * smooth[i - 1] + np.sqrt(1 - kept[i] ** 2) * error[i]
    # Part of every error is new in each frame.
    return np.asarray(0.85 * smooth + 0.3 * error)


def in_view(
    rng: np.random.Generator,
    body: Body,
    seen: FloatArray,
    times: FloatArray,
    quality: Quality,
    near: FloatArray,
) -> BoolArray:
    """(F,) whether the tracker has the hand.

    Args:
        rng: the source of all chance.
        body: whose hand and camera.
        seen: (F, 21, 3) pixels.
        times: (F,) seconds.
        quality: how often hands are lost.
        near: (F,) palms to the other hand's middle; hands that touch are often taken for one.
    """
    width, height = body.size
    inside = (seen[..., 0] >= 0) & (seen[..., 0] < width) & (seen[..., 1] >= 0) & (seen[..., 1] < height)
    there = inside.mean(axis=1) >= 0.6
    middle = seen[:, (0, 5, 9, 17), :2].mean(axis=1)
    palm = np.maximum(np.linalg.norm(seen[:, 9] - seen[:, 0], axis=-1), 1.0)
    gaps = np.maximum(np.diff(times, prepend=times[0] - 1 / quality.rate), 1e-3)
    speed = np.linalg.norm(np.diff(middle, axis=0, prepend=middle[:1]), axis=1) / palm / gaps
    x0, y0, x1, y1 = body.face_box()
    x, y = seen[..., 0].mean(axis=1), seen[..., 1].mean(axis=1)
    at_face = (x > x0) & (x < x1) & (y > y0) & (y < y1)
    chance = rng.random(len(times))
    lost = at_face & (chance < quality.lost_at_face * gaps)
    lost |= (speed > 25) & (chance < quality.lost_fast)
    lost |= (near < 0.8) & (chance < 2 * quality.lost_at_face * gaps)
    until = -1.0
    for i, t in enumerate(times):
        if lost[i]:
            until = t + float(rng.uniform(0.05, 0.4))
        there[i] &= t >= until
    # A hand that comes into view is found a moment later.
    appeared = there & ~np.concatenate([[False], there[:-1]])
    for first in np.flatnonzero(appeared):
        late = float(rng.uniform(0.0, 0.12))
        there[first:] &= times[first:] >= times[first] + late
    return np.asarray(there)


def observations(
    rng: np.random.Generator,
    body: Body,
    times: FloatArray,
    hands: list[tuple[FloatArray, BoolArray, Handedness]],
    quality: Quality,
) -> tuple[tuple[SeatObservation, ...], frozenset[int]]:
    """What the seat's observations hold of it: landmarks, identities, faces. Nothing else is filled in.

    Returns:
        The observations, and the track numbers of the first of the hands.
    """
    seen: list[SeatObservation] = []
    tracks = list(range(1, len(hands) + 1))
    first = {tracks[0]}
    newest, lost_at = len(hands), [0.0] * len(hands)
    looked = -1.0
    for i, t in enumerate(times):
        present: list[Hand] = []
        for which, (points, there, side) in enumerate(hands):
            if not there[i]:
                lost_at[which] = lost_at[which] or float(t)
                continue
            if lost_at[which] and t - lost_at[which] > 0.25:
                newest += 1
                tracks[which] = newest
                first |= {newest} if which == 0 else set()
            lost_at[which] = 0.0
            now = points[i].astype(np.float32)
            present.append(Hand(tracks[which], now, now, side, 0.9, 0.95))
        person = None
        if present or t - looked >= 0.5:
            looked = float(t)
            person = _person(rng, body, quality)
        order = tuple(sorted(present, key=lambda hand: hand.track))
        seen.append(SeatObservation(SEAT, float(t), body.size, CameraState.OK, order, person))
    return tuple(seen), frozenset(first)


def _person(rng: np.random.Generator, body: Body, quality: Quality) -> PersonEvidence:
    if rng.random() >= quality.face:
        return PersonEvidence(True, 0.9, ("body",))
    box = body.face_box()
    box = box + rng.normal(0, 0.02 * (box[2] - box[0]), 4)
    return PersonEvidence(True, 0.95, ("face",), (Detection((box[0], box[1], box[2], box[3]), 0.9),))
