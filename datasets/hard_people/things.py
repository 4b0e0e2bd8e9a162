"""Nobody is at the seat, but something looks like a person, or nothing can be told at a glance."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from datasets.hard_people.camera import darkened, window
from datasets.hard_people.photographs import UInt8Array
from datasets.hard_people.portrait import HEIGHT, WIDTH, Image, Portrait
from datasets.render.scene import lay_over, to_linear

_SKIN = (np.array([0, 138, 85]), np.array([255, 175, 125]))
"""Least and largest Y, Cr, Cb of skin. Source: after Chai and Ngan, "Face segmentation using skin-color map"
(1999), a little narrower."""
_HAND_BEFORE = ("subhih_017",)
"""Where a hand too dark to be told by its colour lies on the clothes."""
_MOST_SKIN = 0.3
_LEAST_LENGTH = 0.5
"""Of the clothes, by their width: less is a collar."""


def garment(one: Portrait) -> Image | None:
    """The clothes of a person, without head and hands: (h, w, 4) premultiplied linear RGB and cover.

    None where there is too little cloth or too much skin.
    """
    if one.origin.name in _HAND_BEFORE:
        return None
    top = round(one.face.box[3] + 0.12 * one.size)
    if top > 0.8 * HEIGHT:
        return None
    part, cover = one.linear[top:], one.cover[top:]
    shown = (255 * np.clip(part, 0, 1) ** (1 / 2.2)).astype(np.uint8)
    skin = cv2.inRange(cv2.cvtColor(shown, cv2.COLOR_RGB2YCrCb), *_SKIN)
    if (skin > 0)[cover > 0.5].mean() > _MOST_SKIN:
        return None
    skin = cv2.dilate(skin, np.ones((9, 9), np.uint8))
    # The neck's opening is filled with the cloth around it.
    filled = to_linear(np.asarray(cv2.inpaint(shown, skin, 5, cv2.INPAINT_TELEA), dtype=np.uint8))
    whole = cv2.morphologyEx(cover, cv2.MORPH_OPEN, np.ones((31, 31), np.uint8))
    used = np.flatnonzero((whole > 0.5).any(axis=0))
    if not len(used) or HEIGHT - top < _LEAST_LENGTH * (used[-1] - used[0]):
        return None
    return np.dstack([filled * whole[..., None], whole])


def coat_on_chair(cloth: Image, room: Image, rng: np.random.Generator) -> Image:
    """An empty chair with clothes over its back."""
    picture = room.copy()
    x, wide = rng.uniform(0.3, 0.7) * WIDTH, rng.uniform(0.32, 0.5) * WIDTH
    top = rng.uniform(0.3, 0.5) * HEIGHT
    _chair(picture, x, wide, top, rng)
    _hung(picture, cloth, x, top - 0.02 * HEIGHT, wide * rng.uniform(1.0, 1.25))
    return picture


def clothes_on_hanger(cloth: Image, room: Image, rng: np.random.Generator) -> Image:
    """Clothes that hang on a wall or a door, as on a dummy."""
    picture = room.copy()
    x, wide = rng.uniform(0.25, 0.75) * WIDTH, rng.uniform(0.22, 0.4) * WIDTH
    top = rng.uniform(0.15, 0.35) * HEIGHT
    steel = (0.3, 0.3, 0.32)
    cv2.line(picture, (int(x), int(top - 0.1 * HEIGHT)), (int(x), int(top)), steel, 3, cv2.LINE_AA)
    for side in (-1, 1):
        end = (int(x + side * 0.3 * wide), int(top + 0.06 * HEIGHT))
        cv2.line(picture, (int(x), int(top)), end, steel, 4, cv2.LINE_AA)
    _hung(picture, cloth, x, top, wide)
    return picture


def framed(pixels: UInt8Array, kind: str, room: Image, rng: np.random.Generator) -> Image:
    """A flat picture with a person on the wall, as a painting, or on a screen, seen at an angle.

    Args:
        pixels: (H, W, 3) RGB of the flat picture.
        kind: `poster`, `painting` or `screen`.
        room: (480, 640, 3) linear RGB.
        rng: all chance.
    """
    if kind == "painting":
        pixels = np.asarray(cv2.stylization(pixels, sigma_s=30, sigma_r=0.45), dtype=np.uint8)
    flat = to_linear(pixels)
    if kind == "screen":
        lines = 1 - 0.12 * (np.arange(flat.shape[0]) % 3 == 0)
        flat = flat * np.asarray(1.25 * lines, np.float32)[:, None, None]
    flat = _with_border(flat, kind, rng)
    rows, columns = flat.shape[:2]
    high = rng.uniform(0.25, 0.6) * HEIGHT
    wide = min(high * columns / rows, 0.8 * WIDTH)
    high = wide * rows / columns
    x, y = (
        rng.uniform(0.02, 0.98 - wide / WIDTH) * WIDTH,
        rng.uniform(0.04, max(0.05, 0.8 - high / HEIGHT)) * HEIGHT,
    )
    lean = rng.uniform(-0.18, 0.18)
    near, far = high * (1 + lean) / 2, high * (1 - lean) / 2
    middle, wide = y + high / 2, wide * (1 - abs(lean))
    corners = np.array(
        [[x, middle - near], [x + wide, middle - far], [x + wide, middle + far], [x, middle + near]]
    )
    stored = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], dtype=np.float32)
    to_room = cv2.getPerspectiveTransform(stored, corners.astype(np.float32))
    fine = cv2.GaussianBlur(flat, (0, 0), max(0.3, 0.4 * rows / high))
    colour = cv2.warpPerspective(fine, to_room, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR)
    cover = np.asarray(
        cv2.warpPerspective(np.ones((rows, columns), np.float32), to_room, (WIDTH, HEIGHT)), dtype=np.float32
    )
    picture = room.copy()
    shadow = cv2.GaussianBlur(np.roll(cover, (6, 5), (0, 1)), (0, 0), 5)
    picture *= (1 - 0.4 * shadow)[..., None]
    lay_over(picture, np.asarray(colour * cover[..., None]), cover, 0, 0)
    return np.asarray(picture, dtype=np.float32)


def pet(cat: UInt8Array, room: Image, rng: np.random.Generator) -> Image:
    """A cat before the camera, from its whole face to an ear and an eye, in the room's light."""
    height, width = cat.shape[:2]
    if rng.uniform() < 0.5:  # close: the picture is the cat
        share = rng.uniform(0.55, 1.0)
        w = share * min(width, height * 4 / 3)
        h = w * 3 / 4
        x, y = rng.uniform(0, width - w), rng.uniform(0, height - h)
        part = cat[round(y) : round(y + h), round(x) : round(x + w)]
        near = cv2.resize(
            to_linear(np.asarray(part, np.uint8)), (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC
        )
        return np.asarray(np.clip(near, 0, None) * np.float32(rng.uniform(0.4, 1.1)), dtype=np.float32)
    alpha = _cat_outline(height, width)
    colour = to_linear(cat) * alpha[..., None]
    scale = rng.uniform(0.5, 1.3)
    x, y = rng.uniform(-0.1, 0.5) * WIDTH, HEIGHT - scale * height * rng.uniform(0.75, 1.0)
    matrix = np.array([[scale, 0, x], [0, scale, y]])
    picture = room.copy()
    layer = cv2.warpAffine(colour, matrix, (WIDTH, HEIGHT))
    lay_over(picture, np.asarray(layer), np.asarray(cv2.warpAffine(alpha, matrix, (WIDTH, HEIGHT))), 0, 0)
    return picture


def dark_room(room: Image, rng: np.random.Generator) -> Image:
    """Nobody, and hardly any light."""
    return darkened(room, rng)


def backlit_room(room: Image, rng: np.random.Generator) -> Image:
    """Nobody before a bright window."""
    return window(room, rng)


def _cat_outline(height: int, width: int) -> Image:
    """Head and ears of the photographed cat, (height, width); its picture is filled by them."""
    points: Sequence[tuple[float, float]] = [
        (0.12, 1.0),
        (0.16, 0.55),
        (0.2, 0.1),
        (0.3, 0.02),
        (0.42, 0.14),
        (0.6, 0.16),
        (0.78, 0.02),
        (0.88, 0.08),
        (0.93, 0.5),
        (0.9, 1.0),
    ]
    area = np.zeros((height, width), dtype=np.float32)
    cv2.fillPoly(area, [np.round(np.array(points) * (width, height)).astype(np.int32)], 1.0, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(area, (0, 0), 4), dtype=np.float32)


def _chair(picture: Image, x: float, wide: float, top: float, rng: np.random.Generator) -> None:
    colour = (
        np.array([[0.03, 0.03, 0.035], [0.2, 0.03, 0.03], [0.15, 0.09, 0.04]])[rng.integers(3)]
    ).tolist()
    left, right = int(x - wide / 2), int(x + wide / 2)
    cv2.rectangle(picture, (left, int(top + 20)), (right, HEIGHT), colour, -1)
    cv2.ellipse(picture, (int(x), int(top + 22)), (int(wide / 2), 26), 0, 180, 360, colour, -1, cv2.LINE_AA)


def _hung(picture: Image, cloth: Image, x: float, top: float, wide: float) -> None:
    """Clothes whose outline is `wide` pixels across, hung by their upper edge."""
    used = np.flatnonzero((cloth[..., 3] > 0.5).any(axis=0))
    left, right = int(used[0]), int(used[-1]) + 1
    scale = wide / (right - left)
    matrix = np.array([[scale, 0, x - scale * (left + right) / 2], [0, scale, top]])
    layer = cv2.warpAffine(cloth, matrix, (WIDTH, HEIGHT))
    fall = np.linspace(1.0, 0.8, HEIGHT, dtype=np.float32)[:, None, None]
    lay_over(picture, np.ascontiguousarray(layer[..., :3] * fall), np.ascontiguousarray(layer[..., 3]), 0, 0)


def _with_border(flat: Image, kind: str, rng: np.random.Generator) -> Image:
    """A frame, a margin or a screen's dark rim."""
    side = max(flat.shape[:2])
    rim = max(2, round(side * {"poster": 0.02, "painting": 0.07, "screen": 0.04}[kind]))
    colours = {
        "poster": [(0.9, 0.9, 0.9), (0.02, 0.02, 0.02)],
        "painting": [(0.25, 0.15, 0.04), (0.05, 0.03, 0.02), (0.5, 0.4, 0.15)],
        "screen": [(0.008, 0.008, 0.009)],
    }[kind]
    colour = colours[rng.integers(len(colours))]
    return np.asarray(
        cv2.copyMakeBorder(flat, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=colour), dtype=np.float32
    )
