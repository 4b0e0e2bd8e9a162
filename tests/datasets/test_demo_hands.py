"""The rendered hand: it bends as a hand bends, and its shapes are the shapes they are called."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from datasets.render.hand import HandModel, Placement
from datasets.render.mesh import HandMesh, load_hand
from datasets.render.motion import HandMotion, Hold
from datasets.render.pose import DEGREES, LIMITS, NAMES, HandPose, bent_by, blend, clamped
from datasets.render.raster import Pinhole
from datasets.render.shade import Light, Skin
from datasets.render.shapes import POSES
from datasets.render.skeleton import pose_hand, pose_landmarks

Floats = NDArray[np.float64]

CAMERA = Pinhole.webcam(320, 240)
LIGHT = Light((-0.5, -0.7, -0.8))
FINGERS = {"index": 5, "middle": 9, "ring": 13, "pinky": 17}


@pytest.fixture(scope="module")
def mesh() -> HandMesh:
    return load_hand(subdivide=0)


@pytest.fixture(scope="module")
def model() -> HandModel:
    return HandModel(Skin.tone(0.4))


def straight(landmarks: Floats, base: int) -> bool:
    """Whether a finger's tip is far from its root, measured by its own bones."""
    bones = np.linalg.norm(np.diff(landmarks[base : base + 4], axis=0), axis=1).sum()
    return bool(np.linalg.norm(landmarks[base + 3] - landmarks[base]) > 0.9 * bones)


@pytest.mark.parametrize(
    ("shape", "out"),
    [
        ("palm", "index middle ring pinky"),
        ("fist", ""),
        ("thumb_up", ""),
        ("thumb_down", ""),
        ("one", "index"),
        ("two", "index middle"),
        ("three", "index middle ring"),
        ("three_thumb", "index middle"),
        ("four", "index middle ring pinky"),
        ("ok", "middle ring pinky"),
        ("ring_touch", "index middle pinky"),
        ("hook", ""),
        ("call", "pinky"),
        ("horns", "index pinky"),
        ("finger_gun", "index"),
        ("finger_gun_two", "index middle"),
        ("zero", ""),
        ("middle_finger", "middle"),
    ],
)
def test_each_shape_stretches_its_fingers_and_no_others(mesh: HandMesh, shape: str, out: str) -> None:
    landmarks = pose_landmarks(mesh, POSES[shape])
    stretched = [name for name, base in FINGERS.items() if straight(landmarks, base)]
    assert stretched == out.split()


@pytest.mark.parametrize(("shape", "tip"), [("ok", 8), ("ring_touch", 16), ("zero", 8)])
def test_the_thumb_touches_what_it_has_to(mesh: HandMesh, shape: str, tip: int) -> None:
    landmarks = pose_landmarks(mesh, POSES[shape])
    assert np.linalg.norm(landmarks[4] - landmarks[tip]) < 0.02  # two half fingertips


def test_every_finger_bends_towards_the_palm(mesh: HandMesh) -> None:
    open_hand = pose_landmarks(mesh, POSES["palm"])
    for finger, base in FINGERS.items():
        bent = pose_landmarks(mesh, bent_by(POSES["palm"], **{f"{finger}_mcp": 60.0}))
        assert bent[base + 3, 2] > open_hand[base + 3, 2] + 0.03
        others = [i for i in range(21) if not base <= i <= base + 3]
        np.testing.assert_allclose(bent[others], open_hand[others])


def test_at_rest_the_mesh_is_the_file_s_own(mesh: HandMesh) -> None:
    vertices, landmarks = pose_hand(mesh, HandPose(np.zeros(len(NAMES))))
    np.testing.assert_allclose(vertices, mesh.vertices, atol=1e-9)
    assert landmarks[0] == pytest.approx([0, 0, 0])
    assert landmarks[12, 1] > 0.15  # metres to the middle fingertip


