"""One clip: a few seconds of a seat with one moving gesture in it, or none."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from datasets.motion.body import Body, draw_body, hand_points
from datasets.motion.gestures import GESTURES
from datasets.motion.ordinary import ORDINARY
from datasets.motion.path import Pen, follow
from datasets.motion.stage import Interval, Stage, open_stage, resting_turn
from datasets.motion.tracker import Quality, draw_quality, frame_times, in_view, landmarks, observations
from datasets.skeleton.anatomy import FloatArray
from vision.observations import Handedness, SeatObservation

NONE = "none"
TWO_HANDED = ("don", "applause")
LABELS = (*GESTURES, NONE)
HELD_OUT_SEED = 90_000_000
"""Clips that judge are drawn from seeds beyond this one, with bodies of their own; none of them teaches."""
CONFUSING = (
    *("quiet_gun", "count_with_other_hand", "clasp") * 3,
    *("cross_body", "collar", "talk", "reach_to_camera", "brush_hair", "point_at_screen", "count"),
)
"""Ordinary movements that are most like a gesture, the likest ones more than once."""
TREMOR = 0.012
"""Palms: a hand held still in the air trembles by about a millimetre."""
SEEN_POINTS, SEEN_TIME = 0.8, 0.85
"""Share of the acting hand's points inside the picture, for that share of the gesture."""


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """What a tracker saw of one seat."""

    label: str
    """One of `LABELS`."""
    content: tuple[str, ...]
    """The ordinary movements in it, by name."""
    interval: Interval | None
    """Of the gesture; None where there is none."""
    seconds: float
    quality: Quality
    observations: tuple[SeatObservation, ...]
    acting: frozenset[int]
    """Track numbers of the hand that makes the gesture; where it takes two hands, of one of them."""


def draw_clip(
    seed: int,
    label: str,
    *,
    held_out: bool = False,
    content: tuple[str, ...] | None = None,
    quality: Quality | None = None,
) -> Clip:
    """Draw one clip.

    Args:
        seed: the same seed gives the same clip.
        label: one of `LABELS`.
        held_out: with a body and a seed that never teach.
        content: the ordinary movements of a clip without a gesture; drawn where not given.
        quality: how well it is seen; drawn where not given.

    Raises:
        ValueError: for an unknown label.
    """
    if label not in LABELS:
        raise ValueError(f"no moving gesture is called {label!r}; there are {', '.join(LABELS)}")
    rng = np.random.default_rng([HELD_OUT_SEED * held_out + seed, LABELS.index(label)])
    while True:
        stage = open_stage(rng, draw_body(rng, held_out=held_out))
        right = bool(rng.random() < 0.6)
        stage.hand.wait(0.3)
        names, interval = _play(stage, label, content)
        pens = (stage.hand, stage.other) if label in TWO_HANDED else (stage.hand,)
        if interval is None or _in_picture(stage, pens, interval, right):
            break
    seconds = max(stage.hand.t, stage.other.t) + 0.6
    stage.hand.until(seconds)
    stage.other.until(seconds)
    return _filmed(stage, right, label, names, interval, seconds, quality or draw_quality(rng))


def _play(
    stage: Stage, label: str, content: tuple[str, ...] | None
) -> tuple[tuple[str, ...], Interval | None]:
    """Write what happens into the pens; returns the ordinary movements and the gesture's interval."""
    rng = stage.rng
    interval = None
    if label == NONE:
        names = content or _movements(rng, int(rng.integers(1, 4)))
        for name in names:
            _ordinary(stage, name)
    else:
        before = _movements(rng, 1) if rng.random() < 0.5 else ()
        after = _movements(rng, 1) if rng.random() < 0.3 else ()
        for name in before:
            _ordinary(stage, name)
        interval = GESTURES[label](stage)
        _withdraw(stage)
        for name in after:
            _ordinary(stage, name)
        names = (*before, *after)
    return names, interval


def _in_picture(stage: Stage, pens: tuple[Pen, ...], interval: Interval, right: bool) -> bool:
    """Whether the camera sees the acting hands: a gesture made outside the picture is none."""
    times = np.linspace(interval.start, interval.done, 12)
    return all(_seen_share(stage.body, pen, right == (pen is stage.hand), times) >= SEEN_TIME for pen in pens)


