"""The forms of the drawn skeleton as poses of the rigged hand.

Fingers take the skeleton's joint ranges, cut down to what bones do: the skeleton's folded fingers are folded
as a landmark model reports them. The thumb is chosen out of a table of thumbs: one whose tip comes to where
the form wants it, and that goes through no other finger.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from datasets.render.mesh import HandMesh, load_hand
from datasets.render.pose import DEGREES, NAMES, HandPose, clamped
from datasets.render.shapes import POSES
from datasets.render.skeleton import pose_landmarks
from datasets.skeleton.forms import Finger, Form, Near, Thumb
from datasets.skeleton.negatives import NEGATIVES
from datasets.skeleton.postures import (
    ACROSS,
    ALONG,
    FOLDED,
    FOLDED_EARLY,
    FOLDED_LATE,
    HALF_FOLDED,
    HOOKED,
    OPPOSED,
    OUT,
    RAISED,
    TUCKED,
)
from datasets.skeleton.vocabulary_forms import FORMS

Floats = NDArray[np.float64]

BEYOND_THE_RIG = (
    "ok_middle",
    "middle_touch",
    "hook_thumb_along",
    "one_thumb_along",
    "palm_closed",
    "grasp",
    "two_thumb_along",
)
"""Forms whose thumb the rig cannot, or hardly ever can, bring to its place without going through a finger."""

DRAWN_ONLY = (
    "two_down",
    "two_down_thumb_on_ring",
    "three_down",
    "crossed_as_seen",
    "crossed_as_seen_thumb_across",
)
"""Forms that differ from others by their turn alone, which the skeleton teaches well enough, and what the
landmark model makes of crossed fingers, which are rendered crossed."""

RENDERED = tuple(
    form
    for form in (*FORMS, *NEGATIVES)
    if form.name not in (*BEYOND_THE_RIG, *DRAWN_ONLY) and FOLDED_EARLY not in form.fingers
)
"""The forms that can be rendered."""

_BONES: dict[Finger, Finger] = {
    FOLDED: Finger((62, 95), (88, 113), (25, 75)),
    FOLDED_LATE: Finger((70, 95), (80, 110), (30, 75)),
    HALF_FOLDED: Finger((30, 75), (65, 105), (20, 60)),
    HOOKED: Finger((-15, 40), (45, 105), (20, 65)),
}
"""Ranges of real joints where the skeleton's are those of reported landmarks."""

_THUMBS: dict[Thumb, tuple[str, ...]] = {
    OUT: ("palm", "three_thumb", "call", "finger_gun", "thumb_up"),
    RAISED: ("thumb_up", "finger_gun", "three_thumb", "call"),
    ACROSS: ("fist", "one", "two", "middle_finger", "horns"),
    TUCKED: ("four", "three", "two", "one"),
    ALONG: ("palm", "relaxed", "fist"),
    OPPOSED: ("ok", "ring_touch", "zero", "relaxed"),
}
"""Of which fitted poses a thumb is a mixture; any other thumb is a mixture of all."""

_TOUCH = 0.024
"""Metres between two landmarks whose flesh touches."""
_FLESH = 0.0105
"""Metres between the middles of two bones that press against each other."""
_TRIES = 400
_TABLE = 6000


def draw_pose(rng: np.random.Generator, form: Form) -> HandPose:
    """A pose of a form, in which what must touch touches and no thumb goes through a finger.

    Raises:
        ValueError: where the rig cannot take that form.
    """
    # A ring is closed by choice of the thumb: by chance its tip would never come to lie there.
    touching = [near for near in form.contacts if near.a == 4 and near.low == 0 and near.high < 0.3]
    for _ in range(_TRIES):
        angles = np.zeros(len(NAMES))
        angles[5:21] = _fingers(rng, form.fingers)
        angles[:5] = _mixed_thumb(rng, form.thumb)
        wrist = rng.normal(0, (12, 7))
        angles[21:] = wrist
        pose = clamped(angles * DEGREES)
        if touching:
            placed = _reaching(rng, pose, touching[0].b)
            if placed is None:
                continue
            pose = placed
        if _possible(pose_landmarks(_mesh(), pose), form.contacts):
            return pose
    raise ValueError(f"the rigged hand cannot take the form {form.name!r}")


