"""One picture as the decoder left it: planes, and how to read colours and pixels from them.

Nothing is converted here until a model asks for its pixels: `Picture.crop` samples straight from the
planes, so only the pixels that a model sees are ever turned into RGB.

Frames of reference. *Stored* pixels are those of the planes. *Display* pixels are what a viewer sees,
after the picture's rotation; every coordinate outside this file is in display pixels, with integer
coordinates at pixel centres, x to the right and y down.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

UInt8Array = NDArray[np.uint8]
Affine = NDArray[np.float64]


class Layout(Enum):
    """How the planes hold the picture."""

    I420 = "i420"
    """Three planes: Y (H, W), U and V (ceil(H/2), ceil(W/2)), uint8."""
    NV12 = "nv12"
    """Two planes: Y (H, W) and interleaved UV (ceil(H/2), ceil(W/2), 2), uint8."""
    RGB = "rgb"
    """One plane (H, W, 3), uint8."""
    GRAY = "gray"
    """One plane (H, W), uint8, full range."""


class Matrix(Enum):
    """The luma weights (Kr, Kb) of a YUV encoding. Source: ITU-R BT.601-7, BT.709-6 section 3, BT.2020-2."""

    BT601 = (0.299, 0.114)
    BT709 = (0.2126, 0.0722)
    BT2020 = (0.2627, 0.0593)


@dataclass(frozen=True, slots=True)
class Picture:
    """An undecorated picture; the planes may be views of a decoder's buffer and must not be written to."""

    layout: Layout
    planes: tuple[UInt8Array, ...]
    rotation: int = 0
    """Degrees clockwise that a viewer turns the stored picture by: 0, 90, 180 or 270."""
    matrix: Matrix = Matrix.BT601
    full_range: bool = False
    """True where luma spans 0..255 (JPEG), False for 16..235 (television)."""

    def __post_init__(self) -> None:
        if self.rotation not in (0, 90, 180, 270):
            raise ValueError(f"rotation must be 0, 90, 180 or 270 degrees, not {self.rotation}")
        wanted = {Layout.I420: 3, Layout.NV12: 2, Layout.RGB: 1, Layout.GRAY: 1}[self.layout]
        if len(self.planes) != wanted:
            raise ValueError(f"{self.layout.value} has {wanted} planes, not {len(self.planes)}")

    @property
    def stored_size(self) -> tuple[int, int]:
        """Width and height of the first plane in pixels."""
        height, width = self.planes[0].shape[:2]
        return width, height

    @property
    def size(self) -> tuple[int, int]:
        """Width and height as displayed, in pixels."""
        width, height = self.stored_size
        return (height, width) if self.rotation in (90, 270) else (width, height)

    @property
    def luma(self) -> UInt8Array:
        """The Y plane in stored orientation, (H, W) uint8; for RGB it is computed."""
        if self.layout is Layout.RGB:
            return np.asarray(cv2.cvtColor(self.planes[0], cv2.COLOR_RGB2GRAY), dtype=np.uint8)
        return self.planes[0]

    def crop(self, to_display: Affine, size: tuple[int, int], *, border: int | None = None) -> UInt8Array:
        """Sample the picture through an affine map.

        Args:
            to_display: (2, 3) float64; maps crop pixel (x, y) to display pixel.
            size: width and height of the crop in pixels.
            border: what lies outside the picture: None repeats the edge, 0 is black.

        Returns:
            (height, width, 3) RGB uint8, bilinear.
        """
        stored = compose(self._stored_from_display(), to_display)
        outside = cv2.BORDER_REPLICATE if border is None else cv2.BORDER_CONSTANT

        def warp(plane: UInt8Array, matrix: Affine, fill: tuple[float, ...]) -> UInt8Array:
            flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            warped = cv2.warpAffine(plane, matrix, size, flags=flags, borderMode=outside, borderValue=fill)
            return np.asarray(warped, dtype=np.uint8)

        if self.layout is Layout.RGB:
            return warp(self.planes[0], stored, (border or 0,) * 3)
        black = 0.0 if self.full_range or self.layout is Layout.GRAY else 16.0
        luma = warp(self.planes[0], stored, ((border or 0) + black,))
        if self.layout is Layout.GRAY:
            return np.asarray(cv2.cvtColor(luma, cv2.COLOR_GRAY2RGB), dtype=np.uint8)
        yuv = cv2.merge([luma, *(self._chroma(plane, stored, size, outside) for plane in self.planes[1:])])
        return np.asarray(cv2.transform(yuv, yuv_to_rgb(self.matrix, self.full_range)), dtype=np.uint8)

    @staticmethod
    def _chroma(plane: UInt8Array, stored: Affine, size: tuple[int, int], outside: int) -> UInt8Array:
        """A chroma plane in a crop of `size`: sampled at half of it, as colour is, and doubled."""
        half = ((size[0] + 1) // 2, (size[1] + 1) // 2)
        matrix = compose(_HALF, compose(stored, _DOUBLE))
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        small = cv2.warpAffine(
            plane, matrix, half, flags=flags, borderMode=outside, borderValue=(128.0, 128.0)
        )
        doubled = cv2.resize(small, None, fx=2, fy=2, interpolation=cv2.INTER_LINEAR)
        return np.asarray(doubled[: size[1], : size[0]], dtype=np.uint8)

    def rgb(self) -> UInt8Array:
        """The whole picture as displayed, for people: (height, width, 3) RGB uint8, the caller's own."""
        return np.rot90(self._stored_rgb(), k=-self.rotation // 90).copy()

    def _stored_rgb(self) -> UInt8Array:
        luma = self.planes[0]
        if self.layout is Layout.RGB:
            return luma
        if self.layout is Layout.GRAY:
            return np.asarray(cv2.cvtColor(luma, cv2.COLOR_GRAY2RGB), dtype=np.uint8)
        height, width = luma.shape
        doubled = [cv2.resize(plane, None, fx=2, fy=2)[:height, :width] for plane in self.planes[1:]]
        yuv = cv2.merge([luma, *doubled])
        return np.asarray(cv2.transform(yuv, yuv_to_rgb(self.matrix, self.full_range)), dtype=np.uint8)

    def _stored_from_display(self) -> Affine:
        width, height = self.stored_size
        if self.rotation == 90:
            return np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, height - 1.0]])
        if self.rotation == 180:
            return np.array([[-1.0, 0.0, width - 1.0], [0.0, -1.0, height - 1.0]])
        if self.rotation == 270:
            return np.array([[0.0, -1.0, width - 1.0], [1.0, 0.0, 0.0]])
        return np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])