def _seen_share(body: Body, pen: Pen, right: bool, times: FloatArray) -> float:
    seen = body.seen(_placed(body, pen, times, right))[..., :2]
    inside = ((seen >= 0) & (seen < np.array(body.size))).all(axis=2)
    return float((inside.mean(axis=1) >= SEEN_POINTS).mean())


def confusing(seed: int) -> tuple[str, ...]:
    """Two ordinary movements that are like gestures, for a clip of that seed."""
    rng = np.random.default_rng([seed, len(CONFUSING)])
    return tuple(CONFUSING[int(i)] for i in rng.integers(0, len(CONFUSING), 2))


def mirrored(clip: Clip) -> Clip:
    """The same clip as a mirror shows it."""
    width = clip.observations[0].size[0]
    flipped = []
    for seen in clip.observations:
        hands = []
        for hand in seen.hands:
            points = hand.landmarks * np.array([-1, 1, 1], dtype=np.float32)
            points = points + np.array([width - 1, 0, 0], dtype=np.float32)
            side: Handedness = "left" if hand.handedness == "right" else "right"
            hands.append(replace(hand, landmarks=points, smoothed=points, handedness=side))
        person = seen.person
        if person is not None:
            faces = tuple(
                replace(
                    face, box=(width - 1 - face.box[2], face.box[1], width - 1 - face.box[0], face.box[3])
                )
                for face in person.faces
            )
            person = replace(person, faces=faces)
        flipped.append(replace(seen, hands=tuple(hands), person=person))
    return replace(clip, observations=tuple(flipped))


def _movements(rng: np.random.Generator, count: int) -> tuple[str, ...]:
    names = tuple(ORDINARY)
    return tuple(names[int(i)] for i in rng.integers(0, len(names), count))


def _ordinary(stage: Stage, name: str) -> None:
    ORDINARY[name](stage)
    stage.hand.until(stage.other.t)
    stage.other.until(stage.hand.t)


def _withdraw(stage: Stage) -> None:
    for pen in (stage.hand, stage.other):
        place = stage.below() if stage.chance(0.6) else stage.chest()
        pen.go(stage.between(0.3, 0.8), place, resting_turn(stage), stage.pose("relaxed"))


def _filmed(
    stage: Stage,
    right_acts: bool,
    label: str,
    names: tuple[str, ...],
    interval: Interval | None,
    seconds: float,
    quality: Quality,
) -> Clip:
    rng, body = stage.rng, stage.body
    times = frame_times(rng, seconds, quality)
    worlds = [
        _placed(body, pen, times, right_acts == acting) + _tremor(rng, times)[:, None]
        for pen, acting in _roles(stage)
    ]
    apart = np.linalg.norm(worlds[0][:, 9] - worlds[1][:, 9], axis=-1)
    hands: list[tuple[FloatArray, np.ndarray[tuple[int, ...], np.dtype[np.bool_]], Handedness]] = []
    for world, (_, acting) in zip(worlds, _roles(stage), strict=True):
        # The second of two touching hands is the one that is lost.
        near = np.full(len(times), 9.0) if acting else apart
        there = in_view(rng, body, body.seen(world), times, quality, near)
        side: Handedness = "right" if (right_acts == acting) != body.mirrored else "left"
        hands.append((landmarks(rng, body, world, times, quality.error), there, side))
    seen, acting_tracks = observations(rng, body, times, hands, quality)
    return Clip(label, names, interval, seconds, quality, seen, acting_tracks)


def _roles(stage: Stage) -> tuple[tuple[Pen, bool], tuple[Pen, bool]]:
    return (stage.hand, True), (stage.other, False)


def _placed(body: Body, pen: Pen, times: FloatArray, right: bool) -> FloatArray:
    """(F, 21, 3) palms relative to the face, unmirrored."""
    place, turn, pose = follow(pen.keys, times)
    outward = place * np.array([-1.0, 1.0, 1.0])
    world = hand_points(body.hands, pose, turn) + outward[:, None]
    return np.asarray(world if right else world * np.array([-1.0, 1.0, 1.0]))


def _tremor(rng: np.random.Generator, times: FloatArray) -> FloatArray:
    """(F, 3) palms, at the 8 to 12 Hz of physiological tremor."""
    rate = rng.uniform(8, 12, 3)
    phase = rng.uniform(0, 2 * np.pi, 3)
    return np.asarray(TREMOR * np.sin(2 * np.pi * rate * times[:, None] + phase))
