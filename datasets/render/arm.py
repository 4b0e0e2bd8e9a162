"""The forearm that the mesh lacks: a tube that grows out of the wrist, bare first, then in a sleeve.

Palm detectors lean on the forearm; without one they miss every second hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from datasets.render.mesh import HandMesh
from datasets.render.pose import HandPose
from datasets.render.skeleton import axis_rotation

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_CUT = 0.002  # metres: the closed end of the mesh below this height goes
_LENGTH = 0.30  # metres from the cut to the end, beyond the elbow; the picture's edge hides it
_RINGS = 46
_BEND = 0.045  # metres over which the wrist bends


@dataclass(frozen=True, slots=True, eq=False)
class Arm:
    """Hand and forearm as one closed surface whose first vertices are the hand mesh's own."""

    hand: HandMesh
    faces: Ints
    """(F, 3) over the hand's vertices followed by the rings'."""
    rim: Ints
    """(R,) the hand's vertices around the cut, in order."""
    distances: Floats
    """(K,) metres of each ring from the cut."""
    sleeve_from: float
    """Metres from the cut where the sleeve begins."""

    @property
    def on_sleeve(self) -> NDArray[np.bool_]:
        """(V,) which vertices are cloth."""
        rings = np.repeat(self.distances >= self.sleeve_from, len(self.rim))
        return np.concatenate([np.zeros(len(self.hand.vertices), dtype=bool), rings])

    def surface(self, hand_vertices: Floats, pose: HandPose) -> Floats:
        """All vertices, (V + K·R, 3) metres in the hand frame, for posed hand vertices (V, 3)."""
        rim = hand_vertices[self.rim]
        centre = rim.mean(axis=0)
        angles = np.arctan2(rim[:, 2] - centre[2], rim[:, 0] - centre[0])
        rings = []
        at = centre.copy()
        previous = 0.0
        for distance in self.distances:
            share = _smooth(distance / _BEND)
            turn = axis_rotation(0, -pose["wrist_flex"] * share) @ axis_rotation(
                2, -pose["wrist_deviate"] * share
            )
            at = at + turn @ np.array([0.0, previous - distance, 0.0])
            previous = distance
            rings.append(at + self._section(rim - centre, angles, distance) @ turn.T)
        return np.concatenate([hand_vertices, *rings])

    def _section(self, rim: Floats, angles: Floats, distance: float) -> Floats:
        """One cross-section around its centre: the rim's outline that turns into a growing ellipse."""
        grown = _smooth(distance / 0.16)
        wide, thick = 0.029 + 0.013 * grown, 0.021 + 0.018 * grown
        if distance >= self.sleeve_from:
            # The hem folds inwards over its first centimetre, then the cloth hangs loose.
            loose = 0.005 + 0.006 * _smooth((distance - self.sleeve_from) / 0.10)
            wide, thick = wide + loose, thick + loose
        ellipse = np.stack([wide * np.cos(angles), np.zeros_like(angles), thick * np.sin(angles)], axis=1)
        share = _smooth(distance / 0.05)
        flat = rim * np.array([1.0, 1.0 - _smooth(distance / 0.01), 1.0])
        return np.asarray(flat + (ellipse - flat) * share)


def grow_arm(hand: HandMesh, *, sleeve_from: float = 0.10) -> Arm:
    """Open the hand's closed wrist and grow a forearm from the rim."""
    below = hand.vertices[:, 1] < _CUT
    kept = hand.faces[~below[hand.faces].all(axis=1)]
    rim = _boundary(kept)
    distances = np.sort(np.append(np.linspace(0.004, _LENGTH, _RINGS), sleeve_from - 1e-4))
    count, around = len(hand.vertices), len(rim)
    loops = [rim, *(count + k * around + np.arange(around) for k in range(len(distances)))]
    bands = [_band(a, b) for a, b in pairwise(loops)]
    return Arm(hand, np.concatenate([kept, *bands]), rim, distances, sleeve_from)


def _boundary(faces: Ints) -> Ints:
    """The one open edge loop of a surface, in order, against the faces' own direction."""
    directed = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    known = set(map(tuple, directed.tolist()))
    follow = {b: a for a, b in known if (b, a) not in known}
    loop = [min(follow)]
    while (step := follow[loop[-1]]) != loop[0]:
        loop.append(step)
    if len(loop) != len(follow):
        raise ValueError("the surface has more than one opening")
    return np.array(loop)


def _band(upper: Ints, lower: Ints) -> Ints:
    upper_next, lower_next = np.roll(upper, -1), np.roll(lower, -1)
    first = np.stack([upper, upper_next, lower], axis=1)
    second = np.stack([upper_next, lower_next, lower], axis=1)
    return np.concatenate([first, second])


def _smooth(share: float) -> float:
    """Smoothstep: 0 below 0, 1 above 1, level at both ends."""
    clipped = min(max(share, 0.0), 1.0)
    return clipped * clipped * (3.0 - 2.0 * clipped)
