"""A person is at the seat and hardly shows: each function makes one kind of such a picture.

All take a portrait, an empty room and chance, and give (480, 640, 3) linear RGB, or None where the
portrait does not allow it. Hair, hoods, masks and blankets are painted: flatter than real ones.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from datasets.hard_people.camera import backlit, blurred, darkened
from datasets.hard_people.portrait import HEIGHT, WIDTH, Image, Portrait
from datasets.render.scene import lay_over, place_cutout

Kind = Callable[[Portrait, Image, np.random.Generator], Image | None]

_HAIR = np.array([[0.01, 0.008, 0.007], [0.05, 0.025, 0.012], [0.14, 0.08, 0.03], [0.1, 0.095, 0.09]])
_CLOTH = np.array(
    [[0.02, 0.02, 0.03], [0.25, 0.03, 0.03], [0.04, 0.08, 0.2], [0.3, 0.3, 0.3], [0.1, 0.2, 0.1]]
)

_NEAREST = 0.45
"""Largest face by the picture's height that hair is painted over: beyond it there would be hair alone."""


def turned_away(one: Portrait, room: Image, rng: np.random.Generator) -> Image | None:
    """The back of the head: hair where the face was."""
    if one.size > _NEAREST * HEIGHT:
        return None
    x, y = one.middle
    head = _oval(x, y - 0.22 * one.size, 0.68 * one.size, 0.92 * one.size, rng.uniform(-8, 8))
    return _laid(one.linear, _strands(rng, vertical=True), head)


def head_down(one: Portrait, room: Image, rng: np.random.Generator) -> Image | None:
    """The crown of the head shows instead of eyes and nose."""
    if one.size > _NEAREST * HEIGHT:
        return None
    x, y = one.middle
    head = _oval(x, y + 0.05 * one.size, 0.66 * one.size, 0.62 * one.size, rng.uniform(-15, 15))
    above = _oval(x, y - 0.35 * one.size, 0.62 * one.size, 0.55 * one.size, 0)
    return _laid(one.linear, _strands(rng, vertical=False), np.maximum(head, above))


def hood(one: Portrait, room: Image, rng: np.random.Generator) -> Image:
    """A hood around a face that lies in its shadow."""
    x, y = one.middle
    size = one.size
    outer = _oval(x, y - 0.12 * size, 0.98 * size, 1.2 * size, 0)
    ys = np.arange(HEIGHT, dtype=np.float32)[:, None]
    clothes = one.cover * np.clip((ys - one.face.box[3] + 0.02 * size) / 4, 0, 1)
    opening = _oval(x, y - 0.02 * size, float(rng.uniform(0.48, 0.6)) * size, 0.72 * size, 0)
    shade = one.linear * (1 - opening * np.float32(rng.uniform(0.5, 0.85)))[..., None]
    around = np.clip(np.maximum(outer, clothes) - opening, 0, 1)
    return _laid(np.asarray(shade, dtype=np.float32), _fabric(rng), around)


def mask(one: Portrait, room: Image, rng: np.random.Generator) -> Image:
    """A mask over mouth and nose, now and then dark glasses too."""
    (rx, ry), (lx, ly), nose, mouth, right, left = one.face.keypoints
    chin = one.face.box[3] + 0.08 * one.size
    middle = (rx + lx) / 2, (ry + ly) / 2
    bridge = (0.45 * middle[0] + 0.55 * nose[0], 0.45 * middle[1] + 0.55 * nose[1])
    points = [
        bridge,
        (left[0], 0.5 * (left[1] + nose[1])),
        (left[0], mouth[1]),
        (mouth[0], chin),
        (right[0], mouth[1]),
        (right[0], 0.5 * (right[1] + nose[1])),
    ]
    area = np.zeros((HEIGHT, WIDTH), dtype=np.float32)
    hull = cv2.convexHull(np.array(points, dtype=np.float32)).astype(np.int32)
    cv2.fillConvexPoly(area, hull, 1.0, cv2.LINE_AA)
    colour = np.array([[0.35, 0.55, 0.7], [0.75, 0.75, 0.75], [0.015, 0.015, 0.018]])[rng.integers(3)]
    picture = _laid(one.linear, _shaded(np.broadcast_to(colour, (HEIGHT, WIDTH, 3)), rng), area)
    if rng.uniform() < 0.5:
        radius = 0.17 * one.size
        for x, y in one.eyes:
            picture = _laid(
                picture,
                np.full((HEIGHT, WIDTH, 3), 0.01, np.float32),
                _oval(x, y, 1.1 * radius, 0.85 * radius, 0),
            )
    return picture


