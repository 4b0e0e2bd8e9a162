"""Pictures: colours as FFmpeg gives them, pixels where they belong, whatever the layout and rotation."""

from __future__ import annotations

import av
import cv2
import numpy as np
import pytest
from av.video.reformatter import ColorRange, Colorspace
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.picture import Affine, Layout, Matrix, Picture, compose, yuv_to_rgb

UNCHANGED = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
SIZES = [(640, 480), (641, 363), (64, 65), (2, 2), (1, 1), (1, 7)]
Pixels = NDArray[np.uint8]


def smooth(size: tuple[int, int], seed: int = 0) -> Pixels:
    """An RGB picture without edges, so that the siting of chroma hardly matters."""
    few = np.random.default_rng(seed).integers(20, 236, (3, 4, 3), dtype=np.uint8)
    return np.asarray(cv2.resize(few, size, interpolation=cv2.INTER_CUBIC), np.uint8)


def encoded(rgb: Pixels, matrix: Matrix, full_range: bool) -> tuple[Pixels, Pixels, Pixels]:
    """Y, U, V planes of 4:2:0 by the definition, in double precision."""
    linear = yuv_to_rgb(matrix, full_range).astype(np.float64)
    yuv = (rgb.astype(np.float64) - linear[:, 3]) @ np.linalg.inv(linear[:, :3]).T
    height, width = rgb.shape[:2]
    half = ((width + 1) // 2, (height + 1) // 2)
    padded = np.pad(yuv, ((0, height % 2), (0, width % 2), (0, 0)), mode="edge")
    luma = np.clip(np.rint(yuv[..., 0]), 0, 255).astype(np.uint8)
    chroma = (
        np.clip(np.rint(cv2.resize(padded[..., i], half, interpolation=cv2.INTER_AREA)), 0, 255)
        for i in (1, 2)
    )
    u, v = (plane.reshape(half[1], half[0]).astype(np.uint8) for plane in chroma)
    return luma, u, v


def picture(rgb: Pixels, layout: Layout, rotation: int = 0) -> Picture:
    """The picture whose display is `rgb`, stored in a layout and turned."""
    stored = np.ascontiguousarray(np.rot90(rgb, rotation // 90))
    if layout is Layout.RGB:
        return Picture(layout, (stored,), rotation)
    if layout is Layout.GRAY:
        return Picture(layout, (np.ascontiguousarray(stored[..., 1]),), rotation)
    luma, u, v = encoded(stored, Matrix.BT601, full_range=False)
    planes = (luma, u, v) if layout is Layout.I420 else (luma, np.dstack([u, v]))
    return Picture(layout, planes, rotation)


def difference(one: Pixels, other: Pixels) -> int:
    return int(np.abs(one.astype(np.int16) - other).max())


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("layout", "most"), [(Layout.RGB, 0), (Layout.I420, 6), (Layout.NV12, 6)])
def test_the_whole_picture_is_what_a_viewer_sees(
    layout: Layout, most: int, size: tuple[int, int], rotation: int
) -> None:
    rgb = smooth(size)
    seen = picture(rgb, layout, rotation)
    assert seen.size == size
    shown = seen.rgb()
    assert shown.shape == rgb.shape
    if layout is Layout.RGB or min(size) > 2:  # the chroma of four pixels is a mean over edges
        assert difference(shown, rgb) <= most


def test_nv12_is_i420_with_its_chroma_interleaved() -> None:
    rgb = smooth((321, 201))
    assert difference(picture(rgb, Layout.NV12).rgb(), picture(rgb, Layout.I420).rgb()) == 0


@pytest.mark.parametrize("full_range", [False, True])
@pytest.mark.parametrize(
    ("matrix", "space"), [(Matrix.BT601, Colorspace.ITU601), (Matrix.BT709, Colorspace.ITU709)]
)
def test_colours_are_those_of_ffmpeg(matrix: Matrix, space: Colorspace, full_range: bool) -> None:
    luma, u, v = encoded(smooth((320, 240)), matrix, full_range)
    frame = av.VideoFrame.from_ndarray(
        np.concatenate([p.ravel() for p in (luma, u, v)]).reshape(360, 320), "yuv420p"
    )
    converted = frame.reformat(
        format="rgb24",
        src_colorspace=space,
        dst_colorspace=space,
        src_color_range=ColorRange.JPEG if full_range else ColorRange.MPEG,
        dst_color_range=ColorRange.JPEG,
    )
    ours = Picture(Layout.I420, (luma, u, v), matrix=matrix, full_range=full_range).rgb()
    theirs = np.asarray(converted.to_ndarray(), np.uint8)
    assert np.abs(ours.astype(np.int16) - theirs).mean() < 2  # FFmpeg's fast path rounds down
    assert difference(ours, theirs) <= 8  # theirs repeats each chroma sample


def test_colours_are_those_of_opencv() -> None:
    luma, u, v = encoded(smooth((320, 240)), Matrix.BT601, full_range=False)
    stacked = np.concatenate([p.ravel() for p in (luma, u, v)]).reshape(360, 320)
    theirs = np.asarray(cv2.cvtColor(stacked, cv2.COLOR_YUV2RGB_I420), np.uint8)
    ours = Picture(Layout.I420, (luma, u, v)).rgb()
    assert np.abs(ours.astype(np.int16) - theirs).mean() < 1
    assert difference(ours, theirs) <= 8  # theirs repeats each chroma sample


@pytest.mark.parametrize("full_range", [False, True])
@pytest.mark.parametrize("matrix", list(Matrix))
def test_black_white_and_grey_have_no_colour(matrix: Matrix, full_range: bool) -> None:
    low, high = (0, 255) if full_range else (16, 235)
    for luma, wanted in ((low, 0), (high, 255), (round((low + high) / 2), 128)):
        y = np.full((4, 4), luma, np.uint8)
        c = np.full((2, 2), 128, np.uint8)
        shown = Picture(Layout.I420, (y, c, c), matrix=matrix, full_range=full_range).rgb()
        assert difference(shown, np.full((4, 4, 3), wanted, np.uint8)) <= 1


@pytest.mark.parametrize("layout", list(Layout))
@pytest.mark.parametrize("full_range", [False, True])
def test_outside_is_black_or_the_edge(layout: Layout, full_range: bool) -> None:
    grey = picture(np.full((8, 8, 3), 200, np.uint8), layout)
    shown = Picture(layout, grey.planes, full_range=full_range)
    far = np.array([[1.0, 0.0, 100.0], [0.0, 1.0, 100.0]])
    assert difference(shown.crop(far, (5, 3), border=0), np.zeros((3, 5, 3), np.uint8)) <= 1
    edge = shown.crop(UNCHANGED, (1, 1))[0, 0]
    assert difference(shown.crop(far, (5, 3)), np.broadcast_to(edge, (3, 5, 3))) <= 1


@given(
    angle=st.floats(-3.2, 3.2),
    scale=st.floats(0.3, 3),
    x=st.floats(60, 100),
    y=st.floats(40, 80),
    rotation=st.sampled_from([0, 90, 180, 270]),
    layout=st.sampled_from([Layout.RGB, Layout.I420, Layout.NV12]),
)
@settings(deadline=None, max_examples=60)
def test_a_crop_shows_each_display_pixel_where_the_map_says(
    angle: float, scale: float, x: float, y: float, rotation: int, layout: Layout
) -> None:
    """On a picture whose red rises along x and green along y, colours tell places."""
    width, height = 160, 120
    rows, columns = np.mgrid[0:height, 0:width]
    rgb = np.dstack([40 + columns, 40 + rows, np.full_like(rows, 90)]).astype(np.uint8)
    cos, sin = scale * np.cos(angle), scale * np.sin(angle)
    to_display: Affine = np.array([[cos, -sin, x - 8 * (cos - sin)], [sin, cos, y - 8 * (cos + sin)]])
    crop = picture(rgb, layout, rotation).crop(to_display, (16, 16))
    for u, v in ((8, 8), (0, 0), (15, 3), (2, 14)):
        place = to_display @ [u, v, 1]
        if 2 <= place[0] <= width - 3 and 2 <= place[1] <= height - 3:
            wanted = [40 + place[0], 40 + place[1], 90]
            # Colour is sampled at half of the crop: at its edge it is half a crop pixel away.
            near = 1.1 if layout is Layout.RGB else 3.1 + scale
            assert crop[v, u].tolist() == pytest.approx(wanted, abs=near)


def test_luma_of_rgb_is_computed() -> None:
    assert picture(np.full((3, 5, 3), (255, 0, 0), np.uint8), Layout.RGB).luma.tolist() == [[76] * 5] * 3


def test_maps_compose_inner_first() -> None:
    turn: Affine = np.array([[0.0, -1.0, 5.0], [1.0, 0.0, 2.0]])
    stretch: Affine = np.array([[2.0, 0.0, 1.0], [0.0, 3.0, -1.0]])
    point = np.array([4.0, 7.0])
    once = stretch[:, :2] @ point + stretch[:, 2]
    twice = turn[:, :2] @ once + turn[:, 2]
    assert compose(turn, stretch) @ [*point, 1.0] == pytest.approx(twice)


@pytest.mark.parametrize(
    ("layout", "planes", "rotation", "message"),
    [
        (Layout.RGB, 1, 45, "rotation"),
        (Layout.RGB, 3, 0, "rgb has 1 planes, not 3"),
        (Layout.I420, 1, 0, "i420 has 3 planes, not 1"),
        (Layout.NV12, 3, 0, "nv12 has 2 planes, not 3"),
    ],
)
def test_what_is_no_picture_is_refused(layout: Layout, planes: int, rotation: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Picture(layout, (np.zeros((2, 2), np.uint8),) * planes, rotation)
