"""Harmless pictures that look like skin: bare arms, hands before the lens, walls, clothes, art on the wall.

All are 640 x 480, drawn from one generator, and show nobody undressed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.demo.film import PEOPLE
from datasets.render.forms import RENDERED, draw_pose
from datasets.render.hand import HandModel, Placement
from datasets.render.raster import Pinhole
from datasets.render.scene import Image, lay_hand, lay_over, place_cutout, room, to_linear
from datasets.render.sensor import Sensor
from datasets.render.shade import Light, Skin

UInt8Array = NDArray[np.uint8]

SIZE = (640, 480)
"""Width and height in pixels."""
_CAMERA = Pinhole.webcam(*SIZE)
_PORTRAITS = ("collins.webp", "hopper.webp")
_LONGER_THAN_ANY_ARM = 1.0  # metres from the wrist, where the sleeve would begin


def make(seed: int, each: int) -> Iterator[tuple[str, UInt8Array]]:
    """The pictures.

    Args:
        seed: of all chance.
        each: how many of each kind.

    Yields:
        The kind, a key of `KINDS`, and (480, 640, 3) RGB as a webcam delivers it.
    """
    for number, (kind, draw) in enumerate(KINDS.items()):
        rng = np.random.default_rng((seed, number))
        for _ in range(each):
            yield kind, _photographed(draw(rng), rng)


def bare_arm(rng: np.random.Generator) -> Image:
    """One or two bare forearms at arm's length."""
    scene = room(*SIZE, rng)
    for _ in range(int(rng.integers(1, 3))):
        _arm(scene, rng, float(rng.uniform(0.35, 0.7)))
    return scene


def near_hand(rng: np.random.Generator) -> Image:
    """A hand right before the lens, most of it out of the picture."""
    scene = room(*SIZE, rng)
    _arm(scene, rng, float(rng.uniform(0.13, 0.26)))
    return scene


def flesh_wall(rng: np.random.Generator) -> Image:
    """A wall or a curtain of the colour of skin, with or without a player before it."""
    scene = _cloth(rng, folds=bool(rng.uniform() < 0.5))
    if rng.uniform() < 0.5:
        _sit(scene, rng, _portrait(rng))
    return scene


def flesh_clothes(rng: np.random.Generator) -> Image:
    """A player in a garment of the colour of skin."""
    scene = room(*SIZE, rng)
    person = _portrait(rng)
    below = np.clip((np.arange(person.shape[0]) / person.shape[0] - 0.52) / 0.06, 0, 1)[:, None, None]
    grey = person[..., :3].mean(axis=2, keepdims=True)
    dyed = np.array(Skin.tone(rng.uniform(0, 0.8)).back) * (0.7 + 1.5 * grey)
    person[..., :3] += below * (dyed * person[..., 3:] - person[..., :3])
    _sit(scene, rng, person)
    return scene


def art(rng: np.random.Generator) -> Image:
    """A painting or a marble bust of somebody behind an empty chair or a player."""
    scene = room(*SIZE, rng)
    person = _portrait(rng)
    if rng.uniform() < 0.5:
        grey = person[..., :3].mean(axis=2, keepdims=True)
        person[..., :3] = grey * np.array([1.25, 1.2, 1.1], dtype=np.float32)
        _sit(scene, rng, person)
    else:
        _hang(scene, rng, person)
    if rng.uniform() < 0.5:
        _sit(scene, rng, _portrait(rng))
    return scene


KINDS: dict[str, Callable[[np.random.Generator], Image]] = {
    "bare_arm": bare_arm,
    "near_hand": near_hand,
    "flesh_wall": flesh_wall,
    "flesh_clothes": flesh_clothes,
    "art": art,
}


