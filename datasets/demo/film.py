"""Draws a seat's script, picture by picture."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.demo.script import RATE, SECONDS, Fault, Script, Sitter
from datasets.render.hand import HandModel
from datasets.render.motion import HandMotion
from datasets.render.raster import Pinhole
from datasets.render.scene import lay_hand, lay_over, place_cutout, room, to_linear
from datasets.render.sensor import Sensor
from datasets.render.shade import Light, Skin

Image = NDArray[np.float32]
UInt8Array = NDArray[np.uint8]

PEOPLE = Path(__file__).parent / "people"

_WALK = 0.9  # seconds from the chair out of the picture
_LIGHT = Light((-0.5, -0.7, -0.8))


def draw(script: Script) -> Iterator[UInt8Array]:
    """The stored pictures of a seat, (H, W, 3) RGB uint8, `RATE` a second for `SECONDS`."""
    film = _Film(script)
    for number in range(round(SECONDS * RATE)):
        yield film.picture(number / RATE)


class _Film:
    """One seat's stage, with all chance drawn from one generator in the order of the pictures."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._rng = np.random.default_rng(script.room)
        width, height = script.size
        self._turned = script.rotation in (90, 270)
        self._size = (height, width) if self._turned else (width, height)
        self._camera = Pinhole.webcam(*self._size)
        self._sensor = Sensor(grain=script.grain, warmth=script.warmth)
        self._back = _photograph(script.backdrop) if script.backdrop else room(*self._size, self._rng)
        self._sitter = _cutout(script.sitter) if script.sitter else None
        self._hand = HandModel(Skin.tone(script.tone), sleeve=script.sleeve)
        self._motions = (
            HandMotion(script.right, seed=script.room),
            HandMotion(script.left, left=True, seed=script.room + 1000),
        )
        self._last: UInt8Array | None = None

    def picture(self, t: float) -> UInt8Array:
        """The stored picture at `t` seconds; called in the order of time."""
        fault = next((f for f in self._script.faults if f.start <= t < f.end), None)
        if fault is not None and fault.kind == "frozen" and self._last is not None:
            return self._last
        scene = self._scene(t) if fault is None else self._broken(fault, t)
        shown = self._sensor.expose(scene, t, self._rng)
        if self._script.rotation:
            shown = np.rot90(shown, self._script.rotation // 90)
        self._last = np.ascontiguousarray(shown)
        return self._last

    def _scene(self, t: float) -> Image:
        scene = self._background(t)
        if self._sitter is not None and self._script.sitter is not None:
            colour, cover = place_cutout(
                self._sitter, _seat(self._script.sitter, self._sitter.shape, self._size, t), self._size
            )
            lay_over(scene, colour, cover, 0, 0)
        for motion in self._motions:
            state = motion.at(t)
            layer = self._hand.draw(self._camera, *state, _LIGHT) if state else None
            if layer is not None:
                lay_hand(scene, layer)
        return scene

    def _background(self, t: float) -> Image:
        if not self._script.backdrop:
            return self._back.copy()
        width, height = self._size
        rows, columns = self._back.shape[:2]
        sway = 5.0 * np.sin(2 * np.pi * np.array([0.21, 0.17]) * t + np.array([0.0, 1.0]))
        shift = np.array([(columns - width) / 2, (rows - height) / 2]) + sway
        matrix = np.array([[1.0, 0.0, -shift[0]], [0.0, 1.0, -shift[1]]])
        moved = cv2.warpAffine(self._back, matrix, self._size, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(moved, dtype=np.float32)

    def _broken(self, fault: Fault, t: float) -> Image:
        width, height = self._size
        if fault.kind == "black":
            return np.zeros((height, width, 3), dtype=np.float32)
        if fault.kind == "covered":
            # Skin over the lens lets some red light through, more on one side.
            slope = np.linspace(0.8, 1.2, width, dtype=np.float32) * (1 + 0.1 * np.float32(np.sin(t)))
            glow = np.array([0.075, 0.030, 0.022], dtype=np.float32)
            return np.asarray(np.broadcast_to(slope[None, :, None] * glow, (height, width, 3)))
        raise ValueError(f"no camera fault is called {fault.kind}")


def _photograph(name: str) -> Image:
    return to_linear(_read(name)[..., :3])


def _cutout(sitter: Sitter) -> Image:
    """(h, w, 4) linear RGB, premultiplied, with alpha."""
    pixels = _read(sitter.portrait)
    if sitter.mirrored:
        pixels = np.ascontiguousarray(pixels[:, ::-1])
    alpha = pixels[..., 3:].astype(np.float32) / 255
    return np.concatenate([to_linear(pixels[..., :3]) * alpha, alpha], axis=2)


def _read(name: str) -> UInt8Array:
    stored = np.frombuffer((PEOPLE / name).read_bytes(), dtype=np.uint8)
    pixels = cv2.imdecode(stored, cv2.IMREAD_UNCHANGED)
    if pixels is None:
        raise ValueError(f"{name}: cannot be decoded")
    code = cv2.COLOR_BGRA2RGBA if pixels.shape[2] == 4 else cv2.COLOR_BGR2RGB
    return np.asarray(cv2.cvtColor(pixels, code), dtype=np.uint8)


def _seat(sitter: Sitter, shape: tuple[int, ...], size: tuple[int, int], t: float) -> NDArray[np.float64]:
    """Where the cut-out is at `t`: (2, 3) from its pixels to the picture's. It breathes, sways and walks."""
    rows, columns = shape[:2]
    width, height = size
    scale = sitter.scale * (1 + 0.004 * np.sin(2 * np.pi * 0.27 * t))
    angle = np.radians(0.9) * np.sin(2 * np.pi * 0.13 * t + 0.5)
    cos, sin = scale * np.cos(angle), scale * np.sin(angle)
    x = sitter.x + 4.0 * np.sin(2 * np.pi * 0.11 * t) + _walked(sitter, t) * (width - sitter.x + columns)
    # Turned about the middle of the lower edge, which stays a little below the picture's.
    foot = np.array([columns / 2, rows - 1.0])
    linear = np.array([[cos, -sin], [sin, cos]])
    shift = np.array([x, height + 6.0]) - linear @ foot
    return np.column_stack([linear, shift])


def _walked(sitter: Sitter, t: float) -> float:
    """How far away from the chair, 0..1."""
    if sitter.away is None:
        return 0.0
    gone, back = sitter.away
    share = (
        min(max((t - gone) / _WALK, 0.0), 1.0)
        if t < (gone + back) / 2
        else (min(max((back + _WALK - t) / _WALK, 0.0), 1.0))
    )
    return share * share * (3 - 2 * share)
