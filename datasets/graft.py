"""New hands out of real ones: fingers of one hand on the palm of another.

A photograph of an open palm shows how a landmark model reports straight fingers, one of a fist how it
reports folded ones; together they teach shapes of which no free photograph exists.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.landmarks import FloatArray, Labelled

CHAINS = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16), (17, 18, 19, 20))
"""Landmarks of the thumb, index, middle, ring and little finger."""

PATTERNS = {
    "fist": "00000",
    "one": "01000",
    "two": "01100",
    "three": "01110",
    "four": "01111",
    "palm": "11111",
    "three_thumb": "11100",
    "ok": ".h111",
    "ring_touch": ".11.1",
}
"""Which fingers a labelled real hand holds straight (1) and folded (0), thumb first; a dot is neither.

The index finger of a ring is bent as a hook is (h)."""

MADE = {
    "thumb_up": "10000",
    "thumb_down": "10000",
    "hook": "0h000",
    "call": "10001",
    "horns": "01001",
    "finger_gun": "11000",
    "middle_finger": "00100",
    "one": "01000",
    "two": "01100",
    "three": "01110",
    "three_thumb": "11100",
    "four": "01111",
    "palm": "11111",
    "fist": "00000",
}
"""Shapes that grafts can make, and their pattern."""

MADE_OF_NOTHING = (
    "00001",
    "00010",
    "00011",
    "00101",
    "00110",
    "01010",
    "01011",
    "11001",
    "10010",
    "10110",
    "11011",
    "1h000",
)
"""Patterns outside the vocabulary."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Real hands in the hand frame."""

    hands: FloatArray
    """(N, 21, 3) palms: x radial, y distal, z palmar, wrist at the origin."""
    shapes: tuple[str, ...]

    def donors(self, finger: int, state: str) -> NDArray[np.int64]:
        """Indices of the hands that hold a finger (0 thumb .. 4 little) as `state` says."""
        fits = [PATTERNS.get(shape, ".....")[finger] == state for shape in self.shapes]
        return np.flatnonzero(fits)


def pool(real: Labelled) -> Pool:
    """The real hands, each turned into its own palm's frame."""
    hands = [hand_frame(hand) for hand in real.landmarks]
    return Pool(np.array(hands) if hands else np.empty((0, 21, 3)), real.shapes)


def hand_frame(landmarks: FloatArray) -> FloatArray:
    """A hand seen from its own palm.

    Left hands come out as right ones: which side is the palm is read from the way the fingers and the thumb
    bend.

    Args:
        landmarks: (21, 3) in any right-handed frame and any scale.

    Returns:
        (21, 3) palms: x radial, y distal, z palmar, wrist at the origin.
    """
    hand = landmarks - landmarks[0]
    hand = hand / np.linalg.norm(hand[9])
    distal = hand[9]
    across = hand[5] - hand[17]
    radial = across - distal * (across @ distal)
    radial = radial / np.linalg.norm(radial)
    normal = np.cross(radial, distal)
    framed = hand @ np.stack([radial, distal, normal], axis=1)
    bend = framed[[8, 12, 16, 20, 4], 2] - framed[[5, 9, 13, 17, 1], 2]
    framed[:, 2] *= 1.0 if bend.sum() >= 0 else -1.0
    return np.asarray(framed)


def graft(rng: np.random.Generator, source: Pool, pattern: str, count: int) -> FloatArray:
    """Hands that hold their fingers as `pattern` says, each finger from another real hand.

    Args:
        rng: the source of all chance.
        source: real hands.
        pattern: five states, thumb first, as in `PATTERNS`.
        count: how many.

    Returns:
        (count, 21, 3) in the hand frame; (0, 21, 3) where the pool has no donor for a finger.
    """
    donors = [source.donors(finger, state) for finger, state in enumerate(pattern)]
    if not all(len(some) for some in donors):
        return np.empty((0, 21, 3))
    bases = np.unique(np.concatenate(donors))
    hands = source.hands[rng.choice(bases, count)]
    for chain, some in zip(CHAINS, donors, strict=True):
        giver = source.hands[rng.choice(some, count)]
        root = chain[0]
        # The thumb moves at its root too, so it is placed from the wrist; a finger from its knuckle.
        shift = np.zeros((count, 3)) if root == 1 else hands[:, root] - giver[:, root]
        hands[:, list(chain)] = giver[:, list(chain)] + shift[:, None]
    return np.asarray(hands)