def _arm(scene: Image, rng: np.random.Generator, distance: float) -> None:
    """A bare hand with its forearm, in place; drawn anew until some of it is in the picture."""
    hand = HandModel(Skin.tone(float(rng.uniform())), sleeve_from=_LONGER_THAN_ANY_ARM)
    light = Light((float(rng.uniform(-1, 1)), float(rng.uniform(-1, 0.2)), -1.0))
    while True:
        pose = draw_pose(rng, RENDERED[rng.integers(len(RENDERED))])
        x, y = rng.uniform(-0.3, 0.3), rng.uniform(-0.1, 0.35)
        at = Placement(
            (float(x * distance), float(y * distance), distance),
            roll=float(rng.uniform(-1.6, 1.6)),
            pitch=float(rng.uniform(-0.5, 0.5)),
            yaw=float(rng.uniform(-np.pi, np.pi)),
            left=bool(rng.uniform() < 0.5),
        )
        layer = hand.draw(_CAMERA, pose, at, light, scale=1)
        if layer is not None:
            lay_hand(scene, layer)
            return


def _cloth(rng: np.random.Generator, *, folds: bool) -> Image:
    width, height = SIZE
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    shade = 1.0 - 0.4 * np.hypot(xs / width - rng.uniform(0.2, 0.8), ys / height - rng.uniform(0, 0.5))
    if folds:
        bent = xs + 12 * np.sin(ys / rng.uniform(60, 140) + rng.uniform(0, 6))
        shade *= 1 + 0.18 * np.sin(bent / rng.uniform(9, 30))
    rough = cv2.GaussianBlur(rng.standard_normal((height, width)).astype(np.float32), (0, 0), 2)
    colour = np.array(Skin.tone(rng.uniform(0, 0.8)).back, dtype=np.float32)
    return np.asarray((shade * (1 + 0.15 * rough))[..., None] * colour, dtype=np.float32)


def _portrait(rng: np.random.Generator) -> Image:
    """(h, w, 4) linear RGB, multiplied by alpha, and alpha."""
    name = _PORTRAITS[rng.integers(len(_PORTRAITS))]
    stored = cv2.imdecode(np.frombuffer((PEOPLE / name).read_bytes(), np.uint8), cv2.IMREAD_UNCHANGED)
    if stored is None:
        raise ValueError(f"{name}: cannot be decoded")
    pixels = np.asarray(cv2.cvtColor(stored, cv2.COLOR_BGRA2RGBA), dtype=np.uint8)
    pixels = pixels[:, ::-1] if rng.uniform() < 0.5 else pixels
    alpha = pixels[..., 3:].astype(np.float32) / 255
    return np.concatenate([to_linear(np.ascontiguousarray(pixels[..., :3])) * alpha, alpha], axis=2)


def _sit(scene: Image, rng: np.random.Generator, person: Image) -> None:
    rows, columns = person.shape[:2]
    scale = float(rng.uniform(0.7, 1.15))
    x = float(rng.uniform(0.0, 0.9)) * (SIZE[0] - 0.6 * scale * columns)
    matrix = np.array([[scale, 0.0, x], [0.0, scale, SIZE[1] - scale * rows + 4.0]])
    lay_over(scene, *place_cutout(person, matrix, SIZE), 0, 0)


def _hang(scene: Image, rng: np.random.Generator, person: Image) -> None:
    """A framed picture on the wall: brush strokes instead of pixels, in place."""
    ground = np.array(Skin.tone(rng.uniform(0, 0.6)).back, dtype=np.float32) * np.float32(0.7)
    canvas = person[..., :3] + (1 - person[..., 3:]) * ground
    shown = np.asarray(np.clip(canvas, 0, 1) ** (1 / 2.2) * 255, dtype=np.uint8)
    strokes = cv2.stylization(shown, sigma_s=30, sigma_r=0.5)
    side = int(rng.integers(140, 300))
    framed = cv2.copyMakeBorder(
        cv2.resize(strokes, (side, side)), 9, 9, 9, 9, cv2.BORDER_CONSTANT, value=(60, 40, 20)
    )
    x, y = int(rng.integers(0, SIZE[0] - side)), int(rng.integers(0, 120))
    layer = to_linear(np.asarray(framed, dtype=np.uint8))
    lay_over(scene, layer, np.ones(layer.shape[:2], dtype=np.float32), x, y)


def _photographed(linear: Image, rng: np.random.Generator) -> UInt8Array:
    sensor = Sensor(grain=float(rng.uniform(0.8, 4)), warmth=float(rng.uniform(-1, 1)))
    return sensor.expose(np.asarray(linear * np.float32(rng.uniform(0.6, 1.5)), dtype=np.float32), 0.0, rng)
