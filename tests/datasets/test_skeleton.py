"""The parametric hand: anatomy, geometry, views."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.skeleton.anatomy import LIMITS, PHALANGES, THUMB_BONES
from datasets.skeleton.camera import orientation, project
from datasets.skeleton.forms import Form
from datasets.skeleton.kinematics import Hands, draw_hands, points
from datasets.skeleton.negatives import NEGATIVES
from datasets.skeleton.sample import LABELS, draw, draw_poses, show
from datasets.skeleton.sensor import hidden_tips, observe
from datasets.skeleton.vocabulary_forms import FORMS
from vision.gestures.vocabulary import SHAPES

EVERY = (*FORMS, *NEGATIVES)


def of(name: str) -> Form:
    return next(form for form in EVERY if form.name == name)


@pytest.mark.parametrize("form", EVERY, ids=lambda form: form.name)
def test_no_joint_goes_farther_than_it_can(form: Form) -> None:
    pose = draw_poses(np.random.default_rng(1), form, 100)
    assert (pose >= LIMITS[:, 0]).all()
    assert (pose <= LIMITS[:, 1]).all()


def test_forms_have_names_of_their_own_and_labels_of_the_vocabulary() -> None:
    assert len({form.name for form in EVERY}) == len(EVERY)
    assert {form.label for form in EVERY} == set(SHAPES) - {"timeout", "point_self"}


def average_hand() -> Hands:
    rng = np.random.default_rng(2)
    hands = draw_hands(rng, 4)
    return Hands(
        hands.knuckles, np.tile(PHALANGES, (4, 1, 1)), hands.thumb_root, np.tile(THUMB_BONES, (4, 1))
    )


def test_bones_keep_their_length_however_joints_bend() -> None:
    hand = points(draw_poses(np.random.default_rng(3), of("fist"), 4), average_hand())
    bones = np.linalg.norm(np.diff(hand[:, 5:9], axis=1), axis=2)
    np.testing.assert_allclose(bones, np.tile(PHALANGES[0], (4, 1)), atol=1e-12)
    thumb = np.linalg.norm(np.diff(hand[:, 1:5], axis=1), axis=2)
    np.testing.assert_allclose(thumb, np.tile(THUMB_BONES, (4, 1)), atol=1e-12)


def test_a_joint_bends_by_the_angle_it_is_given() -> None:
    pose = np.zeros((4, 21))
    pose[:, 2] = 90.0
    hand = points(pose, average_hand())
    proximal, middle = hand[:, 6] - hand[:, 5], hand[:, 7] - hand[:, 6]
    np.testing.assert_allclose((proximal * middle).sum(axis=1), 0, atol=1e-12)
    assert (middle[:, 2] > 0).all()


@pytest.mark.parametrize("form", [form for form in EVERY if form.contacts], ids=lambda form: form.name)
def test_what_must_touch_touches(form: Form) -> None:
    rng = np.random.default_rng(4)
    count = 60000
    hand = points(draw_poses(rng, form, count), draw_hands(rng, count))
    held = np.ones(count, dtype=np.bool_)
    for near in form.contacts:
        gap = np.linalg.norm(hand[:, near.a] - hand[:, near.b], axis=1)
        held &= (gap >= near.low) & (gap <= near.high)
    assert held.sum() >= 50


def test_an_upright_palm_points_up_and_its_thumb_side_shows_in_a_mirror() -> None:
    hand = points(np.zeros((1, 21)), draw_hands(np.random.default_rng(5), 1))
    zero = np.zeros(1)
    palm = project(hand, orientation(zero, zero, zero), np.array([8.0]))
    back = project(hand, orientation(zero + 180, zero, zero), np.array([8.0]))
    assert palm[0, 12, 1] < palm[0, 0, 1]
    assert palm[0, 5, 0] > palm[0, 17, 0]
    assert back[0, 5, 0] < back[0, 17, 0]


def test_fingers_tipped_towards_the_camera_come_nearer_and_grow() -> None:
    hand = points(np.zeros((1, 21)), draw_hands(np.random.default_rng(5), 1))
    zero = np.zeros(1)
    near = project(hand, orientation(zero, zero + 60, zero), np.array([4.0]))
    assert near[0, 12, 2] < near[0, 0, 2]
    flat = project(hand, orientation(zero, zero + 60, zero), np.array([400.0]))
    width = np.ptp(near[0, [8, 20], 0]) / np.ptp(flat[0, [8, 20], 0])
    assert width > 1.05


@pytest.mark.parametrize(("label", "low", "high"), [("thumb_up", 0, 45), ("thumb_down", 135, 180)])
def test_thumbs_keep_to_their_side_of_gravity(label: str, low: float, high: float) -> None:
    rng = np.random.default_rng(6)
    form = of(f"{label}_tight")
    seen = show(rng, form.view, points(draw_poses(rng, form, 2000), draw_hands(rng, 2000)))
    line = seen[:, 4] - seen[:, 2]
    from_up = np.degrees(np.arctan2(np.abs(line[:, 0]), -line[:, 1]))
    assert len(seen) > 100
    assert from_up.min() >= low
    assert from_up.max() <= high


def test_a_tip_behind_the_hand_is_hidden_and_less_certain() -> None:
    seen = np.zeros((4000, 21, 3))
    seen[:, :, 0] = np.arange(21) * 0.5
    seen[:, 8, :2] = seen[:, 9, :2]
    seen[:, 8, 2] = 0.3
    assert hidden_tips(seen[:1]).tolist() == [[False, True, False, False, False]]
    error = observe(np.random.default_rng(7), seen)[:, :, 0] - seen[:, :, 0]
    assert error[:, 8].std() > 1.5 * error[:, 12].std()


@pytest.mark.parametrize("label", LABELS)
def test_the_same_seed_draws_the_same_hands(label: str) -> None:
    one, two = (draw(np.random.default_rng(8), label, 20) for _ in range(2))
    assert one.tobytes() == two.tobytes()
    assert one.shape == (20, 21, 3)


def test_a_label_without_forms_is_refused() -> None:
    with pytest.raises(ValueError, match="no form makes 'timeout'"):
        draw(np.random.default_rng(0), "timeout", 1)
