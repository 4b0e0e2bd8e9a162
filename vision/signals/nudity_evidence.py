"""What a nudity signal rests on: the looks with every opinion, bounded, so that it can be contested."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np

from vision.observations import NudityScore, SeatObservation
from vision.signals.signal import Json


@dataclass(frozen=True, slots=True)
class Look:
    """One judged picture."""

    t: float
    """Media time in seconds."""
    observed: float
    """Seconds in which the seat could be judged, until then."""
    nudity: NudityScore

    def reaches(self, score: float, opinions: int) -> bool:
        """Whether so many opinions all say at least `score`, and no check speaks against it."""
        if len(self.nudity.opinions) < opinions or self.nudity.denied is not None:
            return False
        return self.nudity.score >= score


MOST_SHOWN = 16
"""Looks that a signal carries at most: the first, the last, and evenly between them."""


def look_of(observation: SeatObservation, observed: float) -> Look:
    """The look of an observation whose nudity was judged."""
    if observation.nudity is None:
        raise ValueError("the observation was not judged")
    return Look(observation.t, observed, observation.nudity)


def evidence(looks: Sequence[Look], models: Mapping[str, str]) -> dict[str, Json]:
    """The fields that every nudity signal carries.

    Args:
        looks: that it rests on, oldest first.
        models: versions by name.

    Returns:
        `score` (median of the lowest opinions), `parts` (names of the violating body parts that were seen,
        empty where no part detector is installed), `evidence` (how many looks), `models`, and of up to 16
        looks `t`, the `scores` by model and the `parts` with theirs.
    """
    chosen = np.unique(np.linspace(0, len(looks) - 1, min(len(looks), MOST_SHOWN)).round().astype(int))
    return {
        "score": round(median(look.nudity.score for look in looks) if looks else 0.0, 4),
        "parts": list[Json](sorted({name for look in looks for name, _ in look.nudity.parts or ()})),
        "evidence": len(looks),
        "looks": [_shown(looks[index]) for index in chosen],
        "models": dict[str, Json](models),
    }


def _shown(look: Look) -> Json:
    shown: dict[str, Json] = {
        "t": look.t,
        "scores": {name: round(score, 4) for name, score in look.nudity.opinions},
    }
    if look.nudity.parts is not None:
        shown["parts"] = {name: round(score, 4) for name, score in look.nudity.parts}
    if look.nudity.denied is not None:
        shown["denied"] = look.nudity.denied
    return shown
