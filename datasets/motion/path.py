"""Where a hand goes: key poses joined by the smooth strokes of human reaching."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from datasets.skeleton.anatomy import LIMITS, FloatArray

Stroke = Literal["smooth", "hit"]
"""`smooth` starts and stops gently: the minimum-jerk stroke of Flash and Hogan, J. Neurosci. 5(7), 1985;
`hit` accelerates all the way to its end."""


@dataclass(frozen=True, slots=True, eq=False)
class Key:
    """A hand at one instant."""

    t: float
    place: FloatArray
    """(3,) of the wrist, as in `body`."""
    turn: FloatArray
    """(3,) yaw, pitch, roll in degrees."""
    pose: FloatArray
    """(21,) degrees."""
    stroke: Stroke = "smooth"
    """How it is reached."""


@dataclass(slots=True)
class Pen:
    """Writes the path of one hand, key by key."""

    keys: list[Key] = field(default_factory=list)

    @property
    def t(self) -> float:
        """Seconds written so far."""
        return self.keys[-1].t

    @property
    def now(self) -> Key:
        """The newest key."""
        return self.keys[-1]

    def go(
        self,
        seconds: float,
        place: FloatArray | None = None,
        turn: FloatArray | None = None,
        pose: FloatArray | None = None,
        stroke: Stroke = "smooth",
    ) -> float:
        """Move for some seconds; what is not named stays. Returns the time of arrival."""
        last = self.now
        self.keys.append(
            Key(
                last.t + max(seconds, 0.02),
                last.place if place is None else place,
                last.turn if turn is None else turn,
                last.pose if pose is None else np.clip(pose, LIMITS[:, 0], LIMITS[:, 1]),
                stroke,
            )
        )
        return self.t

    def wait(self, seconds: float) -> float:
        """Stay. Returns the time at its end."""
        return self.go(seconds)

    def until(self, t: float) -> None:
        """Stay until an instant, if it has not passed."""
        if t > self.t + 0.02:
            self.wait(t - self.t)


def follow(keys: list[Key], times: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Place (F, 3), turn (F, 3) and pose (F, 21) at the given times, (F,) seconds."""
    starts = np.array([key.t for key in keys])
    index = np.clip(np.searchsorted(starts, times, side="right") - 1, 0, len(keys) - 2)
    span = starts[index + 1] - starts[index]
    part = np.clip((times - starts[index]) / span, 0.0, 1.0)
    smooth = part**3 * (10 - 15 * part + 6 * part**2)
    hit = np.array([key.stroke == "hit" for key in keys])[index + 1]
    weight = np.where(hit, part**2, smooth)[:, None]

    def between(values: FloatArray) -> FloatArray:
        return np.asarray(values[index] * (1 - weight) + values[index + 1] * weight)

    return (
        between(np.stack([key.place for key in keys])),
        between(np.stack([key.turn for key in keys])),
        between(np.stack([key.pose for key in keys])),
    )
