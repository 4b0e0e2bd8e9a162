"""Surfaces to pixels: a pinhole camera and buffers of depth, normals and colours."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Image = NDArray[np.float32]
Ints = NDArray[np.int64]

_NEAR, _FAR = 0.02, 20.0


@dataclass(frozen=True, slots=True)
class Pinhole:
    """A camera without distortion whose axis meets the middle of the picture."""

    width: int
    height: int
    focal: float
    """Pixels."""

    @classmethod
    def webcam(cls, width: int, height: int) -> Pinhole:
        """78 degrees across the diagonal, as common webcams have."""
        return cls(width, height, float(np.hypot(width, height) / 2 / np.tan(np.radians(78) / 2)))

    def project(self, points: Floats) -> Floats:
        """(N, 3) metres in the camera frame to (N, 2) pixels."""
        middle = np.array([(self.width - 1) / 2, (self.height - 1) / 2])
        return np.asarray(points[:, :2] / points[:, 2:] * self.focal + middle)


@dataclass(frozen=True, slots=True, eq=False)
class Buffers:
    """A surface seen through a window of the camera, `scale` samples a pixel and axis."""

    x: int
    y: int
    """The window's first pixel."""
    scale: int
    depth: Image
    """(H, W) metres; infinity where nothing is."""
    layers: tuple[Image, ...]
    """(H, W, 3) interpolated vertex attributes, in the order given."""
    points: Image
    """(H, W, 3) metres in the camera frame; zero where nothing is."""

    @property
    def covered(self) -> NDArray[np.bool_]:
        """(H, W) where the surface is."""
        return np.isfinite(self.depth)


def window_of(camera: Pinhole, points: Floats, margin: int) -> tuple[int, int, int, int]:
    """The pixels x0, y0, x1, y1 (exclusive) that hold these camera-frame points, or an empty window."""
    pixels = camera.project(points)
    low = np.floor(pixels.min(axis=0)).astype(int) - margin
    high = np.ceil(pixels.max(axis=0)).astype(int) + margin + 1
    x0, y0 = np.clip(low, 0, (camera.width, camera.height))
    x1, y1 = np.clip(high, (x0, y0), (camera.width, camera.height))
    return int(x0), int(y0), int(x1), int(y1)


def rasterise(
    camera: Pinhole,
    vertices: Floats,
    faces: Ints,
    attributes: tuple[Floats, ...],
    window: tuple[int, int, int, int],
    scale: int = 2,
) -> Buffers:
    """Draw a closed surface with a z-buffer.

    Args:
        camera: the camera.
        vertices: (V, 3) metres in the camera frame, all in front of the camera.
        faces: (F, 3).
        attributes: each (V, 3) in 0..1, interpolated with perspective.
        window: x0, y0, x1, y1 of the pixels to draw, not empty.
        scale: samples a pixel in each axis.
    """
    x0, y0, x1, y1 = window
    height, width = (y1 - y0) * scale, (x1 - x0) * scale
    sheared, fov = _through_window(camera, vertices, window)
    indices = np.ascontiguousarray(faces, dtype=np.int32)
    layers = []
    depth = np.full((height, width), _FAR, dtype=np.float32)
    for attribute in attributes:
        colours = np.ascontiguousarray(np.clip(attribute, 0.0, 1.0), dtype=np.float32)
        depth = np.full((height, width), _FAR, dtype=np.float32)
        blank = np.zeros((height, width, 3), dtype=np.float32)
        layer, drawn = cv2.triangleRasterize(
            sheared, indices, colours, blank, depth, np.eye(4), fov, _NEAR, _FAR, _settings()
        )
        layers.append(np.asarray(layer, dtype=np.float32))
        depth = np.asarray(drawn, dtype=np.float32)
    covered = depth < _FAR * 0.99
    return Buffers(
        x0,
        y0,
        scale,
        np.where(covered, depth, np.inf).astype(np.float32),
        tuple(layers),
        _back_project(camera, np.where(covered, depth, 0.0), window, scale),
    )


def depth_from(vertices: Floats, faces: Ints, size: int, fov: float) -> Image:
    """(size, size) depth in metres of a surface in a camera frame with a square view, `_FAR` where empty."""
    flipped = np.ascontiguousarray(vertices * np.array([1.0, -1.0, -1.0]), dtype=np.float32)
    depth = np.full((size, size), _FAR, dtype=np.float32)
    indices = np.ascontiguousarray(faces, dtype=np.int32)
    drawn = cv2.triangleRasterizeDepth(flipped, indices, depth, np.eye(4), fov, _NEAR, _FAR, _settings())
    return np.asarray(drawn, dtype=np.float32)


def _settings() -> cv2.TriangleRasterizeSettings:
    settings = cv2.TriangleRasterizeSettings()
    settings.setShadingType(cv2.RASTERIZE_SHADING_SHADED)
    settings.setCullingMode(cv2.RASTERIZE_CULLING_NONE)
    return settings


def _through_window(
    camera: Pinhole, vertices: Floats, window: tuple[int, int, int, int]
) -> tuple[Image, float]:
    """Shear the scene so that the window's middle lies on the axis; OpenCV's rasteriser has no offset.

    Its frame is OpenGL's: y up, z towards the viewer.
    """
    x0, y0, x1, y1 = window
    off_x = (x0 + x1 - camera.width) / 2 / camera.focal
    off_y = (y0 + y1 - camera.height) / 2 / camera.focal
    depth = vertices[:, 2]
    moved = [vertices[:, 0] - off_x * depth, -(vertices[:, 1] - off_y * depth), -depth]
    fov = 2 * np.arctan((y1 - y0) / 2 / camera.focal)
    return np.ascontiguousarray(np.stack(moved, axis=1), dtype=np.float32), float(fov)


def _back_project(camera: Pinhole, depth: Image, window: tuple[int, int, int, int], scale: int) -> Image:
    x0, y0, _, _ = window
    height, width = depth.shape
    xs = x0 + (np.arange(width) + 0.5) / scale - camera.width / 2
    ys = y0 + (np.arange(height) + 0.5) / scale - camera.height / 2
    return np.stack(
        [depth * (xs[None, :] / camera.focal), depth * (ys[:, None] / camera.focal), depth], axis=2
    ).astype(np.float32)


def vertex_normals(vertices: Floats, faces: Ints) -> Floats:
    """(V, 3) unit normals, the mean of the faces around weighted by their area."""
    corners = vertices[faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    flat = faces.reshape(-1)
    spread = np.repeat(normals, 3, axis=0)
    total = np.stack([np.bincount(flat, spread[:, k], len(vertices)) for k in range(3)], axis=1)
    return np.asarray(total / np.maximum(np.linalg.norm(total, axis=1, keepdims=True), 1e-12))