def possible_thumb(points: Floats) -> bool:
    """Whether the thumb of (21, 3) landmarks in metres keeps out of the other fingers."""
    return float(_gaps(points).min()) >= _FLESH


def _possible(points: Floats, contacts: Sequence[Near]) -> bool:
    palm = float(np.linalg.norm(points[9] - points[0]))
    for near in contacts:
        gap = float(np.linalg.norm(points[near.a] - points[near.b]))
        high = max(near.high * palm, _TOUCH) if near.low == 0 else near.high * palm
        if not near.low * palm <= gap <= high:
            return False
    return possible_thumb(points)


def _gaps(points: Floats) -> Floats:
    """Distances between the thumb's two outer bones and all bones of the fingers, metres."""
    shares = np.linspace(0, 1, 6)[:, None]
    thumb = np.concatenate([points[a] + shares * (points[a + 1] - points[a]) for a in (2, 3)])
    bones = [i for i in range(5, 20) if i % 4]
    fingers = np.concatenate([points[a] + shares * (points[a + 1] - points[a]) for a in bones])
    return np.asarray(np.linalg.norm(thumb[:, None] - fingers[None], axis=2))


def _fingers(rng: np.random.Generator, fingers: Sequence[Finger]) -> Floats:
    """(16,) degrees; like fingers move alike."""
    together = {finger.pip: rng.uniform() for finger in fingers}
    rows = []
    for finger in fingers:
        bones = _BONES.get(Finger(finger.mcp, finger.pip, finger.dip), finger)
        ranges = np.array([bones.mcp, finger.abduction, bones.pip, bones.dip])
        place = 0.45 * together[finger.pip] + 0.55 * rng.uniform(size=4)
        rows.append(ranges[:, 0] + place * (ranges[:, 1] - ranges[:, 0]))
    return np.concatenate(rows)


def _mixed_thumb(rng: np.random.Generator, thumb: Thumb) -> Floats:
    """(5,) degrees: a mixture of fitted thumbs, and a little of its own."""
    names = _THUMBS.get(thumb, tuple(name for names in _THUMBS.values() for name in names))
    fitted = np.array([POSES[name].angles[:5] for name in names]) / DEGREES
    mixture = rng.dirichlet(np.full(len(names), 0.5)) @ fitted
    return np.asarray(mixture + rng.normal(0, 6.0, 5))


def _reaching(rng: np.random.Generator, pose: HandPose, landmark: int) -> HandPose | None:
    """The same pose with a thumb whose tip is at a landmark; None where none reaches it."""
    angles, tips = _thumbs()
    target = pose_landmarks(_mesh(), pose)[landmark]
    gap = np.linalg.norm(tips - target, axis=1)
    near = np.flatnonzero((gap > 0.008) & (gap < 0.015))
    if not len(near):
        return None
    chosen = pose.angles.copy()
    chosen[:5] = angles[rng.choice(near)]
    return clamped(chosen)


@cache
def _mesh() -> HandMesh:
    return load_hand()


@cache
def _thumbs() -> tuple[Floats, Floats]:
    """Thumbs that oppose: angles (N, 5) radians, and where their tips are, (N, 3) metres."""
    rng = np.random.default_rng(0)
    low, high = np.array([-10, -15, -30, -5, -15.0]), np.array([45, 45, 30, 45, 45.0])
    angles = rng.uniform(low, high, (_TABLE, 5)) * DEGREES
    poses = np.zeros((_TABLE, len(NAMES)))
    poses[:, :5] = angles
    return angles, np.array([pose_landmarks(_mesh(), clamped(pose))[4] for pose in poses])
