"""From a hand in space to the pixels of a webcam, in the convention of the landmark model.

Camera frame: x right, y down, z away from the camera. The landmark model reports z in the scale of x and y,
relative to the wrist, negative towards the camera; on the licensed pictures this z keeps bone lengths
constant within 5 % of the palm, so it is taken as metric.
"""

from __future__ import annotations

import numpy as np

from datasets.skeleton.anatomy import FloatArray

FACING: FloatArray = np.diag([1.0, -1.0, -1.0])
"""(3, 3) hand frame to camera frame for an upright hand whose palm faces the camera."""


def _axis(angle: FloatArray, first: int, second: int) -> FloatArray:
    turned = np.tile(np.eye(3), (len(angle), 1, 1))
    turned[:, first, first] = turned[:, second, second] = np.cos(angle)
    turned[:, first, second] = -np.sin(angle)
    turned[:, second, first] = np.sin(angle)
    return turned


def orientation(yaw: FloatArray, pitch: FloatArray, roll: FloatArray) -> FloatArray:
    """Rotations from the hand frame to the camera frame.

    Args:
        yaw: (N,) degrees about the hand's long axis; 0 shows the palm, 180 the back.
        pitch: (N,) degrees about the picture's horizontal; positive tips the fingers towards the camera.
        roll: (N,) degrees in the picture, clockwise as seen.

    Returns:
        (N, 3, 3)
    """
    yaw, pitch, roll = np.radians(yaw), np.radians(pitch), np.radians(roll)
    return np.asarray(_axis(roll, 0, 1) @ _axis(pitch, 1, 2) @ FACING @ _axis(yaw, 2, 0))


def project(hand: FloatArray, turn: FloatArray, distance: FloatArray) -> FloatArray:
    """Perspective view.

    Args:
        hand: (N, 21, 3) palms, hand frame.
        turn: (N, 3, 3) hand frame to camera frame.
        distance: (N,) palms from the camera to the middle of the hand.

    Returns:
        (N, 21, 3) in palms at the wrist's depth: x right, y down, z away relative to the wrist.
    """
    turned = hand @ np.swapaxes(turn, 1, 2)
    turned = turned - turned.mean(axis=1, keepdims=True)
    scale = distance[:, None] / (distance[:, None] + turned[:, :, 2])
    depth = turned[:, :, 2:] - turned[:, :1, 2:]
    return np.concatenate([turned[:, :, :2] * scale[:, :, None], depth], axis=2)
