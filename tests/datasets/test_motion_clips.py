"""Animated clips: what they show is what their label says, and the tracker's view of it is plausible."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.motion.body import draw_body
from datasets.motion.clip import LABELS, NONE, Clip, draw_clip, mirrored
from datasets.motion.ordinary import ORDINARY
from datasets.motion.path import Key, follow
from datasets.motion.tracker import Quality
from datasets.skeleton.anatomy import ANGLES
from vision.observations import Hand

CLEAR = Quality(rate=60, dropped=0.0, error=0.0, lost_at_face=0.0, lost_fast=0.0, face=1.0)
GESTURES = tuple(label for label in LABELS if label != NONE)


def plain(clip: Clip) -> list[object]:
    return [(seen.t, [(h.track, h.landmarks.tobytes()) for h in seen.hands]) for seen in clip.observations]


def palm(hand: Hand) -> float:
    return float(np.linalg.norm(hand.landmarks[9] - hand.landmarks[0]))


def middles(clip: Clip, start: float, end: float) -> NDArray[np.float32]:
    """Of the hand that moves most in an interval."""
    tracks: dict[int, list[NDArray[np.float32]]] = {}
    for seen in clip.observations:
        if start <= seen.t <= end:
            for hand in seen.hands:
                tracks.setdefault(hand.track, []).append(hand.landmarks[:, :2].mean(axis=0))
    return np.array(max(tracks.values(), key=lambda points: float(np.ptp(np.array(points), axis=0).sum())))


@pytest.mark.parametrize("label", LABELS)
def test_the_same_seed_gives_the_same_clip_and_another_gives_another(label: str) -> None:
    assert plain(draw_clip(3, label)) == plain(draw_clip(3, label))
    assert plain(draw_clip(3, label)) != plain(draw_clip(4, label))
    assert plain(draw_clip(3, label)) != plain(draw_clip(3, label, held_out=True))


@pytest.mark.parametrize("label", GESTURES)
@pytest.mark.parametrize("seed", range(6))
def test_a_gesture_lies_inside_its_clip_and_is_seen(label: str, seed: int) -> None:
    clip = draw_clip(seed, label, quality=CLEAR)
    assert clip.interval is not None
    assert 0 < clip.interval.start < clip.interval.done <= clip.interval.end < clip.seconds
    during = [o for o in clip.observations if clip.interval.start <= o.t <= clip.interval.done]
    assert np.mean([bool(seen.hands) for seen in during]) > 0.6


@pytest.mark.parametrize("name", ORDINARY)
def test_ordinary_movement_has_no_interval(name: str) -> None:
    clip = draw_clip(1, NONE, content=(name,))
    assert clip.interval is None
    assert clip.content == (name,)


@pytest.mark.parametrize("seed", range(8))
def test_a_throat_is_cut_across_the_neck(seed: int) -> None:
    clip = draw_clip(seed, "aggressive_throat", quality=CLEAR)
    assert clip.interval is not None
    path = middles(clip, clip.interval.start, clip.interval.end)
    (face,) = next(o.person.faces for o in clip.observations if o.person is not None)
    x0, y0, x1, y1 = face.box
    assert np.ptp(path[:, 0]) >= 0.5 * (x1 - x0)
    assert (path[:, 1] > (y0 + y1) / 2).all()
    assert clip.interval.end - clip.interval.start <= 0.4 + 1.2


@pytest.mark.parametrize("seed", range(8))
def test_clapping_palms_meet_three_times(seed: int) -> None:
    clip = draw_clip(seed, "applause", quality=CLEAR)
    assert clip.interval is not None
    gaps = np.array(
        [
            np.linalg.norm(seen.hands[0].landmarks[9, :2] - seen.hands[1].landmarks[9, :2])
            / palm(seen.hands[0])
            for seen in clip.observations
            if len(seen.hands) == 2 and clip.interval.start <= seen.t <= clip.interval.end + 0.05
        ]
    )
    near = gaps < gaps.min() + 0.35 * (np.median(gaps) - gaps.min()) + 0.05
    meetings = int((near[1:] & ~near[:-1]).sum())
    assert meetings >= 3
    assert clip.interval.done - clip.interval.start <= 2.0


def test_a_vote_ends_lower_than_it_starts_and_stays() -> None:
    clip = draw_clip(2, "vote", quality=CLEAR)
    assert clip.interval is not None
    path = middles(clip, clip.interval.start, clip.interval.end + 0.3)
    assert path[-1, 1] - path[0, 1] > 0.2 * clip.observations[0].size[1]
    assert np.ptp(path[-10:, 1]) < 0.1 * (path[-1, 1] - path[0, 1])


def test_quality_governs_rate_losses_and_faces() -> None:
    poor = Quality(rate=20, dropped=0.33, error=1.0, lost_at_face=2.0, lost_fast=1.0, face=0.0)
    clear, blurred = (draw_clip(5, NONE, content=("scratch",), quality=q) for q in (CLEAR, poor))
    assert len(clear.observations) == pytest.approx(60 * clear.seconds, abs=2)
    assert len(blurred.observations) < 0.85 * 20 * blurred.seconds
    assert all(seen.person is None or not seen.person.faces for seen in blurred.observations)


def test_a_mirrored_clip_has_its_other_hand() -> None:
    clip = draw_clip(1, "shot")
    twin = mirrored(clip)
    sides = [hand.handedness for seen in clip.observations for hand in seen.hands]
    assert sides != [hand.handedness for seen in twin.observations for hand in seen.hands]
    again = mirrored(twin)
    for one, other in zip(clip.observations, again.observations, strict=True):
        for hand, same in zip(one.hands, other.hands, strict=True):
            np.testing.assert_allclose(hand.landmarks, same.landmarks, atol=1e-3)


def test_an_unknown_label_is_refused() -> None:
    with pytest.raises(ValueError, match="no moving gesture"):
        draw_clip(1, "salute")


def test_held_out_bodies_are_built_otherwise() -> None:
    rng = np.random.default_rng(0)
    learnt = {round(draw_body(rng).face, 2) for _ in range(200)}
    held_out = {round(draw_body(rng, held_out=True).face, 2) for _ in range(200)}
    assert len(learnt & held_out) <= 4  # the borders of the bands, rounded


def test_a_hit_is_fastest_at_its_end_and_a_stroke_in_its_middle() -> None:
    still = np.zeros(ANGLES)
    start = Key(0.0, np.zeros(3), np.zeros(3), still)
    times = np.linspace(0, 1, 101)
    for stroke, fastest in (("hit", 0.99), ("smooth", 0.5)):
        end = Key(1.0, np.ones(3), np.zeros(3), still, "hit" if stroke == "hit" else "smooth")
        place, _, _ = follow([start, end], times)
        assert times[int(np.argmax(np.diff(place[:, 0])))] == pytest.approx(fastest, abs=0.02)
