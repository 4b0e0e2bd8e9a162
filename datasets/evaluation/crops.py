"""Small pictures of hands, for measuring and for people."""

from __future__ import annotations

import base64

import cv2
import numpy as np

from vision.hands.region import Region
from vision.observations import Landmarks
from vision.picture import Picture, UInt8Array

_AROUND = 1.5
"""Side of a crop, by the larger side of the box around the landmarks: these lie within the flesh."""
_JPEG_QUALITY = 78


def hand_crop(picture: Picture, landmarks: Landmarks, side: int) -> UInt8Array:
    """The square around a hand, upright.

    Args:
        picture: it is in.
        landmarks: (21, 3) display pixels.
        side: of the result, pixels.

    Returns:
        (side, side, 3) RGB uint8; the edge of the picture goes on outside it.
    """
    low, high = landmarks[:, :2].min(axis=0), landmarks[:, :2].max(axis=0)
    x, y = ((low + high) / 2).tolist()
    size = max(_AROUND * float((high - low).max()), 8.0)
    return _square(picture, Region(x, y, size, 0.0), side)


def whole_crop(picture: Picture, side: int) -> UInt8Array:
    """The middle square of a picture that holds all of it, (side, side, 3) RGB uint8."""
    width, height = picture.size
    return _square(picture, Region((width - 1) / 2, (height - 1) / 2, max(width, height), 0.0), side)


def _square(picture: Picture, region: Region, side: int) -> UInt8Array:
    """Reduced in two steps, so that up to four times the size no pixel is skipped."""
    fine = int(np.clip(np.ceil(region.size), side, 4 * side))
    crop = picture.crop(region.to_display(fine), (fine, fine))
    return np.asarray(cv2.resize(crop, (side, side), interpolation=cv2.INTER_AREA), dtype=np.uint8)


SHARPNESS_SIDE = 128
"""Width and height of the crop that sharpness is measured on, pixels."""


def sharpness(crop: UInt8Array) -> float:
    """Variance of the Laplacian of the grey values 0..255: low where a picture is blurred.

    Source: Pech-Pacheco et al., Diatom autofocusing in brightfield microscopy, ICPR 2000.

    Args:
        crop: (SHARPNESS_SIDE, SHARPNESS_SIDE, 3) RGB of the hand, so that sizes compare: a hand of few
            pixels is as blurred as it looks.
    """
    grey = cv2.cvtColor(crop, cv2.COLOR_RGB2GRAY)
    return float(np.var(cv2.Laplacian(grey, cv2.CV_64F)))


def data_uri(crop: UInt8Array) -> str:
    """A small RGB picture as the address of a JPEG within a page."""
    done, coded = cv2.imencode(
        ".jpg", cv2.cvtColor(crop, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY]
    )
    if not done:
        raise RuntimeError("a small picture could not be compressed")
    return "data:image/jpeg;base64," + base64.b64encode(coded.tobytes()).decode("ascii")
