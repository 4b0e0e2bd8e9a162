"""Draws labelled hands: pose, bones, view, landmark errors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from datasets.skeleton.anatomy import LIMITS, FloatArray
from datasets.skeleton.camera import orientation, project
from datasets.skeleton.forms import Aim, Finger, Form, Near, Thumb, View
from datasets.skeleton.kinematics import draw_hands, points
from datasets.skeleton.negatives import NEGATIVES
from datasets.skeleton.sensor import observe
from datasets.skeleton.vocabulary_forms import FORMS

BoolArray = NDArray[np.bool_]

NEAREST, FARTHEST = 3.5, 20.0
"""Palms from the camera: a palm is about 9 cm, so 0.3 to 1.8 m."""
MOST_TRIES = 200
"""Rounds of rejection before a form is called impossible."""

SMALLEST_ROUND = 512

LABELS = tuple(dict.fromkeys([form.label for form in (*FORMS, *NEGATIVES)]))
"""Every label that a drawn hand can have."""


def draw(rng: np.random.Generator, label: str, count: int) -> FloatArray:
    """Hands of one label as a landmark model reports them.

    Args:
        rng: the source of all chance.
        label: one of `LABELS`.
        count: how many.

    Returns:
        (count, 21, 3) palms: x right, y down, z away from the camera relative to the wrist; left and right
        hands.

    Raises:
        ValueError: for a label without forms.
    """
    forms = [form for form in (*FORMS, *NEGATIVES) if form.label == label]
    if not forms:
        raise ValueError(f"no form makes {label!r}; there are {', '.join(LABELS)}")
    moving = count * 2 // 5 if label == "no_gesture" else 0
    shares = rng.multinomial(count - moving, _shares(forms))
    parts = [draw_form(rng, form, int(share)) for form, share in zip(forms, shares, strict=True) if share]
    if moving:
        parts.append(draw_transitions(rng, moving))
    hands = np.concatenate(parts)
    return hands[rng.permutation(len(hands))]


def draw_form(rng: np.random.Generator, form: Form, count: int) -> FloatArray:
    """`count` hands of one form, (count, 21, 3) as `draw` gives them."""
    kept: list[FloatArray] = []
    missing = count
    for _ in range(MOST_TRIES):
        size = max(SMALLEST_ROUND, 2 * missing)
        hand = points(draw_poses(rng, form, size), draw_hands(rng, size))
        hand = hand[_touching(hand, form.contacts)]
        seen = show(rng, form.view, hand) if len(hand) else hand
        kept.append(seen[:missing])
        missing -= len(kept[-1])
        if not missing:
            return observe(rng, np.concatenate(kept))
    raise ValueError(f"the ranges of {form.name!r} hardly ever meet its conditions")


def draw_transitions(rng: np.random.Generator, count: int) -> FloatArray:
    """Hands half-way between two forms of different labels, (count, 21, 3) as `draw` gives them."""
    kept: list[FloatArray] = []
    pairs = max(1, count // 8)
    for share in np.full(pairs, count // pairs) + (np.arange(pairs) < count % pairs):
        one, other = two_labels(rng, FORMS)
        part = rng.uniform(0.4, 0.6, (int(share), 1))
        pose = part * draw_poses(rng, one, int(share)) + (1 - part) * draw_poses(rng, other, int(share))
        view = View(one.view.yaw, (-40, 40), (-90, 90))
        kept.append(show(rng, view, points(pose, draw_hands(rng, int(share)))))
    return observe(rng, np.concatenate(kept))


def draw_poses(rng: np.random.Generator, form: Form, count: int) -> FloatArray:
    """Joint angles of a form, (count, 21) degrees within `anatomy.LIMITS`; like fingers move alike."""
    together = {finger.pip: rng.uniform(0, 1, (count, 1)) for finger in form.fingers}
    blocks = [_angles(rng, _finger_ranges(finger), together[finger.pip]) for finger in form.fingers]
    blocks.append(_angles(rng, _thumb_ranges(form.thumb), rng.uniform(0, 1, (count, 1))))
    return np.clip(np.concatenate(blocks, axis=1), LIMITS[:, 0], LIMITS[:, 1])


def show(rng: np.random.Generator, view: View, hand: FloatArray) -> FloatArray:
    """Hands in the hand frame before a camera, left and right.

    Args:
        rng: the source of all chance.
        view: how they are held.
        hand: (N, 21, 3) palms, hand frame.

    Returns:
        (M, 21, 3) as `camera.project` gives them: those whose view satisfies the aims, M ≤ N.
    """
    count = len(hand)
    sides = np.array(view.yaw)
    side = sides[rng.choice(len(sides), count, p=sides[:, 2] / sides[:, 2].sum())]
    yaw = side[:, 0] + rng.uniform(-1, 1, count) * side[:, 1]
    turn = orientation(yaw, rng.uniform(*view.pitch, count), rng.uniform(*view.roll, count))
    distance = np.exp(rng.uniform(np.log(NEAREST), np.log(FARTHEST), count))
    seen = project(hand, turn, distance)
    seen[:, :, 0] *= rng.choice([-1.0, 1.0], (count, 1))
    return seen[aimed(seen, view.aims)]


def _shares(forms: Sequence[Form]) -> FloatArray:
    weights = np.array([form.weight for form in forms])
    return np.asarray(weights / weights.sum())


def two_labels(rng: np.random.Generator, forms: Sequence[Form]) -> tuple[Form, Form]:
    """Two of the forms between which nothing of the vocabulary lies: they differ in at least two fingers."""
    while True:
        one, other = (forms[int(i)] for i in rng.integers(0, len(forms), 2))
        moved = sum(a.pip != b.pip for a, b in zip(one.fingers, other.fingers, strict=True))
        if one.label != other.label and moved >= 2:
            return one, other


def _finger_ranges(finger: Finger) -> FloatArray:
    return np.array([finger.mcp, finger.abduction, finger.pip, finger.dip], dtype=np.float64)


def _thumb_ranges(thumb: Thumb) -> FloatArray:
    return np.array([thumb.radial, thumb.palmar, thumb.pronation, thumb.mcp, thumb.ip], dtype=np.float64)


def _angles(rng: np.random.Generator, ranges: FloatArray, together: FloatArray) -> FloatArray:
    own = rng.uniform(0, 1, (len(together), len(ranges)))
    place = 0.45 * together + 0.55 * own
    return np.asarray(ranges[:, 0] + place * (ranges[:, 1] - ranges[:, 0]))


def _touching(hand: FloatArray, contacts: Sequence[Near]) -> BoolArray:
    held = np.ones(len(hand), dtype=np.bool_)
    for near in contacts:
        gap = np.linalg.norm(hand[:, near.a] - hand[:, near.b], axis=1)
        held &= (gap >= near.low) & (gap <= near.high)
    return held


def aimed(seen: FloatArray, aims: Sequence[Aim]) -> BoolArray:
    """Which hands (N, 21, 3), as `camera.project` gives them, satisfy all aims: (N,) bool."""
    held = np.ones(len(seen), dtype=np.bool_)
    for aim in aims:
        line = seen[:, aim.b] - seen[:, aim.a]
        line = line / np.linalg.norm(line, axis=1, keepdims=True)
        from_up = np.degrees(np.arctan2(np.abs(line[:, 0]), -line[:, 1]))
        held &= (from_up >= aim.from_up[0]) & (from_up <= aim.from_up[1])
        held &= (-line[:, 2] >= aim.towards_camera[0]) & (-line[:, 2] <= aim.towards_camera[1])
    return held
