"""The stage of one clip: a body, its two hands, and the interval of what they do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from datasets.motion.body import Body
from datasets.motion.path import Key, Pen
from datasets.skeleton.anatomy import FloatArray
from datasets.skeleton.forms import Form
from datasets.skeleton.negatives import NEGATIVES
from datasets.skeleton.sample import draw_poses
from datasets.skeleton.vocabulary_forms import FORMS


@dataclass(frozen=True, slots=True)
class Interval:
    """When a motion happens, seconds."""

    start: float
    done: float
    """From here on it fulfils its description: at the third meeting of clapping palms, the second shake."""
    end: float
    """Its last instant."""


@cache
def _forms() -> dict[str, Form]:
    return {form.name: form for form in (*FORMS, *NEGATIVES)}


def form_names() -> tuple[str, ...]:
    """Every form a hand can take."""
    return tuple(_forms())


@dataclass(slots=True)
class Stage:
    """Chance, a body, and a pen for each hand: the acting one and the other."""

    rng: np.random.Generator
    body: Body
    hand: Pen
    other: Pen

    def pose(self, *names: str) -> FloatArray:
        """(21,) joint angles of one of the named forms."""
        name = names[int(self.rng.integers(len(names)))]
        return np.asarray(draw_poses(self.rng, _forms()[name], 1)[0])

    def between(self, low: float, high: float) -> float:
        """A number drawn evenly."""
        return float(self.rng.uniform(low, high))

    def around(self, *middle: float, spread: float) -> FloatArray:
        """A vector near another."""
        return np.array(middle) + self.rng.uniform(-spread, spread, len(middle))

    def chance(self, probability: float) -> bool:
        """Whether something happens."""
        return bool(self.rng.random() < probability)

    def below(self) -> FloatArray:
        """A place under the picture's lower edge, where hands rest unseen."""
        away = self.between(-2.5, -0.8)
        column = self.body.size[0] * self.between(0.1, 0.45)
        return self.body.place(column, self.body.size[1] * self.between(1.35, 1.6), away)

    def bottom(self) -> FloatArray:
        """A place in the lowest part of the picture, as on the table's edge."""
        away = self.between(-3.0, -1.0)
        column = self.body.size[0] * self.between(0.2, 0.55)
        row = self.body.size[1] * self.between(0.83, 0.95)
        return self.body.place(column, row, min(away, 0.45 * -self.body.distance + 2.2))

    def chest(self) -> FloatArray:
        """A place before the chest, mostly in view."""
        return np.array([self.between(0.2, 2.2), self.between(1.9, 3.2), self.between(-2.2, -0.8)])


def open_stage(rng: np.random.Generator, body: Body) -> Stage:
    """Both hands at rest, in or out of view."""
    stage = Stage(rng, body, Pen(), Pen())
    for pen, seen in ((stage.hand, 0.5), (stage.other, 0.3)):
        place = stage.chest() if stage.chance(seen) else stage.below()
        pose = stage.pose("relaxed", "relaxed_opposed", "fist_loose")
        pen.keys.append(Key(0.0, place, resting_turn(stage), pose))
    return stage


def resting_turn(stage: Stage) -> FloatArray:
    """Back or edge of the hand to the camera, fingers up or inward."""
    return np.array([stage.between(90, 200), stage.between(-20, 50), stage.between(0, 80)])
