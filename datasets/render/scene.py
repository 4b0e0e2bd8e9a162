"""Layers over one another: a room, a cut-out person, rendered hands and the shadows they throw."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.render.hand import HandLayer

Image = NDArray[np.float32]
Mask = NDArray[np.float32]
UInt8Array = NDArray[np.uint8]

_GAMMA = 2.2


def to_linear(picture: UInt8Array) -> Image:
    """(H, W, C) uint8 display values to linear float32, 1 is white."""
    return np.asarray((picture.astype(np.float32) / 255) ** _GAMMA, dtype=np.float32)


def to_display(linear: Image) -> Image:
    """Linear RGB to display values 0..255, not yet rounded; highlights roll off instead of clipping."""
    soft = np.where(linear < 0.8, linear, 0.8 + 0.2 * np.tanh((linear - 0.8) / 0.2))
    return np.asarray(255 * np.clip(soft, 0.0, 1.0) ** (1 / _GAMMA), dtype=np.float32)


def room(width: int, height: int, rng: np.random.Generator) -> Image:
    """A plausible blurred room: wall, window or shelves, furniture. (H, W, 3) linear RGB."""
    wall = np.array([[0.55, 0.52, 0.47], [0.42, 0.46, 0.50], [0.50, 0.45, 0.40], [0.36, 0.42, 0.38]])
    base = wall[rng.integers(len(wall))] * rng.uniform(0.6, 1.0)
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    fall = 1.0 - 0.45 * np.hypot(xs / width - rng.uniform(0.2, 0.8), ys / height - 0.1)
    picture = (base * fall[..., None]).astype(np.float32)
    for _ in range(3):
        _furniture(picture, rng)
    _shelf(picture, rng)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), height / 120), dtype=np.float32)


def _furniture(picture: Image, rng: np.random.Generator) -> None:
    height, width = picture.shape[:2]
    x, w = rng.uniform(-0.1, 0.9) * width, rng.uniform(0.12, 0.3) * width
    top = rng.uniform(0.35, 0.75) * height
    colour = rng.uniform(0.05, 0.45) * np.array([1.0, rng.uniform(0.7, 1.0), rng.uniform(0.45, 1.0)])
    cv2.rectangle(picture, (int(x), int(top)), (int(x + w), height), colour.tolist(), -1)


def _shelf(picture: Image, rng: np.random.Generator) -> None:
    """A board with books of many colours: fine structure that tells an open lens from a covered one."""
    height, width = picture.shape[:2]
    for level in (0.16, 0.38):
        left = rng.uniform(0.0, 0.55) * width
        x, board = left, level * height
        while x < left + 0.4 * width:
            thick, tall = rng.uniform(0.012, 0.035) * width, rng.uniform(0.08, 0.15) * height
            book = rng.uniform(0.03, 0.6, 3)
            cv2.rectangle(
                picture, (int(x), int(board - tall)), (int(x + thick), int(board)), book.tolist(), -1
            )
            x += thick
        cv2.rectangle(
            picture, (int(left), int(board)), (int(x), int(board + height / 90)), (0.12, 0.08, 0.05), -1
        )


def lay_over(picture: Image, colour: Image, cover: Mask, x: int, y: int) -> None:
    """Lay a premultiplied layer over a picture, in place; what lies outside is cut off."""
    height, width = picture.shape[:2]
    x0, y0 = max(x, 0), max(y, 0)
    x1, y1 = min(x + cover.shape[1], width), min(y + cover.shape[0], height)
    if x0 >= x1 or y0 >= y1:
        return
    part = (slice(y0 - y, y1 - y), slice(x0 - x, x1 - x))
    under = picture[y0:y1, x0:x1]
    under *= 1.0 - cover[part][..., None]
    under += colour[part]


def cast_shadow(picture: Image, layer: HandLayer, shift: tuple[float, float], depth: float) -> None:
    """Darken what lies behind a hand, in place: its outline, moved by `shift` pixels and blurred."""
    height, width = picture.shape[:2]
    outline = np.zeros((height, width), dtype=np.float32)
    rows, columns = layer.cover.shape
    outline[layer.y : layer.y + rows, layer.x : layer.x + columns] = layer.cover
    move = np.array([[1.0, 0.0, shift[0]], [0.0, 1.0, shift[1]]])
    moved = cv2.warpAffine(outline, move, (width, height))
    soft = cv2.GaussianBlur(moved, (0, 0), height / 40)
    picture *= (1.0 - depth * soft)[..., None]


def lay_hand(picture: Image, layer: HandLayer) -> None:
    """A hand with its shadow, in place."""
    cast_shadow(picture, layer, (18.0, 14.0), 0.35)
    lay_over(picture, layer.colour, layer.cover, layer.x, layer.y)


def place_cutout(cutout: Image, matrix: NDArray[np.float64], size: tuple[int, int]) -> tuple[Image, Mask]:
    """Warp a cut-out with alpha into a picture.

    Args:
        cutout: (h, w, 4) linear RGB, multiplied by alpha in the last channel.
        matrix: (2, 3) from cut-out pixels to picture pixels.
        size: width and height of the picture.

    Returns:
        Premultiplied colour (H, W, 3) and cover (H, W).
    """
    warped = cv2.warpAffine(cutout, matrix, size, flags=cv2.INTER_LINEAR)
    return np.ascontiguousarray(warped[..., :3]), np.ascontiguousarray(warped[..., 3])
