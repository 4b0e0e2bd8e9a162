"""Real pictures and clips are none of the camera's broken states."""

from __future__ import annotations

from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from vision.camera.health import CameraHealth, CameraPolicy, step_camera
from vision.frame import Frame
from vision.observations import CameraState
from vision.picture import Layout, Picture

pytestmark = pytest.mark.shared


def test_photographs_can_be_judged(shared_data: Path) -> None:
    broken = []
    paths = sorted((shared_data / "people").glob("*.jpg"))
    for path in paths:
        pixels = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
        assert pixels is not None
        picture = Picture(Layout.GRAY, (np.asarray(pixels, dtype=np.uint8),))
        _, cameras = step_camera({}, {1: Frame(1, 0.0, picture)}, CameraPolicy())
        if cameras[1] is not CameraState.OK:
            broken.append(path.name)
    assert len(paths) >= 90
    assert broken == []


@pytest.mark.parametrize(
    "clip", ["carphone_pristine.mp4", "mmaction_demo.mp4", "mmaction_test.avi", "hagriddyn_dndv1.gif"]
)
def test_clips_live(shared_data: Path, clip: str) -> None:
    states: dict[int, CameraHealth] = {}
    seen = set()
    with av.open(str(shared_data / "video" / clip), "r") as container:
        for frame in container.decode(video=0):
            pixels = np.asarray(frame.to_ndarray(format="gray"), dtype=np.uint8)
            picture = Picture(Layout.GRAY, (pixels,))
            states, cameras = step_camera(
                states, {1: Frame(1, float(frame.time or 0.0), picture)}, CameraPolicy()
            )
            seen.add(cameras[1])
    assert seen == {CameraState.OK}