@given(st.lists(st.floats(-3, 3), min_size=len(NAMES), max_size=len(NAMES)))
@settings(max_examples=60, deadline=None)
def test_bones_keep_their_length_in_any_pose(mesh: HandMesh, angles: list[float]) -> None:
    pose = clamped(np.array(angles))
    assert np.all(pose.angles >= LIMITS[:, 0])
    assert np.all(pose.angles <= LIMITS[:, 1])
    rest, moved = pose_landmarks(mesh, POSES["palm"]), pose_landmarks(mesh, pose)
    for a in range(1, 21):
        if a % 4 != 1:
            assert np.linalg.norm(moved[a] - moved[a - 1]) == pytest.approx(
                np.linalg.norm(rest[a] - rest[a - 1]), abs=1e-9
            )


@pytest.mark.parametrize("name", ["index_mcp", "thumb_ip", "wrist_flex"])
def test_a_pose_beyond_anatomy_is_refused(name: str) -> None:
    angles = np.zeros(len(NAMES))
    angles[NAMES.index(name)] = LIMITS[NAMES.index(name), 1] + DEGREES
    with pytest.raises(ValueError, match=name):
        HandPose(angles)


def test_a_blend_of_two_poses_starts_and_ends_with_them() -> None:
    fist, palm = POSES["fist"], POSES["palm"]
    np.testing.assert_array_equal(blend(fist, palm, 0.0).angles, fist.angles)
    np.testing.assert_allclose(blend(fist, palm, 1.0).angles, palm.angles)


def test_the_drawn_hand_is_under_its_landmarks(model: HandModel) -> None:
    layer = model.draw(CAMERA, POSES["palm"], Placement((0.0, 0.08, 0.45)), LIGHT)
    assert layer is not None
    for x, y, depth in layer.landmarks:
        assert layer.cover[round(y) - layer.y, round(x) - layer.x] > 0.9
        assert 0.4 < depth < 0.5
    assert np.isfinite(layer.colour).all()
    assert layer.colour[layer.cover == 0].max() == 0


def test_a_left_hand_is_the_mirror_of_a_right_one(model: HandModel) -> None:
    right = model.draw(CAMERA, POSES["three_thumb"], Placement((0.0, 0.08, 0.45)), LIGHT)
    left = model.draw(CAMERA, POSES["three_thumb"], Placement((0.0, 0.08, 0.45), left=True), LIGHT)
    assert right is not None
    assert left is not None
    np.testing.assert_allclose(left.landmarks[:, 0], CAMERA.width - 1 - right.landmarks[:, 0], atol=1e-6)
    assert float(left.cover.sum()) == pytest.approx(float(right.cover.sum()), rel=0.01)


def test_dark_skin_is_darker_on_the_back_than_in_the_palm() -> None:
    dark = HandModel(Skin.tone(0.9))
    means = []
    for yaw in (0.0, np.pi):
        layer = dark.draw(CAMERA, POSES["palm"], Placement((0.0, 0.08, 0.45), yaw=yaw), LIGHT)
        assert layer is not None
        means.append(float(layer.colour[:60].sum() / layer.cover[:60].sum()))
    assert means[1] < 0.6 * means[0]


def test_a_hand_beside_the_picture_is_not_drawn(model: HandModel) -> None:
    assert model.draw(CAMERA, POSES["palm"], Placement((3.0, 0.0, 0.45)), LIGHT) is None


def test_a_hand_comes_up_holds_changes_and_goes() -> None:
    palm = (0.0, 0.0, 0.45)
    motion = HandMotion((Hold("one", 2.0, 3.0, palm), Hold("two", 3.5, 4.5, palm)))
    assert motion.at(1.0) is None
    assert motion.at(6.0) is None
    heights = []
    for t in (1.5, 1.8, 2.5, 4.8):
        state = motion.at(t)
        assert state is not None
        heights.append(state[1].wrist[1])
    assert heights[0] > heights[1] > heights[2] < heights[3]
    for t, shape in ((2.5, "one"), (4.0, "two")):
        state = motion.at(t)
        assert state is not None
        assert np.abs(state[0].angles - POSES[shape].angles).max() < 4 * DEGREES


@pytest.mark.parametrize(
    ("shape", "start", "end", "message"), [("wave", 0.0, 1.0, "no pose"), ("one", 2.0, 2.0, "ends after")]
)
def test_a_hold_that_makes_no_sense_is_refused(shape: str, start: float, end: float, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Hold(shape, start, end, (0.0, 0.0, 0.5))
