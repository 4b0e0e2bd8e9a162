"""Light on skin and cloth."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.render.raster import Buffers, depth_from

Floats = NDArray[np.float64]
Image = NDArray[np.float32]
Ints = NDArray[np.int64]
Colour = tuple[float, float, float]

_SHADOW_SIZE = 320
_SHADOW_DISTANCE = 3.0  # metres: far enough that the light's rays are nearly parallel
_SHADOW_HALF_WIDTH = 0.32  # metres around the hand that can throw a shadow on it
# How far light creeps around into the shade of skin, a channel: red travels deepest.
# Source of the idea: S. Green, Real-Time Approximations to Subsurface Scattering, GPU Gems, 2004.
_WRAP = np.array([0.42, 0.20, 0.14], dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Light:
    """One soft lamp and the room's own light. Colours are linear RGB, 1 is white."""

    direction: Colour
    """From the hand to the lamp, camera frame (y down); any length."""
    lamp: Colour = (1.0, 0.96, 0.90)
    above: Colour = (0.42, 0.44, 0.48)
    """Room light from the ceiling's side."""
    below: Colour = (0.20, 0.18, 0.17)
    """Room light from the floor's side."""


@dataclass(frozen=True, slots=True)
class Skin:
    """Skin of one person; linear RGB reflectances 0..1."""

    back: Colour
    palm: Colour
    nail: Colour
    gloss: float = 0.10

    @classmethod
    def tone(cls, depth: float) -> Skin:
        """From very light (0) to very dark (1); palms darken far less than backs."""
        light, dark = np.array([0.78, 0.52, 0.40]), np.array([0.075, 0.035, 0.022])
        palm_dark = np.array([0.36, 0.20, 0.14])
        back = light ** (1 - depth) * dark**depth
        palm = np.array([0.80, 0.50, 0.41]) ** (1 - depth) * palm_dark**depth
        nail = 0.55 * back + 0.45 * np.array([0.80, 0.58, 0.52])
        return cls(_rgb(back), _rgb(palm), _rgb(nail), 0.08 + 0.06 * depth)


def _rgb(values: Floats) -> Colour:
    return float(values[0]), float(values[1]), float(values[2])


def lit(buffers: Buffers, light: Light, shadow: Image, gloss: float) -> Image:
    """Shade the samples.

    Args:
        buffers: layers are the normals as (n + 1) / 2, the reflectances, and (skin share, -, -).
        light: the lamp and the room.
        shadow: (H, W) share of the lamp that arrives.
        gloss: strength of the highlight on skin.

    Returns:
        (H, W, 3) linear RGB.
    """
    normal = buffers.layers[0] * 2 - 1
    normal /= np.maximum(np.linalg.norm(normal, axis=2, keepdims=True), 1e-6)
    skin = buffers.layers[2][..., :1]
    towards_lamp = np.array(light.direction, dtype=np.float32)
    towards_lamp /= np.linalg.norm(towards_lamp)
    facing = (normal @ towards_lamp)[..., None]
    wrap = _WRAP * skin
    diffuse = np.clip((facing + wrap) / (1 + wrap), 0.0, 1.0)
    sky = (0.5 - 0.5 * normal[..., 1])[..., None]
    room = np.array(light.above, dtype=np.float32) * sky + np.array(light.below, dtype=np.float32) * (1 - sky)
    hollow = _occlusion(buffers)[..., None]
    arriving = np.array(light.lamp, dtype=np.float32) * diffuse * shadow[..., None] + room * hollow
    view = -buffers.points / np.maximum(np.linalg.norm(buffers.points, axis=2, keepdims=True), 1e-6)
    half = view + towards_lamp
    half /= np.maximum(np.linalg.norm(half, axis=2, keepdims=True), 1e-6)
    highlight = np.clip((normal * half).sum(axis=2), 0.0, 1.0)[..., None] ** 18
    shine = gloss * skin * highlight * shadow[..., None]
    return np.asarray(buffers.layers[1] * arriving + shine, dtype=np.float32)


def _occlusion(buffers: Buffers) -> Image:
    """(H, W) share of the room's light that reaches each sample: less where neighbours stand in front."""
    covered = buffers.covered.astype(np.float32)
    depth = np.where(buffers.covered, buffers.depth, 0.0).astype(np.float32)
    open_share = np.ones_like(depth)
    for radius, strength in ((9.0, 22.0), (26.0, 12.0)):
        sigma = radius * buffers.scale / 2
        around = cv2.GaussianBlur(depth, (0, 0), sigma) / np.maximum(
            cv2.GaussianBlur(covered, (0, 0), sigma), 1e-3
        )
        behind = np.clip((depth - around) * strength, 0.0, 0.55)
        open_share *= 1.0 - behind.astype(np.float32)
    return open_share


def self_shadow(buffers: Buffers, vertices: Floats, faces: Ints, light: Light) -> Image:
    """(H, W) share of the lamp that reaches each sample past the hand itself (a shadow map)."""
    centre = np.median(vertices, axis=0)
    frame = _looking_along(-np.array(light.direction, dtype=np.float64))
    fov = 2 * np.arctan(_SHADOW_HALF_WIDTH / _SHADOW_DISTANCE)
    offset = np.array([0.0, 0.0, _SHADOW_DISTANCE])
    depth_map = depth_from((vertices - centre) @ frame.T + offset, faces, _SHADOW_SIZE, float(fov))
    seen = (buffers.points.astype(np.float64) - centre) @ frame.T + offset
    focal = _SHADOW_SIZE / 2 / np.tan(fov / 2)
    middle = (_SHADOW_SIZE - 1) / 2
    map_x = (seen[..., 0] / seen[..., 2] * focal + middle).astype(np.float32)
    map_y = (seen[..., 1] / seen[..., 2] * focal + middle).astype(np.float32)
    nearest = cv2.remap(depth_map, map_x, map_y, cv2.INTER_LINEAR, borderValue=(20.0,))
    past = seen[..., 2] - nearest
    lit_share = (1.0 - np.clip((past - 0.004) / 0.006, 0.0, 1.0)).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(lit_share, (0, 0), 1.6 * buffers.scale), dtype=np.float32)


def _looking_along(direction: Floats) -> Floats:
    """Rows: right, down and forward of a camera that looks along `direction`."""
    forward = direction / np.linalg.norm(direction)
    helper = np.array([0.0, 1.0, 0.0]) if abs(forward[1]) < 0.9 else np.array([1.0, 0.0, 0.0])
    right = np.cross(helper, forward)
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(forward, right), forward])
