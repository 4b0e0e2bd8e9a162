"""Planes as they lie, colours as they were meant."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from av.video.frame import VideoFrame

from service.media import picture_from_av
from vision.picture import Layout, Matrix

ORANGE = (210, 120, 40)


def frame_of(
    pix_fmt: str, size: tuple[int, int] = (64, 48), colour: tuple[int, int, int] = ORANGE
) -> VideoFrame:
    width, height = size
    picture = np.full((height, width, 3), colour, dtype=np.uint8)
    return VideoFrame.from_ndarray(picture, format="rgb24").reformat(format=pix_fmt)


@pytest.mark.parametrize(
    ("pix_fmt", "layout"),
    [
        ("yuv420p", Layout.I420), ("yuvj420p", Layout.I420), ("nv12", Layout.NV12), ("rgb24", Layout.RGB),
        ("yuv422p", Layout.I420), ("yuvj422p", Layout.I420), ("yuyv422", Layout.I420),
        ("yuv444p", Layout.I420),
        ("yuv420p10le", Layout.I420), ("bgra", Layout.RGB), ("gbrp", Layout.RGB), ("rgb48le", Layout.RGB),
        ("rgb8", Layout.RGB),
    ],
)  # fmt: skip
def test_colours_survive(pix_fmt: str, layout: Layout) -> None:
    picture = picture_from_av(frame_of(pix_fmt))
    assert picture.layout is layout
    assert picture.size == (64, 48)
    assert np.abs(picture.rgb().reshape(-1, 3).mean(axis=0) - ORANGE).max() <= 4


@pytest.mark.parametrize("pix_fmt", ["gray", "gray16le", "ya8"])
def test_grey_stays_grey(pix_fmt: str) -> None:
    picture = picture_from_av(frame_of(pix_fmt, colour=(200, 200, 200)))
    assert picture.layout is Layout.GRAY
    assert np.abs(picture.rgb().astype(int) - 200).max() <= 2


def test_limited_grey_is_stretched_like_a_television_picture() -> None:
    frame = VideoFrame.from_ndarray(np.full((48, 64), 235, dtype=np.uint8), format="gray")
    frame.color_range = 1
    assert picture_from_av(frame).rgb().min() >= 253


@pytest.mark.parametrize("pix_fmt", ["yuv420p", "yuvj420p", "nv12", "rgb24", "gray"])
@pytest.mark.parametrize("size", [(64, 48), (161, 121), (1, 1), (2, 3)])
def test_views_without_a_copy(pix_fmt: str, size: tuple[int, int]) -> None:
    frame = frame_of(pix_fmt, size)
    picture = picture_from_av(frame)
    width, height = size
    assert picture.stored_size == size
    for index, plane in enumerate(picture.planes):
        assert np.shares_memory(plane, np.frombuffer(memoryview(frame.planes[index]), dtype=np.uint8))
        assert not plane.flags.writeable
        chroma = index > 0
        assert plane.shape[:2] == ((-(-height // 2), -(-width // 2)) if chroma else (height, width))


def test_planes_outlive_the_frame() -> None:
    frame = frame_of("yuv420p", colour=(255, 255, 255))
    picture = picture_from_av(frame)
    del frame
    others = [frame_of("yuv420p", colour=(0, 0, 0)) for _ in range(8)]
    assert others
    assert int(picture.luma.min()) >= 234


@pytest.mark.parametrize(
    ("size", "colorspace", "matrix"),
    [
        ((640, 480), 2, Matrix.BT601), ((720, 576), 2, Matrix.BT601), ((1280, 720), 2, Matrix.BT709),
        ((1080, 1920), 2, Matrix.BT709), ((640, 480), 1, Matrix.BT709), ((1920, 1080), 5, Matrix.BT601),
        ((1920, 1080), 6, Matrix.BT601), ((3840, 2160), 9, Matrix.BT2020),
    ],
)  # fmt: skip
def test_matrix_named_or_as_players_assume(size: tuple[int, int], colorspace: int, matrix: Matrix) -> None:
    frame = VideoFrame(*size, "yuv420p")
    frame.colorspace = colorspace
    assert picture_from_av(frame).matrix is matrix


@pytest.mark.parametrize(
    ("pix_fmt", "color_range", "full"),
    [
        ("yuv420p", 0, False),
        ("yuv420p", 1, False),
        ("yuv420p", 2, True),
        ("yuvj420p", 0, True),
        ("yuv422p", 2, True),
    ],
)
def test_range(pix_fmt: str, color_range: int, full: bool) -> None:
    frame = VideoFrame(64, 48, pix_fmt)
    frame.color_range = color_range
    for plane, value in zip(frame.planes, (250, 128, 128), strict=True):
        plane.update(bytes([value]) * plane.buffer_size)
    picture = picture_from_av(frame)
    assert picture.full_range is full
    assert int(picture.luma[0, 0]) == 250


@pytest.mark.parametrize(
    ("aspect", "size"),
    [(None, (64, 48)), (Fraction(1), (64, 48)), (Fraction(4, 3), (85, 48)), (Fraction(1, 2), (64, 96))],
)
def test_pixels_become_square(aspect: Fraction | None, size: tuple[int, int]) -> None:
    assert picture_from_av(frame_of("yuv420p"), aspect).size == size