def head_out_of_frame(one: Portrait, room: Image, rng: np.random.Generator) -> Image | None:
    """The camera sees what is below the chin."""
    top = one.face.box[3] + rng.uniform(0.02, 0.25) * one.size
    return _part(one.linear, one.middle[0], top, HEIGHT - top)


def half_out_of_frame(one: Portrait, room: Image, rng: np.random.Generator) -> Image | None:
    """The picture's edge runs through the face."""
    x, y = one.middle
    edge = x + rng.uniform(-0.15, 0.15) * one.size
    width = min(WIDTH - edge, edge) if rng.uniform() < 0.3 else max(WIDTH - edge, edge)
    right = edge + width <= WIDTH
    height = min(width * 0.75, float(HEIGHT))
    return _part(
        one.linear,
        edge + width / 2 if right else edge - width / 2,
        min(max(0.0, y - height / 2), HEIGHT - height),
        height,
    )


def blanket(one: Portrait, room: Image, rng: np.random.Generator) -> Image:
    """A blanket up to the nose, or over all but the hair."""
    _, (_, eyes) = one.eyes
    line = eyes + rng.uniform(-0.1, 0.5) * one.size
    ys, xs = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    sway = line + 0.12 * one.size * np.sin(xs / (0.5 * one.size) + rng.uniform(0, 6))
    wide = cv2.dilate(one.cover, np.ones((25, 25), np.uint8))
    below = np.clip((ys - sway) / 3, 0, 1) * cv2.GaussianBlur(wide, (0, 0), 4)
    return _laid(one.linear, _fabric(rng, folds=True), below)


def dark(one: Portrait, room: Image, rng: np.random.Generator) -> Image:
    """Hardly any light."""
    return darkened(one.linear, rng)


def backlight(one: Portrait, room: Image, rng: np.random.Generator) -> Image:
    """A bright window behind."""
    return backlit(one.linear, one.cover, rng)


def blur(one: Portrait, room: Image, rng: np.random.Generator) -> Image:
    """Out of focus or moved."""
    return blurred(one.linear, rng)


def far_away(one: Portrait, room: Image, rng: np.random.Generator) -> Image | None:
    """Small, behind a table at the other end of the room."""
    if not _whole_head(one):
        return None
    scale = HEIGHT * rng.uniform(0.055, 0.1) / one.size
    x, table = rng.uniform(0.25, 0.75) * WIDTH, rng.uniform(0.6, 0.8) * HEIGHT
    picture = _placed(one, room, scale, x, table)
    top = int(table)
    wood = np.array([[0.12, 0.06, 0.03], [0.3, 0.28, 0.25], [0.03, 0.03, 0.03]])[rng.integers(3)]
    board = _shaded(np.broadcast_to(wood, (HEIGHT, WIDTH, 3)), rng)
    picture[top:] = board[top:]
    return picture


def lying_low(one: Portrait, room: Image, rng: np.random.Generator) -> Image | None:
    """Slid down in the chair: hair, forehead and eyes at the lower edge."""
    if not _whole_head(one):
        return None
    scale = float(rng.uniform(0.8, 1.2)) * HEIGHT * 0.3 / one.size
    eyes = (one.eyes[0][1] + one.eyes[1][1]) / 2
    below = eyes + rng.uniform(0.05, 0.6) * one.size
    return _placed(one, room, scale, rng.uniform(0.3, 0.7) * WIDTH, HEIGHT + (HEIGHT - below) * scale)


