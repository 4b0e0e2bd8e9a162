"""Forward kinematics and skinning: joint angles in, posed vertices and landmarks out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from datasets.render.mesh import FINGERS, JOINTS, LANDMARK_JOINTS, HandMesh
from datasets.render.pose import HandPose

Floats = NDArray[np.float64]

_THUMB_CHAIN = tuple(JOINTS.index(f"thumb-{b}") for b in ("metacarpal", "phalanx-proximal", "phalanx-distal"))


def _finger_chain(finger: str) -> tuple[int, ...]:
    bones = ("metacarpal", "phalanx-proximal", "phalanx-intermediate", "phalanx-distal")
    return tuple(JOINTS.index(f"{finger}-finger-{bone}") for bone in bones)


# How far the outer metacarpals give way when their fingers bend: the hollow of a closing hand.
_CUPPING = {"index": 0.0, "middle": 0.02, "ring": 0.06, "pinky": 0.12}


def axis_rotation(axis: int, angle: float) -> Floats:
    """(3, 3) right-handed rotation about x, y or z (0, 1, 2) by `angle` radians."""
    cos, sin = np.cos(angle), np.sin(angle)
    matrix = np.eye(3)
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    matrix[i, i] = matrix[j, j] = cos
    matrix[i, j], matrix[j, i] = -sin, sin
    return matrix


def pose_hand(mesh: HandMesh, pose: HandPose) -> tuple[Floats, Floats]:
    """Bend the mesh.

    Returns:
        (V, 3) vertices, by linear blend skinning, and the landmarks of `pose_landmarks`.
    """
    motions = _joint_motions(mesh, pose)
    # The joints' motions are blended first: one small matrix a vertex instead of one place a joint.
    blended = (mesh.weights @ motions[:, :3].reshape(len(JOINTS), 12)).reshape(-1, 3, 4)
    vertices = (blended[:, :, :3] @ mesh.vertices[:, :, None])[:, :, 0] + blended[:, :, 3]
    return vertices, _landmarks(mesh, motions)


def pose_landmarks(mesh: HandMesh, pose: HandPose) -> Floats:
    """(21, 3) metres in the hand frame, in the order of the hand landmarkers: wrist, thumb, ..."""
    return _landmarks(mesh, _joint_motions(mesh, pose))


def _landmarks(mesh: HandMesh, motions: Floats) -> Floats:
    centres = np.einsum("jab,jb->ja", motions, mesh.joints[:, :, 3])[:, :3]
    return np.asarray(centres[list(LANDMARK_JOINTS)])


def _joint_motions(mesh: HandMesh, pose: HandPose) -> Floats:
    """(25, 4, 4): where each joint's motion takes a point of the rest hand."""
    motions = np.tile(np.eye(4), (len(JOINTS), 1, 1))
    thumb = (
        _local(pose["thumb_flex"], -pose["thumb_abduct"], pose["thumb_twist"]),
        _local(pose["thumb_mcp"]),
        _local(pose["thumb_ip"]),
    )
    _run_chain(mesh, motions, _THUMB_CHAIN, thumb)
    for finger in FINGERS[1:]:
        bones = (
            _local(_CUPPING[finger] * max(0.0, pose[f"{finger}_mcp"])),
            _local(pose[f"{finger}_mcp"], -pose[f"{finger}_spread"]),
            _local(pose[f"{finger}_pip"]),
            _local(pose[f"{finger}_dip"]),
        )
        _run_chain(mesh, motions, _finger_chain(finger), bones)
    return motions


def _local(flex: float, spread: float = 0.0, twist: float = 0.0) -> Floats:
    """A rotation in a joint's own frame (-z along the bone, y out of the back of the hand)."""
    return axis_rotation(1, -spread) @ axis_rotation(0, -flex) @ axis_rotation(2, twist)


def _run_chain(mesh: HandMesh, motions: Floats, chain: tuple[int, ...], locals_: tuple[Floats, ...]) -> None:
    motion = np.eye(4)
    for joint, rotation in zip(chain, locals_, strict=True):
        frame = mesh.joints[joint]
        turn = np.eye(4)
        turn[:3, :3] = frame[:3, :3] @ rotation @ frame[:3, :3].T
        turn[:3, 3] = frame[:3, 3] - turn[:3, :3] @ frame[:3, 3]
        motion = motion @ turn
        motions[joint] = motion
    motions[chain[-1] + 1] = motion
