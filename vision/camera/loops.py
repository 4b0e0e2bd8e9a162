"""A clip that is played over and over: the same frames come back, and so does every motion in them.

Each frame leaves a fingerprint: the brightness of 16 x 12 cells, without its mean. A few times a second the
newest is compared with all of the last minute. Somebody who sits still resembles himself at every distance
in time, and somebody who comes back to a pose does so for a while; only a loop resembles the past at one
distance and neither shortly before nor shortly after it, while things move, again and again.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.samples import Samples
from vision.checks import between, positive

Fingerprint = NDArray[np.float32]
"""(192,) float32: brightness of 16 x 12 cells, less their mean; luma levels."""
_Counts = NDArray[np.int16]

_CELLS = (16, 12)
_RATE = 15  # fingerprints kept a second: half a frame of a usual camera is the most that two can be apart
_ASK = 2  # comparisons a second
_NEAR = _RATE  # fingerprints to either side of a distance that it is measured against: one second
_QUICK = _RATE // 3  # distances below this are one and the same movement
_CAP = 9.0  # squared luma levels: a cell that changes more counts as this, so that no lamp outweighs the rest
_PENALTY = 3  # one miss takes back as much as so many hits have given


@dataclass(frozen=True, slots=True)
class LoopPolicy:
    """When a camera is suspected of showing a loop."""

    shortest: float = 2.0
    """Seconds of the shortest loop."""
    longest: float = 60.0
    """Seconds of the longest one; twice as much memory holds loops twice as long."""
    after: float = 20.0
    """Seconds in which something moved and every motion was a repetition."""
    alike: float = 0.2
    """Mean squared change from the frame one loop ago, as a share of that from frames around it; noise taken
    off both."""
    moving: float = 0.8
    """Squared luma levels of that change below which nothing moves: about seventeen cells of the picture.
    Breath stays below."""

    def __post_init__(self) -> None:
        positive(shortest=self.shortest, longest=self.longest, after=self.after, moving=self.moving)
        between(0, 0.5, alike=self.alike)
        if self.shortest >= self.longest:
            raise ValueError("shortest must be below longest")


@dataclass(frozen=True, slots=True, eq=False)
class LoopState:
    """What is remembered of one seat: at most a minute of fingerprints, 0.7 MB."""

    slot: int
    """Number of the newest fingerprint; they lie 1/15 s apart."""
    full: tuple[NDArray[np.float32], ...]
    """(15, 192) each: whole seconds, oldest first."""
    newest: tuple[Fingerprint, ...]
    """The part of a second since."""
    hits: _Counts
    """By distance in fingerprints: how often in a row a motion was a repetition."""
    since: float | None = None
    """Media time of the first comparison of the row that is longest."""


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop that is suspected."""

    period: float
    """Seconds."""
    since: float
    """Media time from which motions were repetitions."""
    hits: int
    """Comparisons that say so."""


def step_loop(
    state: LoopState | None, t: float, samples: Samples, policy: LoopPolicy
) -> tuple[LoopState, Loop | None]:
    """Take in one frame that can be judged.

    Args:
        state: of the frame before; None at the start and after time that could not be observed.
        t: media time of the frame in seconds.
        samples: of `vision.camera.samples.sample`.
        policy: when to suspect.
    """
    slot = math.floor(t * _RATE)
    if state is None or not 0 <= slot - state.slot <= _RATE:
        hits = np.zeros(round(policy.longest * _RATE) + 1, dtype=np.int16)
        return LoopState(slot, (), (fingerprint(samples),), hits), None
    if slot == state.slot:
        return state, _suspected(state, policy)
    print_ = fingerprint(samples)
    full, newest = state.full, (*state.newest, *(print_,) * (slot - state.slot))
    while len(newest) >= _RATE:
        full, newest = (*full, np.stack(newest[:_RATE])), newest[_RATE:]
    full = full[-(math.ceil(policy.longest) + 1) :]
    after = replace(state, slot=slot, full=full, newest=newest)
    if slot * _ASK // _RATE != state.slot * _ASK // _RATE:
        after = _compared(after, print_, t, policy)
    return after, _suspected(after, policy)


def fingerprint(samples: Samples) -> Fingerprint:
    """The picture's brightness in 16 x 12 cells, less their mean: a change of exposure is no motion."""
    cells = np.asarray(cv2.resize(samples.astype(np.float32), _CELLS, interpolation=cv2.INTER_AREA))
    flat = cells.reshape(-1)
    return np.asarray(flat - flat.mean(), dtype=np.float32)


def _compared(state: LoopState, now: Fingerprint, t: float, policy: LoopPolicy) -> LoopState:
    """Compare the newest fingerprint with all earlier ones and count."""
    if not _moves(state, now, policy):
        return state
    past = np.concatenate([*state.full, *(row[None] for row in state.newest)])[::-1][1 : len(state.hits)]
    first = round(policy.shortest * _RATE)
    if len(past) <= first + _NEAR:
        return state
    noise = _noise(past[: 5 * _RATE])
    changes = np.maximum(np.minimum(np.square(past - now), _CAP).mean(axis=1, dtype=np.float32) - noise, 0.0)
    around = cv2.blur(changes[:, None], (1, 2 * _NEAR + 1), borderType=cv2.BORDER_REFLECT)[:, 0]
    share = changes / np.maximum(around, 1e-6)
    moving = around > policy.moving
    quick = share[_QUICK : first - _QUICK]
    if quick.size and float(quick.min()) <= 2 * policy.alike and bool(moving[:first].any()):
        return state  # a fan, a nod, a lamp: what repeats itself faster than any loop tells nothing
    before = state.hits[1 : len(past) + 1]
    drifted = np.maximum(before, np.maximum(state.hits[: len(past)], np.append(before[1:], 0)))
    hit, miss = moving & (share <= policy.alike), moving & (share > 2 * policy.alike)
    counted = np.where(hit, drifted + 1, np.where(miss, before - _PENALTY, before))
    hits = np.zeros_like(state.hits)
    hits[1 : len(past) + 1] = np.clip(counted, 0, 2 * _needed(policy))
    hits[:first] = 0
    running = int(hits.max()) > 0
    began = state.since if running and state.since is not None else t
    return replace(state, hits=hits, since=began if running else None)


def _moves(state: LoopState, now: Fingerprint, policy: LoopPolicy) -> bool:
    """Whether anything has changed within the last second or so; where nothing has, nothing can repeat."""
    latest = np.concatenate([*state.full[-1:], *(row[None] for row in state.newest)])
    return float(np.minimum(np.square(latest - now), _CAP).mean(axis=1).max()) > policy.moving


def _noise(recent: NDArray[np.float32]) -> float:
    """How much neighbouring fingerprints differ at the stillest: squared luma levels."""
    steps = np.minimum(np.square(np.diff(recent, axis=0)), _CAP).mean(axis=1)
    return float(np.percentile(steps, 10))


def _needed(policy: LoopPolicy) -> int:
    return round(policy.after * _ASK)


def _suspected(state: LoopState, policy: LoopPolicy) -> Loop | None:
    longest = int(state.hits.argmax())
    hits = int(state.hits[longest])
    if hits < _needed(policy) or state.since is None:
        return None
    return Loop(longest / _RATE, state.since, hits)
