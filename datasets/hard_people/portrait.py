"""A person at the seat: the photograph brought to a webcam's format, the outline and the face found in it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.hard_people.photographs import Photograph, UInt8Array
from datasets.render.scene import to_linear
from models.engine import Engine
from vision.observations import Detection
from vision.picture import Layout, Picture
from vision.presence.detectors import detect_faces

Image = NDArray[np.float32]
WIDTH, HEIGHT = 640, 480
_SURE_FACE = 0.75
_SMALLEST_FACE = 0.055
"""Of the picture's width."""
_MASK_SIDE = 256


@dataclass(frozen=True, slots=True, eq=False)
class Portrait:
    """One person in a picture of 640 x 480."""

    origin: Photograph
    linear: Image
    """(480, 640, 3) linear RGB."""
    cover: Image
    """(480, 640) share of the person in each pixel, by the selfie segmentation."""
    face: Detection
    """In its pixels: the box, and the eyes, nose, mouth and ears."""

    @property
    def size(self) -> float:
        """Height of the face's box, pixels: from the eyebrows to the chin."""
        return self.face.box[3] - self.face.box[1]

    @property
    def middle(self) -> tuple[float, float]:
        """Of the face."""
        x0, y0, x1, y1 = self.face.box
        return (x0 + x1) / 2, (y0 + y1) / 2

    @property
    def eyes(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Both eyes."""
        return self.face.keypoints[0], self.face.keypoints[1]

    def cutout(self) -> Image:
        """(480, 640, 4) premultiplied linear RGB and cover."""
        return np.dstack([self.linear * self.cover[..., None], self.cover])


def portraits(photographs: list[Photograph], faces: Engine, selfie: Engine) -> list[Portrait]:
    """The photographs that show one clear face, as portraits; the others are left out.

    Args:
        photographs: of people.
        faces: the model `face_short`.
        selfie: the model `selfie`.
    """
    found = []
    for photograph in photographs:
        pixels = _webcam(photograph.pixels, faces)
        seen = detect_faces([Picture(Layout.RGB, (pixels,))], faces, 0.5)[0]
        if len(seen) != 1 or seen[0].score < _SURE_FACE:
            continue
        if seen[0].box[2] - seen[0].box[0] < _SMALLEST_FACE * WIDTH:
            continue
        found.append(Portrait(photograph, to_linear(pixels), _outline(pixels, selfie), seen[0]))
    return found


def _webcam(pixels: UInt8Array, faces: Engine) -> UInt8Array:
    """The largest part of the form 4:3 that holds the face, scaled to 640 x 480."""
    height, width = pixels.shape[:2]
    seen = detect_faces([Picture(Layout.RGB, (pixels,))], faces, 0.5)[0]
    box = seen[0].box if seen else (width / 2, 0.0, width / 2, height / 2)
    wide, high = min(width, height * WIDTH / HEIGHT), min(height, width * HEIGHT / WIDTH)
    x = float(np.clip((box[0] + box[2]) / 2 - wide / 2, 0, width - wide))
    y = float(np.clip(box[1] - 0.8 * (box[3] - box[1]), 0, height - high))
    part = pixels[round(y) : round(y + high), round(x) : round(x + wide)]
    how = cv2.INTER_AREA if wide > WIDTH else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(part, (WIDTH, HEIGHT), interpolation=how), dtype=np.uint8)


def _outline(pixels: UInt8Array, selfie: Engine) -> Image:
    small = cv2.resize(pixels, (_MASK_SIDE, _MASK_SIDE), interpolation=cv2.INTER_AREA)
    (mask,) = selfie.run(np.ascontiguousarray(small[None], dtype=np.float32) / np.float32(255))
    large = cv2.resize(mask[0, :, :, 0], (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip((large - 0.35) / 0.4, 0, 1), dtype=np.float32)
