"""Our hands pipeline and the peer's, in turn on the same frames."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.clips import Clip
from benchmarks.clock import Cost, cost_of
from benchmarks.peer import Peer
from vision.hands import HandModels, HandPolicy, HandState, step_hands

Points = NDArray[np.float32]
"""(21, 2) float32 in pixels."""


@dataclass(frozen=True, slots=True)
class Duel:
    """What one clip cost either, and how far apart their landmarks are."""

    clip: str
    frames: int
    """Of the clip: each round shows them once."""
    rounds: int
    """That were measured, without the one to warm up."""
    peer: Cost
    """Of all rounds, as is `ours`."""
    ours: Cost
    distances: tuple[float, ...]
    """Of each hand that both saw: mean landmark distance by palm length."""
    seen_by_peer: int
    """Hands, over all frames of one round."""
    seen_by_us: int


def duel(
    clip: Clip, peer: Peer, models: HandModels, policy: HandPolicy, rounds: int, tick: Callable[[], None]
) -> Duel:
    """Measure both on a clip, `rounds` times in turn after one round each to warm up.

    Args:
        clip: the frames.
        peer: the peer's landmarker.
        models: our engines.
        policy: our thresholds.
        rounds: how often.
        tick: called after each half of a round, for a progress bar.
    """
    length = clip.frames[-1].t + clip.period
    costs: dict[str, Cost] = {}
    theirs: list[list[Points]] = []
    mine: list[list[Points]] = []
    state: dict[int, HandState] = {}

    def peers_turn() -> int:
        nonlocal theirs
        theirs = peer.see(clip.pictures, round(1e3 * clip.period))
        return len(theirs)

    def our_turn() -> int:
        nonlocal state
        mine.clear()
        for frame in again:
            state, hands = step_hands(state, [frame], models, policy)
            mine.append([hand.landmarks[:, :2] for hand in hands[frame.seat]])
        return len(mine)

    for number in range(rounds + 1):
        again = clip.shifted(number * length)
        for name, turn in (("peer", peers_turn), ("ours", our_turn)):
            cost = cost_of(turn)
            tick()
            if number:
                costs[name] = costs[name] + cost if name in costs else cost
    distances = [d for a, b in zip(theirs, mine, strict=True) for d in _distances(a, b)]
    counts = (sum(map(len, theirs)), sum(map(len, mine)))
    return Duel(clip.name, len(clip.frames), rounds, costs["peer"], costs["ours"], tuple(distances), *counts)


_SAME_HAND = 0.5  # palm lengths between two results, up to which they are of the same hand


def _distances(theirs: list[Points], ours: list[Points]) -> list[float]:
    """Each of the peer's hands against the nearest of ours; hands that only one saw do not count."""
    found = []
    for hand in theirs:
        palm = float(np.linalg.norm(hand[9] - hand[0])) or 1.0
        gaps = [float(np.linalg.norm(hand - other, axis=1).mean()) / palm for other in ours]
        if gaps and min(gaps) < _SAME_HAND:
            found.append(min(gaps))
    return found
