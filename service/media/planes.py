"""From a decoder's frame to a `Picture`, copying only what no model could read as it lies."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import cast

import numpy as np
from av.sidedata.sidedata import SideDataContainer
from av.sidedata.sidedata import Type as SideDataType
from av.video.frame import VideoFrame
from av.video.plane import VideoPlane

from vision.picture import Layout, Matrix, Picture, UInt8Array

_VIEWED = {
    "yuv420p": Layout.I420,
    "yuvj420p": Layout.I420,
    "nv12": Layout.NV12,
    "rgb24": Layout.RGB,
    "gray": Layout.GRAY,
}

# AVColorSpace values that name a matrix. Source: libavutil/pixfmt.h, after ITU-T H.273 table 4.
# FCC (4) and SMPTE 240M (7) differ from these by less than webcams differ from each other.
_MATRICES = {
    1: Matrix.BT709,
    4: Matrix.BT601,
    5: Matrix.BT601,
    6: Matrix.BT601,
    7: Matrix.BT709,
    9: Matrix.BT2020,
}
# `frame.side_data` ties frame and container into a ring, which keeps the decoder's buffer until the garbage
# collector comes by; a container made from outside does not. PyAV's stub leaves out its argument.
_side_data_of = cast("Callable[[VideoFrame], SideDataContainer]", SideDataContainer)
_UNSPECIFIED_IS_HD = (1280, 577)
_FULL_RANGE, _LIMITED_RANGE = 2, 1
_SQUARE_ENOUGH = 0.02


def picture_from_av(frame: VideoFrame, aspect: Fraction | None = None) -> Picture:
    """Wrap a decoded frame.

    8-bit 4:2:0 (planar or NV12), RGB and full-range grey are views of the decoder's buffer, which lives as
    long as the picture does. Anything else is converted once: RGB and palettes to RGB (alpha dropped), grey
    to grey, every other YUV to 8-bit 4:2:0 of the same matrix and range; HDR is not tone-mapped.

    Where the stream does not name its matrix, pictures of at least 1280 columns or 577 rows are BT.709, and
    others BT.601: what video players assume.

    Args:
        frame: a software frame.
        aspect: width of a pixel by its height; where it is not 1 the picture is stretched to square pixels.
    """
    target = _target(frame)
    full = frame.format.name.startswith("yuvj") or frame.color_range == _FULL_RANGE
    limited = not full and (target == "yuv420p" or frame.color_range == _LIMITED_RANGE)
    width, height = _square(frame.width, frame.height, aspect)
    plain = frame
    if target != frame.format.name or (width, height) != (frame.width, frame.height):
        span = _LIMITED_RANGE if limited else _FULL_RANGE
        plain = frame.reformat(width, height, target, src_color_range=span, dst_color_range=span)
    layout = _VIEWED[target]
    rotation, mirrored = _orientation(frame)
    planes = tuple(_view(plane, layout, index) for index, plane in enumerate(plain.planes))
    if mirrored:
        planes = tuple(np.ascontiguousarray(plane[:, ::-1]) for plane in planes)
    if layout is Layout.GRAY and limited:
        layout, planes = Layout.I420, (planes[0], *_neutral_chroma(width, height))
    matrix = _MATRICES.get(frame.colorspace) or _usual_matrix(frame.width, frame.height)
    return Picture(layout, planes, rotation=rotation, matrix=matrix, full_range=full)


def _target(frame: VideoFrame) -> str:
    """The name of the pixel format in which the frame is kept."""
    name, form = frame.format.name, frame.format
    if name in _VIEWED:
        return name
    if name.startswith(("gray", "ya8", "ya16", "mono")):
        return "gray"
    return "rgb24" if form.is_rgb or form.has_palette else "yuv420p"


def _neutral_chroma(width: int, height: int) -> tuple[UInt8Array, UInt8Array]:
    plane = np.full((-(-height // 2), -(-width // 2)), 128, dtype=np.uint8)
    return plane, plane


def _square(width: int, height: int, aspect: Fraction | None) -> tuple[int, int]:
    if not aspect or abs(aspect - 1) <= _SQUARE_ENOUGH:
        return width, height
    if aspect > 1:
        return round(width * aspect), height
    return width, round(height / aspect)


def _view(plane: VideoPlane, layout: Layout, index: int) -> UInt8Array:
    """The samples of a plane without the padding of its lines; read-only."""
    flat = np.frombuffer(memoryview(plane), dtype=np.uint8)
    stride = abs(plane.line_size)
    rows = flat[: stride * plane.height].reshape(plane.height, stride)
    if plane.line_size < 0:
        rows = rows[::-1].copy()
    channels = 3 if layout is Layout.RGB else 2 if layout is Layout.NV12 and index == 1 else 1
    view: UInt8Array = rows[:, : plane.width * channels]
    if channels > 1:
        view = view.reshape(plane.height, plane.width, channels)
    view.flags.writeable = False
    return view


def _usual_matrix(width: int, height: int) -> Matrix:
    wide, tall = _UNSPECIFIED_IS_HD
    return Matrix.BT709 if width >= wide or height >= tall else Matrix.BT601


def _orientation(frame: VideoFrame) -> tuple[int, bool]:
    """Degrees clockwise to turn the stored picture by, and whether to mirror it left to right before that.

    The display matrix holds (a, b, u, c, d, v, x, y, w), and maps stored (x, y) to displayed (a x + c y,
    b x + d y), y down. Source: libavutil/display.h.
    """
    side = _side_data_of(frame).get(SideDataType.DISPLAYMATRIX)
    if side is None:
        return 0, False
    a, b, _, c, d = (int(value) for value in np.frombuffer(memoryview(side), dtype=np.int32)[:5])
    mirrored = a * d - b * c < 0
    angle = math.degrees(math.atan2(-b, -a) if mirrored else math.atan2(b, a))
    return round(angle / 90) * 90 % 360, mirrored