# A chroma sample lies in the middle of four luma samples (JPEG siting; MPEG-2 siting is a quarter
# of a luma pixel away, which no model here can see).
_HALF: Affine = np.array([[0.5, 0.0, -0.25], [0.0, 0.5, -0.25]])
_DOUBLE: Affine = np.array([[2.0, 0.0, 0.5], [0.0, 2.0, 0.5]])


def compose(outer: Affine, inner: Affine) -> Affine:
    """The affine map that applies `inner` first, then `outer`; all (2, 3) float64."""
    linear = outer[:, :2] @ inner[:, :2]
    shift = outer[:, :2] @ inner[:, 2] + outer[:, 2]
    return np.column_stack([linear, shift])


@cache
def yuv_to_rgb(matrix: Matrix, full_range: bool) -> NDArray[np.float32]:
    """The (3, 4) float32 map from (Y, U, V, 1), each 0..255, to R, G, B, each 0..255.

    Source: ITU-R BT.601-7 section 2.5 and BT.709-6 section 3, 8-bit digital representation.
    """
    kr, kb = matrix.value
    kg = 1.0 - kr - kb
    luma, chroma, black = (1.0, 1.0, 0.0) if full_range else (255 / 219, 255 / 224, 16.0)
    rows = np.array(
        [
            [luma, 0.0, 2 * (1 - kr) * chroma],
            [luma, -2 * kb * (1 - kb) / kg * chroma, -2 * kr * (1 - kr) / kg * chroma],
            [luma, 2 * (1 - kb) * chroma, 0.0],
        ]
    )
    offset = rows @ np.array([-black, -128.0, -128.0])
    table = np.column_stack([rows, offset]).astype(np.float32)
    table.flags.writeable = False  # shared by all who ask
    return table
