"""Faces and bodies: the two light detectors of presence."""

from __future__ import annotations

from collections.abc import Sequence

from models.engine import Engine
from vision.observations import Detection
from vision.picture import Picture
from vision.presence.blaze import BlazeLayout, Search, detect

FACE = BlazeLayout(side=128, grids=((16, 2), (8, 6)), keypoints=6)
"""Short-range face detector, 896 anchors: strides 8, 16, 16, 16 with two anchors each.

Source: MediaPipe, modules/face_detection/face_detection_short_range.pbtxt.
"""
BODY = BlazeLayout(side=224, grids=((28, 2), (14, 2), (7, 6)), keypoints=4)
"""Pose detector, 2,254 anchors: strides 8, 16, 32, 32, 32 with two anchors each.

Source: MediaPipe, modules/pose_detection/pose_detection_cpu.pbtxt.
"""


def detect_faces(pictures: Sequence[Picture], engine: Engine, score: float) -> list[tuple[Detection, ...]]:
    """Faces of each picture, the most probable first.

    Args:
        pictures: any sizes.
        engine: the model `face_short`.
        score: least probability.

    Returns:
        Boxes from the eyebrows to the chin; keypoints: right eye, left eye, nose tip, mouth, right ear,
        left ear (the person's own right and left).
    """
    return detect(pictures, engine, FACE, Search(score))


def detect_bodies(pictures: Sequence[Picture], engine: Engine, score: float) -> list[tuple[Detection, ...]]:
    """Bodies of each picture, the most probable first.

    Args:
        pictures: any sizes.
        engine: the model `pose`.
        score: least probability.

    Returns:
        Boxes around the head (so the detector was trained); keypoints: middle of the hips, a point that
        gives size and turn of the whole body, middle of the shoulders, the same for the upper body.
    """
    return detect(pictures, engine, BODY, Search(score))