KINDS: dict[str, Kind] = {
    "turned_away": turned_away,
    "head_down": head_down,
    "hood": hood,
    "mask": mask,
    "head_out_of_frame": head_out_of_frame,
    "half_out_of_frame": half_out_of_frame,
    "blanket": blanket,
    "dark": dark,
    "backlight": backlight,
    "blur": blur,
    "far_away": far_away,
    "lying_low": lying_low,
}


def _whole_head(one: Portrait) -> bool:
    """Whether the crown is in the photograph, so that the head can be put elsewhere."""
    return one.face.box[1] > 0.4 * one.size


def _placed(one: Portrait, room: Image, scale: float, x: float, bottom: float) -> Image:
    """The cut-out person in a room: the face's middle at `x`, the picture's lower edge at `bottom`."""
    matrix = np.array([[scale, 0, x - scale * one.middle[0]], [0, scale, bottom - scale * HEIGHT]])
    colour, cover = place_cutout(one.cutout(), matrix, (WIDTH, HEIGHT))
    picture = room.copy()
    lay_over(picture, colour, cover, 0, 0)
    return picture


def _part(linear: Image, x: float, top: float, height: float) -> Image | None:
    """A part of the form 4:3 in full size; None where it would be too small to be a webcam's picture."""
    if height < 110:
        return None
    width = height * WIDTH / HEIGHT
    left = float(np.clip(x - width / 2, 0, WIDTH - width))
    part = linear[round(top) : round(top + height), round(left) : round(left + width)]
    return np.asarray(
        np.clip(cv2.resize(part, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC), 0, None), dtype=np.float32
    )


def _laid(picture: Image, layer: Image, cover: Image) -> Image:
    soft = cv2.GaussianBlur(cover, (0, 0), 1.6)[..., None]
    return np.asarray(picture * (1 - soft) + layer * soft, dtype=np.float32)


def _oval(x: float, y: float, width: float, height: float, angle: float) -> Image:
    area = np.zeros((HEIGHT, WIDTH), dtype=np.float32)
    cv2.ellipse(
        area,
        (round(x), round(y)),
        (max(1, round(width)), max(1, round(height))),
        angle,
        0,
        360,
        1.0,
        -1,
        cv2.LINE_AA,
    )
    return area


def _strands(rng: np.random.Generator, *, vertical: bool) -> Image:
    """Hair, (480, 640, 3) linear RGB."""
    noise = rng.standard_normal((HEIGHT, WIDTH)).astype(np.float32)
    long, thin = 14.0, 0.8
    lines = cv2.GaussianBlur(
        noise, (0, 0), sigmaX=thin if vertical else long, sigmaY=long if vertical else thin
    )
    colour = _HAIR[rng.integers(len(_HAIR))].astype(np.float32)
    return np.asarray(colour * np.exp(0.3 * lines / lines.std())[..., None], dtype=np.float32)


def _fabric(rng: np.random.Generator, *, folds: bool = False) -> Image:
    colour = _CLOTH[rng.integers(len(_CLOTH))].astype(np.float32)
    cloth = _shaded(np.broadcast_to(colour, (HEIGHT, WIDTH, 3)), rng, depth=0.5 if folds else 0.3)
    if folds and rng.uniform() < 0.5:
        ys, xs = np.mgrid[0:HEIGHT, 0:WIDTH]
        checks = ((xs // 24 + ys // 24) % 2).astype(np.float32)
        cloth = np.asarray(cloth * (0.6 + 0.8 * checks)[..., None], dtype=np.float32)
    return cloth


def _shaded(colour: np.ndarray, rng: np.random.Generator, depth: float = 0.25) -> Image:
    """A plain surface with soft light and shade on it, and weave."""
    noise = rng.standard_normal((HEIGHT, WIDTH)).astype(np.float32)
    slow = cv2.GaussianBlur(noise, (0, 0), sigmaX=14, sigmaY=34)
    weave = cv2.GaussianBlur(noise, (0, 0), 0.7)
    return np.asarray(colour * np.exp(depth * slow / slow.std() + 0.12 * weave)[..., None], dtype=np.float32)
